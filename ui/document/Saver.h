#pragma once

#include "document/Document.h"
#include "document/Jobs.h"
#include "io/sessionFile.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>

namespace headlight {

/// Saves a document on a thread while it is edited, one save at a time. A save that takes less than Jobs::unseen has
/// ended when begin() returns. GUI thread only.
class Saver : public QObject {
    Q_OBJECT

public:
    /// Called with the result. After a Problem, such as cancelled(), the file is as it was.
    using Then = std::function<void(const Result<void>&)>;

    explicit Saver(Document& document);
    ~Saver() override; ///< waits for the running save; `then` is not called

    void begin(const QString& path, SessionFile contents, Then then = {}); ///< no save may be running: see wait()
    bool isRunning() const { return thread_.has_value(); }
    void cancel();
    /// Waits for the running save in a job, which may cancel it. Returns its result, or that of the last save if none
    /// is running. If the job is refused, returns cancelled(), and the save goes on.
    Result<void> wait(Jobs& jobs);

signals:
    void progressed(std::optional<int> percent); ///< null: the save has ended

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
