// Which layer all panels show, chosen beside the maps.
#include "panels/maps/HeatmapsPanel.h"
#include "panels/maps/LayerBox.h"
#include "support/bench.h"
#include "support/controls.h"
#include "support/layers.h"
#include "support/verbs.h"
#include "words/conventions.h"

#include <QScopeGuard>

using namespace headlight;
using namespace headlight::testing;

class LayerBoxTest : public QObject {
    Q_OBJECT

private slots:
    void itShowsAndChooses() {
        PanelBench<HeatmapsPanel> bench(testing::sample(3), {900, 600});
        QVERIFY(QTest::qWaitForWindowActive(bench.panel.get()));
        auto* box = control<LayerBox>(*bench.panel, "Layer");
        QVERIFY(box->isVisible());
        QCOMPARE(texts(*box), (QStringList{"Layer 1", "Layer 2", "Layer 3"}));
        QCOMPARE(box->currentText(), QString("Layer 1"));
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Down);
        QCOMPARE(bench.bench.state().view.layer, 1);
        bench.bench.selectLayer(2); // from elsewhere
        QCOMPARE(box->currentText(), QString("Layer 3"));
        const Session one = *withLayerRemoved(*withLayerRemoved(bench.session(), 2), 1);
        QVERIFY(bench.bench.apply("Remove", testing::giving(Result<Session>(one))));
        QVERIFY(!box->isVisible());
    }

    void itCountsAsAPersonDoes() {
        const auto usual = qScopeGuard([] { setConventions({}); });
        LayerBox box;
        box.show(2, 1);
        setConventions({.fromZero = true});
        box.show(2, 1);
        QCOMPARE(texts(box), (QStringList{"Layer 0", "Layer 1"}));
        QCOMPARE(box.currentText(), QString("Layer 1"));
    }

private:
    static QStringList texts(const QComboBox& box) {
        QStringList all;
        for (int i = 0; i < box.count(); ++i) all << box.itemText(i);
        return all;
    }
};

QTEST_MAIN(LayerBoxTest)
#include "tst_layerBox.moc"
