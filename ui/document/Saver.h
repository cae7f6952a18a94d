#pragma once

#include "document/Document.h"
#include "document/Jobs.h"
#include "session/View.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>

namespace headlight {

/// Saves a document as it is, on a thread, while it is edited on; one save at a time. What ends within Jobs::kUnseen
/// has ended when begin() returns. GUI thread only.
class Saver : public QObject {
    Q_OBJECT

public:
    /// How it ended: cancelled(), or with what is wrong, the file is as it was.
    using Then = std::function<void(const Result<void>&)>;

    explicit Saver(Document& document);
    ~Saver() override; ///< waits for the running save; `then` is not called

    void begin(const QString& path, const View& view, Then then = {}); ///< none may be running: see wait()
    bool isRunning() const { return thread_.has_value(); }
    void cancel();
    /// Until it is over, in a job that may cancel it; how it, or else the last one, ended. Where the job is refused,
    /// that is cancelled(), and the save runs on.
    Result<void> wait(Jobs& jobs);

signals:
    void progressed(std::optional<int> percent); ///< nothing: it is over

private:
    using Seen = std::optional<SeenFile>;
    void look();
    void end();

    Document& document_;
    QTimer tick_;
    QString path_;
    Then then_;
    std::shared_ptr<JobResult<Seen>> made_;
    std::optional<WatchedThread> thread_;
    Result<void> last_;
};

} // namespace headlight
