// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/document.h"

#include <QTimer>

#include <algorithm>

namespace pescope::ui {

using session::OpenedOrigin;
using session::SinusoidOrigin;

/// A step of history: the whole session before and after, which is a few hundred bytes.
class Document::SessionCommand : public QUndoCommand {
public:
    enum class Part { Step, Continuation };
    SessionCommand(Document* document, const QString& name, session::Session before, session::Session after,
                   Part part = Part::Step)
        : QUndoCommand(name)
        , m_document(document)
        , m_part(part)
        , m_before(std::move(before))
        , m_after(std::move(after))
    {
    }
    void undo() override { m_document->apply(m_before); }
    void redo() override { m_document->apply(m_after); }
    [[nodiscard]] int id() const override { return 1; }
    /// A continuation goes with the step before it: one undo takes both back.
    bool mergeWith(const QUndoCommand* next) override
    {
        const auto* continuation = static_cast<const SessionCommand*>(next);
        if (continuation->m_part != Part::Continuation || continuation->m_before != m_after)
            return false;
        m_after = continuation->m_after;
        return true;
    }

private:
    Document* m_document;
    Part m_part;
    session::Session m_before, m_after;
};

namespace {

const encoding::SinusoidSpec* sinusoidOf(const session::Session& session, session::SourceKey key)
{
    const session::Source* source = session::find(session, key);
    const auto* origin = source ? std::get_if<SinusoidOrigin>(&source->origin) : nullptr;
    return origin ? &origin->spec : nullptr;
}

/// What a session calls a source that nobody named.
std::string automaticName(const OpenedOrigin& origin)
{
    session::Session scratch;
    session::add(scratch, origin);
    return scratch.sources.front().name;
}

} // namespace

Document::Document(QObject* parent)
    : QObject(parent)
    , m_backend(compute::eigenBackend())
    , m_composer(std::make_shared<frame::Composer>())
{
    connect(&m_store, &SourceStore::arrived, this, [this](const QString& spec) {
        for (const session::Source& source : m_session.sources)
            if (const auto* origin = std::get_if<OpenedOrigin>(&source.origin);
                origin && origin->spec == spec.toStdString())
                encodingsArrived(source.key);
    });
    connect(&m_store, &SourceStore::progress, this, [this](const QString& spec, double fraction, const QString& step) {
        for (const session::Source& source : m_session.sources)
            if (const auto* origin = std::get_if<OpenedOrigin>(&source.origin);
                origin && origin->spec == spec.toStdString())
                Q_EMIT sourceProgress(source.key, fraction, step);
    });
}

Document::~Document() = default;

void Document::apply(session::Session next)
{
    if (next == m_session)
        return;
    const auto* now = sinusoidOf(next, next.active);
    const auto* before = sinusoidOf(m_gestureBefore ? *m_gestureBefore : m_session, next.active);
    if (now && before && *now != *before)
        m_former = *before;
    else if (m_formerKey != next.active)
        m_former.reset();
    m_formerKey = next.active;
    const bool wasLinked = m_session.options.linked;
    m_session = std::move(next);
    if (m_session.options.linked && !wasLinked)
        m_view.link();
    for (const session::Source& source : m_session.sources)
        if (const auto* origin = std::get_if<OpenedOrigin>(&source.origin))
            m_store.request(origin->spec);
    ++m_revision;
    Q_EMIT sessionChanged();
    requestFrame();
}

void Document::edit(const QString& name, const Change& change)
{
    endGesture(tr("ω")); // one that goes on by itself: two changes are two steps
    session::Session next = m_session;
    change(next);
    if (next != m_session)
        m_undo.push(new SessionCommand(this, name, m_session, std::move(next)));
}

void Document::restart(session::Session session, session::View view)
{
    cancelGesture();
    m_undo.clear();
    m_view.value = std::move(view);
    const session::View wanted = m_view.value;
    apply(std::move(session));
    m_view.value = wanted; // linking views anew must not forget them
    Q_EMIT viewChanged();
    requestFrame();
}

void Document::beginGesture()
{
    if (!m_gestureBefore)
        m_gestureBefore = m_session;
}

void Document::gesture(const Change& change)
{
    beginGesture();
    session::Session next = m_session;
    change(next);
    apply(std::move(next));
}

void Document::endGesture(const QString& name)
{
    if (!m_gestureBefore)
        return;
    session::Session before = std::move(*m_gestureBefore);
    m_gestureBefore.reset();
    if (before != m_session)
        m_undo.push(new SessionCommand(this, name, std::move(before), m_session));
}

void Document::cancelGesture()
{
    if (!m_gestureBefore)
        return;
    session::Session before = std::move(*m_gestureBefore);
    m_gestureBefore.reset();
    apply(std::move(before));
}

void Document::open(const QStringList& sources)
{
    for (const QString& text : sources) {
        const encoding::SourceText parsed = encoding::parseSource(text.toStdString());
        if (parsed.spec.starts_with("sinusoid:")) {
            const auto built = encoding::resolve(parsed.spec);
            const auto* spec = built && !built->encodings.empty()
                ? std::get_if<encoding::SinusoidSpec>(&built->encodings.front().content)
                : nullptr;
            if (spec) {
                edit(tr("Add %1").arg(text), [&](session::Session& s) {
                    session::add(s, SinusoidOrigin{*spec}, tr("Fixed sinusoid").toStdString());
                });
                continue;
            }
        }
        edit(tr("Open %1").arg(text), [&](session::Session& s) {
            session::add(s, OpenedOrigin{parsed.spec, parsed.id}, builtInName(parsed.spec).toStdString());
        });
    }
}

/// A short name for what has no file to be named after; empty for files.
QString Document::builtInName(const std::string& spec)
{
    const std::pair<std::string_view, QString> names[] = {{"learned:", tr("Random table")},
                                                          {"sinusoid-relative:", tr("Relative sinusoid")},
                                                          {"alibi:", tr("ALiBi")},
                                                          {"rotary:", tr("Rotary")}};
    const auto* const at = std::ranges::find_if(names, [&](const auto& name) { return spec.starts_with(name.first); });
    return at == std::end(names) ? QString() : at->second;
}

void Document::reopen(session::SourceKey key, const QString& text)
{
    const encoding::SourceText parsed = encoding::parseSource(text.toStdString());
    edit(tr("Open %1").arg(text), [&](session::Session& s) {
        if (session::Source* source = session::find(s, key))
            source->origin = OpenedOrigin{parsed.spec, parsed.id};
    });
}

void Document::retry(session::SourceKey key)
{
    const session::Source* source = session::find(m_session, key);
    if (const auto* origin = source ? std::get_if<OpenedOrigin>(&source->origin) : nullptr)
        m_store.reload(origin->spec);
    requestFrame();
}

std::shared_ptr<const Result<encoding::Encoding>> Document::encoding(session::SourceKey key) const
{
    const session::Source* source = session::find(m_session, key);
    const auto* origin = source ? std::get_if<OpenedOrigin>(&source->origin) : nullptr;
    return origin ? m_store.encoding(origin->spec, origin->id) : nullptr;
}

void Document::encodingsArrived(session::SourceKey key)
{
    const session::Source* source = session::find(m_session, key);
    const auto origin = source ? std::get<OpenedOrigin>(source->origin) : OpenedOrigin{};
    const SourceStore::Entry entry = m_store.find(origin.spec);
    // a model opened without naming an encoding brings all that it uses
    if (entry && *entry && origin.id.empty()) {
        std::vector<std::string> ids;
        for (const encoding::Encoding& encoding : (*entry)->encodings)
            if (encoding.usedByModel && !encoding.id.starts_with("candidate."))
                ids.push_back(encoding.id);
        if (ids.size() > 1) {
            session::Session next = m_session;
            session::Source& first = *session::find(next, key);
            if (first.name == automaticName(origin)) // not renamed meanwhile
                first.name = automaticName({origin.spec, ids.front()});
            std::get<OpenedOrigin>(first.origin).id = ids.front();
            for (std::size_t k = 1; k < ids.size(); ++k)
                session::add(next, OpenedOrigin{origin.spec, ids[k]});
            next.active = key;
            // part of the opening, not a step of its own
            m_undo.push(new SessionCommand(this, tr("Open %1").arg(QString::fromStdString(origin.spec)), m_session,
                                           std::move(next), SessionCommand::Part::Continuation));
        }
    }
    ++m_revision;
    Q_EMIT sessionChanged();
    requestFrame();
}

const encoding::SinusoidSpec* Document::activeSinusoid() const
{
    return sinusoidOf(m_session, m_session.active);
}

void Document::select(session::SourceKey key)
{
    if (key == m_session.active || !session::find(m_session, key))
        return;
    session::Session next = m_session;
    next.active = key;
    apply(std::move(next));
}

void Document::useHandle(session::OmegaHandle handle)
{
    session::Session next = m_session;
    next.handle = handle;
    apply(std::move(next));
}

void Document::setPaneProvider(std::function<std::vector<frame::PaneGeometry>()> provider)
{
    m_panes = std::move(provider);
}

void Document::requestFrame()
{
    m_frameWanted = true;
    if (m_frameScheduled || m_frameInFlight)
        return;
    // after the event at hand, so that several changes in one event make one frame
    m_frameScheduled = true;
    QTimer::singleShot(0, this, [this] {
        m_frameScheduled = false;
        startFrame();
    });
}

void Document::startFrame()
{
    if (m_frameInFlight || !m_frameWanted || !m_panes)
        return;
    m_frameWanted = false;
    frame::Request request;
    request.revision = m_revision;
    request.session = m_session;
    for (const session::Source& source : m_session.sources)
        if (std::holds_alternative<OpenedOrigin>(source.origin))
            if (auto opened = encoding(source.key))
                request.opened.emplace(source.key, std::move(opened));
    request.statistics = m_statistics;
    request.panes = m_panes();
    request.before = m_former;
    request.backend = m_backend;
    m_frameInFlight = true;
    m_frameRunner.start(
        this,
        [composer = m_composer, request = std::move(request)](const JobContext& job) {
            return composer->compose(request, job);
        },
        [this](Result<frame::Frame> frame) { finishFrame(std::move(frame)); });
}

void Document::finishFrame(Result<frame::Frame> frame)
{
    m_frameInFlight = false;
    if (frame) {
        m_frame = std::make_shared<const frame::Frame>(std::move(*frame));
        Q_EMIT frameReady();
        startStatistics();
    }
    if (m_frameWanted)
        requestFrame();
}

void Document::startStatistics()
{
    if (m_statisticsInFlight || inGesture())
        return;
    frame::Statistics kept; // only of what is on screen
    proximity::SharedProximity next;
    for (const frame::Curve& curve : m_frame->curves) {
        const auto known = m_statistics.find(curve.proximity);
        if (known != m_statistics.end())
            kept.insert(*known);
        else if (!curve.proximity->toeplitz() && !next)
            next = curve.proximity;
    }
    m_statistics = std::move(kept);
    if (!next)
        return;
    m_statisticsInFlight = true;
    m_slowRunner.start(
        this, [next](const JobContext& job) { return frame::statisticsOf(*next, job); },
        [this, next](Result<frame::TableStatistics> statistics) {
            m_statisticsInFlight = false;
            // one that failed (no memory) is kept empty, so that it is not tried again and again
            m_statistics[next] = std::make_shared<const frame::TableStatistics>(statistics ? std::move(*statistics)
                                                                                           : frame::TableStatistics{});
            requestFrame();
        });
}

bool Document::idle() const
{
    return !m_frameInFlight && !m_frameWanted && !m_frameScheduled && !m_statisticsInFlight && !m_store.reading()
        && !m_torchInFlight;
}

void Document::loadTorch(const compute::DeviceChoice& device)
{
    struct Loaded {
        std::shared_ptr<const compute::Backend> backend;
        compute::TorchInfo info;
    };
    m_device = device;
    m_torchInFlight = true;
    m_torchRunner.start(
        this,
        [device](const JobContext&) -> Result<Loaded> {
            PESCOPE_TRY(module, compute::loadTorchModule());
            PESCOPE_TRY(backend, module->backend(device));
            return Loaded{backend, module->info()};
        },
        [this](Result<Loaded> loaded) {
            m_torchInFlight = false;
            if (loaded) {
                m_backend = loaded->backend;
                m_torchInfo = loaded->info;
                m_torchError.reset();
                requestFrame();
            } else {
                m_torchError = loaded.error();
            }
            Q_EMIT backendChanged();
        });
}

QString Document::backendName() const
{
    return QString::fromStdString(m_backend->name());
}

} // namespace pescope::ui
