#include "session/Limits.h"
#include "support/blocks.h"
#include "support/givenEdit.h"
#include "ui/panels/parameters/parametersBench.h"

#include <QSpinBox>
#include <QTemporaryDir>

using namespace headlight;
using testing::control;
using testing::shoesSession;

class ParametersSizesTest : public QObject, private testing::ParametersBench {
    Q_OBJECT

private slots:
    void init() { begin(shoesSession()); }
    void cleanup() { t_.reset(); }

    /// The table and the field show the size of the embeddings, even if another layer is selected.
    void theSizeOfTheEmbeddingsIsNoLayers() {
        const Session two = *withLayerAdded(shoesSession());
        QVERIFY(sizesOf(two, 1).d != sizesOf(two).d);
        View looked;
        looked.layer = 1;
        const QTemporaryDir folder;
        const QString path = folder.filePath("two.headlight");
        QVERIFY(writeSession(path.toStdString(), {two, looked}).ok());
        QVERIFY(t_->bench.files().open(path).ok());
        QCOMPARE(table("W_q")->model()->rowCount(), sizesOf(two, 1).d);
        QCOMPARE(control<QSpinBox>(*t_->panel, "d")->value(), sizesOf(two).d);
        QVERIFY(t_->session() == t_->bench.document().session() && !t_->bench.state().modified);
    }

    /// A file may have a larger size than the window allows. Undoing it must not request the allowed one.
    void aLargerSizeOfAFileComesAndGoes() {
        const Session before = t_->session();
        QVERIFY(t_->bench.apply("Wide", testing::givenEdit(newSession(1, 1500, 1, 3, 3))));
        QCOMPARE(control<QSpinBox>(*t_->panel, "d")->value(), 1500);
        QVERIFY(t_->bench.apply("Narrow", testing::givenEdit(before)));
        QVERIFY(t_->session() == before);
        QCOMPARE(t_->history().count(), 2);
        QCOMPARE(control<QSpinBox>(*t_->panel, "d")->maximum(), kMaxDims);
    }

    void sizesChange_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<int>("value");
        QTest::addColumn<QString>("step");
        QTest::newRow("d") << "d" << 5 << "Change d to 5";
        QTest::newRow("d_k") << "d_k" << 7 << "Change d_k to 7";
        QTest::newRow("d_v") << "d_v" << 1 << "Change d_v to 1";
        QTest::newRow("more heads") << "Heads" << 12 << "Change the number of heads to 12";
        QTest::newRow("fewer heads") << "Heads" << 1 << "Change the number of heads to 1";
    }
    void sizesChange() {
        QFETCH(QString, field);
        QFETCH(int, value);
        QFETCH(QString, step);
        auto* box = control<QSpinBox>(*t_->panel, field);
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, QString::number(value));
        QCOMPARE(t_->history().count(), 0); // not while typing
        QTest::keyClick(box, Qt::Key_Return);
        QCOMPARE(t_->history().count(), 1);
        QCOMPARE(t_->lastStep(), step);
        const Sizes sizes = sizesOf(t_->session());
        const QMap<QString, int> now{{"d", sizes.d}, {"d_k", sizes.dk}, {"d_v", sizes.dv}, {"Heads", sizes.heads}};
        QCOMPARE(now[field], value);
        t_->history().undo();
        QCOMPARE(t_->history().count(), 1); // the field only followed
        QCOMPARE(box->value(), field == "d" ? 2 : field == "d_v" ? 4 : 3);
    }

    void sizesThatCannotBeAreRefused_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("message");
        QTest::newRow("99 heads") << "Heads"
                                  << "99"
                                  << "Heads must be a whole number from 1 to 64, not 99.";
        QTest::newRow("no heads") << "Heads"
                                  << "0"
                                  << "Heads must be a whole number from 1 to 64, not 0.";
        QTest::newRow("d of 0") << "d"
                                << "0"
                                << "d must be a whole number from 1 to 1024, not 0.";
        QTest::newRow("d of 5000") << "d"
                                   << "5000"
                                   << "d must be a whole number from 1 to 1024, not 5000.";
        QTest::newRow("d_k") << "d_k"
                             << "-3"
                             << "d_k must be a whole number from 1 to 1024, not -3.";
        QTest::newRow("d_v") << "d_v"
                             << "2.5"
                             << "d_v must be a whole number from 1 to 1024, not “2.5”.";
        QTest::newRow("a word") << "d"
                                << "two"
                                << "d must be a whole number from 1 to 1024, not “two”.";
        QTest::newRow("nothing") << "d"
                                 << ""
                                 << "";
    }
    void sizesThatCannotBeAreRefused() {
        QFETCH(QString, field);
        QFETCH(QString, typed);
        QFETCH(QString, message);
        const Session before = t_->session();
        auto* box = control<QSpinBox>(*t_->panel, field);
        const int old = box->value();
        for (const bool byEnter : {true, false}) {
            t_->bench.messages().report({});
            box->setFocus();
            box->selectAll();
            QTest::keyClick(box, Qt::Key_Delete);
            QTest::keyClicks(box, typed);
            QCOMPARE(box->text(), typed); // no key was lost
            if (byEnter)
                QTest::keyClick(box, Qt::Key_Return);
            else
                QTest::keyClick(box, Qt::Key_Tab);
            QCOMPARE(t_->bench.state().problem, message);
            QCOMPARE(box->text(), QString::number(old));
            QVERIFY(t_->session() == before);
            QCOMPARE(t_->history().count(), 0);
        }
    }

    /// A larger size of a file is shown, and can be left. It does not change the limits and messages.
    void aLargerSizeOfAFileIsNoBound() {
        constexpr int kOfAFile = kMaxDims + 500;
        Session wide = newSession(7, kOfAFile, 1, 2, 2);
        QVERIFY(t_->bench.apply("Open", testing::givenEdit(withSentence(wide, "a b"))));
        auto* box = control<QSpinBox>(*t_->panel, "d");
        QCOMPARE(box->value(), kOfAFile);
        for (const int typed : {kMaxDims + 100, kOfAFile + 100}) {
            t_->bench.messages().report({});
            box->setFocus();
            box->selectAll();
            QTest::keyClicks(box, QString::number(typed));
            QTest::keyClick(box, Qt::Key_Return);
            QVERIFY2(t_->bench.state().problem.contains("from 1 to 1024"), qPrintable(t_->bench.state().problem));
            QCOMPARE(box->value(), kOfAFile);
        }
    }

    void anArrowAfterNonsenseStepsFromTheOldSize() {
        auto* box = control<QSpinBox>(*t_->panel, "d_k");
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, "5000");
        QTest::keyClick(box, Qt::Key_Up);
        QCOMPARE(box->text(), QString("4"));
        QCOMPARE(t_->lastStep(), QString("Change d_k to 4"));
        QCOMPARE(t_->history().count(), 1);
        QVERIFY(t_->bench.state().problem.isEmpty());
    }

private:
    void begin(const Session& session) {
        start(session);
        control<QToolButton>(*t_->panel, "Sizes")->click(); // opens the fields
    }
};

QTEST_MAIN(ParametersSizesTest)
#include "tst_parametersSizes.moc"
