#include "oracles.h"

#include "backend/backends.h"
#include "document/Workbench.h"
#include "engine/Engine.h"
#include "io/sessionFile.h"
#include "journal/unsavedWork.h"
#include "session/consistency.h"
#include "support/frames.h"

namespace headlight::monkey {

namespace {

/// Returns an empty text if both are equal; otherwise `what`, and both texts around their first difference.
QString firstDifference(const std::string& a, const std::string& b, const char* what) {
    if (a == b) return {};
    const auto [at, there] = std::ranges::mismatch(a, b);
    const auto from = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, at - a.begin() - 60));
    return QStringLiteral("%1: ... %2 ... and ... %3 ...")
        .arg(QLatin1String(what), QString::fromStdString(a.substr(from, 120)),
             QString::fromStdString(b.substr(from, 120)));
}

} // namespace

bool isSettled(const ViewState& state) { return state.frame && state.frame->session == state.session; }

QString wrongSession(Workbench& bench) {
    const ViewState& state = bench.state();
    if (state.session != bench.document().session()) return QStringLiteral("The state is not the document's.");
    if (state.modified != (bench.document().isModified() || !state.refused.empty()))
        return QStringLiteral("The modified mark is wrong.");
    if (const auto wrong = firstInconsistency(state.session)) return QString::fromStdString(*wrong);
    const std::string text = sessionText({state.session, state.view});
    const auto read = parseSession(text);
    if (!read) return QStringLiteral("The session cannot be read again: ") + QString::fromStdString(read.text());
    return firstDifference(text, sessionText(*read), "The session comes back from its text as another");
}

QString wrongFrame(const ViewState& state) {
    Engine fresh(std::move(makeBackend(kDefaultBackend)).value());
    const Frame expected = fresh.answer(state.frame->session, state.frame->demand);
    return QString::fromStdString(testing::difference(*state.frame, expected));
}

QString wrongFile(Workbench& bench) {
    Document& document = bench.document();
    const std::filesystem::path path = document.path().toStdU16String();
    std::error_code error;
    if (path.empty() || document.isModified() || document.hasChangedOnDisk() || !std::filesystem::exists(path, error))
        return {};
    const auto read = readSession(path);
    if (!read) return QStringLiteral("What was saved cannot be read: ") + QString::fromStdString(read.text());
    return firstDifference(sessionText({document.session(), {}}), sessionText({read->session, {}}),
                           "The file holds another session than the one that is said to be saved");
}

QString wrongJournals(const std::filesystem::path& folder, const Session& lost) {
    const FoundWork found = findUnsavedWork(folder);
    if (!found.unreadable.empty())
        return QStringLiteral("Unsaved work cannot be read: ") + QString::fromStdString(found.unreadable[0].why);
    const std::string text = sessionText({lost, {}});
    QString wrong = QStringLiteral("There is no copy of what was edited.");
    for (const UnsavedWork& work : found.works) {
        const auto read = readUnsavedWork(work);
        if (!read) return QStringLiteral("Unsaved work cannot be restored: ") + QString::fromStdString(read.text());
        if (sessionText({read->file.session, {}}) == text) return {};
    }
    return QStringLiteral("A crash would have lost what was edited; %1 work folders hold something else.")
        .arg(found.works.size());
}

QString wrongHistory(Workbench& bench, const Session& first) {
    History& history = bench.document().history();
    const Session present = bench.state().session;
    const int at = history.index();
    while (history.canUndo()) history.undo();
    if (!history.hasTrimmed() && !sameValues(bench.state().session, first))
        return QStringLiteral("Undoing all does not give the first session.");
    while (history.canRedo()) history.redo();
    if (const auto wrong = firstInconsistency(bench.state().session)) return QString::fromStdString(*wrong);
    while (history.index() > at) history.undo();
    if (!sameValues(bench.state().session, present))
        return QStringLiteral("Making all again does not give the present session.");
    return {};
}

} // namespace headlight::monkey
