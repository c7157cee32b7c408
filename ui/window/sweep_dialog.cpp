// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/sweep_dialog.h"

#include "core/encoding/resolve.h"
#include "ui/state/document.h"
#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"
#include "ui/window/main_window.h"
#include "ui/window/message_bar.h"
#include "ui/window/settings.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStatusBar>
#include <QVBoxLayout>

#include <algorithm>

namespace pescope::ui {

namespace {

constexpr int kPreviewWidth = 420, kPreviewHeight = 262; ///< pixels
constexpr double kPreviewDpi = 61; ///< a frame of 174 mm then has that width
constexpr int kProgressSteps = 1000;

/// The three ranges at both ends.
QString rangesNote(const analysis::MonotoneRanges& before, const analysis::MonotoneRanges& after)
{
    const auto whole = [](const std::optional<sweep::Index>& m) { return m ? rangeText(*m) : QStringLiteral("∞"); };
    const auto real = [](const std::optional<double>& m) { return m ? numberText(*m, 5) : QStringLiteral("∞"); };
    return SweepDialog::tr("ψ falls: integer %1 → %2; tolerance ε = %3: %4 → %5; continuous %6 → %7")
        .arg(whole(before.integer), whole(after.integer), numberText(before.epsilon), whole(before.tolerance),
             whole(after.tolerance), real(before.continuous.m), real(after.continuous.m));
}

QLabel* makePreview(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setMinimumSize(kPreviewWidth, kPreviewHeight);
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored); // pictures follow it, not it them
    label->setAlignment(Qt::AlignCenter);
    return label;
}

} // namespace

SweepDialog::SweepDialog(sweep::Request request, QWidget* window)
    : QDialog(window)
    , m_request(std::move(request))
    , m_what(new QComboBox(this))
    , m_from(new QDoubleSpinBox(this))
    , m_to(new QDoubleSpinBox(this))
    , m_frames(new QSpinBox(this))
    , m_dpi(new QSpinBox(this))
    , m_framesPerSecond(new QDoubleSpinBox(this))
    , m_first(makePreview(this))
    , m_last(makePreview(this))
    , m_note(makeLabel({}, "second", this))
    , m_progress(new QProgressBar(this))
    , m_save(new QPushButton(tr("Save…"), this))
    , m_cancel(new QPushButton(tr("Cancel"), this))
{
    setWindowTitle(tr("Animate ω"));
    build();
    connect(m_what, &QComboBox::activated, this, [this] {
        offerValues();
        preview();
    });
    for (QDoubleSpinBox* field : {m_from, m_to})
        connect(field, &QDoubleSpinBox::valueChanged, this, &SweepDialog::preview);
    connect(m_save, &QPushButton::clicked, this, &SweepDialog::saveRequested);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    offerValues();
    preview();
}

void SweepDialog::build()
{
    m_what->addItems({tr("Scale c of all ω"), tr("Base"), tr("Leave out fastest"), tr("Leave out slowest")});
    m_frames->setRange(2, 1000);
    m_frames->setValue(m_request.frames);
    m_dpi->setRange(30, 600);
    m_dpi->setValue(static_cast<int>(m_request.dpi));
    m_dpi->setSuffix(QStringLiteral(" dpi"));
    m_framesPerSecond->setRange(0.1, 60);
    m_framesPerSecond->setDecimals(1);
    m_framesPerSecond->setValue(10);
    m_framesPerSecond->setSuffix(tr(" frames/s"));
    m_progress->setRange(0, kProgressSteps);
    m_progress->setTextVisible(false);
    m_note->setWordWrap(true);
    m_save->setProperty("look", QStringLiteral("primary"));
    m_save->setDefault(true);
    auto* form = new QFormLayout;
    form->addRow(tr("What moves"), m_what);
    form->addRow(tr("From"), m_from);
    form->addRow(tr("To"), m_to);
    auto* right = new QFormLayout;
    right->addRow(tr("Frames"), m_frames);
    right->addRow(tr("Speed of a film"), m_framesPerSecond);
    right->addRow(tr("Resolution"), m_dpi);
    auto* fields = new QHBoxLayout;
    fields->setSpacing(32);
    fields->addLayout(form, 1);
    fields->addLayout(right, 1);
    auto* pictures = new QHBoxLayout;
    pictures->setSpacing(12);
    for (const auto& [title, label] : {std::pair(tr("First frame"), m_first), std::pair(tr("Last frame"), m_last)}) {
        auto* column = new QVBoxLayout;
        column->addWidget(makeLabel(title, "heading", this));
        column->addWidget(label, 1);
        pictures->addLayout(column);
        label->setAccessibleName(title);
    }
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_progress, 1);
    buttons->addStretch(0);
    buttons->addWidget(m_cancel);
    buttons->addWidget(m_save);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(12);
    layout->addLayout(fields);
    layout->addLayout(pictures, 1);
    layout->addWidget(m_note);
    layout->addLayout(buttons);
    setWriting(false);
}

/// From what the sinusoid is to something that shows what moving it does.
void SweepDialog::offerValues()
{
    const auto what = static_cast<sweep::What>(m_what->currentIndex());
    const bool cut = what == sweep::What::SkipFast || what == sweep::What::SkipSlow;
    const QSignalBlocker quietFrom(m_from), quietTo(m_to);
    for (QDoubleSpinBox* field : {m_from, m_to}) {
        field->setDecimals(cut ? 0 : what == sweep::What::Base ? 1 : 4);
        field->setRange(cut ? 0 : what == sweep::What::Base ? 1.1 : 1e-4, cut ? m_request.spec.dim / 2.0 - 1 : 1e9);
        field->setStepType(cut ? QAbstractSpinBox::DefaultStepType : QAbstractSpinBox::AdaptiveDecimalStepType);
    }
    const double now = sweep::valueOf(m_request.spec, what);
    m_from->setValue(now);
    m_to->setValue(what == sweep::What::Scale      ? now / 4
                       : what == sweep::What::Base ? now * 10
                                                   : now + m_request.spec.dim / 8.0);
}

sweep::Request SweepDialog::request() const
{
    sweep::Request request = m_request;
    request.what = static_cast<sweep::What>(m_what->currentIndex());
    request.from = m_from->value();
    request.to = m_to->value();
    request.frames = m_frames->value();
    request.dpi = m_dpi->value();
    const std::string_view name = sweep::name(request.what);
    request.description += " --what " + std::string(name) + " --from " + QString::number(request.from).toStdString()
        + " --to " + QString::number(request.to).toStdString() + " --frames " + std::to_string(request.frames);
    return request;
}

void SweepDialog::choose(sweep::What what, double from, double to, int frames)
{
    m_what->setCurrentIndex(static_cast<int>(what));
    offerValues();
    m_from->setValue(from);
    m_to->setValue(to);
    m_frames->setValue(frames);
    preview();
}

void SweepDialog::preview()
{
    m_previewTask.requestStop();
    m_previewed = false;
    sweep::Request request = this->request();
    request.frames = 2;
    request.dpi = kPreviewDpi;
    struct Ends {
        QImage first, last;
        analysis::MonotoneRanges before, after;
    };
    m_previewTask = m_previewRunner.start(
        this,
        [request](const JobContext& job) -> Result<Ends> {
            PESCOPE_TRY(planned, sweep::Sweep::plan(request, job));
            PESCOPE_TRY(first, planned.picture(0, job));
            PESCOPE_TRY(last, planned.picture(1, job));
            return Ends{first, last, planned.ranges(0), planned.ranges(1)};
        },
        [this](const Result<Ends>& ends) {
            m_previewed = ends.has_value();
            m_save->setEnabled(ends.has_value() && !m_writing);
            if (!ends) {
                m_first->clear();
                m_last->clear();
                m_note->setText(QString::fromStdString(describe(ends.error())));
                return;
            }
            m_ends = {ends->first, ends->last};
            showPictures();
            m_note->setText(rangesNote(ends->before, ends->after));
        });
}

/// Whole, whatever room there is.
void SweepDialog::showPictures()
{
    const std::array labels{m_first, m_last};
    for (std::size_t k = 0; k < labels.size(); ++k)
        if (!m_ends[k].isNull())
            labels[k]->setPixmap(
                QPixmap::fromImage(m_ends[k].scaled(labels[k]->size(), Qt::KeepAspectRatio, Qt::SmoothTransformation)));
}

void SweepDialog::resizeEvent(QResizeEvent* event)
{
    QDialog::resizeEvent(event);
    layout()->activate();
    showPictures();
}

bool SweepDialog::previewed() const
{
    return m_previewed;
}

QString SweepDialog::note() const
{
    return m_note->text();
}

void SweepDialog::setWriting(bool writing)
{
    m_writing = writing;
    m_progress->setVisible(writing);
    for (QWidget* field : std::initializer_list<QWidget*>{m_what, m_from, m_to, m_frames, m_dpi, m_framesPerSecond})
        field->setEnabled(!writing);
    m_save->setEnabled(!writing);
}

void SweepDialog::write(const QString& path)
{
    const auto target = sweep::targetOf(path.toStdString());
    if (!target) {
        Q_EMIT failed(path, QString::fromStdString(describe(target.error())));
        return;
    }
    setWriting(true);
    m_progress->setValue(0);
    m_writeTask = m_writeRunner.start(
        this,
        [request = request(), target = *target, speed = m_framesPerSecond->value()](const JobContext& job) -> Status {
            PESCOPE_TRY(planned, sweep::Sweep::plan(request, job));
            return sweep::write(planned, target, speed, job);
        },
        [this, path](const Status& written) {
            setWriting(false);
            if (!written) {
                Q_EMIT failed(path, QString::fromStdString(describe(written.error())));
                return;
            }
            Q_EMIT saved(path);
            accept();
        },
        [this](const Progress& progress) {
            m_progress->setValue(static_cast<int>(kProgressSteps * std::clamp(progress.fraction, 0.0, 1.0)));
        });
}

void SweepDialog::done(int result)
{
    m_previewTask.requestStop();
    m_writeTask.requestStop();
    QDialog::done(result);
}

SweepDialog* showSweep(MainWindow& window, Document& document, Settings& settings)
{
    const encoding::SinusoidSpec* spec = document.activeSinusoid();
    const session::Session& session = document.session();
    const session::Source* source = session::find(session, session.active);
    if (spec == nullptr || source == nullptr)
        return nullptr;
    sweep::Request request;
    request.spec = *spec;
    request.title = source->name;
    request.metric = session.options.metric;
    request.map = raster::findColormap(session.options.colormap);
    request.epsilon = session.options.epsilon;
    request.description = "pescope sweep " + encoding::specText(*spec);
    auto* dialog = new SweepDialog(std::move(request), &window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &SweepDialog::saveRequested, dialog, [dialog, &settings] {
        const QString path = QFileDialog::getSaveFileName(
            dialog, SweepDialog::tr("Save the film"), settings.lastFolder() + QStringLiteral("/omega.webp"),
            SweepDialog::tr("WebP film (*.webp);;Animated PNG (*.apng);;Numbered pictures, name-%04d.png (*.png)"));
        if (path.isEmpty())
            return;
        settings.setLastFolder(QFileInfo(path).absolutePath());
        dialog->write(path);
    });
    QObject::connect(dialog, &SweepDialog::saved, &window, [&window](const QString& path) {
        window.statusBar()->showMessage(SweepDialog::tr("Saved %1").arg(path), 6000);
    });
    QObject::connect(dialog, &SweepDialog::failed, &window, [&window](const QString& path, const QString& reason) {
        window.messages().raise(MessageBar::Kind::Error, SweepDialog::tr("%1 was not saved.").arg(path), reason);
    });
    dialog->open();
    return dialog;
}

} // namespace pescope::ui
