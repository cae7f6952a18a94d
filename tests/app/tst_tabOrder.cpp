// Tab goes through the real window in reading order. All maps together are one stop, as a table and a row of buttons
// are.
#include "FileActions.h"
#include "MainWindow.h"
#include "examples.h"
#include "session/edits.h"
#include "support/givenEdit.h"

#include <QApplication>
#include <QPlainTextEdit>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace headlight;

namespace {

// The order in the window, from the sentence on. A new control is added here.
const QStringList kSentence{"Sentence", "Tokenizer", "Examples", "Tokens"};
const QStringList kPipeline{"X"};
const QStringList kSizes{"Sizes", "W_q"};
const QStringList kWeights{"Matrix menu"};
const QStringList kEmbeddings{"Embeddings menu", "Embeddings"};
const QStringList kInspector{"Decimals", "How the number came to be"};

} // namespace

class TabOrderTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QVERIFY(folder_.isValid());
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder_.path());
    }

    void tabGoesAsTheEyeDoes_data() {
        QTest::addColumn<int>("heads");
        QTest::addColumn<QString>("map");
        QTest::newRow("1 head") << 1 << "Scores, head 1";
        QTest::newRow("3 heads") << 3 << "Scores, head 2";
        QTest::newRow("12 heads") << 12 << "Scores, head 12";
    }
    void tabGoesAsTheEyeDoes() {
        QFETCH(int, heads);
        QFETCH(QString, map);
        MainWindow window;
        window.resize(1280, 800);
        window.files().openExample(firstExample());
        Workbench& bench = window.workbench();
        const auto count = [&] { return static_cast<int>(bench.state().session.layers[0].allHeads.size()); };
        while (count() < heads)
            QVERIFY(bench.apply("Add", testing::givenEdit(withHeadAdded(bench.state().session, 0))));
        while (count() > heads)
            QVERIFY(bench.apply("Remove", testing::givenEdit(withHeadRemoved(bench.state().session, 0, 0))));
        if (heads == 12) bench.select(11, 0, 0);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QTRY_VERIFY(bench.state().frame && bench.state().frame->session == bench.state().session);
        QCoreApplication::processEvents();

        const QStringList table{QString("W_q of head %1").arg(bench.state().view.head + 1)};
        const QStringList stops = kSentence + kPipeline + kSizes + QStringList{"Head"} + kWeights + table +
                                  kEmbeddings + QStringList{"Show", map} + kInspector;
        QCOMPARE(stops.indexOf(map), 13); // presses from the sentence to the first map
        QWidget* first = window.findChild<QPlainTextEdit*>();
        first->setFocus();
        QTRY_COMPARE(QApplication::focusWidget(), first);
        for (const bool isForward : {true, false}) {
            QStringList met{first->accessibleName()};
            for (int presses = 0; presses < 500; ++presses) {
                QTest::keyClick(QApplication::focusWidget(), isForward ? Qt::Key_Tab : Qt::Key_Backtab,
                                isForward ? Qt::NoModifier : Qt::ShiftModifier);
                if (QApplication::focusWidget() == first) break;
                met << QApplication::focusWidget()->accessibleName();
            }
            QCOMPARE(QApplication::focusWidget(), first);
            if (!isForward) std::reverse(met.begin() + 1, met.end());
            for (int i = 0; i < std::max(met.size(), stops.size()); ++i) QCOMPARE(met.value(i), stops.value(i));
        }
    }

private:
    QTemporaryDir folder_;
};

QTEST_MAIN(TabOrderTest)
#include "tst_tabOrder.moc"
