// The panel of statistics in the window: hidden at first, opened by its key, exported as a table.
#include "app/windowBench.h"
#include "session/edits.h"
#include "support/controls.h"
#include "support/verbs.h"

#include <QFileDialog>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>

using namespace headlight;
using namespace headlight::testing;

class WindowStatisticsTest : public QObject, WindowBench {
    Q_OBJECT

private slots:
    void init() { start(); }
    void cleanup() { end(); }

    /// Nothing of the window moves for it until it is wanted; the maps make room and have it back.
    void itIsThereWhenItIsWanted() {
        const auto mapsHeight = [&] {
            return control<QWidget>(*window_, "Options of the maps")->parentWidget()->height();
        };
        const int before = mapsHeight();
        QVERIFY(!table().isVisible());
        key(Qt::Key_3, Qt::ControlModifier);
        QTRY_VERIFY(table().isVisible() && table().model()->rowCount() == 3);
        QVERIFY(mapsHeight() >= before * 2 / 3);
        window_.reset();
        begin();
        QTRY_VERIFY(table().isVisible()); // as it was left
        menuAction(*window_, "Statistics")->trigger();
        QTRY_COMPARE(mapsHeight(), before);
        QVERIFY(!table().isVisible());
        QVERIFY(window_->workbench().apply("Edit",
                                           testing::giving(withCell(state().session, {Parameter::Wq, 0, 0}, 0, 0, 1))));
        QTRY_VERIFY(settled(*window_) && state().frame->demand.statistics.size() <= 1); // the inspector's
    }

    void noDigitIsCut() {
        menuAction(*window_, "Statistics")->trigger();
        control<QTabBar>(*window_, "Statistics shown")->setCurrentIndex(1);
        QVERIFY(window_->workbench().apply( // small weights, which have more digits
            "Edit", testing::giving(withCell(state().session, {Parameter::Wq, 0, state().view.head}, 1, 0, 6))));
        const auto* rows = control<QTableView>(*window_, "Statistics of rows");
        QTRY_VERIFY(settled(*window_) && rows->model()->rowCount() == 8);
        for (int column = 0; column < rows->model()->columnCount(); ++column)
            QVERIFY2(static_cast<const QAbstractItemView*>(rows)->sizeHintForColumn(column) <=
                         rows->columnWidth(column),
                     qPrintable(QString("%1: %2").arg(column).arg(rows->columnWidth(column))));
        menuAction(*window_, "Statistics")->trigger(); // hidden again, also for the next window
    }

    void theKeyboardComesThere() {
        menuAction(*window_, "Statistics")->trigger();
        QTRY_COMPARE(table().model()->rowCount(), 3);
        control<QTabBar>(*window_, "Statistics shown")->setFocus();
        key(Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget()->accessibleName(), QString("Export…"));
        key(Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget(), &table());
        key(Qt::Key_Home, Qt::ControlModifier);
        QCOMPARE(state().view.head, 0);
        key(Qt::Key_Tab); // on to the next panel, not to the next cell
        QVERIFY(QApplication::focusWidget() != &table());
    }

    void aClickSelectsTheHeadInAllPanels() {
        menuAction(*window_, "Statistics")->trigger();
        QTRY_COMPARE(table().model()->rowCount(), 3);
        QTest::mouseClick(table().viewport(), Qt::LeftButton, {},
                          table().visualRect(table().model()->index(2, 2)).center());
        QCOMPARE(state().view.head, 2);
    }

    void theTableIsWritten() {
        menuAction(*window_, "Statistics")->trigger();
        QTRY_COMPARE(table().model()->rowCount(), 3);
        const QString path = folder_.filePath("rows.csv");
        QString proposed;
        QTimer::singleShot(0, window_.get(), [&] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (!dialog) return;
            proposed = QFileInfo(dialog->selectedFiles().value(0)).fileName();
            dialog->selectFile(path);
            static_cast<QDialog*>(dialog)->accept();
        });
        control<QToolButton>(*window_, "Export…")->click();
        QCOMPARE(proposed, QString("My shoes are small.csv"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = file.readAll().split('\n');
        QCOMPARE(lines.size(), 1 + 3 * 8 + 1);
        QVERIFY(lines[0].startsWith("layer,head,query,token,entropy_bits,"));
        QVERIFY2(lines[9].startsWith("1,2,1,\"My\","), lines[9].constData());
        QCOMPARE(state().notice, QString("Exported “rows.csv”."));
    }

private:
    QTableView& table() { return *control<QTableView>(*window_, "Statistics of heads"); }
};

QTEST_MAIN(WindowStatisticsTest)
#include "tst_statistics.moc"
