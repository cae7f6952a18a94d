// Copies of a session share their layers, and a change of one gives it a layer of its own.
#include "support/changing.h"
#include "support/layers.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// Returns for each layer whether the sessions share it: "yes no yes".
QString shared(const Session& a, const Session& b) {
    QStringList answers;
    for (std::size_t l = 0; l < a.layers.size(); ++l) answers << (&a.layers[l] == &b.layers[l] ? "yes" : "no");
    return answers.join(' ');
}

} // namespace

class SharedLayersTest : public QObject {
    Q_OBJECT

private slots:
    void anEditSharesTheOtherLayers() {
        const Session before = sample(3), copy = before;
        QCOMPARE(shared(before, copy), QString("yes yes yes"));
        const Session cell = *withCell(before, {Parameter::Wq, 1, 0}, 0, 0, 9);
        QCOMPARE(shared(before, cell), QString("yes no yes"));
        QVERIFY(cell != before && cell.layers[1].allHeads[1] == before.layers[1].allHeads[1]);
        QCOMPARE(shared(before, *withSentence(before, "a b")), QString("yes yes yes"));
        QCOMPARE(shared(before, *withValueSize(before, 1, 3)), QString("yes no no")); // its columns are read above
    }

    void aChangedCopyLeavesTheOriginal() {
        const Session before = sample(2);
        const Layer was = before.layers[0];
        Session copy = before;
        copy.layers.change(0, [](Layer& layer) { layer.residual = !layer.residual; });
        QVERIFY(before.layers[0] == was && copy.layers[0].residual != was.residual);
        changeParameter(copy, {Parameter::Wk, 0, 1}, [](ParameterValue& value) { value = {}; });
        QVERIFY(before.layers[0] == was && !copy.layers[0].allHeads[1][Parameter::Wk]);
        QCOMPARE(shared(before, copy), QString("no yes"));
    }

    void whatChangesNothingStaysShared() {
        const Session before = sample(2);
        Session copy = before;
        copy.layers.change(1, [](Layer&) {});
        changing(copy)->residual = before.layers[0].residual;
        QCOMPARE(shared(before, copy), QString("yes yes"));
    }

    void equalLayersAreSharedAgain() {
        const Session before = sample(2);
        Session copy = before;
        changeParameters(copy, [](const ParameterRef&, ParameterValue& value) {
            if (value) value.kept = Matrix(*value.kept);
        });
        changing(copy, 1)->residual = true;
        QVERIFY(copy.layers[0] != before.layers[0]);
        shareEqual(copy, before);
        QCOMPARE(shared(before, copy), QString("yes no"));
        QVERIFY(copy.layers[1].allHeads == before.layers[1].allHeads);
    }
};

QTEST_APPLESS_MAIN(SharedLayersTest)
#include "tst_sharedLayers.moc"
