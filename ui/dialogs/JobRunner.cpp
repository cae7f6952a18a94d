#include "dialogs/JobRunner.h"

#include "base/LeavableThread.h"

#include <QLabel>
#include <QProgressBar>
#include <QProgressDialog>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QTimer>

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <system_error>

namespace headlight {
namespace {

using namespace std::chrono_literals;

constexpr auto kUnseen = 150ms; ///< a person does not notice that nothing moves
constexpr auto kTick = 40ms;
constexpr int kSteps = 1000;

/// What both threads know of the work.
struct Running {
    std::atomic<double> done{-1}; ///< below 0: not known
    std::atomic<bool> isCancelled{false};
};

/// Stays after Cancel, Esc and its own cross: while it is there, no input reaches the window.
class JobDialog : public QProgressDialog {
public:
    JobDialog(const QString& what, Running& running, QWidget* parent)
        : QProgressDialog({}, {}, 0, 0, parent), running_(running), bar_(new QProgressBar) {
        setObjectName(QStringLiteral("job"));
        setWindowTitle(QObject::tr("Headlight"));
        setMinimumWidth(340);
        auto* label = new QLabel(what);
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        setLabel(label);
        bar_->setAccessibleName(what);
        bar_->setTextVisible(false);
        bar_->setRange(0, 0);
        setBar(bar_);
        auto* button = new QPushButton(QObject::tr("Cancel"));
        button->setAutoDefault(false); // nothing to be recommended
        setCancelButton(button);
        disconnect(this, &QProgressDialog::canceled, nullptr, nullptr); // it would hide
        connect(this, &QProgressDialog::canceled, this, [this, button] {
            running_.isCancelled = true;
            setLabelText(QObject::tr("Cancelling…"));
            button->setEnabled(false);
        });
    }

    void reject() override { emit canceled(); }
    void showDone() {
        const double done = running_.done;
        if (done < 0) return;
        bar_->setRange(0, kSteps);
        bar_->setValue(static_cast<int>(done * kSteps));
    }

private:
    Running& running_;
    QProgressBar* bar_;
};

/// False: it was cancelled and need not be waited for.
bool waitVisibly(LeavableThread& thread, Running& running, const QString& what, Jobs::OnCancel onCancel,
                 QWidget* window) {
    const bool mayLeave = onCancel == Jobs::OnCancel::Leave;
    JobDialog dialog(what, running, window);
    QTimer tick;
    QObject::connect(&tick, &QTimer::timeout, &dialog, [&] {
        dialog.showDone();
        if ((mayLeave && running.isCancelled) || thread.endsWithin(0ms)) dialog.done(0);
    });
    tick.start(kTick);
    dialog.exec(); // also ends if the program is told to quit
    if (!mayLeave) thread.join();
    return thread.endsWithin(0ms);
}

} // namespace

bool JobRunner::run(const QString& what, const Work& work, OnCancel onCancel) {
    if (isRunning_) return false; // by a timer
    const QScopedValueRollback guard(isRunning_, true);
    const auto running = std::make_shared<Running>();
    std::optional<LeavableThread> thread;
    try {
        thread.emplace([running, work] {
            work([&](double done) {
                running->done = done;
                return !running->isCancelled;
            });
        });
    } catch (const std::system_error&) { // no thread to be had
        return Jobs::run(what, work, onCancel);
    }
    return thread->endsWithin(kUnseen) || waitVisibly(*thread, *running, what, onCancel, window_);
}

} // namespace headlight
