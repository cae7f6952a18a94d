#pragma once

#include "base/Result.h"
#include "document/ViewState.h"

#include <QString>
#include <QTimer>

#include <functional>

namespace headlight {

/// The message bar and the notices: ViewState::problem, problemKind and notice.
class Messages {
public:
    /// Calls `alter` in a call of the queue, and presents the state if it returns true.
    using Change = std::function<void(const std::function<bool()>& alter)>;
    Messages(ViewState& state, Change change);

    /// Shows a problem in the message bar; empty clears it.
    void report(const QString& problem, MessageKind kind = MessageKind::Failure);
    void tell(const QString& notice);     ///< shows good news or advice for as long as it takes to read
    void tellLoss(const Session& before); ///< tells which numbers a switch has cut or drawn anew, if any: see lossOf()

    // For use within a call:
    void takeEdit(const Result<Session>&, bool isInGesture); ///< an edit ends a message, or its Problem replaces it
    void clear();

private:
    ViewState& state_;
    Change change_;
    QTimer noticeEnds_;
};

} // namespace headlight
