// A picture of more scores than the CPU keeps: heads are computed one after the other, and each gets its place.
#include "backend/cpu/CpuBackend.h"
#include "support/changing.h"
#include "ui/export/pictures.h"

#include <QScopeGuard>
#include <QTest>

#include <set>

using namespace headlight;
using namespace headlight::testing;

class RenderByHeadTest : public QObject {
    Q_OBJECT

private slots:
    void eachHeadStandsInItsPlace() {
        constexpr int kTokens = 1'200;
        setScoreMemory(1.5 * 4 * kTokens * kTokens); // less than the scores of two heads
        const auto restore = qScopeGuard([] { setScoreMemory(); });
        QString sentence;
        for (int i = 0; i < kTokens; ++i) sentence += QStringLiteral("t%1 ").arg(i);
        Session session = withSentence(newSession(7, 2, 2, 1, 1), sentence.toStdString()).value();
        changing(session)->allHeads[0][Parameter::Wq].kept = Matrix(Matrix::Zero(2, 1)); // all scores of head 1 are 0
        ExportSpec spec = specFor(ExportFormat::Png, 400, 240);
        spec.maps.stages = {Stage::Scores};
        spec.columns = 2;
        const auto image = renderImage(session, {}, spec);
        QVERIFY2(image.ok(), image ? "" : image.text().c_str());
        const auto coloursIn = [&](int from) {
            std::set<QRgb> colours;
            for (int x = from; x < from + 20; ++x)
                for (int y = 130; y < 150; ++y) colours.insert(image->pixel(x, y));
            return colours.size();
        };
        QCOMPARE(coloursIn(120), 1U);
        QVERIFY(coloursIn(280) > 10);
    }
};

QTEST_MAIN(RenderByHeadTest)
#include "tst_renderByHead.moc"
