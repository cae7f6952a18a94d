#include "dialogs/NumbersDialog.h"
#include "support/controls.h"

#include <QApplication>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QTableWidget>

using namespace headlight;
using headlight::testing::control;

/// The dialog that asks which numbers to paste, or how.
class NumbersDialogTest : public QObject {
    Q_OBJECT

private slots:
    void init() { show({{"All", Matrix(Matrix::Constant(2, 3, 1))}, {"Half", Matrix(Matrix::Constant(1, 2, 2))}}); }

    void thePreviewFollowsTheChoice() {
        QCOMPARE(shown(), QString("Preview: 2 × 3 | 1.0000 1.0000 1.0000 | 1.0000 1.0000 1.0000"));
        const QSize before = dialog_->size();
        list()->setCurrentRow(1);
        QCOMPARE(shown(), QString("Preview: 1 × 2 | 2.0000 2.0000"));
        QCOMPARE(dialog_->size(), before); // the layout does not change
    }

    void muchIsCut() {
        show({{"All", Matrix(Matrix::Zero(7, 6))}});
        QCOMPARE(table()->rowCount(), 6);
        QCOMPARE(table()->columnCount(), 6);
        QCOMPARE(table()->item(4, 5)->text(), QString("0.0000"));
        QCOMPARE(table()->item(5, 0)->text(), QString("…"));
        QVERIFY(table()->columnWidth(0) * 6 <= table()->width() && table()->rowHeight(0) * 6 <= table()->height());
    }

    /// Enter takes what is chosen, since undo brings back what that replaces.
    void enter_data() {
        QTest::addColumn<int>("choice");
        QTest::addColumn<int>("key");
        QTest::addColumn<int>("result");
        const int taken = QDialog::Accepted, cancelled = QDialog::Rejected;
        QTest::newRow("the first") << 0 << int(Qt::Key_Return) << taken;
        QTest::newRow("another, keypad") << 1 << int(Qt::Key_Enter) << taken;
        QTest::newRow("Esc") << 0 << int(Qt::Key_Escape) << cancelled;
    }
    void enter() {
        QFETCH(int, choice);
        QFETCH(int, key);
        QFETCH(int, result);
        list()->setCurrentRow(choice);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key(key));
        QVERIFY(!dialog_->isVisible());
        QCOMPARE(dialog_->result(), result);
        if (result == QDialog::Accepted) QCOMPARE(dialog_->chosen(), choice);
    }

    /// Without a proposal Enter does nothing until something is chosen.
    void nothingIsChosenAtFirst() {
        show({{"One", Matrix(Matrix::Zero(1, 2))}, {"Other", Matrix(Matrix::Ones(2, 1))}}, std::nullopt);
        QVERIFY(!control<QPushButton>(*dialog_, "Take")->isEnabled());
        QVERIFY(list()->selectedItems().isEmpty());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QVERIFY(dialog_->isVisible());
        list()->setCurrentRow(0, QItemSelectionModel::ClearAndSelect);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QCOMPARE(dialog_->result(), int(QDialog::Accepted));
        QCOMPARE(dialog_->chosen(), 0);
    }

    void arrowsChoose() {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
        QCOMPARE(dialog_->chosen(), 1);
        QVERIFY(control<QPushButton>(*dialog_, "Take")->isDefault());
    }

private:
    void show(std::vector<NumbersChoice> choices, std::optional<int> current = 0) {
        dialog_ = std::make_unique<NumbersDialog>(NumbersDialog::Words{"Import", "Which?", {}, "&Take"},
                                                  std::move(choices), current);
        dialog_->show();
        QVERIFY(QTest::qWaitForWindowActive(dialog_.get()));
    }
    QListWidget* list() { return control<QListWidget>(*dialog_, "Choices"); }
    QTableWidget* table() { return control<QTableWidget>(*dialog_, "Preview"); }
    QString shown() {
        QString all = control<QLabel>(*dialog_, "Size")->text();
        for (int row = 0; row < table()->rowCount(); ++row) {
            all += " |";
            for (int col = 0; col < table()->columnCount(); ++col) all += " " + table()->item(row, col)->text();
        }
        return all;
    }

    std::unique_ptr<NumbersDialog> dialog_;
};

QTEST_MAIN(NumbersDialogTest)
#include "tst_numbersDialog.moc"
