// Measures the processor time that a step of a drag over one cell costs the GUI thread: the edit, the undo step, the
// request, and all panels that show it, including the table's repaint, but not the maps', whose frames come when the
// engine is done. scrub/X: N = 2,048, d = 1,024. scrub/W: W_q of 1,024 x 1,024 and few tokens. scrub/.../journal: also
// with a journal on the disk that follows.

#include "backend/backends.h"
#include "document/JournalKeeper.h"
#include "document/Workbench.h"
#include "panels/StatusPanel.h"
#include "panels/inspector/InspectorPanel.h"
#include "panels/maps/HeatmapsPanel.h"
#include "panels/parameters/ParametersPanel.h"
#include "session/edits.h"
#include "support/givenEdit.h"

#include <benchmark/benchmark.h>

#include <QApplication>
#include <QMouseEvent>
#include <QTableView>
#include <QTemporaryDir>

#include <ctime>
#include <optional>
#include <string>

using namespace headlight;

namespace {

double threadSeconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

Session sessionOf(int tokens, int d, int dk) {
    std::string sentence;
    for (int i = 0; i < tokens; ++i) sentence += "w" + std::to_string(i) + " ";
    return *withSentence(*withKeySize(*withEmbeddingSize(newSession(1, 1, 2, 3, 3), d), 0, dk), sentence);
}

/// Drags over the first cell of a table, with an event for each move.
void scrub(benchmark::State& bench, const Session& session, const QString& name, bool isKept) {
    const QTemporaryDir folder;
    Workbench workbench(std::move(*makeBackend(kDefaultBackend)));
    std::optional<JournalKeeper> keeper;
    if (isKept) keeper.emplace(workbench, std::filesystem::path(folder.filePath("journals").toStdString()));
    ParametersPanel parameters(workbench);
    HeatmapsPanel maps(workbench);
    InspectorPanel inspector(workbench);
    StatusPanel status(workbench);
    const std::initializer_list<Panel*> panels{&parameters, &maps, &inspector, &status};
    for (Panel* panel : panels) {
        workbench.add(*panel);
        panel->resize(panel == &maps ? QSize(740, 640) : QSize(290, 640));
        panel->show();
    }
    workbench.apply(QStringLiteral("Begin"), testing::givenEdit(session));
    while (!workbench.state().frame || workbench.state().frame->session != session) QCoreApplication::processEvents();
    QTableView* table = nullptr;
    for (QTableView* found : parameters.findChildren<QTableView*>())
        if (found->accessibleName().startsWith(name)) table = found; // "W_q of head 1"
    const QPoint at = table->visualRect(table->model()->index(0, 0)).center();
    const auto mouse = [&](QEvent::Type type, const QPoint& place) {
        QMouseEvent event(type, place, table->viewport()->mapToGlobal(place), Qt::LeftButton, Qt::LeftButton, {});
        QApplication::sendEvent(table->viewport(), &event);
    };
    mouse(QEvent::MouseButtonPress, at);
    mouse(QEvent::MouseMove, at + QPoint(10, 0));
    int x = 10;
    for (auto _ : bench) {
        const double before = threadSeconds();
        mouse(QEvent::MouseMove, at + QPoint(x = 10 + (x + 1) % 100, 0));
        table->viewport()->repaint();
        bench.SetIterationTime(threadSeconds() - before);
    }
    mouse(QEvent::MouseButtonRelease, at);
    for (Panel* panel : panels) workbench.remove(*panel);
}

} // namespace

int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    applyTheme(application, lightTheme());
    benchmark::Initialize(&argc, argv);
    const auto add = [](const std::string& name, const QString& table, auto session) {
        for (const bool isKept : {false, true})
            benchmark::RegisterBenchmark((name + (isKept ? "/journal" : "")).c_str(),
                                         [=](benchmark::State& bench) { scrub(bench, session(), table, isKept); })
                ->UseManualTime()
                ->Unit(benchmark::kMillisecond)
                ->Iterations(300);
    };
    add("scrub/X", QStringLiteral("Embeddings"), [] { return sessionOf(2048, 1024, 3); });
    add("scrub/W", QStringLiteral("W_q"), [] { return sessionOf(8, 1024, 1024); });
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
