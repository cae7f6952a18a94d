#pragma once

#include "document/Jobs.h"

#include <QPointer>
#include <QWidget>

namespace headlight {

/// Runs work on a thread of its own. What is over at once is never seen; else a small window stands before `window`
/// until it is, with how far it is and a button that cancels it. From its first millisecond until it is over, no key or
/// click reaches `window`: at first nobody handles events, and the small window is modal. So what is typed arrives
/// afterwards if the work was not seen, and is dropped if it was.
class JobRunner : public Jobs {
public:
    explicit JobRunner(QWidget* window) : window_(window) {}

    bool run(const QString& what, const Work& work, OnCancel onCancel) override;

private:
    QPointer<QWidget> window_;
    bool isRunning_ = false;
};

} // namespace headlight
