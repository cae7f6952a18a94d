#pragma once

#include "document/Jobs.h"

#include <QPointer>
#include <QWidget>

namespace headlight {

/// Runs work on a thread of its own. If the work takes longer than a moment, a modal progress dialog over `window`
/// shows its progress and a button that cancels it. No key or click reaches `window` while work runs: before the dialog
/// appears no events are handled, so keys typed then arrive after the work; keys typed into the dialog are dropped.
class JobRunner : public Jobs {
public:
    explicit JobRunner(QWidget* window) : window_(window) {}

    bool run(const QString& what, const Work& work, OnCancel onCancel) override;
    bool wait(WatchedThread& thread, const QString& what, OnCancel onCancel) override;

private:
    QPointer<QWidget> window_;
    bool isRunning_ = false;
};

} // namespace headlight
