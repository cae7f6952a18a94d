// An engine on an OpenCL device: after any edit it shows what a new one computes, bit for bit, and what the formulas
// say.
#include "backend/backends.h"
#include "core/io/exampleFiles.h"
#include "engine/Engine.h"
#include "support/RandomEdits.h"
#include "support/frames.h"
#include "support/incremental.h"
#include "support/openCl.h"
#include "support/withinBounds.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

class OpenClEngineTest : public QObject {
    Q_OBJECT

private slots:
    void examples_data() {
        QTest::addColumn<QString>("name");
        for (const ExampleFile& example : exampleFiles()) QTest::newRow(example.name) << example.name;
    }
    void examples() {
        QFETCH(QString, name);
        const Session session = exampleSession(name.toStdString());
        Engine engine(openCl());
        const auto found = engine.traces(session, 0, static_cast<int>(session.layers.size()) - 1, {});
        QVERIFY2(found.ok(), found ? "" : found.text().c_str());
        const std::string text = WithinBounds()(session, *found);
        QVERIFY2(text.empty(), text.c_str());
    }

    void incremental() {
        for (unsigned seed = 1; seed <= 10; ++seed) {
            RandomEdits edits(seed);
            Engine engine(openCl());
            std::string last = "opened";
            for (int step = 0; step < 30; ++step, last = edits.step()) {
                const Frame frame = engine.answer(edits.session, edits.demand);
                const Frame fresh = Engine(openCl()).answer(edits.session, edits.demand);
                const std::string text = frame.problem + difference(frame, fresh);
                QVERIFY2(text.empty(),
                         ("seed " + std::to_string(seed) + ", step " + std::to_string(step) + ", " + last + ": " + text)
                             .c_str());
            }
        }
    }
};

QTEST_GUILESS_MAIN(OpenClEngineTest)
#include "tst_openClEngine.moc"
