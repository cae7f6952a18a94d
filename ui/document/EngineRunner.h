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
#include <vector>

namespace headlight {

/// The Engine on its own thread: the latest request wins, answers arrive on the GUI thread. Work that would take
/// seconds more ends when another session is asked about, or other maps; meanwhile it tells how far it is.
class EngineRunner : public QObject {
    Q_OBJECT

public:
    /// `fallback`: see GuardedEngine.
    EngineRunner(std::unique_ptr<Backend> backend, std::unique_ptr<Backend> fallback, QObject* parent = nullptr);
    ~EngineRunner() override; ///< does not wait for an Engine that is busy

    void request(const Session&, MergedRequest);
    void cancel();                                           ///< what takes long has no answer
    void setBackend(std::unique_ptr<Backend>, const Terms&); ///< see GuardedEngine: the frame after this one is its
    QString backendText() const;

signals:
    void answered(std::shared_ptr<const headlight::Frame> frame, const headlight::MergedRequest& asked);
    void progressed(std::optional<int> percent); ///< nothing: no frame takes long at present
    void unanswered();                           ///< there was no memory for so much as the question

private:
    struct Job {
        int number;
        Session session;
        std::shared_ptr<const MergedRequest> asked;
    };
    struct Done {
        int number;
        std::shared_ptr<const Frame> frame;
        std::shared_ptr<const MergedRequest> asked;
        bool isReplaced = false;
    };
    /// What both threads know. Numbers are those of requests.
    struct Shared {
        std::atomic<int> newest = 0;    ///< the last one
        std::atomic<int> other = 0;     ///< the last one that wants less, or another session, than the one before it
        std::atomic<int> cancelled = 0; ///< the last one that is
        std::atomic<int> percent = -1;  ///< of a frame that takes long; -1: none does
    };

    static Done compute(GuardedEngine& engine, Shared& shared, const Job& job); ///< on its thread
    void post(const Done& done);                                                ///< likewise
    void tellProgress();

    std::shared_ptr<GuardedEngine> engine_; ///< on its thread, but for setBackend()
    QString backendText_;
    std::shared_ptr<Shared> shared_;
    Session session_; ///< of the last request
    std::vector<MapDemand> maps_;
    QTimer telling_; ///< while an answer is to come
    std::unique_ptr<LatestWins<Job, Done>> thread_;
};

} // namespace headlight
