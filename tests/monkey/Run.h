#pragma once

#include "Action.h"
#include "Hand.h"
#include "Monkey.h"
#include "Reach.h"
#include "Trouble.h"
#include "Watch.h"
#include "session/Session.h"

#include <QElapsedTimer>
#include <QObject>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace headlight {
class MainWindow;
struct Frame;
} // namespace headlight

namespace headlight::monkey {

struct Plan {
    std::uint64_t seed = 1;
    int gestures = 2000;
    std::vector<Action> script; ///< performed instead of the monkey's actions
    bool isReplay = false;
};

/// Performs one action after another, each from the running event loop, which may be that of a dialog.
class Run : public QObject {
    Q_OBJECT

public:
    Run(Plan plan, Hand& hand, Watch& watch);
    ~Run() override;

    void start();
    void syncJournals();                         ///< after it no journal is being written
    QString failure() const { return failure_; } ///< empty if nothing failed
    QString figures() const;
    QString reached() const { return reach_.table(); }

signals:
    void ended(); ///< perhaps emitted from within a dialog that failed

protected:
    bool eventFilter(QObject*, QEvent*) override; ///< keeps input out of file dialogs, which could remove files

private:
    void tick();
    void again(int ms = 0);
    void boot();
    void kill();
    bool asksAgain();
    void charge();
    bool isCalm() const;
    bool waits();
    std::optional<Action> nextAction();
    void begin(const Action&);
    void check();
    void fail(const QString& text);

    Plan plan_;
    Hand& hand_;
    Watch& watch_;
    Monkey monkey_;
    Reach reach_;
    Trouble trouble_;
    std::unique_ptr<MainWindow> window_;
    Session first_;                  ///< the session that undoing all steps must give
    std::optional<Action> awaiting_; ///< a Settle, Check or Pause in progress
    QElapsedTimer awaited_;
    std::shared_ptr<const Frame> answered_; ///< the frame that had failed at the last request of asksAgain()
    int asked_ = 0;
    QElapsedTimer working_; ///< started when a job's dialog appeared
    std::size_t lines_ = 0;
    int checkedAt_ = 0, checks_ = 0, boots_ = 0, depth_ = 0, calming_ = 0;
    double mark_ = 0, longest_ = 0, firstMb_ = 0;
    QString longestLine_, failure_;
};

} // namespace headlight::monkey
