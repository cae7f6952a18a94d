// The scale of a table's tints, during and after a drag.
#include "table/MatrixTableModel.h"
#include "ui/panels/parameters/parametersBench.h"

using namespace headlight;
using testing::sendMouse;
using testing::shoesSession;

class ParametersTintsTest : public QObject, private testing::ParametersBench {
    Q_OBJECT

private slots:
    void init() { start(shoesSession()); }
    void cleanup() { t_.reset(); }

    void aDragOnlyWidensTheScale_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("a weight") << "W_q";
        QTest::newRow("an embedding") << "Embeddings";
    }
    void aDragOnlyWidensTheScale() {
        QFETCH(QString, name);
        QTableView* view = focused(name, 1, 1);
        const float start = largest(name);
        const QPoint from = press(view, 1, 1);
        const auto moveTo = [&](int dx) {
            sendMouse(view->viewport(), QEvent::MouseMove, from + QPoint(dx, 0));
            return largest(name);
        };
        moveTo(10);
        const float widest = moveTo(700);
        QVERIFY(widest > start + 1);
        QCOMPARE(moveTo(20), widest);
        sendMouse(view->viewport(), QEvent::MouseButtonRelease, from + QPoint(20, 0), Qt::NoButton);
        QTRY_VERIFY(largest(name) < widest);
    }

private:
    float largest(const QString& name) { return static_cast<const MatrixTableModel*>(table(name)->model())->largest(); }
};

QTEST_MAIN(ParametersTintsTest)
#include "tst_parametersTints.moc"
