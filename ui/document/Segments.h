#pragma once

#include "document/History.h"
#include "document/ViewState.h"

#include <cstddef>
#include <map>
#include <optional>
#include <utility>

namespace headlight {

/// Remembers the first session of each segment of the history (History::Segment), the view in which it was left, and
/// how its numbers may differ from those of a model.
class Segments {
public:
    explicit Segments(const History& history) : history_(history) {}

    void forgetGone(); ///< forgets the segments that undo and redo can no longer reach
    bool isElsewhere() const { return shown_ != history_.segment().id; } ///< the present segment is not yet shown
    /// Keeps the view of the segment that is left, and takes the view in which the present one was left.
    void show(ViewState&);
    /// The present segment is to be shown with that view. `opened`: its first session; null: as it is known.
    void begin(const View&, const std::optional<Session>& opened);
    /// Returns the first session of the present segment: of a new one, the present session.
    const Session& opened() { return opened_.try_emplace(history_.segment().id, history_.session()).first->second; }
    /// Remembers how the numbers of the present segment may differ from those of a model.
    void warn(const FileCaution& caution) { cautions_[history_.segment().id] = caution; }
    FileCaution caution() const;                         ///< of the present segment
    std::size_t count() const { return opened_.size(); } ///< those whose first session is kept

private:
    const History& history_;
    std::optional<int> shown_;                                          ///< null: none yet
    std::map<int, std::pair<View, std::optional<ParameterCell>>> left_; ///< views, and selected entries
    std::map<int, Session> opened_;
    std::map<int, FileCaution> cautions_;
};

} // namespace headlight
