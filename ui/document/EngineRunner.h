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

/// The Engine on its own thread: the latest request wins, answers arrive on the GUI thread. A frame that takes long
/// tells how far it is, and is stopped when another session is asked about.
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
    void progressed(std::optional<int> percent); ///< nothing: no frame takes long at present
    void unanswered();                           ///< there was no memory for so much as the question

private:
    struct Job {
        int number;     ///< of the request
        int ofSessions; ///< how many sessions had been asked about
        Session session;
        std::shared_ptr<const MergedRequest> asked;
    };
    struct Latest {
        std::atomic<int> number = 0, sessions = 0;
        std::atomic<int> percent = -1; ///< of the frame that takes long; -1: none
    };
    struct Done {
        int number;
        std::shared_ptr<const Frame> frame;
        std::shared_ptr<const MergedRequest> asked;
        bool isReplaced = false;
    };

    static Done compute(GuardedEngine& engine, Latest& latest, const Job& job); ///< on its thread
    void post(const Done& done);                                                ///< likewise
    void tellProgress();

    std::shared_ptr<GuardedEngine> engine_; ///< on its thread, but for setBackend()
    QString backendText_;
    std::shared_ptr<Latest> latest_;
    std::optional<Session> session_; ///< the last one
    QTimer telling_;                 ///< while a frame is to come
    std::unique_ptr<LatestWins<Job, Done>> thread_;
};

} // namespace headlight
