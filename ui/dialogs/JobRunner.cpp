#include "dialogs/JobRunner.h"

#include "base/LeavableThread.h"

#include <QApplication>
#include <QDialog>
#include <QEventLoop>
#include <QKeyEvent>
#include <QLabel>
#include <QPointer>
#include <QProgressBar>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QTimer>
#include <QVBoxLayout>

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

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

class JobDialog : public QDialog {
public:
    JobDialog(const QString& what, QWidget* parent) : QDialog(parent) {
        setObjectName(QStringLiteral("job"));
        setWindowTitle(QObject::tr("Headlight"));
        setWindowModality(Qt::ApplicationModal);
        setMinimumWidth(340);
        auto* rows = new QVBoxLayout(this);
        rows->setContentsMargins(20, 18, 20, 14);
        rows->setSpacing(12);
        text_ = new QLabel(what);
        text_->setTextFormat(Qt::PlainText);
        text_->setWordWrap(true);
        bar_ = new QProgressBar;
        bar_->setAccessibleName(what);
        bar_->setTextVisible(false);
        bar_->setRange(0, 0);
        button_ = new QPushButton(QObject::tr("Cancel"));
        button_->setAutoDefault(false); // nothing to be recommended
        rows->addWidget(text_);
        rows->addWidget(bar_);
        rows->addWidget(button_, 0, Qt::AlignRight);
        connect(button_, &QPushButton::clicked, this, &QDialog::reject);
    }

    void show(double done) {
        if (done < 0) return;
        bar_->setRange(0, kSteps);
        bar_->setValue(static_cast<int>(done * kSteps));
    }
    bool isCancelled() const { return isCancelled_; }
    /// By the button, Esc or the window's own cross; it stays until the work has ended or is left.
    void reject() override {
        isCancelled_ = true;
        text_->setText(QObject::tr("Cancelling…"));
        button_->setEnabled(false);
    }

private:
    QLabel* text_;
    QProgressBar* bar_;
    QPushButton* button_;
    bool isCancelled_ = false;
};

/// What was typed while nothing was seen yet, which Qt throws away as soon as a dialog is in the way: it arrives when
/// whoever wanted the work is done. Commands and the pointer are not kept, for they may be meant for what was there.
class Typed : public QObject {
public:
    Typed() {
        QCoreApplication::instance()->installEventFilter(this);
        QCoreApplication::processEvents();
        QCoreApplication::instance()->removeEventFilter(this);
    }
    ~Typed() override {
        for (auto& [receiver, event] : kept_)
            if (receiver) QCoreApplication::postEvent(receiver, event.release());
    }

protected:
    bool eventFilter(QObject* receiver, QEvent* event) override {
        if (QApplication::activeModalWidget() != before_) return false; // of a question that has come in between
        switch (event->type()) {
        case QEvent::ShortcutOverride: event->accept(); return true; // then it comes as a key
        case QEvent::InputMethod: return keep(receiver, *event);
        case QEvent::KeyPress:
        case QEvent::KeyRelease:
            return !(static_cast<QKeyEvent*>(event)->modifiers() & kCommand) ? keep(receiver, *event) : true;
        case QEvent::MouseButtonPress:
        case QEvent::MouseButtonRelease:
        case QEvent::MouseButtonDblClick:
        case QEvent::Wheel:
        case QEvent::TouchBegin:
        case QEvent::TouchUpdate:
        case QEvent::TouchEnd:
        case QEvent::TabletPress:
        case QEvent::ContextMenu:
        case QEvent::DragEnter:
        case QEvent::Drop: return true;
        case QEvent::Close: event->ignore(); return true;
        default: return false;
        }
    }

private:
    static constexpr Qt::KeyboardModifiers kCommand{Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier};

    bool keep(QObject* receiver, const QEvent& event) {
        kept_.emplace_back(receiver, event.clone());
        return true;
    }

    const QWidget* before_ = QApplication::activeModalWidget();
    std::vector<std::pair<QPointer<QObject>, std::unique_ptr<QEvent>>> kept_;
};

/// False: it was cancelled and need not be waited for.
bool waitVisibly(LeavableThread& thread, Running& running, const QString& what, Jobs::OnCancel onCancel,
                 QWidget* window) {
    const Typed typed;
    JobDialog dialog(what, window);
    QEventLoop loop;
    QTimer tick;
    bool isLeft = false;
    QObject::connect(&tick, &QTimer::timeout, &loop, [&] {
        dialog.show(running.done);
        if (dialog.isCancelled()) running.isCancelled = true;
        isLeft = dialog.isCancelled() && onCancel == Jobs::OnCancel::Leave;
        if (isLeft || thread.endsWithin(0ms)) loop.quit();
    });
    tick.start(kTick);
    static_cast<QWidget&>(dialog).show();
    loop.exec();
    return !isLeft || thread.endsWithin(0ms);
}

} // namespace

bool JobRunner::run(const QString& what, const Work& work, OnCancel onCancel) {
    if (isRunning_) return false; // a repeating key, while the first one's window is about to stand
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
