// A table that a user operates, also with large matrices.
#include "table/MatrixTableModel.h"
#include "table/MatrixView.h"

#include <QApplication>
#include <QIdentityProxyModel>
#include <QLineEdit>
#include <QTableView>
#include <QTest>
#include <QVBoxLayout>

using namespace headlight;

namespace {

/// Counts the cells whose flags are asked for.
struct CountingModel : QIdentityProxyModel {
    Qt::ItemFlags flags(const QModelIndex& index) const override {
        ++asked;
        return QIdentityProxyModel::flags(index);
    }
    mutable int asked = 0;
};

} // namespace

class MatrixViewTest : public QObject {
    Q_OBJECT

private slots:
    /// Columns are never cut, since a cut number reads as another one.
    void columnsAreSeenWhole() {
        MatrixView view;
        view.matrixModel().setRows(Matrix(Matrix::Zero(3, 5)), {}, {});
        view.show();
        for (int width = 150; width < 500; width += 7) {
            view.resize(width, 200);
            const int space = view.viewport()->width(), column = view.columnWidth(0);
            QVERIFY2(space % column < space / column, qPrintable(QString("%1 of %2").arg(column).arg(space)));
        }
    }

    /// A number is edited with all its digits, in every column.
    void anEditorShowsAllDigits() {
        MatrixView view;
        view.resize(160, 120);
        view.matrixModel().setRows(Matrix(Matrix::Constant(2, 3, -0.27754194F)), {}, {});
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        for (int column = 0; column < 3; ++column) {
            const QModelIndex cell = view.model()->index(0, column);
            static_cast<QTableView&>(view).edit(cell);
            auto* editor = view.viewport()->findChild<QLineEdit*>();
            QVERIFY(editor && view.viewport()->rect().contains(editor->geometry()));
            QCOMPARE(editor->text(), QString("-0.27754194"));
            QVERIFY(editor->fontMetrics().horizontalAdvance(editor->text()) < editor->width());
            QTest::keyClick(editor, Qt::Key_Escape);
            QTRY_VERIFY(!view.viewport()->findChild<QLineEdit*>());
        }
    }

    /// After Esc on an invalid number the table keeps the focus, so that the next key edits the selected cell.
    /// What a number begins with opens the editor. Other letters neither do, nor do they search for a cell.
    void onlyNumbersOpenAnEditor_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<bool>("opens");
        for (const QString key : {"0", "7", "+", "-", ".", ",", "\u2212"})
            QTest::addRow("%s", qPrintable(key)) << key << true;
        for (const QString key : {"a", "D", "e", "=", "(", "/"}) QTest::addRow("%s", qPrintable(key)) << key << false;
    }
    void onlyNumbersOpenAnEditor() {
        QFETCH(QString, key);
        MatrixView view;
        view.matrixModel().setRows(Matrix(Matrix::Zero(3, 5)), {}, {});
        view.show();
        view.setCurrentIndex(view.model()->index(1, 1));
        QKeyEvent press(QEvent::KeyPress, 0, Qt::NoModifier, key);
        QApplication::sendEvent(&view, &press);
        QTEST(view.viewport()->findChild<QLineEdit*>() != nullptr, "opens");
        QCOMPARE(view.currentIndex(), view.model()->index(1, 1));
    }

    void escBehindNonsenseLeavesTheFocus() {
        QWidget window;
        auto* column = new QVBoxLayout(&window);
        auto* view = new MatrixView;
        column->addWidget(new QLineEdit); // the next widget in the order of focus
        column->addWidget(view);
        view->matrixModel().setRows(Matrix(Matrix::Zero(3, 3)), {}, {});
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        view->setFocus();
        view->setCurrentIndex(view->model()->index(1, 1));
        QTest::keyClicks(view, "1");
        QTest::keyClicks(QApplication::focusWidget(), "bc");
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QVERIFY(QApplication::focusWidget()->property("invalid").toBool());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QTRY_VERIFY(!view->viewport()->findChild<QLineEdit*>());
        QVERIFY(view->hasFocus());
        QCOMPARE(view->currentIndex(), view->model()->index(1, 1));
    }

    void copyingAllAsksNoCellForItself_data() {
        QTest::addColumn<bool>("areSelected");
        QTest::newRow("selected") << true;
        QTest::newRow("nothing is selected") << false;
    }
    void copyingAllAsksNoCellForItself() {
        QFETCH(bool, areSelected);
        constexpr int kRows = 2048, kColumns = 1024;
        MatrixView view;
        view.matrixModel().setRows(Matrix(Matrix::Zero(kRows, kColumns)), {}, {});
        CountingModel counting;
        counting.setSourceModel(&view.matrixModel());
        view.setModel(&counting);
        if (areSelected) view.selectAll();
        std::vector<CellBlock> copied;
        connect(&view, &MatrixView::blockCopied, this, [&](const CellBlock& block) { copied.push_back(block); });
        counting.asked = 0;
        view.copy();
        QVERIFY2(counting.asked < 10, qPrintable(QString::number(counting.asked)));
        QCOMPARE(copied.size(), std::size_t(1));
        QCOMPARE(copied[0].rows, kRows);
        QCOMPARE(copied[0].columns, kColumns);
    }
};

QTEST_MAIN(MatrixViewTest)
#include "tst_matrixView.moc"
