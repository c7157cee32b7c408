<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>QObject</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>pescope::ui::Actions</name>
    <message>
        <source>Proximity %1</source>
        <translation>相近度：%1</translation>
    </message>
    <message>
        <source>Colour map %1</source>
        <translation>色图：%1</translation>
    </message>
    <message>
        <source>Colour scale %1</source>
        <translation>标尺：%1</translation>
    </message>
    <message>
        <source>Layout %1</source>
        <translation>布局 %1</translation>
    </message>
    <message>
        <source>Link views</source>
        <translation>联动视图</translation>
    </message>
    <message>
        <source>Free views</source>
        <translation>各自浏览</translation>
    </message>
    <message>
        <source>Show unused rows</source>
        <translation>显示未用的行</translation>
    </message>
    <message>
        <source>Without marked rows</source>
        <translation>去掉标记的行</translation>
    </message>
    <message>
        <source>Duplicate a source</source>
        <translation>创建来源副本</translation>
    </message>
    <message>
        <source>Remove a source</source>
        <translation>移除来源</translation>
    </message>
    <message>
        <source>Close all sources</source>
        <translation>关闭所有来源</translation>
    </message>
    <message>
        <source>&amp;Undo: %1</source>
        <translation>撤销(&amp;U)：%1</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo: %1</source>
        <translation>重做(&amp;R)：%1</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Dot</source>
        <translation>点积</translation>
    </message>
    <message>
        <source>Scaled dot</source>
        <translation>缩放点积</translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation>余弦</translation>
    </message>
    <message>
        <source>Centred dot</source>
        <translation>中心化点积</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>距离</translation>
    </message>
    <message>
        <source>Shared</source>
        <translation>共用</translation>
    </message>
    <message>
        <source>Own</source>
        <translation>各自</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>排序</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>最近打开(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Proximity φ</source>
        <translation>相近度 φ(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Colour map</source>
        <translation>色图(&amp;C)</translation>
    </message>
    <message>
        <source>Colour &amp;scale</source>
        <translation>标尺(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Layout</source>
        <translation>布局(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>La&amp;nguage</source>
        <translation>语言(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Compute</source>
        <translation>计算(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Close all sources</source>
        <translation>关闭所有来源(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;History…</source>
        <translation>历史记录(&amp;H)…</translation>
    </message>
    <message>
        <source>Re&amp;name…</source>
        <translation>重命名(&amp;N)…</translation>
    </message>
    <message>
        <source>&amp;Duplicate source</source>
        <translation>创建来源副本(&amp;D)</translation>
    </message>
    <message>
        <source>Re&amp;move source</source>
        <translation>移除来源(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Link views</source>
        <translation>联动视图(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Reset zoom</source>
        <translation>还原缩放(&amp;R)</translation>
    </message>
    <message>
        <source>Show &amp;unused rows</source>
        <translation>显示未用的行(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Without marked rows</source>
        <translation>去掉标出的行(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Fold sources</source>
        <translation>收起来源栏(&amp;F)</translation>
    </message>
    <message>
        <source>F&amp;ull screen</source>
        <translation>全屏(&amp;U)</translation>
    </message>
    <message>
        <source>Se&amp;ttings…</source>
        <translation>设置(&amp;T)…</translation>
    </message>
    <message>
        <source>&amp;Diagnostics…</source>
        <translation>诊断(&amp;D)…</translation>
    </message>
    <message>
        <source>&amp;Tour</source>
        <translation>导览(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Keys and mouse</source>
        <translation>键盘与鼠标(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;About PEScope</source>
        <translation>关于 PEScope(&amp;A)</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Lens: %1</source>
        <translation>透镜：%1</translation>
    </message>
    <message>
        <source>L&amp;ens</source>
        <translation>透镜(&amp;E)</translation>
    </message>
    <message>
        <source>Propert&amp;ies</source>
        <translation>性质(&amp;I)</translation>
    </message>
    <message>
        <source>C&amp;hart</source>
        <translation>图表(&amp;H)</translation>
    </message>
    <message>
        <source>Proximity by distance</source>
        <translation>随距离变化的相近度</translation>
    </message>
    <message>
        <source>ψ(m) and its steps</source>
        <translation>ψ(m) 及其步长</translation>
    </message>
    <message>
        <source>Frequencies ω</source>
        <translation>频率 ω</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Spectrum</source>
        <translation>谱</translation>
    </message>
    <message>
        <source>&amp;Copy pane as NumPy</source>
        <translation>将视图复制为 NumPy 代码(&amp;C)</translation>
    </message>
    <message>
        <source>Copy c&amp;hart as NumPy</source>
        <translation>将图表复制为 NumPy 代码(&amp;H)</translation>
    </message>
    <message>
        <source>Copy co&amp;mmand</source>
        <translation>复制命令(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;New</source>
        <translation>新建(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Open &amp;model folder…</source>
        <translation>打开模型文件夹(&amp;M)…</translation>
    </message>
    <message>
        <source>S&amp;ave</source>
        <translation>保存(&amp;A)</translation>
    </message>
    <message>
        <source>Sav&amp;e as…</source>
        <translation>另存为(&amp;E)…</translation>
    </message>
    <message>
        <source>A&amp;dd encoding…</source>
        <translation>添加编码(&amp;D)…</translation>
    </message>
    <message>
        <source>Save &amp;figure…</source>
        <translation>导出图(&amp;F)…</translation>
    </message>
    <message>
        <source>Ani&amp;mate ω…</source>
        <translation>制作 ω 动画(&amp;M)…</translation>
    </message>
    <message>
        <source>&amp;Explain this part</source>
        <translation>说明这一部分(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Find a command…</source>
        <translation>查找命令(&amp;F)…</translation>
    </message>
    <message>
        <source>Open from the h&amp;ub cache…</source>
        <translation>从 h&amp;ub 缓存打开…</translation>
    </message>
</context>
<context>
    <name>pescope::ui::BuiltinDialog</name>
    <message>
        <source>Add encoding</source>
        <translation>添加编码</translation>
    </message>
    <message>
        <source>Random table (nothing learned)</source>
        <translation>随机表（未经学习）</translation>
    </message>
    <message>
        <source>0 (all code bases)</source>
        <translation>0（所有代码库）</translation>
    </message>
    <message>
        <source>1 (the paper&apos;s sum)</source>
        <translation>1（论文中的求和）</translation>
    </message>
    <message>
        <source>2i / D</source>
        <translation>2i / D</translation>
    </message>
    <message>
        <source>i / (D/2 − 1) (tensor2tensor, fairseq)</source>
        <translation>i / (D/2 − 1)（tensor2tensor、fairseq）</translation>
    </message>
    <message>
        <source>Dimension D</source>
        <translation>维数 D</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>基数</translation>
    </message>
    <message>
        <source>First index</source>
        <translation>首项下标</translation>
    </message>
    <message>
        <source>Exponent</source>
        <translation>指数</translation>
    </message>
    <message>
        <source>Positions N</source>
        <translation>位置数 N</translation>
    </message>
    <message>
        <source>Standard deviation</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>On the command line: %1</source>
        <translation>命令行写法：%1</translation>
    </message>
    <message>
        <source>Kind of encoding</source>
        <translation>编码种类</translation>
    </message>
    <message>
        <source>Fixed sinusoid (APE)</source>
        <translation>固定正弦（APE）</translation>
    </message>
    <message>
        <source>Relative sinusoid (RPE)</source>
        <translation>相对正弦（RPE）</translation>
    </message>
    <message>
        <source>Dimension of a head</source>
        <translation>每头维数</translation>
    </message>
    <message>
        <source>Largest offset</source>
        <translation>最大偏移</translation>
    </message>
    <message>
        <source>Vector of offset m</source>
        <translation>偏移 m 的向量</translation>
    </message>
    <message>
        <source>sinusoid of m (NEZHA&apos;s formula)</source>
        <translation>m 的正弦（NEZHA 公式）</translation>
    </message>
    <message>
        <source>sinusoid of m + max (NEZHA&apos;s code)</source>
        <translation>m + max 的正弦（NEZHA 代码）</translation>
    </message>
    <message>
        <source>sinusoid of |m| (both directions alike)</source>
        <translation>|m| 的正弦（两个方向相同）</translation>
    </message>
    <message>
        <source>ALiBi (bias)</source>
        <translation>ALiBi（偏置）</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>头数</translation>
    </message>
    <message>
        <source>Keys that a query sees</source>
        <translation>查询可见的键</translation>
    </message>
    <message>
        <source>both directions</source>
        <translation>两个方向</translation>
    </message>
    <message>
        <source>earlier ones only</source>
        <translation>仅之前的</translation>
    </message>
    <message>
        <source>Rotary (RoPE)</source>
        <translation>旋转（RoPE）</translation>
    </message>
</context>
<context>
    <name>pescope::ui::ChartArea</name>
    <message>
        <source>Band of the rows</source>
        <translation>各行的范围带</translation>
    </message>
    <message>
        <source>Show ψ′</source>
        <translation>显示 ψ′</translation>
    </message>
    <message>
        <source>Show row ranges</source>
        <translation>显示各行的单调区间</translation>
    </message>
    <message>
        <source>Signed distances</source>
        <translation>带符号的距离</translation>
    </message>
    <message>
        <source>Without marked rows</source>
        <translation>去掉标记的行</translation>
    </message>
    <message>
        <source>ω %1: %2 → %3</source>
        <translation>ω %1：%2 → %3</translation>
    </message>
    <message>
        <source>ω %1 by %2</source>
        <translation>ω %1 乘以 %2</translation>
    </message>
    <message>
        <source>ω from base %1</source>
        <translation>由底数 %1 得 ω</translation>
    </message>
    <message>
        <source>Copy as NumPy</source>
        <translation>复制为 NumPy 代码</translation>
    </message>
</context>
<context>
    <name>pescope::ui::ColourBar</name>
    <message>
        <source>%1; all data %2…%3</source>
        <translation>%1；全部数据 %2…%3</translation>
    </message>
    <message>
        <source>limits set by hand</source>
        <translation>手动设定的界限</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>排序</translation>
    </message>
    <message>
        <source>Every colour covers an equal share of the cells.</source>
        <translation>每种颜色覆盖同样多的格。</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Take the limits from the data</source>
        <translation>由数据确定界限</translation>
    </message>
    <message>
        <source>Lower limit of the colours</source>
        <translation>颜色下限</translation>
    </message>
    <message>
        <source>Upper limit of the colours</source>
        <translation>颜色上限</translation>
    </message>
    <message>
        <source>The lower limit must be below the upper one.</source>
        <translation>下限必须小于上限。</translation>
    </message>
    <message>
        <source>This is not a number.</source>
        <translation>这不是数字。</translation>
    </message>
</context>
<context>
    <name>pescope::ui::ColourTrack</name>
    <message>
        <source>Lower limit of the colours</source>
        <translation>颜色下限</translation>
    </message>
    <message>
        <source>Upper limit of the colours</source>
        <translation>颜色上限</translation>
    </message>
    <message>
        <source>Drag, or press the arrow keys (Shift: ten times as far)</source>
        <translation>拖动，或按方向键（按住 Shift 移动十倍）</translation>
    </message>
</context>
<context>
    <name>pescope::ui::CommandSearch</name>
    <message>
        <source>Find a command</source>
        <translation>查找命令</translation>
    </message>
    <message>
        <source>Words of a name, in any order</source>
        <translation>输入名称中的词，次序不限</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>No command has all these words.</source>
        <translation>没有命令含有全部这些词。</translation>
    </message>
    <message>
        <source>Not possible now</source>
        <translation>现在不可用</translation>
    </message>
</context>
<context>
    <name>pescope::ui::DistanceChart</name>
    <message>
        <source>Proximity by distance</source>
        <translation>随距离变化的相近度</translation>
    </message>
    <message>
        <source>without marked rows</source>
        <translation>去掉标出的行</translation>
    </message>
    <message>
        <source>Leave out the rows whose norm stands apart</source>
        <translation>去掉范数与众不同的行</translation>
    </message>
    <message>
        <source>ψ′(m)</source>
        <translation>ψ′(m)</translation>
    </message>
    <message>
        <source>Show the slope of ψ below; its first zero ends the continuous range</source>
        <translation>在下方显示 ψ 的斜率；它的首个零点就是连续范围的终点</translation>
    </message>
    <message>
        <source>m ≥ 0</source>
        <translation>m ≥ 0</translation>
    </message>
    <message>
        <source>signed m</source>
        <translation>带符号</translation>
    </message>
    <message>
        <source>Sign of the distance</source>
        <translation>距离的符号</translation>
    </message>
    <message>
        <source>Chart of proximity by distance</source>
        <translation>相近度随距离变化的图表</translation>
    </message>
    <message>
        <source>band: 10–90 %</source>
        <translation>带：10–90 %</translation>
    </message>
    <message>
        <source>band: min–max</source>
        <translation>带：最小–最大</translation>
    </message>
    <message>
        <source>0…%1</source>
        <translation>0…%1</translation>
    </message>
    <message>
        <source>distance m = i − j (positions)</source>
        <translation>距离 m = i − j（位置）</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 条</numerusform>
        </translation>
    </message>
    <message>
        <source>m = %1</source>
        <translation>m = %1</translation>
    </message>
    <message>
        <source>falls throughout</source>
        <translation>一直下降</translation>
    </message>
    <message>
        <source>mean of rows</source>
        <translation>各行的均值</translation>
    </message>
    <message>
        <source>with 10–90 %</source>
        <translation>加 10–90 %</translation>
    </message>
    <message>
        <source>with min–max</source>
        <translation>加最小–最大</translation>
    </message>
    <message>
        <source>with a fan of rows</source>
        <translation>加若干行的曲线</translation>
    </message>
    <message>
        <source>How the rows are spread about their mean: hatched where 80 % or all of them lie, or some rows as thin lines</source>
        <translation>各行围绕均值的散布：阴影内为 80 % 或全部的行，或把若干行画成细线</translation>
    </message>
    <message>
        <source>Spread of the rows</source>
        <translation>各行的散布</translation>
    </message>
    <message>
        <source>row ranges</source>
        <translation>各行区间</translation>
    </message>
    <message>
        <source>Histogram of how far each row falls, in both directions from the diagonal</source>
        <translation>各行从对角线向两侧单调下降多远的直方图</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 行</translation>
    </message>
</context>
<context>
    <name>pescope::ui::Document</name>
    <message>
        <source>Add %1</source>
        <translation>添加 %1</translation>
    </message>
    <message>
        <source>Fixed sinusoid</source>
        <translation>固定正弦</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>Random table</source>
        <translation>随机表</translation>
    </message>
    <message>
        <source>Relative sinusoid</source>
        <translation>相对正弦</translation>
    </message>
    <message>
        <source>ALiBi</source>
        <translation>ALiBi</translation>
    </message>
    <message>
        <source>Rotary</source>
        <translation>旋转</translation>
    </message>
    <message>
        <source>ω</source>
        <translation>ω</translation>
    </message>
</context>
<context>
    <name>pescope::ui::DropOverlay</name>
    <message>
        <source>Add %1</source>
        <translation>添加 %1</translation>
    </message>
    <message>
        <source>Add %1 sources</source>
        <translation>添加 %1 个来源</translation>
    </message>
</context>
<context>
    <name>pescope::ui::ErrorPage</name>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the whole message</source>
        <translation>复制全部消息</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Open as…</source>
        <translation>打开方式…</translation>
    </message>
    <message>
        <source>Choose a tensor and say how it is to be read</source>
        <translation>选择一个张量并指定读取方式</translation>
    </message>
</context>
<context>
    <name>pescope::ui::FigureDialog</name>
    <message>
        <source>Export figure</source>
        <translation>导出图</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>Size of the preview</source>
        <translation>预览大小</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适合窗口</translation>
    </message>
    <message>
        <source>Print size</source>
        <translation>印刷尺寸</translation>
    </message>
    <message>
        <source>Caption</source>
        <translation>图注</translation>
    </message>
    <message>
        <source>written from the data, editable</source>
        <translation>由数据生成，可编辑</translation>
    </message>
    <message>
        <source>Write anew</source>
        <translation>重新生成</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy as LaTeX</source>
        <translation>复制为 LaTeX</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>Copy to clipboard</source>
        <translation>复制到剪贴板</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Save to</source>
        <translation>保存到</translation>
    </message>
    <message>
        <source>Tick a panel: the figure is empty.</source>
        <translation>请勾选一个面板：图是空的。</translation>
    </message>
    <message>
        <source>%1 × %2 mm, at %3 dpi %4 × %5 px</source>
        <translation>%1 × %2 mm,%3 dpi 时 %4 × %5 像素</translation>
    </message>
    <message>
        <source>smallest type %1 pt</source>
        <translation>最小字号 %1 pt</translation>
    </message>
    <message>
        <source>normal vision</source>
        <translation>正常色觉</translation>
    </message>
    <message>
        <source>protanopia</source>
        <translation>红色盲</translation>
    </message>
    <message>
        <source>deuteranopia</source>
        <translation>绿色盲</translation>
    </message>
    <message>
        <source>tritanopia</source>
        <translation>蓝色盲</translation>
    </message>
    <message>
        <source>closest colours ΔE = %1 (%2)</source>
        <translation>最接近的颜色 ΔE = %1(%2)</translation>
    </message>
    <message>
        <source>Save the session (Ctrl+S) for the command that makes this figure again.</source>
        <translation>保存会话（Ctrl+S）后可得到重新生成此图的命令。</translation>
    </message>
    <message>
        <source>Save figure</source>
        <translation>导出图</translation>
    </message>
    <message>
        <source>PDF (*.pdf);;SVG (*.svg);;PNG (*.png)</source>
        <translation>PDF (*.pdf);;SVG (*.svg);;PNG (*.png)</translation>
    </message>
    <message>
        <source>Copy numbers</source>
        <translation>复制数字</translation>
    </message>
    <message>
        <source>The numbers of each panel as a table, for a spreadsheet</source>
        <translation>每个图板的数字，以表格形式用于电子表格</translation>
    </message>
</context>
<context>
    <name>pescope::ui::FigureForm</name>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source> mm</source>
        <translation> mm</translation>
    </message>
    <message>
        <source>from the content</source>
        <translation>由内容决定</translation>
    </message>
    <message>
        <source> dpi</source>
        <translation> dpi</translation>
    </message>
    <message>
        <source> pt</source>
        <translation> pt</translation>
    </message>
    <message>
        <source>Letters</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Colour bars</source>
        <translation>色标</translation>
    </message>
    <message>
        <source>shared</source>
        <translation>共用</translation>
    </message>
    <message>
        <source>each</source>
        <translation>各自</translation>
    </message>
    <message>
        <source>Background</source>
        <translation>背景</translation>
    </message>
    <message>
        <source>white</source>
        <translation>白色</translation>
    </message>
    <message>
        <source>transparent</source>
        <translation>透明</translation>
    </message>
    <message>
        <source>Language of the figure</source>
        <translation>图的语言</translation>
    </message>
    <message>
        <source>titles</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>axes</source>
        <translation>坐标轴</translation>
    </message>
    <message>
        <source>numbers of each panel, CSV</source>
        <translation>各面板的数据，CSV</translation>
    </message>
    <message>
        <source>caption, .txt and .tex</source>
        <translation>图注，.txt 与 .tex</translation>
    </message>
    <message>
        <source>what fits</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Panels, in reading order</source>
        <translation>面板，按阅读顺序</translation>
    </message>
    <message>
        <source>Ticked panels are in the figure; drag them into their order.</source>
        <translation>勾选的面板进入图中；拖动可调整顺序。</translation>
    </message>
    <message>
        <source>Panels</source>
        <translation>面板</translation>
    </message>
    <message>
        <source>Maps a row</source>
        <translation>每行图数</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>高度</translation>
    </message>
    <message>
        <source>Resolution of PNG</source>
        <translation>PNG 分辨率</translation>
    </message>
    <message>
        <source>Font</source>
        <translation>字体</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Save also</source>
        <translation>同时保存</translation>
    </message>
    <message>
        <source>proximity by distance</source>
        <translation>邻近度随距离的变化</translation>
    </message>
    <message>
        <source>ψ(m) with its ranges</source>
        <translation>ψ(m) 及其范围</translation>
    </message>
    <message>
        <source>steps of ψ</source>
        <translation>ψ 的逐步变化</translation>
    </message>
    <message>
        <source>frequencies ω</source>
        <translation>频率 ω</translation>
    </message>
    <message>
        <source>table of properties</source>
        <translation>性质表</translation>
    </message>
    <message>
        <source>map of %1</source>
        <translation>%1 的图</translation>
    </message>
    <message>
        <source>sources</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>slope ψ′(m)</source>
        <translation>斜率 ψ′(m)</translation>
    </message>
    <message>
        <source>text: original</source>
        <translation>文本：原始</translation>
    </message>
    <message>
        <source>text: exchanged</source>
        <translation>文本：交换后</translation>
    </message>
    <message>
        <source>text: difference</source>
        <translation>文本：差</translation>
    </message>
    <message>
        <source>text: all layers</source>
        <translation>文本：所有层</translation>
    </message>
    <message>
        <source>text: all heads of the layer</source>
        <translation>文本：该层所有头</translation>
    </message>
    <message>
        <source>text: change of similarity by layer</source>
        <translation>文本：各层相似度的变化</translation>
    </message>
    <message>
        <source>text: attention divergence by layer</source>
        <translation>文本：各层注意力的散度</translation>
    </message>
</context>
<context>
    <name>pescope::ui::FigurePresets</name>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Keep this look as a preset of your own, or remove one</source>
        <translation>把当前样式存为自己的预设，或删除一个</translation>
    </message>
    <message>
        <source>Keep as preset…</source>
        <translation>存为预设…</translation>
    </message>
    <message>
        <source>Remove preset</source>
        <translation>删除预设</translation>
    </message>
    <message>
        <source>own size</source>
        <translation>自定尺寸</translation>
    </message>
    <message>
        <source>one column, 84 mm</source>
        <translation>单栏，84 mm</translation>
    </message>
    <message>
        <source>two columns, 174 mm</source>
        <translation>双栏，174 mm</translation>
    </message>
    <message>
        <source>one column, 89 mm</source>
        <translation>单栏，89 mm</translation>
    </message>
    <message>
        <source>two columns, 183 mm</source>
        <translation>双栏，183 mm</translation>
    </message>
    <message>
        <source>one column, 3.25 in</source>
        <translation>单栏，3.25 英寸</translation>
    </message>
    <message>
        <source>two columns, 6.75 in</source>
        <translation>双栏，6.75 英寸</translation>
    </message>
    <message>
        <source>slide, 254 × 142.9 mm</source>
        <translation>幻灯片，254 × 142.9 mm</translation>
    </message>
    <message>
        <source>square, 80 mm</source>
        <translation>方形，80 mm</translation>
    </message>
    <message>
        <source>Keep as preset</source>
        <translation>存为预设</translation>
    </message>
    <message>
        <source>Size, type, letters, colour bars, background and language are kept under this name:</source>
        <translation>尺寸、字体、编号、色标、背景与语言以此名称保存：</translation>
    </message>
</context>
<context>
    <name>pescope::ui::FigurePreview</name>
    <message>
        <source>Preview of the figure</source>
        <translation>图的预览</translation>
    </message>
    <message>
        <source>0 mm</source>
        <translation>0 mm</translation>
    </message>
</context>
<context>
    <name>pescope::ui::FrequencyChart</name>
    <message>
        <source>Frequencies ωᵢ</source>
        <translation>频率 ωᵢ</translation>
    </message>
    <message>
        <source>Fall-off</source>
        <translation>衰减宽度</translation>
    </message>
    <message>
        <source>A dragged ω takes its neighbours along: by 61 % at this many indices, by 14 % at twice as many. Alt moves one ω alone.</source>
        <translation>拖动一个 ω 会带动相邻的 ω：相距这么多个序号时为 61 %，两倍时为 14 %。按住 Alt 只移动一个。</translation>
    </message>
    <message>
        <source>Fall-off, in indices</source>
        <translation>衰减宽度（序号数）</translation>
    </message>
    <message>
        <source> indices</source>
        <translation> 个序号</translation>
    </message>
    <message>
        <source>ω from base</source>
        <translation>由底数得 ω</translation>
    </message>
    <message>
        <source>Drop the free values and make ω from the base again</source>
        <translation>放弃自由值，重新由底数得到 ω</translation>
    </message>
    <message>
        <source>Chart of the frequencies ω by index</source>
        <translation>频率 ω 随序号的图</translation>
    </message>
    <message>
        <source>Left and right choose an ω, up and down move it by 1 %, with Shift by 10 %. Dragging does the same.</source>
        <translation>左右键选择一个 ω，上下键移动 1 %，加 Shift 为 10 %。也可以拖动。</translation>
    </message>
    <message>
        <source>index i</source>
        <translation>序号 i</translation>
    </message>
    <message>
        <source>ωᵢ (rad per position)</source>
        <translation>ωᵢ（弧度/位置）</translation>
    </message>
    <message>
        <source>wave length 2π/ωᵢ (positions)</source>
        <translation>波长 2π/ωᵢ（位置数）</translation>
    </message>
    <message>
        <source>ω%1 = 0: a constant</source>
        <translation>ω%1 = 0：常数</translation>
    </message>
    <message>
        <source>i = %1: ω = %2, a wave of %3 positions</source>
        <translation>i = %1：ω = %2，波长 %3 个位置</translation>
    </message>
    <message>
        <source>two positions a wave: faster ones look like slower ones</source>
        <translation>每两个位置一个周期：更快的看起来与较慢的相同</translation>
    </message>
    <message>
        <source>one wave over all %1 positions</source>
        <translation>全部 %1 个位置恰为一个周期</translation>
    </message>
    <message>
        <source>before the last edit</source>
        <translation>上次修改之前</translation>
    </message>
    <message>
        <source>; before %1</source>
        <translation>；此前 %1</translation>
    </message>
</context>
<context>
    <name>pescope::ui::HeadPanel</name>
    <message>
        <source>The heads are being measured…</source>
        <translation>正在测量各头…</translation>
    </message>
    <message>
        <source>layer %1, head %2</source>
        <translation>第 %1 层，头 %2</translation>
    </message>
    <message>
        <source>Heads of layer %1</source>
        <translation>第 %1 层的各头</translation>
    </message>
    <message>
        <source>The embedding has no heads</source>
        <translation>嵌入层没有头</translation>
    </message>
    <message>
        <source>Layer %1, head %2</source>
        <translation>第 %1 层，头 %2</translation>
    </message>
    <message>
        <source>Choose a head</source>
        <translation>请选择一个头</translation>
    </message>
    <message>
        <source>original</source>
        <translation>原始</translation>
    </message>
    <message>
        <source>exchanged</source>
        <translation>交换后</translation>
    </message>
    <message>
        <source>strongest key at m</source>
        <translation>最强的键位于 m</translation>
    </message>
    <message>
        <source>Attention by distance, head %1</source>
        <translation>随距离的注意力，头 %1</translation>
    </message>
    <message>
        <source>Attention by distance, mean of the heads</source>
        <translation>随距离的注意力，各头平均</translation>
    </message>
    <message>
        <source>m = i − j (query − key)</source>
        <translation>m = i − j（查询 − 键）</translation>
    </message>
    <message>
        <source>Which heads look by position?</source>
        <translation>哪些头按位置看？</translation>
    </message>
    <message>
        <source>Measure that sorts the heads</source>
        <translation>用来排列各头的指标</translation>
    </message>
    <message>
        <source>head</source>
        <translation>头</translation>
    </message>
    <message>
        <source>Heads by the measure</source>
        <translation>按指标排列的头</translation>
    </message>
    <message>
        <source>Which run the small maps show</source>
        <translation>小图显示哪一次运行</translation>
    </message>
    <message>
        <source>Heads of the layer</source>
        <translation>这一层的各头</translation>
    </message>
    <message>
        <source>Mean weight over the pairs of words at each distance; point at one for their number.</source>
        <translation>每个距离上词对的平均权重；指向某处可看词对的个数。</translation>
    </message>
    <message>
        <source>Measured among the words alone: what a head gives to special tokens counts in the two weights below.</source>
        <translation>只在词之间测量：给特殊词元的部分计入下面的两个权重。</translation>
    </message>
</context>
<context>
    <name>pescope::ui::HeadViewDialog</name>
    <message>
        <source>LayerNorm of the embedding first</source>
        <translation>先经嵌入层的 LayerNorm</translation>
    </message>
    <message>
        <source>with the biases of queries and keys</source>
        <translation>加上查询与键的偏置</translation>
    </message>
    <message>
        <source>As a head sees it</source>
        <translation>某个头眼中的位置</translation>
    </message>
    <message>
        <source>As for a token that has nothing but its position; else the vector as it is stored</source>
        <translation>如同一个只有位置的词元；否则用存储的向量</translation>
    </message>
    <message>
        <source>The map is then no longer bilinear in the positions</source>
        <translation>此时热图不再是位置的双线性函数</translation>
    </message>
    <message>
        <source>pᵢ W_Q W_Kᵀ pⱼᵀ ÷ √d from the checkpoint alone: what two positions add to the attention logit of one head, were they what enters its layer.</source>
        <translation>仅由检查点得到 pᵢ W_Q W_Kᵀ pⱼᵀ ÷ √d：若进入该层的就是位置，两个位置给一个头的注意力 logit 加上的部分。</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>头</translation>
    </message>
</context>
<context>
    <name>pescope::ui::HeadViewJob</name>
    <message>
        <source>This source is not the table of a model.</source>
        <translation>这个来源不是某个模型的表。</translation>
    </message>
    <message>
        <source>%1 as layer %2, head %3 sees it</source>
        <translation>第 %2 层头 %3 眼中的 %1</translation>
    </message>
    <message>
        <source>, LayerNorm</source>
        <translation>，LayerNorm</translation>
    </message>
    <message>
        <source>, biases</source>
        <translation>，偏置</translation>
    </message>
    <message>
        <source>The head&apos;s view could not be computed</source>
        <translation>无法计算该头的视图</translation>
    </message>
    <message>
        <source>%1: the part of the attention logit that two positions alone make. Symmetry is not trivial here.</source>
        <translation>%1：注意力 logit 中仅由两个位置产生的部分。此处对称性并非平凡。</translation>
    </message>
</context>
<context>
    <name>pescope::ui::HeatmapView</name>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Copy value</source>
        <translation>复制数值</translation>
    </message>
    <message>
        <source>Heat map of %1</source>
        <translation>%1 的热图</translation>
    </message>
    <message>
        <source>heat map of %1, no picture yet</source>
        <translation>%1 的热图，尚无图像</translation>
    </message>
    <message>
        <source>heat map of %1, %2 by %3, value at %4, %5 is %6</source>
        <translation>%1 的热图，%2 × %3，(%4, %5) 处的值为 %6</translation>
    </message>
    <message>
        <source>heat map of %1, %2 by %3</source>
        <translation>%1 的热图，%2 × %3</translation>
    </message>
</context>
<context>
    <name>pescope::ui::HelpPanel</name>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>Keys and mouse</source>
        <translation>键盘与鼠标</translation>
    </message>
    <message>
        <source>en</source>
        <extracomment>The language of the help texts: &quot;zh&quot; in the Chinese translation</extracomment>
        <translation>zh</translation>
    </message>
</context>
<context>
    <name>pescope::ui::HubDialog</name>
    <message>
        <source>complete</source>
        <translation>完整</translation>
    </message>
    <message>
        <source>%1 is missing</source>
        <translation>缺少 %1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Models in the hub cache</source>
        <translation>hub 缓存中的模型</translation>
    </message>
    <message>
        <source>Find a model by a part of its name</source>
        <translation>按名称的一部分查找模型</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Revision</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Looking through %1 …</source>
        <translation>正在查看 %1 …</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>There is no model in %1.</source>
        <translation>%1 中没有模型。</translation>
    </message>
    <message>
        <source>From %1; nothing is downloaded.</source>
        <translation>来自 %1；不会下载任何内容。</translation>
    </message>
</context>
<context>
    <name>pescope::ui::JobNote</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>pescope::ui::KeysPage</name>
    <message>
        <source>Keys and mouse</source>
        <translation>键盘与鼠标</translation>
    </message>
</context>
<context>
    <name>pescope::ui::LayerChart</name>
    <message>
        <source>emb.</source>
        <translation>嵌入</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 条</numerusform>
        </translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>第 %1 层</translation>
    </message>
</context>
<context>
    <name>pescope::ui::LayerStrip</name>
    <message>
        <source>emb.</source>
        <translation>嵌入</translation>
    </message>
</context>
<context>
    <name>pescope::ui::LetterChip</name>
    <message>
        <source>Source %1</source>
        <translation>来源 %1</translation>
    </message>
</context>
<context>
    <name>pescope::ui::LoadingPage</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>pescope::ui::MainWindow</name>
    <message>
        <source>%1 is no longer there. What is shown was read before.</source>
        <translation>%1 已不存在。所示内容是此前读入的。</translation>
    </message>
    <message>
        <source>%1 has changed on disk. What is shown was read before.</source>
        <translation>%1 在磁盘上已有改动。所示内容是此前读入的。</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>重新读取</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>%1 was not saved.</source>
        <translation>%1 未能保存。</translation>
    </message>
    <message>
        <source>Choose another place…</source>
        <translation>另选位置…</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no device: LibTorch runs on the CPU.</source>
        <translation>“%1”不是可用的设备：LibTorch 改用 CPU 运行。</translation>
    </message>
    <message>
        <source>LibTorch is not in use: pictures are computed by Eigen, which is slower.</source>
        <translation>未使用 LibTorch：图像改由 Eigen 计算，速度较慢。</translation>
    </message>
    <message>
        <source>LibTorch computes slowly on this machine: its matrix library is not optimised.</source>
        <translation>LibTorch 在这台机器上计算较慢：它的矩阵库未经优化。</translation>
    </message>
    <message>
        <source>Fixed sinusoid</source>
        <translation>固定正弦</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Learned (MiniLM)</source>
        <translation>MiniLM 学得</translation>
    </message>
    <message>
        <source>Tweaked sinusoid</source>
        <translation>调整后的正弦</translation>
    </message>
    <message>
        <source>Half the frequencies</source>
        <translation>一半频率</translation>
    </message>
    <message>
        <source>Open model folder</source>
        <translation>打开模型文件夹</translation>
    </message>
    <message>
        <source>Open file</source>
        <translation>打开文件</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>APE, D = 768</source>
        <translation>APE，D = 768</translation>
    </message>
    <message>
        <source>RPE, D = 64</source>
        <translation>RPE，D = 64</translation>
    </message>
    <message>
        <source>Machine learning has changed the world.</source>
        <translation>机器学习改变了世界</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Copy as NumPy</source>
        <translation>复制为 NumPy 代码</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <source>Sessions, tables and checkpoints (*.pescope *.safetensors *.bin *.pt *.pth *.ckpt *.gguf *.npy *.npz *.csv *.tsv *.index.json);;All files (*)</source>
        <translation>会话、表和检查点 (*.pescope *.safetensors *.bin *.pt *.pth *.ckpt *.gguf *.npy *.npz *.csv *.tsv *.index.json);;所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>pescope::ui::MessageBar</name>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>pescope::ui::OmegaChart</name>
    <message>
        <source>Monotone range of ψ(m) = Σ cos(ωᵢ m)</source>
        <translation>ψ(m) = Σ cos(ωᵢ m) 的单调范围</translation>
    </message>
    <message>
        <source>Magnifier</source>
        <translation>放大镜</translation>
    </message>
    <message>
        <source>Enlarge the end of the integer range</source>
        <translation>放大整数范围的终点</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步差</translation>
    </message>
    <message>
        <source>Show ψ(m + 1) − ψ(m) below: the first rise ends the integer range</source>
        <translation>在下方显示 ψ(m + 1) − ψ(m)：首次回升就是整数范围的终点</translation>
    </message>
    <message>
        <source>ψ′(m)</source>
        <translation>ψ′(m)</translation>
    </message>
    <message>
        <source>Show the slope of ψ at real m: its first zero ends the continuous range, often long before a rise from one integer to the next</source>
        <translation>显示 ψ 在实数 m 处的斜率：它的首个零点就是连续范围的终点，往往远早于相邻整数之间的首次回升</translation>
    </message>
    <message>
        <source>Former curve</source>
        <translation>先前曲线</translation>
    </message>
    <message>
        <source>Keep the curve before the last edit, grey and dashed</source>
        <translation>保留上次改动前的曲线，以灰色虚线表示</translation>
    </message>
    <message>
        <source>ψ</source>
        <translation>ψ</translation>
    </message>
    <message>
        <source>ψ / ψ(0)</source>
        <translation>ψ / ψ(0)</translation>
    </message>
    <message>
        <source>Unit of ψ</source>
        <translation>ψ 的单位</translation>
    </message>
    <message>
        <source>Chart of ψ and its monotone range</source>
        <translation>ψ 及其单调范围的图表</translation>
    </message>
    <message>
        <source>ψ falls over %1 at integer m; ψ(0) = %2</source>
        <translation>ψ 在整数 m 上于 %1 内单调下降；ψ(0) = %2</translation>
    </message>
    <message>
        <source>0…%1</source>
        <translation>0…%1</translation>
    </message>
    <message>
        <source>ψ falls up to the end of the search, m = %1; ψ(0) = %2</source>
        <translation>ψ 一直下降到搜索终点 m = %1；ψ(0) = %2</translation>
    </message>
    <message>
        <source>End of the range: ψ(%1) → ψ(%2) is %3 of %4</source>
        <translation>范围终点：ψ(%1) → ψ(%2)：%3（ψ(0) = %4）</translation>
    </message>
    <message>
        <source>ψ(%1)/ψ(0) = %2</source>
        <translation>ψ(%1)/ψ(0) = %2</translation>
    </message>
    <message>
        <source>ψ(%1) = %2</source>
        <translation>ψ(%1) = %2</translation>
    </message>
    <message>
        <source>ψ falls up to the end of the search, m = %1: nothing ends the range.</source>
        <translation>ψ 一直下降到搜索终点 m = %1：范围没有终点。</translation>
    </message>
    <message>
        <source>symmetric-log axis, linear within ±0.001</source>
        <translation>对称对数轴，±0.001 以内为线性</translation>
    </message>
    <message>
        <source>distance m = i − j (positions)</source>
        <translation>距离 m = i − j（位置）</translation>
    </message>
    <message>
        <source>ψ(m) / ψ(0)</source>
        <translation>ψ(m) / ψ(0)</translation>
    </message>
    <message>
        <source>ψ(m)</source>
        <translation>ψ(m)</translation>
    </message>
    <message>
        <source>ψ(m + 1) − ψ(m)</source>
        <translation>ψ(m + 1) − ψ(m)</translation>
    </message>
    <message>
        <source>%1 before: %2</source>
        <translation>%1 先前：%2</translation>
    </message>
    <message>
        <source>%1 now: %2</source>
        <translation>%1 现在：%2</translation>
    </message>
    <message>
        <source>%1 before: falls to the end of the search, m = %2</source>
        <translation>%1 先前：一直下降到搜索终点 m = %2</translation>
    </message>
    <message>
        <source>%1 now: falls to the end of the search, m = %2</source>
        <translation>%1 现在：一直下降到搜索终点 m = %2</translation>
    </message>
    <message>
        <source>ε: %1</source>
        <translation>ε：%1</translation>
    </message>
    <message>
        <source>ε: to the end of the search</source>
        <translation>ε：直到搜索终点</translation>
    </message>
    <message>
        <source>continuous: ψ′ = 0 first at m = %1</source>
        <translation>连续：ψ′ = 0 首次出现于 m = %1</translation>
    </message>
    <message>
        <source>rises now</source>
        <translation>现在上升</translation>
    </message>
    <message>
        <source>rises (%1)</source>
        <translation>上升（%1）</translation>
    </message>
    <message>
        <source>rises before</source>
        <translation>先前上升</translation>
    </message>
    <message>
        <source>falls</source>
        <translation>下降</translation>
    </message>
    <message>
        <source>falls before</source>
        <translation>先前下降</translation>
    </message>
    <message>
        <source>falls (%1)</source>
        <translation>下降（%1）</translation>
    </message>
    <message>
        <source>ψ′ = 0 first at m = %1</source>
        <translation>ψ′ 首次为 0 于 m = %1</translation>
    </message>
    <message>
        <source>reach 0…%1</source>
        <translation>达到 0…%1</translation>
    </message>
    <message>
        <source>reach ε: 0…%1</source>
        <translation>达到 ε：0…%1</translation>
    </message>
</context>
<context>
    <name>pescope::ui::OmegaHandleRow</name>
    <message>
        <source>of %1</source>
        <translation>共 %1</translation>
    </message>
    <message>
        <source>This value gives no frequencies. Press Esc to go back.</source>
        <translation>此值得不到任何频率。按 Esc 还原。</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>基数</translation>
    </message>
    <message>
        <source>ω falls from 1 to about 1/base. It hardly moves the range above 10 000.</source>
        <translation>ω 从 1 降到约 1/基数。基数超过 10 000 后几乎不再影响范围。</translation>
    </message>
    <message>
        <source>Scale c of all ω</source>
        <translation>所有 ω 的缩放 c</translation>
    </message>
    <message>
        <source>Multiplies every ω (position interpolation). The continuous range is exactly proportional to 1/c.</source>
        <translation>乘到每个 ω 上（位置内插）。连续范围与 1/c 严格成正比。</translation>
    </message>
    <message>
        <source>Leave out fastest</source>
        <translation>去掉最快的 ω</translation>
    </message>
    <message>
        <source>Leaves out the fastest ω, which make the ripple that ends the range.</source>
        <translation>去掉最快的 ω；使范围终止的波纹正来自它们。</translation>
    </message>
    <message>
        <source>Leave out slowest</source>
        <translation>去掉最慢的 ω</translation>
    </message>
    <message>
        <source>Leaves out the slowest ω, which hold ψ up at a distance.</source>
        <translation>去掉最慢的 ω；它们使 ψ 在远距离处仍保持较高。</translation>
    </message>
    <message>
        <source>handle in use</source>
        <translation>正在调节</translation>
    </message>
</context>
<context>
    <name>pescope::ui::OmegaInspector</name>
    <message>
        <source>Dimension %1</source>
        <translation>维数 %1</translation>
    </message>
    <message>
        <source>Positions %1</source>
        <translation>位置数 %1</translation>
    </message>
    <message>
        <source>First index %1</source>
        <translation>首项下标 %1</translation>
    </message>
    <message>
        <source>Layout interleaved</source>
        <translation>列序：交错</translation>
    </message>
    <message>
        <source>Layout halves</source>
        <translation>列序：两半</translation>
    </message>
    <message>
        <source>Tolerance ε</source>
        <translation>容差 ε</translation>
    </message>
    <message>
        <source>Base %1 → %2</source>
        <translation>基数 %1 → %2</translation>
    </message>
    <message>
        <source>Scale c %1 → %2</source>
        <translation>缩放 c %1 → %2</translation>
    </message>
    <message>
        <source>Leave out fastest %1 → %2</source>
        <translation>去掉最快的 ω %1 → %2</translation>
    </message>
    <message>
        <source>Leave out slowest %1 → %2</source>
        <translation>去掉最慢的 ω %1 → %2</translation>
    </message>
    <message>
        <source>ω first = %1</source>
        <translation>首个 ω = %1</translation>
    </message>
    <message>
        <source>Preset %1</source>
        <translation>预设 %1</translation>
    </message>
    <message>
        <source>Read ω from a file</source>
        <translation>从文件读取 ω</translation>
    </message>
    <message>
        <source>Numbers (*.npy *.csv);;All files (*)</source>
        <translation>数值 (*.npy *.csv);;所有文件 (*)</translation>
    </message>
    <message>
        <source>%1 holds no frequencies that can be used.</source>
        <translation>%1 中没有可用的频率。</translation>
    </message>
    <message>
        <source>ω from %1</source>
        <translation>来自 %1 的 ω</translation>
    </message>
    <message>
        <source>Save ω</source>
        <translation>保存 ω</translation>
    </message>
    <message>
        <source>NumPy (*.npy);;Comma-separated values (*.csv)</source>
        <translation>NumPy (*.npy);;逗号分隔值 (*.csv)</translation>
    </message>
    <message>
        <source>Dimension D</source>
        <translation>维数 D</translation>
    </message>
    <message>
        <source>Positions N</source>
        <translation>位置数 N</translation>
    </message>
    <message>
        <source>First index</source>
        <translation>首项下标</translation>
    </message>
    <message>
        <source>First index of ω</source>
        <translation>ω 的首项下标</translation>
    </message>
    <message>
        <source>All code bases begin at i = 0; the paper writes the sum from i = 1.</source>
        <translation>所有代码库都从 i = 0 开始；论文中的求和从 i = 1 写起。</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>列排布</translation>
    </message>
    <message>
        <source>sin, cos, sin, cos, … or all sines, then all cosines. The dot products are the same.</source>
        <translation>sin、cos、sin、cos……，或先全部正弦再全部余弦。点积相同。</translation>
    </message>
    <message>
        <source>interleaved</source>
        <translation>交错</translation>
    </message>
    <message>
        <source>halves</source>
        <translation>两半</translation>
    </message>
    <message>
        <source>Layout of the columns</source>
        <translation>各列的排布</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>D = %1, base %2, i from %3, c = %4</source>
        <translation>D = %1，基数 %2，i 从 %3 起，c = %4</translation>
    </message>
    <message>
        <source>D is odd: the last sine has no cosine.</source>
        <translation>D 为奇数：最后一个正弦没有对应的余弦。</translation>
    </message>
    <message>
        <source>N</source>
        <translation>N</translation>
    </message>
    <message>
        <source>Number of positions</source>
        <translation>位置数</translation>
    </message>
    <message>
        <source>Read ω from a file…</source>
        <translation>从文件读取 ω…</translation>
    </message>
    <message>
        <source>Save ω to a file…</source>
        <translation>将 ω 存为文件…</translation>
    </message>
    <message>
        <source>Presets and files of ω</source>
        <translation>ω 的预设与文件</translation>
    </message>
    <message>
        <source>%1 free ω</source>
        <translation>%1 个自由的 ω</translation>
    </message>
</context>
<context>
    <name>pescope::ui::OmegaJobs</name>
    <message>
        <source>fitting ω to %1</source>
        <translation>正在对 %1 拟合 ω</translation>
    </message>
    <message>
        <source>ω could not be fitted</source>
        <translation>无法拟合 ω</translation>
    </message>
    <message>
        <source>ω fitted to %1 (R² = %2)</source>
        <translation>对 %1 拟合的 ω（R² = %2）</translation>
    </message>
    <message>
        <source>Fit ω to %1</source>
        <translation>对 %1 拟合 ω</translation>
    </message>
    <message>
        <source>%1 ω fitted to %2: R² = %3, the share of its variance that they explain.</source>
        <translation>对 %2 拟合了 %1 个 ω：R² = %3，即它们所解释的方差比例。</translation>
    </message>
    <message>
        <source>With its rows in random order the same fit gets %1: what free numbers alone explain.</source>
        <translation>把各行随机打乱后同样的拟合得到 %1：这是自由参数本身所能解释的。</translation>
    </message>
    <message>
        <source>adapting ω to %1</source>
        <translation>正在使 ω 适应 %1</translation>
    </message>
    <message>
        <source>Only the integer range is reached by the least change of ω</source>
        <translation>以 ω 的最小改变只能达到整数区间</translation>
    </message>
    <message>
        <source>another range was asked for</source>
        <translation>要求的是另一种区间</translation>
    </message>
    <message>
        <source>Choose the scale c, or drag the end of the thick bar.</source>
        <translation>请选择缩放 c，或拖动粗条的端点。</translation>
    </message>
    <message>
        <source>The range is %1 now.</source>
        <translation>区间现在是 %1。</translation>
    </message>
    <message>
        <source>%1 is not met; the nearest is %2.</source>
        <translation>达不到 %1；最近的是 %2。</translation>
    </message>
    <message>
        <source>c could not be solved for</source>
        <translation>无法解出 c</translation>
    </message>
    <message>
        <source>Scale c %1 → %2</source>
        <translation>缩放 c %1 → %2</translation>
    </message>
    <message>
        <source>c went from %1 to %2.</source>
        <translation>c 从 %1 变为 %2。</translation>
    </message>
    <message>
        <source>The cut-off could not be solved for</source>
        <translation>无法解出截断</translation>
    </message>
    <message>
        <source>Leave out %1 fastest, %2 slowest</source>
        <translation>去掉最快的 %1 个、最慢的 %2 个</translation>
    </message>
    <message>
        <source>Left out are the %1 fastest and the %2 slowest ω.</source>
        <translation>去掉了最快的 %1 个和最慢的 %2 个 ω。</translation>
    </message>
    <message>
        <source>range 0…%1 of %2, ω moved by %3 %</source>
        <translation>区间 0…%1（目标 %2），ω 改变了 %3 %</translation>
    </message>
    <message>
        <source>ω could not be adapted</source>
        <translation>无法调整 ω</translation>
    </message>
    <message>
        <source>ω adapted to 0…%1</source>
        <translation>使 ω 适应 0…%1</translation>
    </message>
    <message>
        <source>ω moved by %1 % (root mean square in log ω), at most by %2 %; %3 of %4 by more than 1 %.</source>
        <translation>ω 改变了 %1 %（log ω 的均方根），最多 %2 %；%4 个中有 %3 个超过 1 %。</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>ψ falls over %1 now.</source>
        <translation>ψ 现在在 %1 上单调下降。</translation>
    </message>
    <message>
        <source>It got to 0…%1; %2 was not reached.</source>
        <translation>达到了 0…%1；未能达到 %2。</translation>
    </message>
    <message>
        <source>Columns were taken in pairs side by side.</source>
        <translation>各列按相邻两列配对。</translation>
    </message>
    <message>
        <source>Columns were taken in pairs of the two halves.</source>
        <translation>各列按前后两半配对。</translation>
    </message>
    <message>
        <source>%1 pairs show a trend and no wave; their ω is near 0.</source>
        <translation>%1 对只有趋势而没有波；它们的 ω 接近 0。</translation>
    </message>
    <message>
        <source>The smallest of its %1 steps falls by %2 of %3.</source>
        <translation>%1 步中最小的一步下降 %2(共 %3)。</translation>
    </message>
</context>
<context>
    <name>pescope::ui::OpenAsDialog</name>
    <message>
        <source>Open %1 as…</source>
        <translation>以…方式打开 %1</translation>
    </message>
    <message>
        <source>Find a tensor by a part of its name</source>
        <translation>按名称的一部分查找张量</translation>
    </message>
    <message>
        <source>Tensors with two axes</source>
        <translation>二维张量</translation>
    </message>
    <message>
        <source>positions: a row each</source>
        <translation>位置：每行一个</translation>
    </message>
    <message>
        <source>offsets m = i − j: a row each</source>
        <translation>偏移 m = i − j:每行一个</translation>
    </message>
    <message>
        <source>Rows are</source>
        <translation>行是</translation>
    </message>
    <message>
        <source>transposed: the stored rows are the dimensions</source>
        <translation>转置：存储的行是维度</translation>
    </message>
    <message>
        <source>said by hand</source>
        <translation>手动指定</translation>
    </message>
    <message>
        <source>Row of position 0</source>
        <translation>位置 0 所在的行</translation>
    </message>
    <message>
        <source>all from there</source>
        <translation>从那里起的全部</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>位置数</translation>
    </message>
    <message>
        <source>no grid</source>
        <translation>无网格</translation>
    </message>
    <message>
        <source>Rows of the grid</source>
        <translation>网格的行数</translation>
    </message>
    <message>
        <source>Columns of the grid</source>
        <translation>网格的列数</translation>
    </message>
    <message>
        <source>Positions in front of the grid</source>
        <translation>网格之前的位置数</translation>
    </message>
    <message>
        <source>with query − key</source>
        <translation>随 查询 − 键 递增</translation>
    </message>
    <message>
        <source>with key − query</source>
        <translation>随 键 − 查询 递增</translation>
    </message>
    <message>
        <source>Rows run</source>
        <translation>行的方向</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Position 0 is row</source>
        <translation>位置 0 是第几行</translation>
    </message>
    <message>
        <source>Grid, rows × columns</source>
        <translation>网格，行 × 列</translation>
    </message>
    <message>
        <source>In front of the grid</source>
        <translation>网格之前</translation>
    </message>
    <message>
        <source>The file has no tensor with two axes.</source>
        <translation>文件中没有二维张量。</translation>
    </message>
    <message>
        <source>Choose a tensor.</source>
        <translation>请选择一个张量。</translation>
    </message>
    <message>
        <source>Tensors of type %1 cannot be read.</source>
        <translation>无法读取 %1 类型的张量。</translation>
    </message>
    <message>
        <source>%1 rows have no middle one: say which m row 0 has.</source>
        <translation>%1 行没有中间行：请指定第 0 行的 m。</translation>
    </message>
    <message>
        <source>Vectors of %1 dimensions for m = %2 … %3.</source>
        <translation>m = %2 … %3 的 %1 维向量。</translation>
    </message>
    <message>
        <source>The tensor has %1 rows: there are not so many positions from row %2 on.</source>
        <translation>张量有 %1 行：从第 %2 行起没有这么多位置。</translation>
    </message>
    <message>
        <source>%1 positions × %2 dimensions</source>
        <translation>%1 个位置 × %2 维</translation>
    </message>
    <message>
        <source>; position 0 is row %1</source>
        <translation>；位置 0 是第 %1 行</translation>
    </message>
    <message>
        <source>A grid of %1 × %2 and %3 in front of it are %4 positions, there are %5.</source>
        <translation>%1 × %2 的网格加上之前的 %3 个共 %4 个位置，实际有 %5 个。</translation>
    </message>
    <message>
        <source>; a grid of %1 × %2</source>
        <translation>;%1 × %2 的网格</translation>
    </message>
    <message>
        <source>as found</source>
        <translation>按文件所示</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>模型家族</translation>
    </message>
    <message>
        <source>%1 rows × %2 dimensions; which of them are positions says the family %3</source>
        <translation>%1 行 × %2 维；哪些行是位置由家族 %3 决定</translation>
    </message>
    <message>
        <source>%1.</source>
        <comment>a sentence</comment>
        <translation>%1。</translation>
    </message>
</context>
<context>
    <name>pescope::ui::PaneCard</name>
    <message>
        <source>Pane of source %1, %2</source>
        <translation>来源 %1 的窗格，%2</translation>
    </message>
    <message>
        <source>This pane does not follow the zoom and crosshair of the others.</source>
        <translation>此窗格不跟随其他窗格的缩放和十字线。</translation>
    </message>
    <message>
        <source>Open this pane alone</source>
        <translation>单独打开此窗格</translation>
    </message>
    <message>
        <source>More actions for this pane</source>
        <translation>此窗格的更多操作</translation>
    </message>
    <message>
        <source>norm of each row</source>
        <translation>各行范数</translation>
    </message>
    <message>
        <source>How the crosshair follows a pane of positions</source>
        <translation>十字线如何跟随位置面板</translation>
    </message>
    <message>
        <source>The crosshair of a pane of positions, at m = i − j, stands here at r = m and at r′ = −m, its mirror, or at r′ = 0, the offset of a word to itself.</source>
        <translation>位置面板的十字线位于 m = i − j；在此处位于 r = m，以及 r′ = −m（其镜像）或 r′ = 0（词到自身的偏移）。</translation>
    </message>
    <message>
        <source>follows at r = m,</source>
        <translation>跟随 r = m，</translation>
    </message>
    <message>
        <source>Lens</source>
        <translation>透镜</translation>
    </message>
    <message>
        <source>What the map shows: values, or where a property fails</source>
        <translation>热图显示的内容：数值，或性质不成立之处</translation>
    </message>
    <message>
        <source>Lens: %1</source>
        <translation>透镜：%1</translation>
    </message>
    <message>
        <source> of %1</source>
        <translation> / %1</translation>
    </message>
    <message>
        <source>Head of the bias</source>
        <translation>偏置的头</translation>
    </message>
    <message>
        <source>head</source>
        <translation>头</translation>
    </message>
    <message>
        <source>value</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>departure</source>
        <translation>偏离</translation>
    </message>
    <message>
        <source>asymmetry</source>
        <translation>不对称</translation>
    </message>
    <message>
        <source>where it rises</source>
        <translation>上升之处</translation>
    </message>
    <message>
        <source>table: position × dimension</source>
        <translation>表：位置 × 维度</translation>
    </message>
    <message>
        <source>    columns %1</source>
        <translation>    各列%1</translation>
    </message>
    <message>
        <source>table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>as stored</source>
        <translation>按存储</translation>
    </message>
    <message>
        <source>interleaved ⇄ halves</source>
        <translation>交错 ⇄ 前后两半</translation>
    </message>
    <message>
        <source>by variance</source>
        <translation>按方差</translation>
    </message>
    <message>
        <source>by frequency ω</source>
        <translation>按频率 ω</translation>
    </message>
    <message>
        <source>grid of grids: the map of each patch at its place</source>
        <translation>图块之图：每个图块的小图放在其位置上</translation>
    </message>
    <message>
        <source>grid of grids</source>
        <translation>图块之图</translation>
    </message>
</context>
<context>
    <name>pescope::ui::PaneFoot</name>
    <message>
        <source>&lt; 0.1 %</source>
        <translation>&lt; 0.1 %</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>clipped</source>
        <translation>截断</translation>
    </message>
    <message>
        <source>below %1</source>
        <translation>低 %1</translation>
    </message>
    <message>
        <source>above %1</source>
        <translation>高 %1</translation>
    </message>
    <message>
        <source>NaN %1</source>
        <translation>NaN %1</translation>
    </message>
    <message>
        <source>Pixels that touch a value which is not finite</source>
        <translation>含非有限值的像素</translation>
    </message>
    <message>
        <source>Point at a cell to read its value.</source>
        <translation>指向一格即可读出其值。</translation>
    </message>
    <message>
        <source>i %1   j %2   m = i − j = %3</source>
        <translation>i %1   j %2   m = i − j = %3</translation>
    </message>
    <message>
        <source>%1 = %2</source>
        <comment>name and value</comment>
        <translation>%1 = %2</translation>
    </message>
    <message>
        <source>r %1   r′ %2   r − r′ = %3</source>
        <translation>r %1   r′ %2   r − r′ = %3</translation>
    </message>
    <message>
        <source>clipped in view</source>
        <translation>视图内截断</translation>
    </message>
    <message>
        <source>Shares of the pixels in view</source>
        <translation>视图中像素的份额</translation>
    </message>
    <message>
        <source>Shares of all cells of the map, the diagonal included</source>
        <translation>全图所有单元格的份额（含对角线）</translation>
    </message>
    <message>
        <source>r %1   dimension %2</source>
        <translation>r %1   维度 %2</translation>
    </message>
    <message>
        <source>i %1   dimension %2</source>
        <translation>i %1   维度 %2</translation>
    </message>
    <message>
        <source>   at place %1</source>
        <translation>   位于第 %1 列</translation>
    </message>
    <message>
        <source>i at (%1, %2)   j at (%3, %4)   (y, x)</source>
        <translation>i 在（%1, %2）   j 在（%3, %4）   (y, x)</translation>
    </message>
</context>
<context>
    <name>pescope::ui::PaneGrid</name>
    <message>
        <source>No source is shown.</source>
        <translation>没有显示任何来源。</translation>
    </message>
    <message>
        <source>Add encoding…</source>
        <translation>添加编码…</translation>
    </message>
    <message>
        <source>reading the header</source>
        <translation>正在读取文件头</translation>
    </message>
    <message>
        <source>position i</source>
        <translation>位置 i</translation>
    </message>
    <message>
        <source>position j</source>
        <translation>位置 j</translation>
    </message>
    <message>
        <source>%1 cannot be shown</source>
        <translation>%1 无法显示</translation>
    </message>
    <message>
        <source>Cancel opening</source>
        <translation>取消打开</translation>
    </message>
    <message>
        <source>offset r</source>
        <translation>偏移 r</translation>
    </message>
    <message>
        <source>offset r′</source>
        <translation>偏移 r′</translation>
    </message>
    <message>
        <source>Lens: %1</source>
        <translation>透镜：%1</translation>
    </message>
    <message>
        <source>Head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>Remove a source</source>
        <translation>移除来源</translation>
    </message>
    <message>
        <source>dimension k</source>
        <translation>维度 k</translation>
    </message>
    <message>
        <source>p</source>
        <comment>value of a table</comment>
        <translation>p</translation>
    </message>
    <message>
        <source>Table, columns %1</source>
        <translation>表，各列%1</translation>
    </message>
    <message>
        <source>place of dimension k, %1</source>
        <translation>维度 k 的位次，%1</translation>
    </message>
    <message>
        <source>y of patch i; in each map y of patch j</source>
        <translation>图块 i 的 y；各小图内为 j 的 y</translation>
    </message>
    <message>
        <source>x of patch i; in each map x of j</source>
        <translation>图块 i 的 x；各小图内为 j 的 x</translation>
    </message>
    <message>
        <source>Grid of grids</source>
        <translation>图块之图</translation>
    </message>
</context>
<context>
    <name>pescope::ui::PositionsWorkspace</name>
    <message>
        <source>Tolerance ε</source>
        <translation>容差 ε</translation>
    </message>
    <message>
        <source>Colour limits</source>
        <translation>颜色界限</translation>
    </message>
    <message>
        <source>Automatic colour limits</source>
        <translation>自动颜色界限</translation>
    </message>
    <message>
        <source>ω and ranges</source>
        <translation>ω 与区间</translation>
    </message>
    <message>
        <source>Ranges</source>
        <translation>区间</translation>
    </message>
    <message>
        <source>Properties</source>
        <translation>性质</translation>
    </message>
    <message>
        <source>What the right side shows</source>
        <translation>右侧显示的内容</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>by distance</source>
        <translation>随距离</translation>
    </message>
    <message>
        <source>ψ</source>
        <translation>ψ</translation>
    </message>
    <message>
        <source>ω</source>
        <translation>ω</translation>
    </message>
    <message>
        <source>Mean proximity by distance (Ctrl+1)</source>
        <translation>平均相近度随距离的变化（Ctrl+1）</translation>
    </message>
    <message>
        <source>ψ(m) = Σ cos ωᵢ m of the selected sinusoid, and its steps (Ctrl+2)</source>
        <translation>所选正弦编码的 ψ(m) = Σ cos ωᵢ m 及其步长（Ctrl+2）</translation>
    </message>
    <message>
        <source>The frequencies ωᵢ; drag them to change them (Ctrl+3)</source>
        <translation>频率 ωᵢ；拖动即可修改（Ctrl+3）</translation>
    </message>
    <message>
        <source>spectrum</source>
        <translation>谱</translation>
    </message>
    <message>
        <source>What the vectors of the selected source consist of: singular values, components, waves; decay and biases by distance (Ctrl+4)</source>
        <translation>所选来源的向量由什么组成：奇异值、主成分、波；以及随距离的衰减与偏置（Ctrl+4）</translation>
    </message>
    <message>
        <source>No head can be asked</source>
        <translation>没有可询问的头</translation>
    </message>
</context>
<context>
    <name>pescope::ui::ProbePanel</name>
    <message>
        <source>TI of logits</source>
        <translation>logits 的 TI</translation>
    </message>
    <message>
        <source>SYM</source>
        <translation>SYM</translation>
    </message>
    <message>
        <source>MON</source>
        <translation>MON</translation>
    </message>
    <message>
        <source>MON local</source>
        <translation>局部 MON</translation>
    </message>
    <message>
        <source>&lt;b&gt;layer %1&lt;/b&gt;, %2</source>
        <translation>&lt;b&gt;第 %1 层&lt;/b&gt;，%2</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>mean of heads</source>
        <translation>各头平均</translation>
    </message>
    <message>
        <source>original</source>
        <translation>原始</translation>
    </message>
    <message>
        <source>mean ± sd over %1 words, %2 tokens each are measured, without [CLS] and [SEP]</source>
        <translation>%1 个词的均值 ± 标准差，各测量 %2 个词元，不含 [CLS] 与 [SEP]</translation>
    </message>
    <message>
        <source>Identical words</source>
        <translation>相同的词</translation>
    </message>
    <message>
        <source>Texts that repeat one random word: only position can make a difference between their tokens.</source>
        <translation>重复同一个随机词的文本：词元之间的差别只能来自位置。</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>词数</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Number of words</source>
        <translation>词的个数</translation>
    </message>
    <message>
        <source>Seed of the words</source>
        <translation>选词的种子</translation>
    </message>
    <message>
        <source>Tokens of each text</source>
        <translation>每个文本的词元数</translation>
    </message>
    <message>
        <source>[CLS], [SEP]</source>
        <translation>[CLS]、[SEP]</translation>
    </message>
    <message>
        <source>Put them around each text; they are never measured</source>
        <translation>放在每个文本两端；从不计入测量</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>测量</translation>
    </message>
    <message>
        <source>Property over the layers</source>
        <translation>随层变化的性质</translation>
    </message>
    <message>
        <source>Position read from hidden states</source>
        <translation>从隐藏状态读出位置</translation>
    </message>
    <message>
        <source>Linear regression from a state to its position, on as many texts of random words, tested on texts it has not seen. R² of 1: exact, 0: no better than the middle.</source>
        <translation>由状态到其位置的线性回归，用同样多的随机词文本，在未见过的文本上检验。R² 为 1：完全准确，为 0：不比猜中间值更好。</translation>
    </message>
    <message>
        <source>Read positions</source>
        <translation>读出位置</translation>
    </message>
    <message>
        <source>%4 texts of %5 tokens; after layer %6 the mean error is %1 tokens, with exchanged positions (read by a regression of their own) %2; guessing the middle is off by %3.</source>
        <translation>%4 个文本，每个 %5 个词元；第 %6 层之后平均误差为 %1 个词元，交换位置后（另作回归）为 %2；猜中间值则相差 %3。</translation>
    </message>
</context>
<context>
    <name>pescope::ui::PropertiesPanel</name>
    <message>
        <source>Nothing to measure: no visible source has values.</source>
        <translation>没有可测量的内容：没有可见来源有数值。</translation>
    </message>
    <message>
        <source>not measurable</source>
        <translation>无法测量</translation>
    </message>
    <message>
        <source>theorem</source>
        <translation>定理</translation>
    </message>
    <message>
        <source>A table without any order scores above 0 too: compare before a value means much.</source>
        <translation>没有任何次序的表也会高于 0：先比较，数值才有意义。</translation>
    </message>
    <message>
        <source>Does it hold exactly for %1?</source>
        <translation>对 %1 是否精确成立？</translation>
    </message>
    <message>
        <source>Translation invariance</source>
        <translation>平移不变性</translation>
    </message>
    <message>
        <source>Symmetry</source>
        <translation>对称性</translation>
    </message>
    <message>
        <source>Monotonicity</source>
        <translation>单调性</translation>
    </message>
    <message>
        <source>%1: no, first at</source>
        <translation>%1：不成立，首个反例</translation>
    </message>
    <message>
        <source>Pins this cell in the map</source>
        <translation>在热图中钉住该单元格</translation>
    </message>
    <message>
        <source>%1: yes, a theorem</source>
        <translation>%1：成立（定理）</translation>
    </message>
    <message>
        <source>%1: yes</source>
        <translation>%1：成立</translation>
    </message>
    <message>
        <source>Properties</source>
        <translation>性质</translation>
    </message>
    <message>
        <source>Copy the table</source>
        <translation>复制表格</translation>
    </message>
    <message>
        <source>as text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>as CSV</source>
        <translation>CSV</translation>
    </message>
    <message>
        <source>as LaTeX</source>
        <translation>LaTeX</translation>
    </message>
    <message>
        <source>on the common positions</source>
        <translation>在共同位置上</translation>
    </message>
    <message>
        <source>Measures sources of different length on the positions that all of them have.</source>
        <translation>长度不同的来源只在它们共有的位置上测量。</translation>
    </message>
    <message>
        <source>TI</source>
        <translation>TI</translation>
    </message>
    <message>
        <source>SYM</source>
        <translation>SYM</translation>
    </message>
    <message>
        <source>MON</source>
        <translation>MON</translation>
    </message>
    <message>
        <source>MON local</source>
        <translation>局部 MON</translation>
    </message>
    <message>
        <source>STEP</source>
        <translation>STEP</translation>
    </message>
    <message>
        <source>distance only</source>
        <translation>只看距离</translation>
    </message>
    <message>
        <source>symmetry</source>
        <translation>对称</translation>
    </message>
    <message>
        <source>all distances</source>
        <translation>全部距离</translation>
    </message>
    <message>
        <source>within W = %1</source>
        <translation>W = %1 内</translation>
    </message>
    <message>
        <source>falling steps</source>
        <translation>下降步</translation>
    </message>
    <message>
        <source>Translation invariance: how much of the map depends on m = i − j alone.</source>
        <translation>平移不变性：热图在多大程度上只取决于 m = i − j。</translation>
    </message>
    <message>
        <source>Symmetry: correlation of φ(i, j) with φ(j, i).</source>
        <translation>对称性：φ(i, j) 与 φ(j, i) 的相关。</translation>
    </message>
    <message>
        <source>Monotonicity: falling minus rising pairs along each row, away from the diagonal.</source>
        <translation>单调性：每行离开对角线方向，下降对减上升对的份额。</translation>
    </message>
    <message>
        <source>Monotonicity over distances up to W.</source>
        <translation>距离不超过 W 的单调性。</translation>
    </message>
    <message>
        <source>Share of single steps away from the diagonal on which φ falls.</source>
        <translation>离开对角线的单步中 φ 下降的份额。</translation>
    </message>
    <message>
        <source>Press to see where it fails.</source>
        <translation>按下可查看不成立之处。</translation>
    </message>
    <message>
        <source>Compare with shuffled rows</source>
        <translation>与打乱的行比较</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Measuring shuffled rows</source>
        <translation>正在测量打乱的行</translation>
    </message>
    <message>
        <source>Properties on the common positions</source>
        <translation>在共同位置上的性质</translation>
    </message>
    <message>
        <source>Properties on all positions</source>
        <translation>在全部位置上的性质</translation>
    </message>
    <message>
        <source>Measured is the map Pᵣ·Pᵣ′. The encoding (i, j) ↦ P at i − j is translation invariant by construction; its symmetry, the mean of cos(P at k, P at −k), is %1.</source>
        <translation>所测的是图 Pᵣ·Pᵣ′。编码 (i, j) ↦ i − j 处的 P 按构造即平移不变；其对称性（cos(k 处的 P, −k 处的 P) 的均值）为 %1。</translation>
    </message>
    <message>
        <source>Tick and grey number: the mean of %1 random orders of the rows, between their 5 and 95 %. A value is worth what it exceeds that.</source>
        <translation>竖线与灰色数字：行的 %1 次随机排列的均值（灰带为 5% 至 95%）。超出它的部分才有意义。</translation>
    </message>
    <message>
        <source>Properties beside a sinusoid</source>
        <translation>性质旁加正弦编码</translation>
    </message>
    <message>
        <source>Properties without a sinusoid</source>
        <translation>性质旁不加正弦编码</translation>
    </message>
    <message>
        <source>~ beside a sinusoid of the same size</source>
        <translation>~ 同样大小的正弦编码作对照</translation>
    </message>
    <message>
        <source>Adds a fixed sinusoid with the D and the N of the selected source.</source>
        <translation>加入一个与所选来源的 D 和 N 相同的固定正弦编码。</translation>
    </message>
    <message>
        <source>1 = holds · N = %1, W = %2, ε = %3, %4</source>
        <translation>1 = 成立 · N = %1，W = %2，ε = %3，%4</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>单调范围</translation>
    </message>
    <message>
        <source>ε range</source>
        <translation>ε 范围</translation>
    </message>
    <message>
        <source>integer m</source>
        <translation>整数 m</translation>
    </message>
    <message>
        <source>tolerance ε</source>
        <translation>容差 ε</translation>
    </message>
    <message>
        <source>The last m up to which ψ(m), or the mean of φ over |m|, falls at every integer.</source>
        <translation>ψ(m)(或 φ 对 |m| 的平均)在每个整数处都下降，直到此 m。</translation>
    </message>
    <message>
        <source>The same with a tolerance of ε·ψ(0).</source>
        <translation>同上，允许 ε·ψ(0) 的容差。</translation>
    </message>
</context>
<context>
    <name>pescope::ui::PropertyTable</name>
    <message>
        <source>sinusoid of the same size</source>
        <translation>同样大小的正弦编码</translation>
    </message>
</context>
<context>
    <name>pescope::ui::RangesTable</name>
    <message>
        <source>At integer m</source>
        <translation>整数 m 上</translation>
    </message>
    <message>
        <source>Mean profile, integer m</source>
        <translation>均值曲线，整数 m</translation>
    </message>
    <message>
        <source>Continuous, certified</source>
        <translation>连续，经证明</translation>
    </message>
    <message>
        <source>Mean profile, with tolerance ε</source>
        <translation>均值曲线，容差 ε</translation>
    </message>
    <message>
        <source>With tolerance ε</source>
        <translation>容差 ε 下</translation>
    </message>
    <message>
        <source>Row by row, median</source>
        <translation>逐行，中位数</translation>
    </message>
    <message>
        <source>Rise that ends it</source>
        <translation>终点处的回升</translation>
    </message>
    <message>
        <source>Rows&apos; 10–90 %</source>
        <translation>各行的 10–90 %</translation>
    </message>
    <message>
        <source>The largest m with ψ(0) &gt; ψ(1) &gt; … &gt; ψ(m): positions are whole numbers.</source>
        <translation>满足 ψ(0) &gt; ψ(1) &gt; … &gt; ψ(m) 的最大 m：位置是整数。</translation>
    </message>
    <message>
        <source>The first real m &gt; 0 at which ψ′ changes its sign; every step of the search is a proof.</source>
        <translation>ψ′ 首次变号的实数 m &gt; 0；搜索的每一步都是证明。</translation>
    </message>
    <message>
        <source>The largest m up to which ψ never rises by more than ε ψ(0) above its minimum so far.</source>
        <translation>满足下述条件的最大 m：在它之前，ψ 高出已有最小值的量从不超过 ε ψ(0)。</translation>
    </message>
    <message>
        <source>Range, three senses</source>
        <translation>单调范围，三种含义</translation>
    </message>
    <message>
        <source>ε</source>
        <translation>ε</translation>
    </message>
    <message>
        <source>before</source>
        <translation>先前</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Rise in units of ψ, of ψ(0) = %1. Continuous: exactly ∝ 1/c. Integer: jumps with c, as the ripples of ψ fall between whole m.</source>
        <translation>回升以 ψ 为单位，ψ(0) = %1。连续：严格 ∝ 1/c。整数：随 c 跳变，因为 ψ 的波纹会落在相邻整数 m 之间。</translation>
    </message>
    <message>
        <source>Monotone range of %1</source>
        <translation>%1 的单调范围</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>%1 % of the rows&apos; ranges run into the edge of the table; theirs are lower bounds.</source>
        <translation>%1 % 的行的范围到达表的边缘；这些值只是下界。</translation>
    </message>
    <message>
        <source>Taken on a sample of %1 rows.</source>
        <translation>取自 %1 行的样本。</translation>
    </message>
    <message>
        <source>all rows alike</source>
        <translation>各行相同</translation>
    </message>
    <message>
        <source>Monotone range</source>
        <translation>单调范围</translation>
    </message>
    <message>
        <source>Select a source to see its ranges.</source>
        <translation>选择一个来源以查看其范围。</translation>
    </message>
    <message>
        <source>The source is being read.</source>
        <translation>正在读取来源。</translation>
    </message>
    <message>
        <source>The source could not be opened; its pane says why.</source>
        <translation>来源无法打开；原因见其面板。</translation>
    </message>
    <message>
        <source>A difference rises and falls: it has no monotone range.</source>
        <translation>差值有升有降：没有单调区间。</translation>
    </message>
    <message>
        <source>The source is hidden. Show it to see its ranges.</source>
        <translation>来源已隐藏。显示后可查看其区间。</translation>
    </message>
</context>
<context>
    <name>pescope::ui::ReachRow</name>
    <message>
        <source>Reach a range</source>
        <translation>达到一个区间</translation>
    </message>
    <message>
        <source>Adapts ω to an integer range. Dragging the end of a range bar in the ψ chart does the same.</source>
        <translation>使 ω 适应一个整数区间。在 ψ 图中拖动区间条的端点效果相同。</translation>
    </message>
    <message>
        <source>Range to reach</source>
        <translation>要达到的区间</translation>
    </message>
    <message>
        <source>by the least change of ω</source>
        <translation>以 ω 的最小改变</translation>
    </message>
    <message>
        <source>by the scale c</source>
        <translation>以缩放 c</translation>
    </message>
    <message>
        <source>by leaving out fast ω</source>
        <translation>以去掉快的 ω</translation>
    </message>
    <message>
        <source>What gives way</source>
        <translation>改变什么</translation>
    </message>
    <message>
        <source>Adapt</source>
        <translation>适应</translation>
    </message>
</context>
<context>
    <name>pescope::ui::SessionFiles</name>
    <message>
        <source>Find %1</source>
        <translation>查找 %1</translation>
    </message>
</context>
<context>
    <name>pescope::ui::SessionWindow</name>
    <message>
        <source>%1 was not opened.</source>
        <translation>%1 未能打开。</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>%1 was not saved.</source>
        <translation>%1 未能保存。</translation>
    </message>
    <message>
        <source>Choose another place…</source>
        <translation>另选位置…</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>Save session</source>
        <translation>保存会话</translation>
    </message>
    <message>
        <source>PEScope sessions (*.pescope)</source>
        <translation>PEScope 会话 (*.pescope)</translation>
    </message>
    <message>
        <source>Save the changes of “%1”?</source>
        <translation>保存对“%1”的更改吗？</translation>
    </message>
    <message>
        <source>Without saving they are lost.</source>
        <translation>不保存的话，这些更改将会丢失。</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>%1 is not the file that the session was saved with. It is shown as it is now.</source>
        <translation>%1 已不是保存会话时的文件，现按其当前内容显示。</translation>
    </message>
    <message>
        <source>%1
SHA-256 of its values: %2… when the session was saved, %3… now</source>
        <translation>%1
其数值的 SHA-256：保存会话时为 %2…，现在为 %3…</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Found at another place: %1</source>
        <translation>在其他位置找到：%1</translation>
    </message>
    <message>
        <source>%1 is not at %2; where is it?</source>
        <translation>%1 不在 %2；它在哪里？</translation>
    </message>
    <message>
        <source>%1 at %2 does not open; is there another one?</source>
        <translation>%2 中的 %1 无法打开；是否另有一个？</translation>
    </message>
    <message>
        <source>Find…</source>
        <translation>查找…</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>略去</translation>
    </message>
    <message>
        <source>Where is %1?</source>
        <translation>%1 在哪里？</translation>
    </message>
    <message>
        <source>Leave out %1</source>
        <translation>略去 %1</translation>
    </message>
    <message>
        <source>A session without a file</source>
        <translation>未保存过的会话</translation>
    </message>
    <message>
        <source>%1 was not saved before its window ended, at %2: %3.</source>
        <translation>%1 在窗口意外结束前（%2）尚未保存：%3。</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
</context>
<context>
    <name>pescope::ui::SourceDetails</name>
    <message>
        <source>Copy the details</source>
        <translation>复制详情</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>sinusoidal, absolute</source>
        <translation>正弦，绝对</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表</translation>
    </message>
    <message>
        <source>N = %1, D = %2</source>
        <translation>N = %1，D = %2</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>float64, computed</source>
        <translation>float64，计算得出</translation>
    </message>
    <message>
        <source>ω</source>
        <translation>ω</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>difference of two maps</source>
        <translation>两图之差</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>度量</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>those that both have</source>
        <translation>两者共有的</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>being read</source>
        <translation>正在读取</translation>
    </message>
    <message>
        <source>could not be opened</source>
        <translation>无法打开</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>存储为</translation>
    </message>
    <message>
        <source>mean ‖p‖²</source>
        <translation>平均 ‖p‖²</translation>
    </message>
    <message>
        <source>Source %1</source>
        <translation>来源 %1</translation>
    </message>
    <message>
        <source>No source selected</source>
        <translation>未选择来源</translation>
    </message>
    <message>
        <source>How it enters attention; the marked term is what the map shows.</source>
        <translation>它如何进入注意力；标出的项就是热图所示。</translation>
    </message>
    <message>
        <source>rows %1…%2</source>
        <translation>第 %1…%2 行</translation>
    </message>
</context>
<context>
    <name>pescope::ui::SourceMenu</name>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Duplicate %1</source>
        <translation>复制 %1</translation>
    </message>
    <message>
        <source>Fit ω to it</source>
        <translation>对它拟合 ω</translation>
    </message>
    <message>
        <source>Read again from disk</source>
        <translation>重新从磁盘读取</translation>
    </message>
    <message>
        <source>Copy as NumPy</source>
        <translation>复制为 NumPy 代码</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>移除 %1</translation>
    </message>
    <message>
        <source>Difference to</source>
        <translation>求差</translation>
    </message>
    <message>
        <source>Add a difference</source>
        <translation>添加差</translation>
    </message>
    <message>
        <source>Proximity of this pane</source>
        <translation>此面板的相近度</translation>
    </message>
    <message>
        <source>Proximity of the pane: %1</source>
        <translation>面板的相近度：%1</translation>
    </message>
    <message>
        <source>as in the tool bar</source>
        <translation>同工具栏</translation>
    </message>
    <message>
        <source>Dot beside cosine</source>
        <translation>点积与余弦并列</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>假如</translation>
    </message>
    <message>
        <source>its rows were shuffled</source>
        <translation>打乱它的各行</translation>
    </message>
    <message>
        <source>it had no row 0</source>
        <translation>去掉第 0 行</translation>
    </message>
    <message>
        <source>it had more or fewer positions…</source>
        <translation>位置更多或更少…</translation>
    </message>
    <message>
        <source>As a head sees it…</source>
        <translation>某个头眼中的位置…</translation>
    </message>
    <message>
        <source>Open as…</source>
        <translation>打开方式…</translation>
    </message>
</context>
<context>
    <name>pescope::ui::SourceNumbers</name>
    <message>
        <source>Values</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Mean ± sd</source>
        <translation>均值 ± 标准差</translation>
    </message>
    <message>
        <source>NaN, ∞</source>
        <translation>NaN、∞</translation>
    </message>
    <message>
        <source>Padding rows</source>
        <translation>填充行</translation>
    </message>
    <message>
        <source>Unused rows</source>
        <translation>未用行</translation>
    </message>
    <message>
        <source>Zero rows</source>
        <translation>全零行</translation>
    </message>
    <message>
        <source>NaN, ∞ rows</source>
        <translation>NaN、∞ 行</translation>
    </message>
</context>
<context>
    <name>pescope::ui::SourcesPanel</name>
    <message>
        <source>being read…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>could not be opened</source>
        <translation>无法打开</translation>
    </message>
    <message>
        <source>Hide %1</source>
        <translation>隐藏 %1</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>显示 %1</translation>
    </message>
    <message>
        <source>Show or hide a source</source>
        <translation>显示或隐藏来源</translation>
    </message>
    <message>
        <source>Source %1, %2, %3</source>
        <translation>来源 %1，%2，%3</translation>
    </message>
    <message>
        <source>Source %1, %2</source>
        <translation>来源 %1，%2</translation>
    </message>
    <message>
        <source>Rename source %1</source>
        <translation>重命名来源 %1</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Rename to %1</source>
        <translation>重命名为 %1</translation>
    </message>
    <message>
        <source>Remove a source</source>
        <translation>移除来源</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Add encoding…</source>
        <translation>添加编码…</translation>
    </message>
    <message>
        <source>Drop a model folder or file here</source>
        <translation>把模型文件夹或文件拖到此处</translation>
    </message>
    <message>
        <source>Fold the sources</source>
        <translation>收起来源栏</translation>
    </message>
    <message>
        <source>Unfold the sources</source>
        <translation>展开来源栏</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Copy as NumPy</source>
        <translation>复制为 NumPy 代码</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>复制命令</translation>
    </message>
</context>
<context>
    <name>pescope::ui::SpanPanel</name>
    <message>
        <source>Similarity (mean cosine)</source>
        <translation>相似度（平均余弦）</translation>
    </message>
    <message>
        <source>the embedding has no attention</source>
        <translation>嵌入层没有注意力</translation>
    </message>
    <message>
        <source>original</source>
        <translation>原始</translation>
    </message>
    <message>
        <source>exchanged</source>
        <translation>交换后</translation>
    </message>
    <message>
        <source>All exchanges, %1</source>
        <translation>所有交换，%1</translation>
    </message>
    <message>
        <source>Between the two spans</source>
        <translation>两个片段之间</translation>
    </message>
    <message>
        <source>Drag over the tokens to mark a span, then over others for the second one. A click on a token takes it away.</source>
        <translation>在词元上拖动标出一个片段，再拖动标出第二个。单击片段中的词元可取消。</translation>
    </message>
    <message>
        <source>mean |Δ cosine|</source>
        <translation>平均 |Δ 余弦|</translation>
    </message>
    <message>
        <source>Mean norm ‖h‖ of the words</source>
        <translation>各词的平均范数 ‖h‖</translation>
    </message>
    <message>
        <source>Span 1: %1. Span 2: %2. Attention: what a token of the one gives to all of the other, mean over tokens and heads; spread evenly it would be %3 and %4.</source>
        <translation>片段 1：%1。片段 2：%2。注意力：一个片段的词元给另一片段全部词元的权重，对词元与头取平均；若均匀分配则为 %3 和 %4。</translation>
    </message>
    <message>
        <source>Attention, span 1 → span 2</source>
        <translation>注意力，片段 1 → 片段 2</translation>
    </message>
    <message>
        <source>Attention, span 2 → span 1</source>
        <translation>注意力，片段 2 → 片段 1</translation>
    </message>
    <message>
        <source>original %1, exchanged %2 (%3)</source>
        <translation>原始 %1，交换后 %2（%3）</translation>
    </message>
</context>
<context>
    <name>pescope::ui::SpectrumChart</name>
    <message>
        <source>Spectrum</source>
        <translation>谱</translation>
    </message>
    <message>
        <source>Spectrum of %1</source>
        <translation>%1 的谱</translation>
    </message>
    <message>
        <source>computing…</source>
        <translation>计算中…</translation>
    </message>
    <message>
        <source>View of the spectrum</source>
        <translation>谱的视图</translation>
    </message>
    <message>
        <source>What the view shows</source>
        <translation>视图所示</translation>
    </message>
    <message>
        <source>Nothing to look at yet: choose a source.</source>
        <translation>还没有可看的：请选择一个来源。</translation>
    </message>
    <message>
        <source>Chart: %1 of %2</source>
        <translation>图表：%2 的%1</translation>
    </message>
    <message>
        <source>%1. Left and right move the point that is read out.</source>
        <translation>%1。左右键移动所读的点。</translation>
    </message>
    <message>
        <source>PC %1 (%2 %)</source>
        <translation>主成分 %1（%2 %）</translation>
    </message>
    <message>
        <source>The table has no more than %1 principal components.</source>
        <translation>此表最多有 %1 个主成分。</translation>
    </message>
    <message>
        <source>PC 1 carries %1 % of the variance over rows</source>
        <translation>主成分 1 占各行方差的 %1 %</translation>
    </message>
    <message>
        <source>PC 1–%1 carry %2 % of the variance over rows</source>
        <translation>主成分 1–%1 占各行方差的 %2 %</translation>
    </message>
    <message>
        <source>offset r</source>
        <translation>偏移 r</translation>
    </message>
    <message>
        <source>position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>r = %1: %2</source>
        <translation>r = %1：%2</translation>
    </message>
    <message>
        <source>position %1: %2</source>
        <translation>位置 %1：%2</translation>
    </message>
    <message>
        <source>There are no positions to look at.</source>
        <translation>没有可看的位置。</translation>
    </message>
    <message>
        <source>%1 at m = %2</source>
        <translation>%1（m = %2）</translation>
    </message>
    <message>
        <source>mean |Sⱼ(m)|</source>
        <translation>|Sⱼ(m)| 均值</translation>
    </message>
    <message>
        <source>|Sⱼ|</source>
        <translation>|Sⱼ|</translation>
    </message>
    <message>
        <source>distance m = i − j (positions)</source>
        <translation>距离 m = i − j（位置）</translation>
    </message>
    <message>
        <source>Σ cos ωm</source>
        <translation>Σ cos ωm</translation>
    </message>
    <message>
        <source>Σ cos</source>
        <translation>Σ cos</translation>
    </message>
    <message>
        <source>m = %1: mean |Sⱼ| %2, Σ cos ωm %3</source>
        <translation>m = %1：|Sⱼ| 均值 %2，Σ cos ωm %3</translation>
    </message>
    <message>
        <source>There is no spectrum along so few rows.</source>
        <translation>行数太少，没有频谱。</translation>
    </message>
    <message>
        <source>PC 1 strongest at ω = %1, a wave of %2 rows</source>
        <translation>主成分 1 在 ω = %1 处最强，波长 %2 行</translation>
    </message>
    <message>
        <source>strongest at ω = %1, a wave of %2 rows</source>
        <translation>在 ω = %1 处最强，波长 %2 行</translation>
    </message>
    <message>
        <source>%1 of its %2 ω are slower than one wave over all rows</source>
        <translation>其 %2 个 ω 中有 %1 个在全部行上不足一个周期</translation>
    </message>
    <message>
        <source>PC %1</source>
        <translation>主成分 %1</translation>
    </message>
    <message>
        <source>its ω</source>
        <translation>它的 ω</translation>
    </message>
    <message>
        <source>ω (rad per position)</source>
        <translation>ω（弧度/位置）</translation>
    </message>
    <message>
        <source>amplitude</source>
        <translation>振幅</translation>
    </message>
    <message>
        <source>amplitude (RMS)</source>
        <translation>振幅（均方根）</translation>
    </message>
    <message>
        <source>RMS</source>
        <translation>均方根</translation>
    </message>
    <message>
        <source>columns that peak there</source>
        <translation>峰值在此的列</translation>
    </message>
    <message>
        <source>columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>peaks</source>
        <translation>峰</translation>
    </message>
    <message>
        <source>wave length 2π/ω (positions)</source>
        <translation>波长 2π/ω（位置数）</translation>
    </message>
    <message>
        <source>2π/ω</source>
        <translation>2π/ω</translation>
    </message>
    <message>
        <source>ω = %1, a wave of %2: PC %3</source>
        <translation>ω = %1，波长 %2：主成分 %3</translation>
    </message>
    <message>
        <source>ω = %1, a wave of %2: %3</source>
        <translation>ω = %1，波长 %2：%3</translation>
    </message>
    <message>
        <source>There is no head to look at.</source>
        <translation>没有可看的头。</translation>
    </message>
    <message>
        <source>%1 of %2 heads, head %3 thick</source>
        <translation>%2 个头中的 %1 个，头 %3 为粗线</translation>
    </message>
    <message>
        <source>%1 heads, head %2 thick</source>
        <translation>%1 个头，头 %2 为粗线</translation>
    </message>
    <message>
        <source>head %1: %2 at m = %3, %4 at m = %5</source>
        <translation>头 %1：m = %3 处为 %2，m = %5 处为 %4</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>bias bₕ(m)</source>
        <translation>偏置 bₕ(m)</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>m = %1: head %2 has %3, heads %4 to %5</source>
        <translation>m = %1：头 %2 为 %3，各头 %4 到 %5</translation>
    </message>
    <message>
        <source>Singular values</source>
        <translation>奇异值</translation>
    </message>
    <message>
        <source>Components</source>
        <translation>主成分</translation>
    </message>
    <message>
        <source>Frequencies</source>
        <translation>频率</translation>
    </message>
    <message>
        <source>Neighbours</source>
        <translation>相邻行</translation>
    </message>
    <message>
        <source>Long-term decay</source>
        <translation>长程衰减</translation>
    </message>
    <message>
        <source>By head</source>
        <translation>按头</translation>
    </message>
    <message>
        <source>How many directions the vectors really use</source>
        <translation>向量实际用到多少个方向</translation>
    </message>
    <message>
        <source>The vectors along their main directions, coloured by position</source>
        <translation>向量在主要方向上的投影，按位置着色</translation>
    </message>
    <message>
        <source>Which waves along positions the columns are made of</source>
        <translation>各列由沿位置的哪些波组成</translation>
    </message>
    <message>
        <source>How alike vectors side by side are, and how long each is</source>
        <translation>相邻向量有多相似，各向量有多长</translation>
    </message>
    <message>
        <source>How large a rotary product can still be at a distance (Su et al. 2021)</source>
        <translation>旋转编码的积在一定距离上还能有多大（Su 等，2021）</translation>
    </message>
    <message>
        <source>The bias of every head by distance</source>
        <translation>每个头随距离的偏置</translation>
    </message>
    <message>
        <source>PC 1 × 2</source>
        <translation>主成分 1 × 2</translation>
    </message>
    <message>
        <source>PC 1 × 3</source>
        <translation>主成分 1 × 3</translation>
    </message>
    <message>
        <source>PC 2 × 3</source>
        <translation>主成分 2 × 3</translation>
    </message>
    <message>
        <source>PC 1–3</source>
        <translation>主成分 1–3</translation>
    </message>
    <message>
        <source>There are no two rows to be compared.</source>
        <translation>没有两行可以比较。</translation>
    </message>
    <message>
        <source>mean cosine of neighbours %1</source>
        <translation>相邻行余弦均值 %1</translation>
    </message>
    <message>
        <source>mean cosine of neighbours %1, of k and −k %2</source>
        <translation>余弦均值：相邻行 %1，k 与 −k %2</translation>
    </message>
    <message>
        <source>of any two rows %1</source>
        <translation>任意两行 %1</translation>
    </message>
    <message>
        <source>r and r + 1</source>
        <translation>r 与 r + 1</translation>
    </message>
    <message>
        <source>k and −k</source>
        <translation>k 与 −k</translation>
    </message>
    <message>
        <source>any two, mean</source>
        <translation>任意两行均值</translation>
    </message>
    <message>
        <source>cosine</source>
        <translation>余弦</translation>
    </message>
    <message>
        <source>offset r = i − j</source>
        <translation>偏移 r = i − j</translation>
    </message>
    <message>
        <source>position r</source>
        <translation>位置 r</translation>
    </message>
    <message>
        <source>‖Pᵣ‖</source>
        <translation>‖Pᵣ‖</translation>
    </message>
    <message>
        <source>cos(P %1, P %2) = %3</source>
        <translation>cos(P %1, P %2) = %3</translation>
    </message>
    <message>
        <source>‖P %1‖ = %2</source>
        <translation>‖P %1‖ = %2</translation>
    </message>
    <message>
        <source>score</source>
        <translation>得分</translation>
    </message>
    <message>
        <source>All rows are equal: beside their mean they have no singular values.</source>
        <translation>各行全都相等：减去均值后没有奇异值。</translation>
    </message>
    <message>
        <source>effective rank %1 of %2, 90 % in %3</source>
        <translation>有效秩 %1 / %2，前 %3 个占 90 %</translation>
    </message>
    <message>
        <source>99 % in %1</source>
        <translation>前 %1 个占 99 %</translation>
    </message>
    <message>
        <source>participation ratio %1</source>
        <translation>参与比 %1</translation>
    </message>
    <message>
        <source>of %1 rows out of %2</source>
        <translation>取 %2 行中的 %1 行</translation>
    </message>
    <message>
        <source>minus the mean row</source>
        <translation>减去均值行</translation>
    </message>
    <message>
        <source>as stored</source>
        <translation>按存储</translation>
    </message>
    <message>
        <source>share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>number k</source>
        <translation>序号 k</translation>
    </message>
    <message>
        <source>σₖ</source>
        <translation>σₖ</translation>
    </message>
    <message>
        <source>share of Σσ² up to k</source>
        <translation>前 k 个占 Σσ² 的比例</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>effective rank</source>
        <translation>有效秩</translation>
    </message>
    <message>
        <source>90 %</source>
        <translation>90 %</translation>
    </message>
    <message>
        <source>99 %</source>
        <translation>99 %</translation>
    </message>
    <message>
        <source>k = %1: σ = %2, %3 % of Σσ²; %4 % up to here</source>
        <translation>k = %1：σ = %2，占 Σσ² 的 %3 %；到此共 %4 %</translation>
    </message>
    <message>
        <source>mean over j of |Sⱼ(m)|, Sⱼ(m) = Σ exp(i ωₖ m) over the first j ω: %1</source>
        <translation>|Sⱼ(m)| 对 j 的均值，Sⱼ(m) 为前 j 个 ω 的 Σ exp(i ωₖ m)：%1</translation>
    </message>
    <message>
        <source>%1|%2: %3</source>
        <translation>%1|%2：%3</translation>
    </message>
    <message>
        <source>breaks at %1</source>
        <translation>断点：%1</translation>
    </message>
    <message>
        <source>all pairs</source>
        <translation>全部组合</translation>
    </message>
</context>
<context>
    <name>pescope::ui::SpectrumSource</name>
    <message>
        <source>A difference of two maps has no vectors.</source>
        <translation>两个图之差没有向量。</translation>
    </message>
    <message>
        <source>Select a source.</source>
        <translation>请选择一个来源。</translation>
    </message>
    <message>
        <source>The source could not be opened.</source>
        <translation>来源无法打开。</translation>
    </message>
    <message>
        <source>The source is being read.</source>
        <translation>正在读取来源。</translation>
    </message>
</context>
<context>
    <name>pescope::ui::StartPage</name>
    <message>
        <source>Look at what a model knows about position</source>
        <translation>看看模型对位置知道些什么</translation>
    </message>
    <message>
        <source>Begin with an encoding that comes with PEScope, or open a checkpoint. Nothing is downloaded.</source>
        <translation>从 PEScope 自带的编码开始，或打开检查点。不会下载任何内容。</translation>
    </message>
    <message>
        <source>Start with built-in encodings</source>
        <translation>从内置编码开始</translation>
    </message>
    <message>
        <source>Fixed beside learned</source>
        <translation>固定与学得并列</translation>
    </message>
    <message>
        <source>A sinusoid and the table that MiniLM learned, linked, with a short tour.</source>
        <translation>一个正弦编码和 MiniLM 学得的表，联动显示，附简短导览。</translation>
    </message>
    <message>
        <source>Move ω</source>
        <translation>调节 ω</translation>
    </message>
    <message>
        <source>512 × 768, base 10 000. Move ω and watch where ψ(m) stops falling.</source>
        <translation>512 × 768，基数 10 000。调节 ω，看 ψ(m) 到哪里不再下降。</translation>
    </message>
    <message>
        <source>A − B</source>
        <translation>A − B</translation>
    </message>
    <message>
        <source>Two sinusoids and their difference: what half the frequencies change.</source>
        <translation>两个正弦编码及其差：只用一半频率会改变什么。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open: %1</source>
        <translation>打开：%1</translation>
    </message>
    <message>
        <source>Drop a model here</source>
        <translation>把模型拖到此处</translation>
    </message>
    <message>
        <source>Open model folder…</source>
        <translation>打开模型文件夹…</translation>
    </message>
    <message>
        <source>Open file…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>Opened lately</source>
        <translation>最近打开</translation>
    </message>
    <message>
        <source>Clear list</source>
        <translation>清空列表</translation>
    </message>
    <message>
        <source>Absolute beside relative</source>
        <translation>绝对与相对并列</translation>
    </message>
    <message>
        <source>The same base over 768 columns (APE) and over a head&apos;s 64 (RPE): ψ falls over 0…43 and over 0…5.</source>
        <translation>同一底数，分别用于 768 列（APE）和每头 64 列（RPE）：ψ 分别在 0…43 和 0…5 上下降。</translation>
    </message>
    <message>
        <source>a folder, .safetensors, .bin, .gguf, .npz, .npy or .csv with an N × D table, or a session</source>
        <translation>文件夹，或含 N × D 表的 .safetensors、.bin、.gguf、.npz、.npy、.csv,或会话</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
</context>
<context>
    <name>pescope::ui::StatusLine</name>
    <message>
        <source>%1, %2 threads</source>
        <translation>%1，%2 线程</translation>
    </message>
    <message>
        <source>no source open</source>
        <translation>未打开来源</translation>
    </message>
    <message>
        <source>1 source</source>
        <translation>1 个来源</translation>
    </message>
    <message>
        <source>%1 sources</source>
        <translation>%1 个来源</translation>
    </message>
    <message>
        <source>%1 · last update %2 ms</source>
        <translation>%1 · 上次更新 %2 ms</translation>
    </message>
    <message>
        <source>r %1&amp;nbsp; dimension %2</source>
        <translation>r %1&amp;nbsp; 维度 %2</translation>
    </message>
    <message>
        <source>i %1&amp;nbsp; dimension %2</source>
        <translation>i %1&amp;nbsp; 维度 %2</translation>
    </message>
    <message>
        <source>i at (%1, %2)&amp;nbsp; j at (%3, %4)</source>
        <translation>i 在（%1, %2）&amp;nbsp; j 在（%3, %4）</translation>
    </message>
</context>
<context>
    <name>pescope::ui::SweepDialog</name>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Animate ω</source>
        <translation>制作 ω 动画</translation>
    </message>
    <message>
        <source>Scale c of all ω</source>
        <translation>所有 ω 的缩放 c</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>基数</translation>
    </message>
    <message>
        <source>Leave out fastest</source>
        <translation>去掉最快的 ω</translation>
    </message>
    <message>
        <source>Leave out slowest</source>
        <translation>去掉最慢的 ω</translation>
    </message>
    <message>
        <source> frames/s</source>
        <translation> 帧/秒</translation>
    </message>
    <message>
        <source>What moves</source>
        <translation>变化的量</translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>To</source>
        <translation>到</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>帧数</translation>
    </message>
    <message>
        <source>Speed of a film</source>
        <translation>动画速度</translation>
    </message>
    <message>
        <source>Resolution</source>
        <translation>分辨率</translation>
    </message>
    <message>
        <source>First frame</source>
        <translation>首帧</translation>
    </message>
    <message>
        <source>Last frame</source>
        <translation>末帧</translation>
    </message>
    <message>
        <source>ψ falls: integer %1 → %2; tolerance ε = %3: %4 → %5; continuous %6 → %7</source>
        <translation>ψ 单调下降：整数范围 %1 → %2；容差 ε = %3：%4 → %5；连续 %6 → %7</translation>
    </message>
    <message>
        <source>Save the film</source>
        <translation>保存动画</translation>
    </message>
    <message>
        <source>WebP film (*.webp);;Animated PNG (*.apng);;Numbered pictures, name-%04d.png (*.png)</source>
        <translation>WebP 动画 (*.webp);;动画 PNG (*.apng);;编号图像，name-%04d.png (*.png)</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>%1 was not saved.</source>
        <translation>%1 未能保存。</translation>
    </message>
</context>
<context>
    <name>pescope::ui::TextControls</name>
    <message>
        <source>Open a model of the BERT kind.</source>
        <translation>请打开一个 BERT 类模型。</translation>
    </message>
    <message>
        <source>fixed sinusoid, base 10 000</source>
        <translation>固定正弦，底数 10 000</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Runs the text through the model (Ctrl+Return)</source>
        <translation>让文本通过模型（Ctrl+Return）</translation>
    </message>
    <message>
        <source>Exchange the positions for</source>
        <translation>把位置换成</translation>
    </message>
    <message>
        <source>none: zero for every position</source>
        <translation>无：每个位置都为零</translation>
    </message>
    <message>
        <source>shuffled, seed</source>
        <translation>打乱，种子</translation>
    </message>
    <message>
        <source>a source of Positions, live:</source>
        <translation>“位置”中的来源，实时：</translation>
    </message>
    <message>
        <source>the first rows only, k =</source>
        <translation>只留前几行，k =</translation>
    </message>
    <message>
        <source>Seed of the order</source>
        <translation>顺序的种子</translation>
    </message>
    <message>
        <source>Rows that are kept</source>
        <translation>保留的行数</translation>
    </message>
    <message>
        <source>Source of Positions</source>
        <translation>“位置”中的来源</translation>
    </message>
    <message>
        <source>A sinusoid follows its ω while they move; another checkpoint&apos;s table needs the same width</source>
        <translation>正弦编码随其 ω 实时变化；其他检查点的表须有相同的宽度</translation>
    </message>
    <message>
        <source>match the mean norm</source>
        <translation>匹配平均范数</translation>
    </message>
    <message>
        <source>Scales the source to the mean norm of the model&apos;s own positions. As it is, a sinusoid would drown the words.</source>
        <translation>把来源缩放到模型自身位置的平均范数。若保持原样，正弦编码会淹没词语。</translation>
    </message>
    <message>
        <source>[CLS] and [SEP] stay</source>
        <translation>[CLS] 与 [SEP] 不动</translation>
    </message>
    <message>
        <source>The first row is unlike all others in many models: a word that gets it looks like [CLS] to the rest.</source>
        <translation>许多模型的第一行与众不同：得到它的词在其余词看来就像 [CLS]。</translation>
    </message>
</context>
<context>
    <name>pescope::ui::TextDocument</name>
    <message>
        <source>reading %1</source>
        <translation>正在读取 %1</translation>
    </message>
    <message>
        <source>%1 cannot read a text</source>
        <translation>%1 无法读入文本</translation>
    </message>
    <message>
        <source>The text could not be run</source>
        <translation>无法运行这段文本</translation>
    </message>
</context>
<context>
    <name>pescope::ui::TextExchange</name>
    <message>
        <source>the sinusoid has %1 columns, the model&apos;s positions have %2</source>
        <translation>正弦编码有 %1 列，而模型的位置有 %2 列</translation>
    </message>
    <message>
        <source>Free ω fit a model of their own width; choose a sinusoid that is made from a base.</source>
        <translation>自由的 ω 只适合同样宽度的模型；请选择由底数得到的正弦编码。</translation>
    </message>
</context>
<context>
    <name>pescope::ui::TextInspector</name>
    <message>
        <source>Show the inspector</source>
        <translation>展开检查栏</translation>
    </message>
    <message>
        <source>Fold the inspector</source>
        <translation>收起检查栏</translation>
    </message>
    <message>
        <source>Spans</source>
        <translation>片段</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>各头</translation>
    </message>
    <message>
        <source>Probes</source>
        <translation>探测</translation>
    </message>
    <message>
        <source>Page of the inspector</source>
        <translation>检查栏的页</translation>
    </message>
</context>
<context>
    <name>pescope::ui::TextProbes</name>
    <message>
        <source>The spans could not be compared</source>
        <translation>无法比较两个片段</translation>
    </message>
    <message>
        <source>The heads could not be measured</source>
        <translation>无法测量各头</translation>
    </message>
    <message>
        <source>The identical words could not be measured</source>
        <translation>无法测量相同的词</translation>
    </message>
    <message>
        <source>Positions could not be read from the hidden states</source>
        <translation>无法从隐藏状态读出位置</translation>
    </message>
</context>
<context>
    <name>pescope::ui::TextWorkspace</name>
    <message>
        <source>embedding output</source>
        <translation>嵌入输出</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>mean of %1 heads</source>
        <translation>%1 个头的均值</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>头 %1</translation>
    </message>
    <message>
        <source>Change of similarity by layer</source>
        <translation>相似度的变化（按层）</translation>
    </message>
    <message>
        <source>pairs of two tokens</source>
        <translation>所有词元对</translation>
    </message>
    <message>
        <source>mean |Δ cosine|</source>
        <translation>平均 |Δ 余弦|</translation>
    </message>
    <message>
        <source>Attention divergence by layer</source>
        <translation>注意力的差异（按层）</translation>
    </message>
    <message>
        <source>bit</source>
        <translation>比特</translation>
    </message>
    <message>
        <source>The model was not trained with these positions: this shows dependence, not quality.</source>
        <translation>模型并未用这些位置训练过：这里显示的是依赖，而不是好坏。</translation>
    </message>
    <message>
        <source>Similarity (cosine)</source>
        <translation>相似度（余弦）</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>What the maps show</source>
        <translation>图中所示</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>头</translation>
    </message>
    <message>
        <source>Layer, with the keys [ and ]; heads with { and }</source>
        <translation>层可用 [ 与 ] 键切换；头可用 { 与 }</translation>
    </message>
    <message>
        <source>hidden states, %1</source>
        <translation>隐藏状态，%1</translation>
    </message>
    <message>
        <source>attention, %1, head %2</source>
        <translation>注意力，%1，头 %2</translation>
    </message>
    <message>
        <source>attention, %1</source>
        <translation>注意力，%1</translation>
    </message>
    <message>
        <source>cosine, %1</source>
        <translation>余弦，%1</translation>
    </message>
    <message>
        <source>The array could not be kept for Positions</source>
        <translation>无法为“位置”保存数组</translation>
    </message>
    <message>
        <source>no model open</source>
        <translation>没有打开的模型</translation>
    </message>
    <message>
        <source>%1 layers, %2 heads, D = %3</source>
        <translation>%1 层，%2 头，D = %3</translation>
    </message>
    <message>
        <source>forward pass %1 ms</source>
        <translation>前向计算 %1 毫秒</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Exchanged map as a source of Positions</source>
        <translation>把交换后的热图作为“位置”的来源</translation>
    </message>
    <message>
        <source>Exchanged hidden states as a source of Positions</source>
        <translation>把交换后的隐藏状态作为“位置”的来源</translation>
    </message>
    <message>
        <source>Similarity by layer</source>
        <translation>各层的相似度</translation>
    </message>
    <message>
        <source>Most changed: %1 (%2) and %3 (%4), from %5 to %6</source>
        <translation>变化最大：%1 (%2) 与 %3 (%4)，由 %5 变为 %6</translation>
    </message>
    <message>
        <source>Jensen–Shannon</source>
        <translation>Jensen–Shannon</translation>
    </message>
    <message>
        <source>span %1</source>
        <translation>片段 %1</translation>
    </message>
    <message>
        <source>drag over tokens to mark two spans</source>
        <translation>在词元上拖动，标出两个片段</translation>
    </message>
    <message>
        <source>Second text or model beside it</source>
        <translation>旁边放第二个文本或模型</translation>
    </message>
    <message>
        <source>Layer %1: attention</source>
        <translation>第 %1 层：注意力</translation>
    </message>
    <message>
        <source>Embedding output: similarity of states</source>
        <translation>嵌入输出：状态的相似度</translation>
    </message>
    <message>
        <source>After layer %1: similarity of states</source>
        <translation>第 %1 层之后：状态的相似度</translation>
    </message>
    <message>
        <source>Most changed: %1 (%2) → %3 (%4), from %5 to %6</source>
        <translation>变化最大：%1 (%2) → %3 (%4)，由 %5 变为 %6</translation>
    </message>
    <message>
        <source>original, cosine</source>
        <translation>原始，余弦</translation>
    </message>
    <message>
        <source>exchanged, cosine</source>
        <translation>交换后，余弦</translation>
    </message>
    <message>
        <source>Copy as NumPy</source>
        <translation>复制为 NumPy 代码</translation>
    </message>
    <message>
        <source>Copy commands</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <source>Export figure…</source>
        <translation>导出图…</translation>
    </message>
</context>
<context>
    <name>pescope::ui::TokenMap</name>
    <message>
        <source>Map of %1, %2 tokens</source>
        <translation>%1的图，%2 个词元</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1，%2：%3</translation>
    </message>
    <message>
        <source>key →</source>
        <translation>键 →</translation>
    </message>
    <message>
        <source>query ↓</source>
        <translation>查询 ↓</translation>
    </message>
    <message>
        <source>mean of %1 × %1 cells</source>
        <translation>%1 × %1 格的平均</translation>
    </message>
</context>
<context>
    <name>pescope::ui::TokenStrip</name>
    <message numerus="yes">
        <source>%n tokens</source>
        <translation>
            <numerusform>%n 个词元</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>pescope::ui::ToolBar</name>
    <message>
        <source>Open model…</source>
        <translation>打开模型…</translation>
    </message>
    <message>
        <source>Proximity φ</source>
        <translation>相近度 φ</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>色图</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>标尺</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>Link views</source>
        <translation>联动视图</translation>
    </message>
    <message>
        <source>Linked views share zoom, pan, crosshair and pin (L)</source>
        <translation>联动视图共用缩放、平移、十字线和固定点（L）</translation>
    </message>
    <message>
        <source>Save figure…</source>
        <translation>导出图…</translation>
    </message>
    <message>
        <source>Colour map</source>
        <translation>色图</translation>
    </message>
    <message>
        <source>Colour scale</source>
        <translation>标尺</translation>
    </message>
    <message>
        <source>Layout of the panes</source>
        <translation>窗格布局</translation>
    </message>
    <message>
        <source>How two positions are compared; the formula stands at the colour bar</source>
        <translation>两个位置的比较方式；公式见色条旁</translation>
    </message>
    <message>
        <source>One colour scale for all panes: colours can be compared</source>
        <translation>所有窗格共用一个标尺：颜色可以互相比较</translation>
    </message>
    <message>
        <source>A colour scale for each pane: colours cannot be compared</source>
        <translation>每个窗格各自的标尺：颜色不能互相比较</translation>
    </message>
    <message>
        <source>Colours by rank: each covers an equal area</source>
        <translation>按大小排序着色：每种颜色覆盖同样的面积</translation>
    </message>
    <message>
        <source>by pane</source>
        <translation>按窗格</translation>
    </message>
    <message>
        <source>tables</source>
        <translation>表格</translation>
    </message>
</context>
<context>
    <name>pescope::ui::TourBanner</name>
    <message>
        <source>Tour %1 of %2</source>
        <translation>导览 %1/%2</translation>
    </message>
    <message>
        <source>Bright: alike. A depends on distance only; B was learned, row 0 stands apart.</source>
        <translation>亮：相似。A 只取决于距离；B 是学得的，它的第 0 行与众不同。</translation>
    </message>
    <message>
        <source>Move the base of A at the right: ψ, its range and the map change together.</source>
        <translation>在右侧调节 A 的基数：ψ、其范围和热图一起变化。</translation>
    </message>
    <message>
        <source>Point at a map: maps and chart follow. Click pins, wheel zooms. Then drop your own model.</source>
        <translation>指向一张热图：各图和图表随之联动。单击固定，滚轮缩放。然后拖入您自己的模型。</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Skip for good</source>
        <translation>不再显示</translation>
    </message>
</context>
<context>
    <name>pescope::ui::TravelStrip</name>
    <message>
        <source>ε = %1</source>
        <translation>ε = %1</translation>
    </message>
    <message>
        <source>integer</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>continuous</source>
        <translation>连续</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Ranges over the handle&apos;s travel</source>
        <translation>滑块行程上的各范围</translation>
    </message>
</context>
<context>
    <name>pescope::ui::WhatIfDialog</name>
    <message>
        <source>%1, rows shuffled</source>
        <translation>%1，各行打乱</translation>
    </message>
    <message>
        <source>%1, without row 0</source>
        <translation>%1，无第 0 行</translation>
    </message>
    <message>
        <source>%1, interpolated to %2</source>
        <translation>%1，插值到 %2</translation>
    </message>
    <message>
        <source>%1, extended to %2</source>
        <translation>%1，延长到 %2</translation>
    </message>
    <message>
        <source>What if: %1</source>
        <translation>假如：%1</translation>
    </message>
    <message>
        <source>What if it had more or fewer positions</source>
        <translation>假如位置更多或更少</translation>
    </message>
    <message>
        <source>Positions N</source>
        <translation>位置数 N</translation>
    </message>
    <message>
        <source>interpolate all rows</source>
        <translation>对所有行插值</translation>
    </message>
    <message>
        <source>repeat the last row</source>
        <translation>重复最后一行</translation>
    </message>
    <message>
        <source>begin again at row 0</source>
        <translation>从第 0 行重新开始</translation>
    </message>
    <message>
        <source>go on by its formula</source>
        <translation>按公式继续</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>First and last row stay the ends; the rows between are read off the straight lines from row to row.</source>
        <translation>首行与末行仍为两端；其间的行在相邻两行之间线性插值。</translation>
    </message>
    <message>
        <source>Every position after the last gets the last row. Relative tables: the outermost row on each side.</source>
        <translation>末行之后的每个位置都取末行。相对位置表：两侧各取最外的一行。</translation>
    </message>
    <message>
        <source>After the last row the table begins again.</source>
        <translation>末行之后从头重复。</translation>
    </message>
    <message>
        <source>For sinusoids, rotary encodings and biases, which are computed. A learned table has no formula.</source>
        <translation>用于由公式算出的正弦、旋转编码与偏置。学到的表没有公式。</translation>
    </message>
    <message>
        <source>Now it has %1. The model was not trained with these positions.</source>
        <translation>现在有 %1 个。模型并未用这些位置训练过。</translation>
    </message>
</context>
<context>
    <name>pescope::ui::WindowHelp</name>
    <message>
        <source>Select %1 %2</source>
        <translation>选择 %1 %2</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Start page</source>
        <translation>开始页</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
</context>
<context>
    <name>pescope::ui::dialogs</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Pictures are computed on</source>
        <translation>图像计算于</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>LibTorch</source>
        <translation>LibTorch</translation>
    </message>
    <message>
        <source>Matrix products</source>
        <translation>矩阵乘法</translation>
    </message>
    <message>
        <source>Speed of a 192³ product</source>
        <translation>192³ 乘法的速度</translation>
    </message>
    <message>
        <source>%1 GFLOP/s</source>
        <translation>%1 GFLOP/s</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>being loaded</source>
        <translation>正在加载</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Show the tour with the first start card</source>
        <translation>打开首张开始卡片时显示导览</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Device for tables and pictures</source>
        <translation>表和图像的计算设备</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>诊断</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>About PEScope</source>
        <translation>关于 PEScope</translation>
    </message>
    <message>
        <source>Position embeddings, seen: absolute and relative encodings as heatmaps, ω moved by hand, monotone ranges that are proved. Free software under the GNU General Public License, version 3 or later. The MiniLM position table that comes with it is from sentence-transformers/all-MiniLM-L6-v2, Apache License 2.0.</source>
        <translation>看得见的位置嵌入：以热图呈现绝对与相对位置编码，亲手调节 ω，单调范围经过证明。自由软件，按 GNU 通用公共许可证第 3 版或更新版本发布。自带的 MiniLM 位置表来自 sentence-transformers/all-MiniLM-L6-v2，采用 Apache 许可证 2.0 版。</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史记录</translation>
    </message>
    <message>
        <source>At the start</source>
        <translation>初始状态</translation>
    </message>
</context>
<context>
    <name>pescope::ui::present</name>
    <message>
        <source>‖p‖ of row %1: %2, others ≈ %3</source>
        <translation>第 %1 行 ‖p‖ = %2，其余 ≈ %3</translation>
    </message>
    <message>
        <source>‖pᵢ‖ = %1 for all i</source>
        <translation>‖pᵢ‖ = %1，处处相等</translation>
    </message>
    <message>
        <source>‖pᵢ‖ %1 to %2</source>
        <translation>‖pᵢ‖ 为 %1 至 %2</translation>
    </message>
    <message>
        <source>to the end (%1)</source>
        <translation>直到末端（%1）</translation>
    </message>
    <message>
        <source>falls over %1 (integer), %2 (ε = %3)</source>
        <translation>单调范围 %1（整数），%2（ε = %3）</translation>
    </message>
    <message>
        <source>; ψ′ = 0 first at m = %1</source>
        <translation>；连续 %1（ψ′ = 0）</translation>
    </message>
    <message>
        <source>; ψ′ keeps its sign</source>
        <translation>；ψ′ 不变号</translation>
    </message>
    <message>
        <source>; rises at m = %1: %2 → %3</source>
        <translation>；m = %1 处回升：%2 → %3</translation>
    </message>
    <message>
        <source>Dot</source>
        <translation>点积</translation>
    </message>
    <message>
        <source>Scaled dot</source>
        <translation>缩放点积</translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation>余弦</translation>
    </message>
    <message>
        <source>Centred dot</source>
        <translation>中心化点积</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>距离</translation>
    </message>
    <message>
        <source>rank scale</source>
        <translation>排序标尺</translation>
    </message>
    <message>
        <source>own scale</source>
        <translation>各自标尺</translation>
    </message>
    <message>
        <source>mean of %1 × %2 cells</source>
        <translation>%1 × %2 格的均值</translation>
    </message>
    <message>
        <source>Diff</source>
        <translation>差</translation>
    </message>
    <message>
        <source>APE</source>
        <translation>绝对 APE</translation>
    </message>
    <message>
        <source>RPE</source>
        <translation>相对 RPE</translation>
    </message>
    <message>
        <source>RoPE</source>
        <translation>旋转 RoPE</translation>
    </message>
    <message>
        <source>Bias</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>Conv</source>
        <translation>卷积</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>矩阵</translation>
    </message>
    <message>
        <source>base %1, c = %2</source>
        <translation>基数 %1，c = %2</translation>
    </message>
    <message>
        <source>, without the %1 fastest ω</source>
        <translation>，去掉最快的 %1 个 ω</translation>
    </message>
    <message>
        <source>, without the %1 slowest ω</source>
        <translation>，去掉最慢的 %1 个 ω</translation>
    </message>
    <message>
        <source>rank scale: every colour covers an equal area</source>
        <translation>排序标尺：每种颜色覆盖同样的面积</translation>
    </message>
    <message>
        <source>limits set by hand</source>
        <translation>手动设定的界限</translation>
    </message>
    <message>
        <source>mean φ at distance m</source>
        <translation>距离 m 处的平均 φ</translation>
    </message>
    <message>
        <source>ψ(m)</source>
        <translation>ψ(m)</translation>
    </message>
    <message>
        <source>ψ(m)/ψ(0)</source>
        <translation>ψ(m)/ψ(0)</translation>
    </message>
    <message>
        <source>mean of rows</source>
        <translation>各行的均值</translation>
    </message>
    <message>
        <source>before: %1</source>
        <translation>先前：%1</translation>
    </message>
    <message>
        <source>φ − mean of its diagonal: 0 everywhere ⇔ TI = 1</source>
        <translation>φ − 所在对角线的均值：处处为 0 ⇔ TI = 1</translation>
    </message>
    <message>
        <source>(φ(i, j) − φ(j, i)) / 2: 0 everywhere ⇔ SYM = 1</source>
        <translation>(φ(i, j) − φ(j, i)) / 2：处处为 0 ⇔ SYM = 1</translation>
    </message>
    <message>
        <source>φ does not fall on the step away from the diagonal</source>
        <translation>φ 在离开对角线的一步上没有下降</translation>
    </message>
    <message>
        <source>departure</source>
        <translation>偏离</translation>
    </message>
    <message>
        <source>asymmetry</source>
        <translation>不对称</translation>
    </message>
    <message>
        <source>rises (1 = yes)</source>
        <translation>上升（1 = 是）</translation>
    </message>
    <message>
        <source>share of %1 × %2 cells</source>
        <translation>%1 × %2 个单元格的份额</translation>
    </message>
    <message>
        <source>%1 rows hold NaN, left out of the curves: %2</source>
        <translation>%1 行含 NaN，曲线中已略去：%2</translation>
    </message>
    <message>
        <source>one row: there is nothing to compare it with</source>
        <translation>只有一行：没有可比较的行</translation>
    </message>
    <message>
        <source>; also rows %1</source>
        <translation>；还有第 %1 行</translation>
    </message>
    <message>
        <source>0.5–99.5 percentile of off-diagonal cells</source>
        <translation>非对角元的 0.5–99.5 百分位</translation>
    </message>
    <message>
        <source>0.5–99.5 percentile of a sample of rows</source>
        <translation>抽样行的 0.5–99.5 百分位</translation>
    </message>
    <message>
        <source>rows fall over: median %1, 10–90 % %2…%3; %4 % end at the edge</source>
        <translation>各行单调下降：中位数 %1，10–90 % 为 %2…%3；%4 % 止于边缘</translation>
    </message>
    <message>
        <source>%1 · what if</source>
        <translation>%1 · 假如</translation>
    </message>
    <message>
        <source>what if: %1</source>
        <translation>假如：%1</translation>
    </message>
    <message>
        <source>free ω, c = %1</source>
        <translation>自由的 ω，c = %1</translation>
    </message>
    <message>
        <source>original</source>
        <translation>原始</translation>
    </message>
    <message>
        <source>trained positions</source>
        <translation>训练所得的位置</translation>
    </message>
    <message>
        <source>exchanged</source>
        <translation>交换后</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>差</translation>
    </message>
    <message>
        <source>exchanged − original</source>
        <translation>交换后 − 原始</translation>
    </message>
    <message>
        <source>%1 · %2 layers × %3 heads, D = %4</source>
        <translation>%1 · %2 层 × %3 头，D = %4</translation>
    </message>
    <message>
        <source>%1 tokens, shape (1, %1, %2)</source>
        <translation>%1 个词元，形状 (1, %1, %2)</translation>
    </message>
    <message>
        <source>The text is too long for the model: its last %1 tokens are cut off.</source>
        <translation>文本对模型来说太长：末尾 %1 个词元被截去。</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>shuffled, seed %1</source>
        <translation>打乱，种子 %1</translation>
    </message>
    <message>
        <source>first %1 rows</source>
        <translation>前 %1 行</translation>
    </message>
    <message>
        <source>norm-matched × %1</source>
        <translation>范数匹配 × %1</translation>
    </message>
    <message>
        <source>cosine</source>
        <translation>余弦</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>sinusoid</source>
        <translation>正弦</translation>
    </message>
    <message>
        <source>%1, matched</source>
        <translation>%1，已匹配</translation>
    </message>
    <message>
        <source>%1 as it is</source>
        <translation>%1 原样</translation>
    </message>
    <message>
        <source>translation invariance of logits</source>
        <translation>logits 的平移不变性</translation>
    </message>
    <message>
        <source>symmetry of logits</source>
        <translation>logits 的对称性</translation>
    </message>
    <message>
        <source>monotonicity</source>
        <translation>单调性</translation>
    </message>
    <message>
        <source>monotonicity, local</source>
        <translation>局部单调性</translation>
    </message>
    <message>
        <source>strongest key at one distance</source>
        <translation>最强的键同在一个距离</translation>
    </message>
    <message>
        <source>locality</source>
        <translation>局域性</translation>
    </message>
    <message>
        <source>mirror symmetry</source>
        <translation>镜像对称性</translation>
    </message>
    <message>
        <source>mean distance</source>
        <translation>平均距离</translation>
    </message>
    <message>
        <source>entropy (nats)</source>
        <translation>熵（nats）</translation>
    </message>
    <message>
        <source>entropy ÷ ln n</source>
        <translation>熵 ÷ ln n</translation>
    </message>
    <message>
        <source>weight on the first special token</source>
        <translation>首个特殊词元的权重</translation>
    </message>
    <message>
        <source>weight on the last special token</source>
        <translation>末个特殊词元的权重</translation>
    </message>
    <message>
        <source>Sorted by the original run, the highest first: high belongs to heads that look by position.</source>
        <translation>按原始运行排序，高者在前：值高的头按位置看。</translation>
    </message>
    <message>
        <source>Sorted by the original run, the lowest first: low belongs to heads that look by position.</source>
        <translation>按原始运行排序，低者在前：值低的头按位置看。</translation>
    </message>
    <message>
        <source>Sorted by the original run, the highest first; it says nothing about position by itself.</source>
        <translation>按原始运行排序，高者在前；它本身不说明位置。</translation>
    </message>
    <message>
        <source>pairs: %1</source>
        <translation>词对：%1</translation>
    </message>
    <message>
        <source>%1 of them are unknown to the vocabulary, and all alike for the model.</source>
        <translation>其中 %1 个不在词表中，对模型来说全都一样。</translation>
    </message>
    <message>
        <source>at each patch i its map φ(i, j) over all patches j</source>
        <translation>每个图块 i 处是它对所有图块 j 的图 φ(i, j)</translation>
    </message>
</context>
</TS>
