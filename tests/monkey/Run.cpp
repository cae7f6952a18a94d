#include "Run.h"

#include "FileActions.h"
#include "MainWindow.h"
#include "Recovery.h"
#include "deeds.h"
#include "examples.h"
#include "focusKeys.h"
#include "io/sessionFile.h"
#include "oracles.h"
#include "rest.h"
#include "screen.h"
#include "sight.h"
#include "support/answered.h"

#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QMessageBox>
#include <QThread>
#include <QTimer>

#include <utility>

namespace headlight::monkey {
namespace {

constexpr int kGesturesBetweenChecks = 200;
constexpr double kMaxActionLength = 1.0 * kSlowness; // in seconds of processor time
constexpr qint64 kMaxWaitMs = 60'000 * kSlowness;
constexpr int kMaxCalming = 200;

std::filesystem::path journals() { return QDir::current().filePath("headlight/journals").toStdString(); }

} // namespace

Run::Run(Plan plan, Hand& hand, Watch& watch)
    : plan_(std::move(plan)), hand_(hand), watch_(watch), monkey_(plan_.seed) {
    qApp->installEventFilter(this);
}

Run::~Run() = default;

void Run::start() {
    boot();
    firstMb_ = residentMb();
    again();
}

void Run::syncJournals() {
    if (window_) window_->recovery()->journals().sync();
}

void Run::again(int ms) { QTimer::singleShot(ms, this, &Run::tick); }

/// Makes a new window. Every second one has a CPU that takes over when its device fails.
void Run::boot() {
    window_.reset();
    trouble_.end();
    const bool hasFallback = ++boots_ % 2 == 0;
    window_ = std::make_unique<MainWindow>(journals(), trouble_.makeDevice(),
                                           hasFallback ? Trouble::makeFallback() : nullptr);
    reach_.follow(*window_);
    Workbench& bench = window_->workbench();
    first_ = bench.state().session;
    connect(&bench, &Workbench::documentReplaced, this, [this, &bench] {
        if (bench.document().history().count() == 0) first_ = bench.state().session; // otherwise a step of the history
    });
    window_->files().openExample(firstExample());
    window_->show();
    window_->activateWindow();
    QTimer::singleShot(0, window_.get(), [this] { window_->recovery()->offer(false); }); // as in the program
    mark_ = threadSeconds();
}

/// Ends the program without saving. Checks first that the journal has the unsaved edits.
void Run::kill() {
    const Document& document = window_->workbench().document();
    const auto file = readSession(document.path().toStdU16String());
    const auto textOf = [](const Session& session) { return sessionText({session, {}}); };
    const bool isInFile = file && textOf(file->session) == textOf(document.session()); // edits may lead back to it
    const std::optional<Session> lost = document.isModified() && !isInFile ? std::optional(document.session())
                                                                           : std::nullopt;
    if (!window_->recovery()->journals().sync()) return fail(QStringLiteral("The journal is not on the disk."));
    window_.reset();
    if (lost)
        if (const QString wrong = wrongJournals(journals(), *lost); !wrong.isEmpty()) fail(wrong);
    boot();
}

/// Charges the time of this thread since the last call to the last action.
void Run::charge() {
    const double spent = threadSeconds() - mark_;
    if (spent <= longest_) return;
    longest_ = spent;
    longestLine_ = watch_.line();
    if (spent > kMaxActionLength) fail(QStringLiteral("The window froze for %1 s.").arg(spent));
}

void Run::tick() {
    watch_.breathe();
    charge();
    if (const QString complaint = Watch::complaint(); !complaint.isEmpty()) fail("Qt says: " + complaint);
    if (!failure_.isEmpty()) return emit ended();
    if (!window_->isVisible() && !window_->isMinimized()) {
        if (depth_ == 0 && QThread::currentThread()->loopLevel() == 1) boot();
        return again();
    }
    reach_.look(*window_);
    if (waits()) {
        mark_ = threadSeconds();
        return again(1);
    }
    const auto action = nextAction();
    if (!failure_.isEmpty() || !action) return emit ended();
    begin(*action);
}

bool Run::isCalm() const {
    return depth_ == 0 && QThread::currentThread()->loopLevel() == 1 && !openPopup() && !openDialog() &&
           !hand_.isHolding();
}

bool Run::waits() {
    if (!awaiting_) return false;
    if (awaiting_->kind == Kind::Pause) {
        if (isJob(openDialog()) && awaited_.elapsed() < awaiting_->x) return true;
        awaiting_.reset();
        return false;
    }
    if (!isSettled(window_->workbench().state()) || !testing::isAnswered(*window_, window_->workbench().state())) {
        if (awaited_.elapsed() > kMaxWaitMs)
            fail(QStringLiteral("The maps never answered the session (%1).").arg(unanswered(*window_)));
        return failure_.isEmpty();
    }
    if (awaiting_->kind == Kind::Check && asksAgain()) return true;
    const bool isCheck = std::exchange(awaiting_, std::nullopt)->kind == Kind::Check;
    if (isCalm())
        if (const QString wrong = wrongRest(*window_); !wrong.isEmpty()) fail(wrong);
    if (isCheck) check();
    return false;
}

std::optional<Action> Run::nextAction() {
    if (!failure_.isEmpty()) return std::nullopt;
    if (plan_.isReplay) {
        if (lines_ >= plan_.script.size()) return std::nullopt;
        return plan_.script[lines_];
    }
    const bool isLast = monkey_.gestures() >= plan_.gestures;
    if (!isLast && monkey_.gestures() < checkedAt_ + kGesturesBetweenChecks) return monkey_.next(*window_);
    if (!isCalm()) {
        const QWidget* dialog = openDialog();
        const bool isWorking = isJob(dialog); // its dialog closes only when the job has ended
        if (!isWorking) working_.invalidate();
        if (isWorking && !working_.isValid()) working_.start();
        if (isWorking ? working_.elapsed() > kMaxWaitMs : ++calming_ > kMaxCalming) {
            const QWidget* open = openPopup() ? openPopup() : openDialog();
            const auto* question = qobject_cast<const QMessageBox*>(open);
            fail(QStringLiteral("%1 cannot be closed. %2")
                     .arg(QLatin1String(open ? open->metaObject()->className() : "What is under way"),
                          question ? question->text() : QString()));
        }
        return monkey_.towardsCalm(hand_.isHolding());
    }
    calming_ = 0;
    if (isLast && checkedAt_ == monkey_.gestures()) return std::nullopt;
    checkedAt_ = monkey_.gestures();
    return Action{Kind::Check, 0, 0, 0, {}};
}

void Run::begin(const Action& action) {
    ++lines_;
    watch_.begin(lineOf(action));
    mark_ = threadSeconds();
    if (action.kind >= Kind::Pause) {
        if (action.kind == Kind::Check && isCalm()) {
            finishInput(*window_);
            trouble_.end();
            answered_.reset();
            asked_ = 0;
        }
        awaiting_ = action;
        awaited_.start();
        return again();
    }
    if (action.kind == Kind::Press) reach_.countPressed();
    if (action.kind == Kind::Fail) trouble_.begin(action.n, action.x);
    if (action.kind == Kind::Kill && isCalm()) kill();
    ++depth_;
    if (action.kind <= Kind::Commit) {
        hand_.perform(action, [this] { tick(); });
    } else {
        again();
        doDirectly(action, *window_);
    }
    --depth_;
}

/// After a device without a fallback has failed, the maps show the failure until the next request. Makes one, at most
/// kMax times in a row. True while its answer is pending.
bool Run::asksAgain() {
    constexpr int kMax = 5; // a failure that remains is reported by the checks
    Workbench& bench = window_->workbench();
    const ViewState& state = bench.state();
    const bool isDown = std::ranges::any_of(
        state.responses, [](const auto& of) { return of.second && !of.second->frame->problem.empty(); });
    if (state.frame->problem.empty() && !isDown) return false;
    if (state.frame == answered_) return true;
    if (++asked_ > kMax) return false;
    reach_.count(QStringLiteral("asked again: ") + QString::fromStdString(state.frame->problem));
    answered_ = state.frame;
    bench.scheduler().ask(*window_, {{}, {CellRef{Stage::Weights, 0, 0, 0, 0}}, {}});
    bench.scheduler().ask(*window_, {});
    return true;
}

void Run::check() {
    if (!isCalm()) return; // a replay may differ from the recorded run
    Workbench& bench = window_->workbench();
    ++checks_;
    for (const QString& wrong : {wrongSession(bench), wrongFrame(bench.state()), wrongScreen(*window_),
                                 wrongFile(bench), wrongHistory(bench, first_)})
        if (!wrong.isEmpty()) return fail(wrong);
}

bool Run::eventFilter(QObject* receiver, QEvent* event) {
    auto* widget = qobject_cast<QWidget*>(receiver);
    if (!widget) return false;
    auto* dialog = qobject_cast<QFileDialog*>(widget->window());
    if (!dialog) return false;
    switch (event->type()) {
    case QEvent::Polish:
        if (dialog == widget) dialog->setOption(QFileDialog::ReadOnly);
        return false;
    case QEvent::KeyPress:
    case QEvent::ShortcutOverride:
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick:
    case QEvent::ContextMenu:
    case QEvent::Drop: return event->spontaneous();
    default: return false;
    }
}

void Run::fail(const QString& text) {
    if (failure_.isEmpty()) failure_ = text + " After line " + QString::number(lines_) + ": " + watch_.line();
}

QString Run::figures() const {
    return QStringLiteral(
               "%1 actions (%2 events), seed %3: %4 starts, %5 checks with undo-all, longest %6 s of processor "
               "time (%9), RSS %7 MB at the start, %8 MB at the end")
        .arg(plan_.isReplay ? 0 : monkey_.gestures())
        .arg(lines_)
        .arg(plan_.seed)
        .arg(boots_)
        .arg(checks_)
        .arg(longest_, 0, 'f', 3)
        .arg(firstMb_, 0, 'f', 0)
        .arg(residentMb(), 0, 'f', 0)
        .arg(longestLine_); // last, since it may contain typed text with a "%1"
}

} // namespace headlight::monkey
