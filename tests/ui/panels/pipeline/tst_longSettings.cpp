// Settings that may take long are jobs, in the menu and in the form.
#include "support/jobs.h"
#include "ui/panels/pipeline/pipelineBench.h"

#include <QCheckBox>
#include <QPushButton>

using namespace headlight;
using namespace headlight::testing;

class LongSettingsTest : public QObject, PipelineBench {
    Q_OBJECT

private slots:
    void init() {
        QString words;
        for (int i = 0; i < 600; ++i) words += QString("w%1 ").arg(i % 3); // 360,000 cells
        begin(words.toStdString());
    }
    void cleanup() { end(); }

    void aMaskByHandIsAJob() {
        testing::NamingJobs jobs(*bench_);
        open("Mask");
        control<QCheckBox>(*window_, "Custom mask (click cells)")->click();
        QVERIFY(options().mask.given);
        QCOMPARE(jobs.names, QStringList("Custom mask"));
        QVERIFY(!QApplication::activePopupWidget()); // closed, so that it does not cover the job
        for (const char* fill : {"Hide all", "Causal", "Invert", "Show all"}) {
            open("Mask");
            jobs.names.clear();
            control<QPushButton>(*window_, fill)->click();
            QCOMPARE(jobs.names, QStringList("Custom mask: " + QString(fill).toLower()));
            QVERIFY(!QApplication::activePopupWidget());
        }
        jobs.names.clear();
        edit(withSentence(session(), "My shoes"));
        open("Mask");
        control<QPushButton>(*window_, "Hide all")->click();
        QVERIFY(jobs.names.isEmpty() && QApplication::activePopupWidget());
    }

    /// The cost of adding a head does not depend on the number of heads.
    void oneHeadIsOneHead() {
        edit(withEmbeddingSize(session(), 200));
        edit(withKeySize(session(), 0, 150));
        edit(withValueSize(session(), 0, 150)); // 90,000 numbers
        for (int heads = 2; heads < 5; ++heads) edit(withHeadAdded(session(), 0));
        testing::NamingJobs jobs(*bench_);
        open("Heads");
        control<QPushButton>(*window_, "Add head")->click();
        QVERIFY(jobs.names.isEmpty());
        open("Layers");
        control<QPushButton>(*window_, "Add layer")->click();
        QCOMPARE(jobs.names, QStringList("Add layer"));
    }
};

QTEST_MAIN(LongSettingsTest)
#include "tst_longSettings.moc"
