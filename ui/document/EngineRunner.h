#pragma once

#include "base/LatestWins.h"
#include "document/RequestBoard.h"
#include "engine/GuardedEngine.h"

#include <QObject>

#include <atomic>
#include <functional>
#include <memory>

namespace headlight {

/// The Engine on its own thread: the latest request wins, answers arrive on the GUI thread. Work that would take
/// seconds more ends when another session is asked about, or other maps.
class EngineRunner : public QObject {
    Q_OBJECT

public:
    /// `fallback`: see GuardedEngine.
    EngineRunner(std::unique_ptr<Backend> backend, std::unique_ptr<Backend> fallback, QObject* parent = nullptr);
    ~EngineRunner() override; ///< does not wait for an Engine that is busy

    void request(const Session&, MergedRequest);
    void setBackend(std::unique_ptr<Backend>, const Terms&); ///< see GuardedEngine: the frame after this one is its
    QString backendText() const;

signals:
    void answered(std::shared_ptr<const headlight::Frame> frame, const headlight::MergedRequest& asked);
    void unanswered(); ///< there was no memory for so much as the question

private:
    struct Job {
        int number;
        Session session;
        std::shared_ptr<const MergedRequest> asked;
    };
    struct Done {
        std::shared_ptr<const Frame> frame;
        std::shared_ptr<const MergedRequest> asked;
        bool isReplaced = false;
    };

    void post(const Done& done); ///< on its thread

    std::shared_ptr<GuardedEngine> engine_; ///< on its thread, but for setBackend()
    QString backendText_;
    struct Newest {                 ///< numbers of requests
        std::atomic<int> any = 0;   ///< the last one
        std::atomic<int> other = 0; ///< the last one that wants less, or another session, than the one before it
    };
    std::shared_ptr<Newest> newest_;
    Session session_; ///< of the last request
    std::vector<MapDemand> maps_;
    std::unique_ptr<LatestWins<Job, Done>> thread_;
};

} // namespace headlight
