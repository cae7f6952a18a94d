#pragma once
// Explanations of numbers of random sessions.

#include "support/incremental.h"
#include "support/randomCells.h"
#include "ui/panels/inspector/lessonText.h"

#include <QTest>

namespace headlight::testing {

inline LessonLook everyDigit(bool isWhole) {
    LessonLook look;
    look.decimals = kAllDigits;
    for (const StageInfo& info : stages())
        if (isWhole) look.whole.insert(info.stage);
    return look;
}

inline bool isOfHeadThatIsOff(const Explanation& e, const Session& session) {
    return e.of.stage == Stage::Context &&
           !layerAt(session, e.of.layer).heads()[static_cast<std::size_t>(e.of.head)].isOn;
}

/// Calls `look` for numbers of all stages, variants and layers, NaN included. `look` returns what is wrong, or nothing.
template <class Look>
void forRandomCells(const Look& look) {
    for (unsigned seed = 1; seed <= 40; ++seed) {
        RandomEdits edits(seed);
        vary(edits.session, seed);
        while (firstInconsistency(edits.session)) edits.step(); // a step makes the session consistent
        RandomNumbers random(seed + 200);
        Engine engine(eigen());
        for (int step = 0; step < 8; ++step) {
            const Session session = edits.session;
            const Demand demand{{}, someCells(random, session, 0, 6)};
            const Frame frame = engine.answer(session, demand);
            const std::vector<Trace> traces = allTraces(engine, session);
            for (const auto& e : frame.explanations) {
                if (isOfHeadThatIsOff(*e, session)) continue; // a sentence says so, without numbers
                const QString wrong = look(*e, session, traces);
                QVERIFY2(wrong.isEmpty(), qPrintable(QStringLiteral("%1, seed %2, step %3: %4")
                                                         .arg(QLatin1String(infoOf(e->of.stage).id))
                                                         .arg(seed)
                                                         .arg(step)
                                                         .arg(wrong)));
            }
            edits.step();
        }
    }
}

} // namespace headlight::testing
