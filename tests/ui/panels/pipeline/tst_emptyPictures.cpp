// A stage without content has an empty picture, never one of another session.
#include "panels/pipeline/PipelineStrip.h"
#include "panels/pipeline/StageButton.h"
#include "ui/panels/pipeline/pipelineBench.h"

#include <algorithm>

using namespace headlight;

class EmptyPicturesTest : public QObject, private testing::PipelineBench {
    Q_OBJECT

private slots:
    void init() {
        begin("My shoes are small my feet are big");
        edit(withLayerAdded(session()));
        bench_->look([](View& view) { view.layer = 1; });
        QTRY_VERIFY(picture(Stage::Scores) && picture(Stage::Rollout));
    }
    void cleanup() { end(); }

    void withoutTokens_data() {
        QTest::addColumn<bool>("isNew");
        QTest::newRow("emptied") << false;
        QTest::newRow("new session") << true;
    }
    void withoutTokens() {
        QFETCH(bool, isNew);
        isNew ? bench_->files().newDocument() : edit(withSentence(session(), ""));
        for (const auto& [stage, operation] : pipelineOf(session(), bench_->state().view)) {
            if (!stage) continue;
            const StageButton& button = panel_->strip().stage(stage->stage);
            QVERIFY(button.accessibleDescription().startsWith("0 "));
            QVERIFY2(!button.tile(), stage->id);
        }
        edit(withSentence(session(), "My shoes"));
        QTRY_VERIFY(picture(Stage::Scores) && picture(Stage::Scores)->stageRows == 2);
    }

    /// The rollout takes time with the third power of the number of tokens, so it is not requested for many.
    void rolloutOfMany() {
        QString words;
        for (int i = 0; i < 300; ++i) words += QString("w%1 ").arg(i % 7);
        edit(withSentence(session(), words.toStdString()));
        QTRY_VERIFY(picture(Stage::Scores) && picture(Stage::Scores)->stageRows == 300);
        QVERIFY(!picture(Stage::Rollout));
        edit(withSentence(session(), "My shoes"));
        QTRY_VERIFY(picture(Stage::Rollout) && picture(Stage::Rollout)->stageRows == 2);
    }

    /// A picture stays until its new version comes.
    void whatIsWaitedForStays() {
        const auto before = picture(Stage::Weights);
        bench_->set(&ViewState::isDragging, true);
        edit(withCell(session(), {Parameter::Wq, 1, 0}, 0, 0, 3));
        bench_->select(1, 0, 0);
        QVERIFY(picture(Stage::Weights) == before);
        QTRY_VERIFY(picture(Stage::Weights) != before);
    }

private:
    std::shared_ptr<const Tile> picture(Stage stage) const { return panel_->strip().stage(stage).tile(); }
};

QTEST_MAIN(EmptyPicturesTest)
#include "tst_emptyPictures.moc"
