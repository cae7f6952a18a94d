// Keys that mean the same in all panels, in the real window.
#include "app/windowBench.h"

#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <QTableView>
#include <QTest>

using namespace headlight;
using test::control;

class KeysTest : public QObject, private test::WindowBench {
    Q_OBJECT

private slots:
    void init() { start(); }
    void cleanup() { window_.reset(); }

    /// From a map and from a table; where text is typed they are text.
    void bracketsGoThroughTheHeads() {
        const auto head = [this] { return state().view.head; };
        window_->workbench().select(0, 0, 0);
        QWidget* map = nullptr;
        for (QWidget* one : window_->findChildren<QWidget*>())
            if (one->inherits("headlight::HeatmapView") && one->isVisible()) map = one;
        auto* table = control<QTableView>(*window_, "W_q");
        auto* sentence = control<QPlainTextEdit>(*window_, "Sentence");
        map->setFocus();
        key(Qt::Key_BracketRight);
        QCOMPARE(head(), 1);
        table->setFocus();
        key(Qt::Key_BracketRight);
        key(Qt::Key_BracketRight); // there is no fourth one
        QCOMPARE(head(), 2);
        QVERIFY2(!table->viewport()->findChild<QLineEdit*>(), "a bracket begins no number");
        key(Qt::Key_BracketLeft);
        QCOMPARE(head(), 1);
        sentence->setFocus();
        type("][");
        QCOMPARE(head(), 1);
        QVERIFY(sentence->toPlainText().contains("]["));
        control<QSpinBox>(*window_, "d_k")->setFocus();
        type("]");
        table->setFocus();
        type("1]");
        QCOMPARE(head(), 1);
    }
};

QTEST_MAIN(KeysTest)
#include "tst_keys.moc"
