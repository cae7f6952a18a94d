#pragma once

#include "base/LatestWins.h"
#include "document/RequestBoard.h"
#include "engine/GuardedEngine.h"

#include <QObject>
#include <QTimer>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

namespace headlight {

/// Runs the Engine on its own thread: the latest request wins, and answers arrive on the GUI thread. Work that would
/// take seconds more is stopped by a request with another session or without one of its maps. It reports its progress.
/// Its destructor does not wait for an Engine that is busy.
class EngineRunner : public QObject {
    Q_OBJECT

public:
    /// `fallback`: see GuardedEngine.
    EngineRunner(std::unique_ptr<Backend> backend, std::unique_ptr<Backend> fallback, QObject* parent = nullptr);

    void request(const Session&, MergedRequest);
    void cancel();                                           ///< stops the present work, which then has no answer
    void setBackend(std::unique_ptr<Backend>, const Terms&); ///< computes from the next frame on; see GuardedEngine
    QString backendText() const;                             ///< to be asked before the first request

signals:
    void answered(std::shared_ptr<const headlight::Frame> frame, const headlight::MergedRequest& asked);
    void progressed(std::optional<int> percent); ///< null: no frame takes long at present
    void unanswered();                           ///< there was not enough memory to answer

private:
    struct Job {
        int number = 0;
        Session session;
        std::shared_ptr<const MergedRequest> asked;
    };
    struct Done {
        int number;
        std::shared_ptr<const Frame> frame;
        std::shared_ptr<const MergedRequest> asked;
        bool isReplaced = false;
    };
    /// The state that both threads share. Its numbers are those of requests.
    struct Shared {
        std::atomic<int> newest = 0;    ///< the last request
        std::atomic<int> outdating = 0; ///< the last request without the session or a map of the request before it
        std::atomic<int> cancelled = 0; ///< the last request that was cancelled
        std::atomic<int> percent = -1;  ///< progress of a frame that takes long; -1: none does
    };

    using Post = std::function<void(Done)>;
    /// Called on the engine's thread. Posts what is made meanwhile.
    static Done compute(GuardedEngine& engine, Shared& shared, const Job& job, const Post& post);
    void post(const Done& done); ///< called on the engine's thread
    void tellProgress();

    std::shared_ptr<GuardedEngine> engine_; ///< used on its thread, except for setBackend()
    std::shared_ptr<Shared> shared_;
    Job last_;       ///< the last request
    QTimer telling_; ///< runs while an answer is awaited
    std::unique_ptr<LatestWins<Job, Done>> thread_;
};

} // namespace headlight
