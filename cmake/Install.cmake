# SPDX-License-Identifier: GPL-3.0-or-later
# What `cmake --install` puts where. The program looks for its LibTorch module at ../lib/pescope from its own folder,
# so that folder is `lib` and not the system's multi-arch one.
include(GNUInstallDirs)

if(TARGET pescope)
    install(TARGETS pescope RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
    install(FILES "${CMAKE_BINARY_DIR}/pescope.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
endif()
if(TARGET pescope_torch)
    install(TARGETS pescope_torch LIBRARY DESTINATION lib/pescope)
endif()
if(PESCOPE_GUI)
    install(FILES "${PROJECT_SOURCE_DIR}/resources/org.pescope.PEScope.desktop"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/applications")
    install(FILES "${PROJECT_SOURCE_DIR}/resources/org.pescope.PEScope.metainfo.xml"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/metainfo")
    install(FILES "${PROJECT_SOURCE_DIR}/resources/icons/org.pescope.PEScope.svg"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps")
endif()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/resources/demo" DESTINATION "${CMAKE_INSTALL_DATADIR}/pescope")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/README.md" "${PROJECT_SOURCE_DIR}/CITATION.cff"
    DESTINATION "${CMAKE_INSTALL_DOCDIR}")
