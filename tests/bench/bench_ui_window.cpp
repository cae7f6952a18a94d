// Measures the processor time that the real window costs the GUI thread, including painting: a word is typed, a number
// of X or W_q is edited, the crosshair moves, F5 is pressed. Sizes are N tokens and H heads of d numbers, at 1280x800;
// the first ones are those of a new user. median and p95: milliseconds of a clock, from before an act to its painted
// maps, or for a click on another cell to its painted page in the Inspector. "folded": the strip shows no pictures.
// "maps": the number of maps painted per act.

#include "MainWindow.h"
#include "panels/inspector/LessonPage.h"
#include "panels/pipeline/PipelinePanel.h"
#include "plot/HeatmapView.h"
#include "session/edits.h"
#include "support/givenEdit.h"

#include <benchmark/benchmark.h>

#include <QAbstractEventDispatcher>
#include <QAction>
#include <QApplication>
#include <QElapsedTimer>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPlainTextEdit>
#include <QSettings>
#include <QTemporaryDir>
#include <QWheelEvent>

#include <algorithm>
#include <ctime>
#include <string>
#include <tuple>
#include <vector>

using namespace headlight;

namespace {

double threadSeconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

bool isAnswered(const Workbench& workbench) {
    return workbench.state().frame && workbench.state().frame->session == workbench.state().session;
}

/// Processes events until the frame is painted and no event is left.
void present(const Workbench& workbench) {
    auto* events = QAbstractEventDispatcher::instance();
    while (!isAnswered(workbench)) events->processEvents(QEventLoop::WaitForMoreEvents);
    while (events->processEvents(QEventLoop::AllEvents)) {}
}

/// Measures the time until a change is first on the screen.
class Painted : public QObject {
public:
    Painted(MainWindow& window, const Workbench& workbench) : workbench_(workbench) {
        for (auto* map : window.findChildren<HeatmapView*>()) map->installEventFilter(this);
        auto* page = window.findChild<LessonPage*>();
        connect(page, &LessonPage::textChanged, this, [this] { isPageNew_ = true; });
        page->viewport()->installEventFilter(this);
    }
    void start(bool ofPage) {
        ms_ = -1;
        ofPage_ = ofPage;
        isPageNew_ = false;
        clock_.start();
    }
    double ms() const { return ms_; } ///< negative: not painted yet

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        const bool isPage = !qobject_cast<HeatmapView*>(watched);
        if (event->type() == QEvent::Paint && (isPage ? ofPage_ && isPageNew_ : isAnswered(workbench_)))
            QMetaObject::invokeMethod(
                this, [this, isPage] { see(isPage); }, Qt::QueuedConnection); // after the other maps
        return false;
    }

private:
    void see(bool isPage = false) {
        if (ms_ < 0 && isPage == ofPage_) ms_ = double(clock_.nsecsElapsed()) * 1e-6;
    }

    const Workbench& workbench_;
    QElapsedTimer clock_;
    double ms_ = -1;
    bool ofPage_ = false, isPageNew_ = false;
};

struct Act {
    const char* name;
    void (*once)(MainWindow&, int count);
    bool isOfPage = false, isFolded = false;
};

void measure(benchmark::State& bench, int tokens, int heads, int d, const Act& step) {
    MainWindow window;
    window.resize(1280, 800);
    window.show();
    if (step.isFolded) window.findChild<PipelinePanel*>()->setFolded(true);
    std::string sentence;
    for (int i = 0; i < tokens; ++i) sentence += "word" + std::to_string(i) + " ";
    Workbench& workbench = window.workbench();
    workbench.apply(QStringLiteral("Begin"),
                    testing::givenEdit(*withSentence(
                        newSession(1, d, heads, std::max(3, d / heads), std::max(3, d / heads)), sentence)));
    workbench.select(0, 0, 0);
    present(workbench);
    Painted painted(window, workbench);
    const auto paints = [&] {
        int sum = 0;
        for (const auto* map : window.findChildren<HeatmapView*>()) sum += map->cellPaints();
        return sum;
    };
    const int before = paints();
    int count = 0;
    std::vector<double> toPixels;
    for (auto _ : bench) {
        const double begin = threadSeconds();
        painted.start(step.isOfPage);
        step.once(window, ++count);
        present(workbench);
        while (step.isOfPage && painted.ms() < 0)
            QAbstractEventDispatcher::instance()->processEvents(QEventLoop::WaitForMoreEvents);
        bench.SetIterationTime(threadSeconds() - begin);
        toPixels.push_back(painted.ms());
    }
    bench.counters["maps"] = benchmark::Counter(paints() - before, benchmark::Counter::kAvgIterations);
    std::ranges::sort(toPixels);
    bench.counters["median"] = toPixels[toPixels.size() / 2];
    bench.counters["p95"] = toPixels[toPixels.size() * 95 / 100];
}

/// Types a letter at the end, which makes a word; the next step removes it, so that the sentence keeps its length.
void typeAWord(MainWindow& window, int count) {
    for (auto* field : window.findChildren<QPlainTextEdit*>()) {
        if (field->accessibleName() != QStringLiteral("Sentence")) continue;
        field->moveCursor(QTextCursor::End);
        const bool isBack = count % 2 == 0;
        QKeyEvent press(QEvent::KeyPress, isBack ? Qt::Key_Backspace : Qt::Key_M, Qt::NoModifier,
                        isBack ? QString() : QStringLiteral("m"));
        QApplication::sendEvent(field, &press);
    }
}

void editANumber(MainWindow& window, int count) {
    window.workbench().apply(QStringLiteral("Edit"), [count](const Session& session, const Watch&) {
        return withCell(session, {Parameter::Wq, 0, 0}, 0, 0, static_cast<float>(count % 7) / 7);
    });
}

void editAVector(MainWindow& window, int count) {
    window.workbench().apply(QStringLiteral("Edit"), [count](const Session& session, const Watch&) {
        return withCell(session, {Parameter::X, 0, 0}, 1, 0, static_cast<float>(count % 7) / 7);
    });
}

void moveCrosshair(MainWindow& window, int count) {
    window.workbench().light({CellRef{Stage::Weights, 0, 0, count % 5, count % 3}});
}

/// Clicks on another cell of the first map.
void clickOnACell(MainWindow& window, int count) {
    auto* map = window.findChild<HeatmapView*>();
    const MapArea area = map->area();
    const QPointF at(area.rect.left() + area.rect.width() * (count % 7 + 0.5) / 8,
                     area.rect.top() + area.rect.height() * (count % 5 + 0.5) / 8);
    for (const QEvent::Type type : {QEvent::MouseMove, QEvent::MouseButtonPress, QEvent::MouseButtonRelease}) {
        const bool isDown = type == QEvent::MouseButtonPress;
        QMouseEvent mouse(type, at, map->mapToGlobal(at), type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton,
                          isDown ? Qt::LeftButton : Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(map, &mouse);
    }
}

/// Zooms in and out again with the wheel: the maps are painted from numbers that are there.
void zoom(MainWindow& window, int count) {
    auto* map = window.findChild<HeatmapView*>();
    const QPointF at = map->area().rect.center();
    QWheelEvent wheel(at, map->mapToGlobal(at), {}, {0, count % 2 == 0 ? -120 : 120}, Qt::NoButton, Qt::ControlModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(map, &wheel);
}

void enterOrLeavePresentation(MainWindow& window, int) {
    for (QAction* action : window.findChildren<QAction*>())
        if (action->shortcut() == QKeySequence(Qt::Key_F5)) action->trigger();
}

} // namespace

int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    const QTemporaryDir folder; // not the user's settings and journal
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.path());
    benchmark::Initialize(&argc, argv);
    const Act steps[] = {{"word", typeAWord},
                         {"number", editANumber},
                         {"X", editAVector},
                         {"X-folded", editAVector, false, true},
                         {"crosshair", moveCrosshair},
                         {"click", clickOnACell, true},
                         {"zoom", zoom},
                         {"F5", enterOrLeavePresentation}};
    for (const Act& step : steps)
        for (const auto& [tokens, heads, d] : {std::tuple(8, 3, 3),
                                               {12, 3, 3},
                                               {12, 12, 3},
                                               {256, 12, 64},
                                               {8, 64, 3},
                                               {1024, 12, 3},
                                               {1024, 12, 768},
                                               {2048, 12, 768}})
            benchmark::RegisterBenchmark((std::string(step.name) + "/" + std::to_string(tokens) + "/" +
                                          std::to_string(heads) + "/" + std::to_string(d))
                                             .c_str(),
                                         [=, tokens = tokens, heads = heads, d = d](benchmark::State& bench) {
                                             measure(bench, tokens, heads, d, step);
                                         })
                ->UseManualTime()
                ->Unit(benchmark::kMillisecond)
                ->Iterations(100);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
