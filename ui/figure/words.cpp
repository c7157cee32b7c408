// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/words.h"

#include <algorithm>

namespace pescope::figure {

namespace {

struct Word {
    std::string_view english;
    const char* chinese;
};

constexpr Word kWords[] = {
    {"position i", "位置 i"},
    {"position j", "位置 j"},
    {"offset r", "偏移 r"},
    {"offset r′", "偏移 r′"},
    {"dimension k", "维度 k"},
    {"departure from translation invariance", "偏离平移不变性"},
    {"asymmetry", "不对称"},
    {"where it rises", "上升之处"},
    {"head %1 (from 0)", "第 %1 个头(从 0 起)"},
    {"Proximity by distance", "邻近度随距离的变化"},
    {"offset m = i − j (positions)", "偏移 m = i − j(位置)"},
    {"mean of φ over pairs", "φ 的平均"},
    {"shaded band: 10–90 % of rows", "色带:各行的 10–90 %"},
    {"grey: %1 falls up to m = %2", "灰底:%1 下降至 m = %2"},
    {"%1 falls up to m = %2 (integer), %3 (ε = %4)", "%1 下降至 m = %2(整数)、%3(ε = %4)"},
    {"%1 (continuous)", "%1(连续)"},
    {"offset m (positions)", "偏移 m(位置)"},
    {"Steps of ψ", "ψ 的逐步变化"},
    {"above 0: ψ rises", "0 以上:ψ 上升"},
    {"Frequencies", "频率"},
    {"index i", "序号 i"},
    {"ωᵢ (rad per position)", "ωᵢ(弧度/位置)"},
    {"Properties", "性质"},
    {"1 = holds; N = %1, W = %2", "1 = 成立;N = %1,W = %2"},
    {"source", "来源"},
    {"TI", "TI"},
    {"MON local", "MON 局部"},
    {"range", "范围"},
    {"ε range", "ε 范围"},
    {"theorem", "定理"},
    {"rank within each map of %1", "各图内的秩:%1"},
    {"Proximity %1.", "邻近度 %1。"},
    {"%1 %2, N = %3, D = %4", "%1 %2,N = %3,D = %4"},
    {"Ends of the colour scale: 0.5 and 99.5 percentile; cells beyond have the colour of the arrow.",
     "色标两端为 0.5 与 99.5 百分位;超出者用箭头的颜色。"},
    {"Mean proximity by distance, band: 10–90 % of rows; %1 falls over m = 0…%2.",
     "平均邻近度随距离的变化,色带为各行的 10–90 %;%1 在 m = 0…%2 内下降。"},
    {"Mean proximity by distance, band: 10–90 % of rows.", "平均邻近度随距离的变化,色带为各行的 10–90 %。"},
    {"ψ(m) = Σ cos ωᵢ m; %1 falls at every integer over m = 0…%2.",
     "ψ(m) = Σ cos ωᵢ m;%1 在 m = 0…%2 内逐个整数下降。"},
    {"Steps ψ(m + 1) − ψ(m).", "逐步变化 ψ(m + 1) − ψ(m)。"},
    {"Frequencies ωᵢ on a logarithmic axis.", "频率 ωᵢ(对数轴)。"},
    {"Translation invariance, symmetry and monotonicity, 1 = holds (definitions of PEScope, after Wang et al. 2021).",
     "平移不变性、对称性与单调性,1 = 成立(PEScope 的定义,依 Wang 等 2021)。"},
    {"No model was trained so: %1.", "没有模型如此训练过:%1。"},
    {"m = i − j is query minus key; row 0 is the first position.", "m = i − j 为查询减键;第 0 行是第一个位置。"},
};

} // namespace

QString word(Language language, std::string_view english)
{
    if (language == Language::Chinese)
        if (const auto* at = std::ranges::find(kWords, english, &Word::english); at != std::end(kWords))
            return QString::fromUtf8(at->chinese);
    return QString::fromUtf8(english.data(), static_cast<qsizetype>(english.size()));
}

} // namespace pescope::figure
