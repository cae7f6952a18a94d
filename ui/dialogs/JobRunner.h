#pragma once

#include "document/Jobs.h"

#include <QPointer>
#include <QWidget>

namespace headlight {

/// Runs work on a thread of its own. What is over at once is never seen; else a small window stands before `window`
/// until it is, with how far it is and a button that cancels it.
class JobRunner : public Jobs {
public:
    explicit JobRunner(QWidget* window) : window_(window) {}

    bool run(const QString& what, const Work& work, OnCancel onCancel) override;

private:
    QPointer<QWidget> window_;
    bool isRunning_ = false;
};

} // namespace headlight
