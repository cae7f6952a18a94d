// Masks of given stages: those of the file, and those that its weights show.
#include "attention/stages.h"
#include "core/import/givenFiles.h"
#include "import/leftOut.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

class GivenMasksTest : public QObject {
    Q_OBJECT

    ArrayFolder folder_;

private slots:
    /// The scores have two queries and three keys, or as many queries.
    void masks_data() {
        QTest::addColumn<QString>("scores");
        QTest::addColumn<QString>("shape");
        QTest::addColumn<std::vector<float>>("numbers");
        QTest::addColumn<QString>("mask"); // of the session
        QTest::addColumn<QString>("remark");
        using Floats = std::vector<float>;
        const QString attends = "Its mask is taken: %1 means that a query may attend.";
        QTest::newRow("causal") << "1, 2, 2"
                                << "2, 2" << Floats{1, 0, 1, 1} << "causal"
                                << "";
        QTest::newRow("of ones") << "1, 2, 3"
                                 << "2, 3" << Floats{1, 0, 1, 0, 1, 1} << "1 0 1 0 1 1" << attends.arg(1);
        QTest::newRow("of a batch of one") << "1, 2, 2"
                                           << "1, 1, 2, 2" << Floats{1, 1, 0, 1} << "1 1 0 1" << attends.arg(1);
        QTest::newRow("that hides") << "1, 2, 2"
                                    << "2, 2" << Floats{0, 0, 1, 0} << "1 1 0 1" << attends.arg(0);
        QTest::newRow("of keys") << "1, 2, 2"
                                 << "2" << Floats{1, 0} << "1 0 1 0" << attends.arg(1);
        QTest::newRow("of keys in a batch") << "1, 2, 3"
                                            << "1, 1, 1, 3" << Floats{1, 0, 1} << "1 0 1 1 0 1" << attends.arg(1);
        QTest::newRow("that is added") << "1, 2, 2"
                                       << "2, 2" << Floats{0, -INFINITY, -1e9F, 0} << "1 0 0 1" << attends.arg(0);
        QTest::newRow("of other numbers") << "1, 2, 2"
                                          << "2, 2" << Floats{0, 0, -1, 0} << "none"
                                          << "";
    }
    void masks() {
        QFETCH(QString, scores);
        QFETCH(QString, shape);
        QFETCH(std::vector<float>, numbers);
        const Array given = counted("scores", scores.toUtf8().constData());
        const auto file = folder_.opened({given, {"mask", shape, numbers}});
        QVERIFY2(file, file ? "" : file.text().c_str());
        const Mask& mask = layerAt(file->file.session, 0).options.mask;
        QStringList now;
        if (const FrozenMatrix& cells = mask.given)
            for (Index i = 0; i < cells->size(); ++i) now << QString::number(cells->data()[i]);
        QTEST(QString(mask.causal ? "causal" : now.isEmpty() ? "none" : now.join(' ')), "mask");
        QTEST(QString::fromStdString(file->edited), "remark");
        const auto weights = folder_.opened({even("weights", "1, 2, 2"), {"mask", "2, 2", {1, 1, 0, 1}}});
        QVERIFY2(weights, weights ? "" : weights.text().c_str()); // they are taken as they are
        QCOMPARE(weights->edited, std::string("Not used: mask [2, 2]."));
    }

    /// A mask that the file does not hold is seen in its weights, where those of all heads are 0.
    void masksOfWeights_data() {
        QTest::addColumn<Array>("weights");
        QTest::addColumn<Arrays>("more");
        QTest::addColumn<QString>("mask"); // "causal", hidden tokens, and the cells of a custom mask
        QTest::addColumn<QString>("said");
        const QString causal = "The causal mask is on, as in the file's weights.",
                      hidden = "Tokens without weight in the file are hidden.",
                      taken = "Its mask is taken: 1 means that a query may attend.";
        const Array triangle{"weights", "1, 3, 3", {1, 0, 0, 0.5F, 0.5F, 0, 0.25F, 0.25F, 0.5F}};
        QTest::newRow("none") << even("weights", "1, 3, 3") << Arrays() << ""
                              << "";
        QTest::newRow("causal") << triangle << Arrays() << "causal" << causal;
        QTest::newRow("0 in one head") << Array{"weights",
                                                "2, 3, 3",
                                                {1, 0, 0, 0, 1, 0, 0.5F, 0, 0.5F, //
                                                 1, 0, 0, 0.5F, 0.5F, 0, 0.25F, 0.25F, 0.5F}}
                                       << Arrays() << "causal" << causal;
        QTest::newRow("hidden") << Array{"weights", "1, 3, 3", {0.5F, 0, 0.5F, 0.25F, 0, 0.75F, 0.5F, 0, 0.5F}}
                                << Arrays() << "1" << hidden;
        QTest::newRow("both") << Array{"weights", "1, 3, 3", {0, 0, 0, 0, 1, 0, 0, 0.5F, 0.5F}} << Arrays()
                              << "causal 0" << causal + " " + hidden;
        const std::vector<float> band{0.5F, 0.5F, 0, 0.25F, 0.5F, 0.25F, 0, 0.5F, 0.5F};
        Array bands{"weights", "2, 3, 3", band};
        bands.values.insert(bands.values.end(), band.begin(), band.end());
        const QString bandSaid = "The mask hides what has no weight in the file.";
        QTest::newRow("a band") << bands << Arrays() << "110111011" << bandSaid;
        QTest::newRow("a band beside a mask")
            << bands << Arrays{{"mask", "3", {1, 0, 1}}} << "100101001" << bandSaid + " " + taken;
        QTest::newRow("rounded to 0 in the only head") << Array{"weights", "1, 3, 3", band} << Arrays() << ""
                                                       << "";
        QTest::newRow("causal, and rounded to 0")
            << Array{"weights", "1, 3, 3", {1, 0, 0, 0, 1, 0, 0.5F, 0, 0.5F}} << Arrays() << "causal" << causal;
        QTest::newRow("bfloat16") << Array{"weights", "1, 3, 3", {1, 0, 0, 0.5F, 0.4972F, 0, 0.25F, 0.25F, 0.5F}}
                                  << Arrays() << "causal" << causal;
        QTest::newRow("dropout") << Array{"weights", "1, 3, 3", {0.6F, 0, 0.6F, 0.4F, 0.4F, 0.4F, 0, 0.6F, 0.6F}}
                                 << Arrays() << ""
                                 << "";
        QTest::newRow("of other tokens") << Array{"weights", "1, 2, 2", {1, 0, 0.5F, 0.5F}} << Arrays() << ""
                                         << "";
        QTest::newRow("beside a mask") << triangle << Arrays{{"mask", "3", {1, 1, 0}}} << "causal 110110110"
                                       << causal + " " + taken;
        QTest::newRow("beside a mask of ones")
            << triangle << Arrays{{"attention_mask", "1, 3", {1, 1, 1}}} << "causal 111111111" << causal + " " + taken;
        QTest::newRow("beside a refused mask")
            << triangle << Arrays{{"mask", "2, 3, 3", std::vector<float>(18, 1)}} << "causal" << causal;
        QTest::newRow("hidden beside its mask")
            << Array{"weights", "1, 3, 3", {1, 0, 0, 0.5F, 0.5F, 0, 0.25F, 0.75F, 0}}
            << Arrays{{"mask", "3", {1, 1, 0}}} << "causal 110110110" << causal + " " + taken;
        QTest::newRow("False behind a mask")
            << even("weights", "1, 3, 3") << Arrays{{"mask", "3", {1, 1, 0}}, {"is_causal", "", {0}}} << "110110110"
            << taken;
        QTest::newRow("True") << even("weights", "1, 3, 3") << Arrays{{"causal", "", {1}}} << "causal"
                              << "";
        QTest::newRow("False") << even("weights", "1, 3, 3") << Arrays{{"is_causal", "", {0}}} << ""
                               << "";
    }
    void masksOfWeights() {
        QFETCH(Array, weights);
        QFETCH(Arrays, more);
        QFETCH(QString, said);
        const bool areTwo = weights.shape.startsWith('2');
        Arrays arrays{counted("Q", areTwo ? "2, 3, 2" : "1, 3, 2"), counted("K", areTwo ? "2, 3, 2" : "1, 3, 2"),
                      weights};
        arrays.insert(arrays.end(), more.begin(), more.end());
        const auto file = folder_.opened(arrays);
        QVERIFY2(file, file ? "" : file.text().c_str());
        const Mask& mask = layerAt(file->file.session, 0).options.mask;
        QStringList now;
        if (mask.causal) now << "causal";
        for (const int key : mask.hidden) now << QString::number(key);
        QString cells;
        if (const FrozenMatrix& given = mask.given)
            for (Index i = 0; i < given->size(); ++i) cells += QString::number(given->data()[i]);
        if (!cells.isEmpty()) now << cells;
        QTEST(now.join(' '), "mask");
        const QString remark = QString::fromStdString(file->edited);
        QCOMPARE(remark.section("weights. ", 1), said);
        QVERIFY2(remark.startsWith("Computed, and not taken from the file: weights."), qPrintable(remark));
    }

    /// A mask of some layers is not said of all.
    void masksOfLayers() {
        const std::vector<float> q(8, 1), w{1, 0, 0.5F, 0.5F, 0.5F, 0.5F, 0.5F, 0.5F};
        const auto file = folder_.opened(
            {{"Q", "2, 1, 2, 2", q}, {"K", "2, 1, 2, 2", q}, {"attentions", "2, 1, 2, 2", w}});
        QVERIFY2(file, file ? "" : file.text().c_str());
        QVERIFY(file->file.session.layers[0].options.mask.causal && !file->file.session.layers[1].options.mask.causal);
        QVERIFY2(file->edited.ends_with("The causal mask is on, as in the file's weights (1 of 2 layers)."),
                 file->edited.c_str());
    }

    /// Causal weights beside matrices show the mask of the layer, unless they show more, or zeros of dropout.
    void weightsBesideMatrices_data() {
        QTest::addColumn<std::vector<float>>("weights");
        QTest::addColumn<bool>("isCausal");
        using Floats = std::vector<float>;
        QTest::newRow("causal") << Floats{1, 0, 0, 0.5F, 0.5F, 0, 0.25F, 0.25F, 0.5F} << true;
        QTest::newRow("with a hidden key") << Floats{0, 0, 0, 0, 1, 0, 0, 0.5F, 0.5F} << false;
        QTest::newRow("dropout") << Floats{1.25F, 0, 0, 0.5F, 0.75F, 0, 0.25F, 0.25F, 0.5F} << false;
    }
    void weightsBesideMatrices() {
        QFETCH(std::vector<float>, weights);
        const auto file = folder_.opened({counted("X", "3, 4"),
                                          counted("W_q", "4, 4"),
                                          counted("W_k", "4, 4"),
                                          counted("W_v", "4, 4"),
                                          {"weights", "1, 3, 3", weights}});
        QVERIFY2(file, file ? "" : file.text().c_str());
        QTEST(usualChoices(*arraySet(file->arrays.listed)).isCausal, "isCausal");
    }
};

QTEST_GUILESS_MAIN(GivenMasksTest)
#include "tst_givenMasks.moc"
