// The menu of a matrix: where it opens, and what it asks.
#include "ui/panels/parameters/parametersBench.h"

#include <QLineEdit>
#include <QScreen>
#include <QToolButton>

using namespace headlight;
using testing::control;

class ParametersMenusTest : public QObject, private testing::ParametersBench {
    Q_OBJECT

private slots:
    void init() {
        start(testing::shoesSession());
        fillWithNines();
    }
    void cleanup() { t_.reset(); }

    /// Qt would place it above its button, there over the title of the window.
    void itOpensBelowItsButton() {
        const QRect screen = t_->panel->screen()->availableGeometry();
        t_->panel->move(screen.topLeft());
        QCOMPARE(opened().top(), bottomOfButton());
        t_->panel->move(0, t_->panel->y() + screen.bottom() - 100 - bottomOfButton());
        QCOMPARE(opened().bottom(), screen.bottom()); // as much higher as it needs
        button()->menu()->setMinimumHeight(screen.height() + 50);
        QCOMPARE(opened().top(), screen.top());
    }

    void fillAsksForANumber() {
        QTimer::singleShot(0, t_->panel.get(), [] {
            QTimer::singleShot(0, qApp, [] { // the question comes after the menu is closed
                auto* dialog = QApplication::activeModalWidget();
                auto* field = control<QLineEdit>(*dialog, "Number to fill with");
                QTest::keyClicks(field, "1/x");
                QTest::keyClick(field, Qt::Key_Return);
                QVERIFY(control<QLabel>(*dialog, "Problem")->text().contains("1/x"));
                field->selectAll();
                QTest::keyClicks(field, "1/4");
                QTest::keyClick(field, Qt::Key_Return);
            });
        });
        choose(focused("W_q", 0, 0), 0, 0, "Fill matrix with…");
        QCOMPARE(weight(0), Matrix(Matrix::Constant(2, 3, 0.25F)));
        QCOMPARE(t_->lastStep(), QString("Fill 2 × 3 of W_q of head 1"));
    }

private:
    QToolButton* button() { return control<QToolButton>(*t_->panel, testing::kWeightsMenu); }
    int bottomOfButton() { return button()->mapToGlobal(QPoint(0, button()->height())).y(); }
    QRect opened() {
        QRect place;
        QTimer::singleShot(0, button(), [&] {
            place = button()->menu()->geometry();
            button()->menu()->close();
        });
        button()->showMenu();
        return place;
    }
};

QTEST_MAIN(ParametersMenusTest)
#include "tst_parametersMenus.moc"
