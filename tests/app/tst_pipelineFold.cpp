// By itself the strip of the pipeline shows its pictures as long as that takes no numbers from the maps.
#include "app/windowBench.h"
#include "panels/maps/HeatmapsGrid.h"
#include "panels/maps/HeatmapsPanel.h"
#include "panels/pipeline/PipelinePanel.h"
#include "plot/HeatmapView.h"
#include "session/edits.h"
#include "support/verbs.h"

#include <QCheckBox>

#include <algorithm>

using namespace headlight;
using namespace headlight::testing;

class PipelineFoldTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        bench_.start();
        pipeline_ = window().findChild<PipelinePanel*>();
    }
    void init() { pipeline_->setFolded({}); }
    void cleanupTestCase() { bench_.end(); }

    void itTakesNoNumbers_data() {
        QTest::addColumn<int>("height");
        QTest::addColumn<int>("heads");
        QTest::addColumn<int>("tokens");
        for (const int height : {640, 700, 740, 768, 800, 860, 1000})
            for (const int heads : {1, 3})
                for (const int tokens : {8, 12, 14, 18})
                    QTest::addRow("%d heads, %d tokens, %d px", heads, tokens, height) << height << heads << tokens;
    }
    void itTakesNoNumbers() {
        QFETCH(int, height);
        QFETCH(int, heads);
        QFETCH(int, tokens);
        make(heads, tokens);
        window().resize(1280, height);
        settle();
        const bool folded = pipeline_->isFolded();
        const auto numbersAs = [&](bool isFolded) {
            pipeline_->setFolded(isFolded);
            settle();
            return haveNumbers();
        };
        const bool open = numbersAs(false), areTight = open && rowsTouch(), closed = numbersAs(true);
        QVERIFY(closed || !open);
        const bool isSmall = height < 760;
        QCOMPARE(folded, areTight || (!open && (closed || isSmall)));
        pipeline_->setFolded({}); // wherever it comes from
        settle();
        QCOMPARE(pipeline_->isFolded(), folded);
    }

    /// Numbers that fit, line upon line without a gap, are no easier to read with pictures above them.
    void whereRowsTouchItFolds() {
        make(4, 8);
        window().resize(1280, 800);
        settle();
        QVERIFY(pipeline_->isFolded());
        pipeline_->setFolded(false);
        settle();
        QVERIFY(haveNumbers() && rowsTouch());
        window().resize(1280, 1100);
        pipeline_->setFolded({});
        settle();
        QVERIFY(!pipeline_->isFolded() && !rowsTouch());
    }

    /// What comes and goes below the maps leaves it as it is.
    void aBarMovesNothing() {
        make(3, 12);
        for (int height = 700; height < 860; height += 8) {
            window().resize(1280, height);
            settle();
            const bool before = pipeline_->isFolded();
            menuAction(window(), "Find token…")->trigger();
            settle();
            QCOMPARE(pipeline_->isFolded(), before);
            WindowBench::key(Qt::Key_Escape);
            settle();
            QCOMPARE(pipeline_->isFolded(), before);
        }
    }

    /// The strip asks the maps, which are hidden then, and the maps follow the strip: neither may move the other for
    /// ever.
    void anEmptySentenceComesToRest_data() {
        QTest::addColumn<int>("height");
        for (const int height : {680, 728, 760, 768, 800, 1000}) QTest::addRow("%d px", height) << height;
    }
    void anEmptySentenceComesToRest() {
        QFETCH(int, height);
        make(3, 8);
        window().resize(1272, height);
        settle();
        menuAction(window(), "New")->trigger();
        int changes = 0;
        for (int turn = 0; turn < 60; ++turn) {
            const bool before = pipeline_->isFolded();
            QCoreApplication::processEvents();
            if (pipeline_->isFolded() != before) ++changes;
        }
        QVERIFY2(changes <= 1, qPrintable(QString::number(changes)));
    }

    /// Without numbers there are none to be taken.
    void withoutNumbersTheWindowDecides() {
        make(3, 12);
        int height = 760;
        for (; height < 1000 && !pipeline_->isFolded(); height += 4) {
            window().resize(1280, height);
            settle();
        }
        QVERIFY(pipeline_->isFolded());
        control<QCheckBox>(window(), "Numbers")->click();
        QTRY_VERIFY(!pipeline_->isFolded());
        window().resize(1280, 700);
        QTRY_VERIFY(pipeline_->isFolded());
    }

private:
    MainWindow& window() { return *bench_.window_; }

    void make(int heads, int tokens) {
        QVERIFY(window().workbench().apply("heads and words", [&](const Session& from, const Watch&) {
            std::string sentence;
            for (int i = 0; i < tokens; ++i) sentence += "word" + std::to_string(i) + " ";
            Result<Session> made = withSentence(from, sentence);
            while (made && sizesOf(*made, 0).heads < heads) made = withHeadAdded(*made, 0);
            while (made && sizesOf(*made, 0).heads > heads) made = withHeadRemoved(*made, 0, 0);
            return made;
        }));
        settle();
    }

    /// Everything is answered and in its place.
    void settle() {
        const auto isAnswered = [&] {
            const auto* panel = window().findChild<HeatmapsPanel*>();
            const auto reply = bench_.state().replyTo(*panel);
            return reply && reply->frame->session == bench_.state().session && reply->maps == panel->grid().demands();
        };
        int calm = 0; // more than once: the one may bring the other
        while (calm < 3) {
            QTRY_VERIFY(isAnswered());
            QCoreApplication::processEvents();
            calm = isAnswered() ? calm + 1 : 0;
        }
    }

    bool haveNumbers() {
        const auto views = window().findChildren<HeatmapView*>();
        return std::ranges::all_of(views, [](const HeatmapView* v) { return !v->isVisible() || v->showsNumbers(); });
    }

    bool rowsTouch() {
        constexpr int kRow = 14; // px, at the usual size of text
        const auto views = window().findChildren<HeatmapView*>();
        return std::ranges::any_of(views, [](const HeatmapView* v) {
            return v->isVisible() && v->area().rect.height() / v->content().rows() < kRow;
        });
    }

    WindowBench bench_;
    PipelinePanel* pipeline_ = nullptr;
};

QTEST_MAIN(PipelineFoldTest)
#include "tst_pipelineFold.moc"
