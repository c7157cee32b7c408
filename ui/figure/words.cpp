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
    {"y of patch i, in each map of j", "图块 i 的 y，各小图内为 j 的 y"},
    {"x of patch i, in each map of j", "图块 i 的 x，各小图内为 j 的 x"},
    {"At the place of each patch i stands the map of φ(i, j) over all patches j.",
     "每个图块 i 的位置上是 φ(i, j) 对所有图块 j 的小图。"},
    {"grid of grids, %1 × %2 patches", "图块之图，%1 × %2 个图块"},
    {"departure from translation invariance", "偏离平移不变性"},
    {"asymmetry", "不对称"},
    {"where it rises", "上升之处"},
    {"head %1 (from 0)", "第 %1 个头（从 0 起）"},
    {"Proximity by distance", "相近度随距离的变化"},
    {"offset m = i − j (positions)", "偏移 m = i − j（位置）"},
    {"mean of φ over pairs", "φ 的平均"},
    {"shaded band: 10–90 % of rows", "色带：各行的 10–90 %"},
    {"grey: %1 falls up to m = %2", "灰底：%1 下降至 m = %2"},
    {"%1 falls up to m = %2 (integer), %3 (ε = %4)", "%1 下降至 m = %2（整数）、%3(ε = %4)"},
    {"%1 (continuous)", "%1（连续）"},
    {"offset m (positions)", "偏移 m（位置）"},
    {"Slope of ψ.", "ψ 的斜率。"},
    {"Slope of ψ: that of %1 is below 0 up to m = %2.", "ψ 的斜率：%1 在 m = %2 之前小于 0。"},
    {"Steps of ψ", "ψ 的逐步变化"},
    {"above 0: ψ rises", "0 以上：ψ 上升"},
    {"Frequencies", "频率"},
    {"index i", "序号 i"},
    {"ωᵢ (rad per position)", "ωᵢ（弧度/位置）"},
    {"Properties", "性质"},
    {"1 = holds; N = %1, W = %2", "1 = 成立；N = %1，W = %2"},
    {"source", "来源"},
    {"TI", "TI"},
    {"MON local", "MON 局部"},
    {"range", "范围"},
    {"ε range", "ε 范围"},
    {"theorem", "定理"},
    {"rank within each map of %1", "各图内的秩：%1"},
    {"Proximity %1.", "相近度 %1。"},
    {"%1 %2, N = %3, D = %4", "%1 %2,N = %3,D = %4"},
    {"Cells beyond the ends of a colour scale have the colour of its arrow.", "超出色标两端的格子用箭头的颜色。"},
    {"Mean proximity by distance, band: 10–90 % of rows; %1 falls over m = 0…%2.",
     "平均相近度随距离的变化，色带为各行的 10–90 %；%1 在 m = 0…%2 内下降。"},
    {"Mean proximity by distance, band: 10–90 % of rows.", "平均相近度随距离的变化，色带为各行的 10–90 %。"},
    {"ψ(m) = Σ cos ωᵢ m; %1 falls at every integer over m = 0…%2.",
     "ψ(m) = Σ cos ωᵢ m;%1 在 m = 0…%2 内逐个整数下降。"},
    {"Steps ψ(m + 1) − ψ(m).", "逐步变化 ψ(m + 1) − ψ(m)。"},
    {"Frequencies ωᵢ on a logarithmic axis.", "频率 ωᵢ（对数轴）。"},
    {"Translation invariance, symmetry and monotonicity, 1 = holds (definitions of PEScope, after Wang et al. 2021).",
     "平移不变性、对称性与单调性，1 = 成立（PEScope 的定义，依 Wang 等 2021）。"},
    {"attention weight", "注意力权重"},
    {"cosine of hidden states", "隐藏状态的余弦"},
    {"exchanged − original", "交换后 − 原始"},
    {"Original", "原始"},
    {"Exchanged", "交换后"},
    {"Difference", "差"},
    {"trained positions", "训练所得的位置"},
    {"query", "查询"},
    {"key", "键"},
    {"token i", "词元 i"},
    {"token j", "词元 j"},
    {"layer", "层"},
    {"head", "头"},
    {"Similarity by layer", "各层的相似度"},
    {"Heads of layer %1", "第 %1 层的各个头"},
    {"%1 of %2 tokens, evenly chosen", "%2 个词元中均匀取 %1 个"},
    {"Cosine of the tokens' hidden states by layer (0: embedding output).", "各层词元隐藏状态的余弦（0 为嵌入输出）。"},
    {"Attention of every head of layer %1, one scale.", "第 %1 层各个头的注意力，同一色标。"},
    {"Change of similarity by layer", "各层相似度的变化"},
    {"Attention divergence by layer", "各层注意力的散度"},
    {"mean |Δ cosine|", "|Δ 余弦| 的平均"},
    {"Jensen–Shannon divergence (bit)", "Jensen–Shannon 散度（比特）"},
    {"Mean change of the cosine of two tokens' states by layer.", "各层两词元状态余弦变化的平均。"},
    {"Jensen–Shannon divergence of the attention of both runs by layer, mean over heads.",
     "两次运行各层注意力的 Jensen–Shannon 散度，对各头取平均。"},
    {"embedding output", "嵌入输出"},
    {"after layer %1", "第 %1 层之后"},
    {"layer %1, mean of all heads", "第 %1 层，各头平均"},
    {"layer %1, head %2 (from 1)", "第 %1 层，第 %2 个头（从 1 起）"},
    {"no positions", "无位置"},
    {"positions shuffled, seed %1", "位置打乱，种子 %1"},
    {"first %1 positions only", "只用前 %1 个位置"},
    {"fixed sinusoid", "固定正弦"},
    {"%1, norm-matched", "%1，范数匹配"},
    {"Tokens of “%1” in %2, %3: %4 with the trained positions and exchanged ones (%5).",
     "%2 中“%1”的词元，%3：训练所得位置与交换后的位置（%5）下的%4。"},
    {"Rows are queries, columns keys.", "行为查询，列为键。"},
    {"No model was trained so: %1.", "没有模型如此训练过：%1。"},
    {"m = i − j is query minus key; row 0 is the first position.", "m = i − j 为查询减键；第 0 行是第一个位置。"},
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
