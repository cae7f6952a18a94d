#pragma once

#include "base/LatestWins.h"
#include "engine/Engine.h"

#include <QObject>

#include <functional>
#include <memory>

namespace headlight {

/// The Engine on its own thread: the latest request wins, answers arrive on the GUI thread.
class EngineRunner : public QObject {
    Q_OBJECT

public:
    /// `fallback`: see Engine.
    EngineRunner(std::unique_ptr<Backend> backend, std::unique_ptr<Backend> fallback, QObject* parent = nullptr);
    ~EngineRunner() override;

    void request(const Session&, const Demand&);
    QString backendText() const;

signals:
    void answered(std::shared_ptr<const headlight::Frame> frame);

private:
    struct Job {
        Session session;
        Demand demand;
    };
    using Answer = std::shared_ptr<const Frame>;

    QString backendText_;
    Engine engine_;
    std::unique_ptr<LatestWins<Job, Answer>> thread_;
};

} // namespace headlight
