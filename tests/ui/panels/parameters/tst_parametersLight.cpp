// The highlighted cells of a table, and those that it highlights in other panels.
#include "ui/panels/parameters/parametersBench.h"
#include "words/conventions.h"

#include <QScopeGuard>

using namespace headlight;
using testing::sendMouse;
using testing::shoesSession;

class ParametersLightTest : public QObject, private testing::ParametersBench {
    Q_OBJECT

private slots:
    void init() { start(shoesSession()); }
    void cleanup() { t_.reset(); }

    void whatIsLitHasAFrame_data() {
        QTest::addColumn<QString>("tableName");
        QTest::addColumn<bool>("isSplit");
        QTest::addColumn<bool>("isTransposed");
        QTest::addColumn<Address>("number");
        QTest::addColumn<int>("row"); // row of the expected frame; -1: none
        QTest::addColumn<int>("column");
        const auto entry = [](Parameter parameter, int head) {
            return Address(ParameterCell{parameter, 0, head, 1, 2});
        };
        const auto embedding = Address(CellRef{Stage::X, 0, 0, 1, 0});
        QTest::newRow("weight") << "W_q" << false << false << entry(Parameter::Wq, 0) << 1 << 2;
        QTest::newRow("of another head") << "W_q" << false << false << entry(Parameter::Wq, 1) << -1 << -1;
        QTest::newRow("of another kind") << "W_q" << false << false << entry(Parameter::Wk, 0) << -1 << -1;
        QTest::newRow("transposed") << "W_q" << false << true << entry(Parameter::Wq, 0) << 2 << 1;
        QTest::newRow("of all heads") << "W_q of all heads" << true << false << entry(Parameter::Wq, 1) << 1 << 5;
        QTest::newRow("of all, transposed") << "W_q of all heads" << true << true << entry(Parameter::Wq, 1) << 5 << 1;
        QTest::newRow("input") << "Embeddings" << false << false << embedding << 1 << 0;
        QTest::newRow("embedding") << "Embeddings" << false << false << Address(ParameterCell{Parameter::X, 0, 0, 1, 1})
                                   << 1 << 1;
        QTest::newRow("query") << "Embeddings" << false << false << Address(CellRef{Stage::Q, 0, 0, 1, 0}) << -1 << -1;
    }
    void whatIsLitHasAFrame() {
        QFETCH(QString, tableName);
        QFETCH(bool, isSplit);
        QFETCH(bool, isTransposed);
        QFETCH(Address, number);
        QFETCH(int, row);
        QFETCH(int, column);
        const auto back = qScopeGuard([] { setConventions({}); });
        changeConventions({false, isTransposed}, *t_->panel);
        t_->bench.presentAgain(*t_->panel);
        t_->bench.set(&ViewState::isSplit, isSplit);
        QTableView* view = table(tableName);
        const QModelIndex cell = view->model()->index(row, column);
        QVERIFY(testing::atRest(*t_->panel));
        view->scrollTo(cell);
        const QImage before = picture(*view);
        t_->bench.light({number});
        QCOMPARE(differingIn(before, picture(*view)), row < 0 ? QRect() : view->visualRect(cell));
        t_->bench.light({});
        QCOMPARE(differingIn(before, picture(*view)), QRect());
    }

    void aCellUnderThePointerIsLit_data() {
        QTest::addColumn<QString>("tableName");
        QTest::addColumn<bool>("isSplit");
        QTest::addColumn<int>("column");
        QTest::addColumn<std::vector<Address>>("lit");
        using Lit = std::vector<Address>;
        QTest::newRow("weight") << "W_q" << false << 1 << Lit{ParameterCell{Parameter::Wq, 0, 2, 1, 1}};
        QTest::newRow("of all heads") << "W_q of all heads" << true << 4
                                      << Lit{ParameterCell{Parameter::Wq, 0, 1, 1, 1}};
        QTest::newRow("embedding") << "Embeddings" << false << 1
                                   << Lit{CellRef{Stage::X, 0, 0, 1, 1}, ParameterCell{Parameter::X, 0, 0, 1, 1}};
    }
    void aCellUnderThePointerIsLit() {
        QFETCH(QString, tableName);
        QFETCH(bool, isSplit);
        QFETCH(int, column);
        QFETCH(std::vector<Address>, lit);
        t_->bench.select(2, 0, 0);
        t_->bench.set(&ViewState::isSplit, isSplit);
        QTableView* view = table(tableName);
        view->scrollTo(view->model()->index(1, column));
        sendMouse(view->viewport(), QEvent::MouseMove, centre(view, 1, column), Qt::NoButton);
        QVERIFY(t_->bench.state().lit == lit);
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(view, &leave);
        QVERIFY(t_->bench.state().lit.empty());
    }

    /// A click, even on the current cell, or an arrow key selects the entry; leaving the table and the program do not.
    void aPickedCellIsTheEntry() {
        QTableView* view = table("W_q");
        press(view, 1, 2);
        const ParameterCell second{Parameter::Wq, 0, 0, 1, 2};
        QCOMPARE(t_->bench.state().entry, std::optional(second));
        t_->bench.select(0, 0, 0);
        QVERIFY(!t_->bench.state().entry);
        press(view, 1, 2);
        QCOMPARE(t_->bench.state().entry, std::optional(second));
        view->setFocus();
        QTest::keyClick(view, Qt::Key_Up);
        QCOMPARE(t_->bench.state().entry, std::optional(ParameterCell{Parameter::Wq, 0, 0, 0, 2}));
        QTest::keyClick(view, Qt::Key_Tab);
        QVERIFY(!view->hasFocus());
        QCOMPARE(t_->bench.state().entry, std::optional(ParameterCell{Parameter::Wq, 0, 0, 0, 2}));
        table("Embeddings")->setCurrentIndex(table("Embeddings")->model()->index(1, 1));
        QCOMPARE(t_->bench.state().entry->parameter, Parameter::Wq);
    }

    /// An entry that was selected elsewhere becomes the current cell.
    void theEntryIsTheCurrentCell() {
        t_->bench.select(ParameterCell{Parameter::X, 0, 0, 3, 1});
        QCOMPARE(table("Embeddings")->currentIndex(), table("Embeddings")->model()->index(3, 1));
        t_->bench.set(&ViewState::isSplit, true);
        t_->bench.select(ParameterCell{Parameter::Wq, 0, 1, 1, 2});
        QCOMPARE(table("W_q of all heads")->currentIndex(), table("W_q of all heads")->model()->index(1, 5));
    }

private:
    static QImage picture(QTableView& view) { return view.viewport()->grab().toImage(); }
    /// Returns the cell around the pixels that differ, including the distance of the frame from its edge.
    static QRect differingIn(const QImage& a, const QImage& b) {
        QRect all;
        for (int y = 0; y < a.height(); ++y)
            for (int x = 0; x < a.width(); ++x)
                if (a.pixel(x, y) != b.pixel(x, y)) all |= QRect(x, y, 1, 1);
        return all.isEmpty() ? QRect() : all.adjusted(-kInset, -kInset, kInset, kInset);
    }
    static constexpr int kInset = 1; // in px
};

QTEST_MAIN(ParametersLightTest)
#include "tst_parametersLight.moc"
