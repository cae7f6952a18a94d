// Both conventions, counting from 0 and weights as [out, in], change everywhere in the window at once.
#include "Settings.h"
#include "app/windowBench.h"
#include "session/edits.h"
#include "support/blocks.h"
#include "support/headTabs.h"
#include "support/menuOf.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QTest>
#include <QTextBrowser>

using namespace headlight;
using headlight::testing::matrixFrom;
using testing::control;
using testing::headTabs;
using testing::pickedHead;

class ConventionsTest : public QObject, private testing::WindowBench {
    Q_OBJECT

private slots:
    void init() {
        start();
        window_->workbench().select(1, 1, 5);
    }
    void cleanup() {
        window_.reset();
        setConventions({});
        Settings().setConventions({});
    }

    void positionsCountFromZero() {
        QTRY_VERIFY(control<QTextBrowser>(*window_, "How the number came to be")->toPlainText().contains("Head 2"));
        QCOMPARE(header("W_q", Qt::Horizontal), QString("q₁ q₂ q₃"));
        choose("Count from 0");
        QCOMPARE(header("W_q", Qt::Horizontal), QString("q₀ q₁ q₂"));
        QCOMPARE(header("W_q", Qt::Vertical), QString("x₀ x₁"));
        QCOMPARE(header("Embeddings", Qt::Horizontal), QString("x₀ x₁"));
        const QTabBar& heads = headTabs(*window_);
        QCOMPARE(pickedHead(*window_), QString("Head 1"));
        QCOMPARE(heads.tabText(heads.currentIndex()), QString("1")); // without "Head", beside "All"
        QCOMPARE(heads.tabToolTip(heads.currentIndex()), QString("Head 1"));
        QTRY_VERIFY(control<QTextBrowser>(*window_, "How the number came to be")->toPlainText().contains("Head 1"));
        control<QWidget>(*window_, "Weights, head 0");
        control<QWidget>(*window_, "Enlarge head 0");
        QTableView* table = control<QTableView>(*window_, "W_q");
        const QModelIndex cell = table->model()->index(0, 2);
        QVERIFY(cell.data(Qt::ToolTipRole).toString().contains("W<sub>q</sub>[0, 2] = "));
        QVERIFY(table->model()->setData(cell, "0.5"));
        QCOMPARE(window_->workbench().document().history().undoText(), QString("Edit W_q[0, 2] of head 1"));
        testing::chooseOf(*window_, testing::kWeightsMenu, "Remove head");
        QCOMPARE(lastStep(), QString("Remove head 1"));
        QCOMPARE(problem(), QString("There is no head 9."));
        choose("Count from 0");
        QCOMPARE(problem(), QString("There is no head 10."));
        QCOMPARE(lastStep(), QString("Remove head 1")); // a step keeps its name
        window_->workbench().undo();
        window_->workbench().select(1, 1, 5);
        QCOMPARE(header("W_q", Qt::Horizontal), QString("q₁ q₂ q₃"));
        QCOMPARE(pickedHead(*window_), QString("Head 2"));
    }

    void weightsStandAsOutByIn() {
        const auto weight = [this] { return *state().session.layers[0].allHeads[1][Parameter::Wq]; };
        const Matrix before = weight();
        choose("Show weights as in PyTorch: [out, in]");
        QTableView* table = control<QTableView>(*window_, "W_q");
        QCOMPARE(header("W_q", Qt::Horizontal), QString("x₁ x₂"));
        QCOMPARE(header("W_q", Qt::Vertical), QString("q₁ q₂ q₃"));
        QCOMPARE(table->model()->index(2, 1).data().toString(), QString::number(double(before(1, 2)), 'f', 4));
        QVERIFY(table->model()->setData(table->model()->index(2, 0), "7"));
        QCOMPARE(weight()(0, 2), 7.0F);
        QCOMPARE(window_->workbench().document().history().undoText(), QString("Edit W_q[3, 1] of head 2"));
        QApplication::clipboard()->setText("1 2\n3 4\n5 6");
        testing::chooseOf(*window_, testing::kWeightsMenu, "Paste");
        QCOMPARE(weight(), matrixFrom("1 3 5; 2 4 6"));
        testing::chooseOf(*window_, testing::kWeightsMenu, "Copy matrix");
        QCOMPARE(QApplication::clipboard()->text(), QString("1\t2\n3\t4\n5\t6"));
        table->setFocus();
        table->setCurrentIndex(table->model()->index(2, 0));
        key(Qt::Key_Delete);
        QCOMPARE(weight(), matrixFrom("1 3 0; 2 4 6"));
        QCOMPARE(header("Embeddings", Qt::Horizontal), QString("x₁ x₂")); // only weights are transposed
    }

    void theyAreAPersonsAndStay() {
        choose("Count from 0");
        choose("Show weights as in PyTorch: [out, in]");
        window_.reset();
        setConventions({});
        start();
        QCOMPARE(header("W_q", Qt::Horizontal), QString("x₀ x₁"));
        QVERIFY(action("Count from 0")->isChecked());
        QVERIFY(!state().modified);
    }

private:
    QString lastStep() { return window_->workbench().document().history().undoText(); }
    /// Returns a message of the core that names a head.
    QString problem() {
        return QString::fromStdString(withHeadRemoved(window_->workbench().state().session, 0, 9).text());
    }
    QAction* action(const QString& text) { return testing::menuAction(*window_, text); }
    void choose(const QString& text) { action(text)->trigger(); }
    QString header(const QString& table, Qt::Orientation orientation) {
        const QAbstractItemModel* model = control<QTableView>(*window_, table)->model();
        QStringList all;
        const int count = orientation == Qt::Horizontal ? model->columnCount() : model->rowCount();
        for (int i = 0; i < count; ++i) all << model->headerData(i, orientation).toString();
        return all.join(' ');
    }
};

QTEST_MAIN(ConventionsTest)
#include "tst_conventions.moc"
