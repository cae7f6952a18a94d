#include "backend/backends.h"
#include "document/Workbench.h"
#include "panels/StatusPanel.h"
#include "session/edits.h"
#include "support/controls.h"
#include "support/verbs.h"

#include <QLabel>
#include <QTemporaryDir>
#include <QTest>

using namespace headlight;
using test::control;

class StatusPanelTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        bench_ = std::make_unique<Workbench>(std::move(*makeBackend(kDefaultBackend)));
        panel_ = std::make_unique<StatusPanel>(*bench_);
        bench_->add(*panel_);
    }
    void cleanup() {
        bench_->remove(*panel_);
        panel_.reset();
        bench_.reset();
    }

    void sizesAreWrittenOut() {
        QCOMPARE(text("Sizes"), QString::fromUtf8("0 tokens · d 3 · 2 heads · d_k 3 · d_v 3"));
        QVERIFY(bench_->apply("Type", testing::giving(withSentence(bench_->state().session, "one"))));
        QVERIFY(bench_->apply("Remove", testing::giving(withHeadRemoved(bench_->state().session, 0, 0))));
        QCOMPARE(text("Sizes"), QString::fromUtf8("1 token · d 3 · 1 head · d_k 3 · d_v 3"));
    }

    void theBackendIsNamed() { QVERIFY(text("Backend").contains("CPU")); }

    void savedOrNot() {
        QTemporaryDir folder;
        QCOMPARE(text("Saved"), QString("No changes"));
        QVERIFY(bench_->apply("Type", testing::giving(withSentence(bench_->state().session, "one"))));
        QCOMPARE(text("Saved"), QString("Not saved"));
        QVERIFY(bench_->save(folder.filePath("one.headlight")).ok());
        QCOMPARE(text("Saved"), QString("Saved"));
    }

    void theTimeComesWithThePixels() {
        QCOMPARE(text("Edit to pixels"), QString());
        QVERIFY(bench_->apply("Type", testing::giving(withSentence(bench_->state().session, "one"))));
        QTRY_VERIFY(bench_->state().frame && bench_->state().frame->session == bench_->state().session);
        bench_->painted();
        QVERIFY(text("Edit to pixels").contains("ms"));
    }

private:
    QString text(const char* name) { return control<QLabel>(*panel_, name)->text(); }

    std::unique_ptr<Workbench> bench_;
    std::unique_ptr<StatusPanel> panel_;
};

QTEST_MAIN(StatusPanelTest)
#include "tst_statusPanel.moc"
