#include "dialogs/JobRunner.h"

#include "style/wrappedLabel.h"

#include <QProgressBar>
#include <QProgressDialog>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QTimer>

#include <chrono>
#include <optional>
#include <system_error>

namespace headlight {
namespace {

using namespace std::chrono_literals;

constexpr auto kTick = 40ms;
constexpr int kSteps = 1000;

/// Stays open after Cancel, Esc and a click on its cross: while it is open, no input reaches the window.
class JobDialog : public QProgressDialog {
public:
    JobDialog(const QString& what, WatchedThread& thread, QWidget* parent)
        : QProgressDialog({}, {}, 0, 0, parent), thread_(thread), bar_(new QProgressBar) {
        setObjectName(QStringLiteral("job"));
        setWindowTitle(QObject::tr("Headlight"));
        setMinimumWidth(340);
        setLabel(wrappedLabel(what));
        bar_->setAccessibleName(what);
        bar_->setTextVisible(false);
        bar_->setRange(0, 0);
        setBar(bar_);
        auto* button = new QPushButton(QObject::tr("Cancel"));
        button->setAutoDefault(false); // no answer is recommended
        setCancelButton(button);
        disconnect(this, &QProgressDialog::canceled, nullptr, nullptr); // it would hide
        connect(this, &QProgressDialog::canceled, this, [this, button] {
            thread_.cancel();
            setLabelText(QObject::tr("Cancelling…"));
            button->setEnabled(false);
        });
        setFocus(); // not the button, which a typed space would press
    }

    void reject() override { emit canceled(); }
    void showDone() {
        const double done = thread_.done();
        if (done < 0) return;
        bar_->setRange(0, kSteps);
        bar_->setValue(static_cast<int>(done * kSteps));
    }

private:
    WatchedThread& thread_;
    QProgressBar* bar_;
};

/// Returns false if the work was cancelled and need not be waited for.
bool waitVisibly(WatchedThread& thread, const QString& what, Jobs::OnCancel onCancel, QWidget* window) {
    const bool mayLeave = onCancel == Jobs::OnCancel::Leave;
    JobDialog dialog(what, thread, window);
    QTimer tick;
    QObject::connect(&tick, &QTimer::timeout, &dialog, [&] {
        dialog.showDone();
        if ((mayLeave && thread.isCancelled()) || thread.endsWithin(0ms)) dialog.done(0);
    });
    tick.start(kTick);
    dialog.exec(); // also ends if the program is told to quit
    if (!mayLeave) thread.join();
    return thread.endsWithin(0ms);
}

} // namespace

bool JobRunner::run(const QString& what, const Work& work, OnCancel onCancel) {
    if (isRunning_) return false; // called by a timer during a job
    std::optional<WatchedThread> thread;
    try {
        thread.emplace(work);
    } catch (const std::system_error&) { // no thread is available
        return Jobs::run(what, work, onCancel);
    }
    return wait(*thread, what, onCancel);
}

bool JobRunner::wait(WatchedThread& thread, const QString& what, OnCancel onCancel) {
    if (isRunning_) return false;
    const QScopedValueRollback guard(isRunning_, true);
    return thread.endsWithin(unseen) || waitVisibly(thread, what, onCancel, window_);
}

} // namespace headlight
