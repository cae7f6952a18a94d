#include "document/JournalKeeper.h"

#include "document/Workbench.h"

#include <QDateTime>
#include <QTimer>

namespace headlight {

constexpr int kSavedSoonMs = 200;

JournalKeeper::JournalKeeper(Workbench& bench, std::filesystem::path folder, std::chrono::milliseconds pause)
    : bench_(bench),
      folder_(folder),
      thread_(std::move(folder),
              {[this](const Problem& problem) { caution(QString::fromStdString(problem.text)); }, // on the thread
               [this](JournalThread::Milliseconds interval) {
                   const QString text =
                       tr("This session is so large that unsaved changes are backed up only every %1 seconds. Save it "
                          "after important changes.")
                           .arg((interval.count() + 500) / 1000);
                   caution(text);
                   QMetaObject::invokeMethod(
                       this, [this, text] { saidOfSize_ = text; }, Qt::QueuedConnection);
               }},
              pause) {
    bench_.document().setBeforeSaving([this]() -> Document::Saving {
        const auto work = thread_.folderOf(bench_.document().history().segment().id);
        return [work, state = state_](const std::filesystem::path& file, std::string_view text) {
            noteSaving(work, state, file, text);
        };
    });
    bench_.add(*this);
}

JournalKeeper::~JournalKeeper() {
    bench_.document().setBeforeSaving({});
    bench_.remove(*this);
}

/// Reports with the next events, since an edit that is just being made would clear the message; during a save, which is
/// shown in its place, tries again later.
void JournalKeeper::caution(const QString& text) {
    const auto say = [this, text] {
        if (!bench_.files().saver().isRunning()) return bench_.messages().report(text, MessageKind::Caution);
        QTimer::singleShot(kSavedSoonMs, this, [this, text] { caution(text); });
    };
    QMetaObject::invokeMethod(this, say, Qt::QueuedConnection);
}

JournalNote JournalKeeper::note() {
    Document& document = bench_.document();
    return {document.title().toStdString(),
            document.path().toStdString(),
            document.seen(),
            static_cast<std::uint64_t>(document.history().edits()),
            std::exchange(timeOfNext_, std::nullopt).value_or(QDateTime::currentSecsSinceEpoch()),
            ++state_};
}

void JournalKeeper::present(const ViewState& state) {
    if (!isKeeping_) return;
    if (!saidOfSize_.isEmpty() && !JournalThread::isLarge(state.session)) {
        const QString said = std::exchange(saidOfSize_, {});
        if (state.problem == said) bench_.messages().report({});
    }
    Document& document = bench_.document();
    const History& history = document.history();
    std::erase_if(kept_, [&](const auto& kept) {
        if (history.has(kept.first)) return false;
        if (history.isTrimmed(kept.first)) {
            thread_.leave(kept.first);
            caution(tr("The undo history is full, so older unsaved changes were removed from it. Use File > Restore "
                       "unsaved work to get them back."));
        } else {
            thread_.forget(kept.first);
        }
        return true;
    });
    const int work = history.segment().id;
    if (!document.isModified()) {
        if (kept_.erase(work) > 0) thread_.forget(work);
        return;
    }
    const Kept now{document.session(), document.seen()};
    const auto [kept, isNew] = kept_.try_emplace(work, now);
    if (!isNew && kept->second == now) return;
    kept->second = now;
    thread_.keep(work, {document.session(), viewOf(state), cautionOf(state)}, note(), state.opened);
}

void JournalKeeper::forgetAll() {
    isKeeping_ = false;
    for (const auto& [work, session] : std::exchange(kept_, {})) thread_.forget(work);
}

} // namespace headlight
