#pragma once

#include "base/LatestWins.h"
#include "base/Result.h"
#include "session/Session.h"

#include <QObject>

#include <memory>
#include <optional>

namespace headlight {

/// Where the weights of two sessions differ most, and by how much; masked cells left out.
struct WeightsDifference {
    float most = 0; ///< without a sign; NaN: nothing can be compared
    int head = 0, query = 0, key = 0;
    bool hasNaN = false; ///< of one of them or both some weights are none: they are left out
};

/// Of one layer, by an engine of its own. `other` has the same sizes. A Problem if there are more than 2^24 weights.
/// Any thread.
Result<WeightsDifference> largestDifference(const Session& session, const Session& other, int layer);

/// Answers off the GUI thread, the latest question alone. While nobody asks there is no thread and no memory taken.
class DifferenceAsker : public QObject {
    Q_OBJECT

public:
    explicit DifferenceAsker(QObject* parent = nullptr);
    ~DifferenceAsker() override;

    void ask(const Session& session, const Session& other, int layer);
    void drop(); ///< nobody waits for an answer any more

signals:
    void answered(const headlight::Result<headlight::WeightsDifference>& difference);

private:
    struct Question {
        Session session, other;
        int layer;
    };
    using Thread = LatestWins<Question, Result<WeightsDifference>>;
    std::unique_ptr<Thread> thread_;
    int dropped_ = 0; ///< how often: an answer may still be on its way then
};

} // namespace headlight
