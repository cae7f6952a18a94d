#include "document/Saver.h"

#include "io/files.h"

#include <QFileInfo>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace headlight {
namespace {

using namespace std::chrono_literals;

constexpr auto kSaverTick = 40ms;

Problem changedMeanwhile(const std::filesystem::path& path) {
    return {"Could not save " + quotedPath(path) +
            ": another program has changed it in the meantime. Save again to choose which version to keep."};
}

/// Writes the file and returns its stamp and checksum; null if it is gone. `before`: the stamp when the save began.
Result<std::optional<SeenFile>> written(const std::filesystem::path& to, const SessionFile& file,
                                        const std::optional<FileStamp>& before, const Document::Saving& saving,
                                        const Watch& watch) {
    const auto text = textToSave(to, file, partOf(watch, 0, 0.5));
    if (!text) return text.problem();
    if (saving) saving(to, *text);
    bool isTheirs = false;
    const auto unlessChanged = [&](double done) { // 1: before the renaming
        isTheirs = done >= 1 && stampOf(to) != before;
        return !isTheirs && shouldContinue(watch, 0.5 + done / 2);
    };
    const auto wrote = writeFile(to, *text, unlessChanged);
    if (isTheirs) return changedMeanwhile(to);
    if (!wrote) return wrote.problem();
    const auto stamp = stampOf(to);
    return stamp ? std::optional(SeenFile{*stamp, checksum(*text)}) : std::nullopt;
}

} // namespace

Saver::Saver(Document& document) : document_(document) {
    tick_.setInterval(kSaverTick);
    connect(&tick_, &QTimer::timeout, this, &Saver::look);
}

Saver::~Saver() {
    if (thread_) thread_->join();
}

void Saver::begin(const QString& path, SessionFile contents, Then then) {
    const std::filesystem::path to(path.toStdU16String());
    const auto& hook = document_.beforeSaving();
    const std::function<Result<Seen>(const Watch&)> write =
        [to, before = stampOf(to), file = std::move(contents), saving = hook ? hook() : Document::Saving()](
            const Watch& watch) { return written(to, file, before, saving, watch); };
    path_ = path;
    then_ = std::move(then);
    made_ = std::make_shared<JobResult<Seen>>();
    const Jobs::Work work = [made = made_, write](const Watch& watch) { made->run(write, watch); };
    try {
        thread_.emplace(work);
    } catch (const std::system_error&) { // no thread is available
        work({});
    }
    document_.beginSaving();
    if (!thread_ || thread_->endsWithin(Jobs::unseen)) return end();
    tick_.start();
    look();
}

void Saver::look() {
    if (thread_->endsWithin(0ms)) return end();
    constexpr double kPercent = 100;
    emit progressed(static_cast<int>(kPercent * std::max(thread_->done(), 0.0)));
}

void Saver::cancel() {
    if (thread_) thread_->cancel();
}

Result<void> Saver::wait(Jobs& jobs) {
    if (!thread_) return last_;
    tick_.stop(); // the job waits for the thread, and its window shows the progress
    emit progressed({});
    if (!jobs.wait(*thread_, tr("Saving %1").arg(QFileInfo(path_).fileName()), Jobs::OnCancel::Wait)) {
        tick_.start();
        return cancelled();
    }
    end();
    return last_;
}

void Saver::end() {
    tick_.stop();
    thread_.reset();
    const auto seen = std::exchange(made_, nullptr)->take();
    document_.endSaving(path_, seen);
    last_ = seen ? Result<void>() : seen.problem();
    emit progressed({});
    if (const Then then = std::exchange(then_, nullptr)) then(last_);
}

} // namespace headlight
