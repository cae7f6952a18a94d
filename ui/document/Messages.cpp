#include "document/Messages.h"

#include "session/lossOf.h"

#include <algorithm>
#include <utility>

namespace headlight {

constexpr int kNoticeMs = 5000, kReadingMs = 80; // minimum for a notice; for each letter of it

Messages::Messages(ViewState& state, Change change) : state_(state), change_(std::move(change)) {
    noticeEnds_.setSingleShot(true);
    noticeEnds_.callOnTimeout([this] { tell({}); });
}

void Messages::report(const QString& problem, MessageKind kind) {
    change_([this, problem, kind] {
        const bool isCovered = state_.problemKind == MessageKind::NotSaved && !state_.problem.isEmpty();
        if (isCovered && kind == MessageKind::Caution) return false; // NotSaved is worse news
        const bool hasKindChanged = std::exchange(state_.problemKind, kind) != kind;
        return std::exchange(state_.problem, problem) != problem || hasKindChanged;
    });
}

void Messages::tell(const QString& notice) {
    if (!notice.isEmpty()) noticeEnds_.start(std::max<int>(kNoticeMs, kReadingMs * static_cast<int>(notice.size())));
    change_([this, notice] { return std::exchange(state_.notice, notice) != notice; });
}

void Messages::tellLoss(const Session& before) {
    if (const std::string loss = lossOf(before, state_.session); !loss.empty()) tell(QString::fromStdString(loss));
}

void Messages::takeEdit(const Result<Session>& edited, bool isInGesture) {
    const MessageKind kind = state_.problemKind;
    const bool isHeld = kind == MessageKind::NotSaved || (kind == MessageKind::Caution && isInGesture);
    if (edited && isHeld) return; // it would vanish unread
    state_.problem = edited ? QString() : QString::fromStdString(edited.text());
    state_.problemKind = MessageKind::Failure;
}

void Messages::clear() {
    state_.problem.clear();
    state_.notice.clear();
}

} // namespace headlight
