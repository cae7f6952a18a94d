// Each thing that is switched off comes back as it was left, and what does not fit says its sizes and the way out.
#include "io/fileSize.h"
#include "io/sessionFile.h"
#include "session/blocks.h"
#include "session/consistency.h"
#include "session/edits.h"
#include "support/layers.h"
#include "support/pinned.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// The session as its file has it.
Session reread(const Session& session) {
    const std::string text = sessionText({session, {}});
    auto read = parseSession(text);
    if (!read) qFatal("%s", read.text().c_str());
    if (sessionText(*read) != text || !sameValues(read->session, pinned(session)))
        qFatal("Its file is another session");
    return std::move(read->session);
}

Matrix counted(Index rows, Index cols) {
    Matrix matrix(rows, cols);
    for (Index i = 0; i < matrix.size(); ++i) matrix.data()[i] = static_cast<float>(i + 1);
    return matrix;
}

/// Of one layer, in which a W_o was made while it had no weights.
Session withMadeOutput() {
    Session s = withOutput(*withoutTrainableWeights(sample(1), 0), 0);
    s = *withOptional(s, 0, Parameter::Bo, true);
    return *withBlock(s, {Parameter::Wo, 0, 0}, 0, 0, counted(5, 5));
}

std::string said(const Result<Session>& made) { return made ? std::string("it was made") : made.text(); }

} // namespace

class AsItWasLeftTest : public QObject {
    Q_OBJECT

private slots:
    void aBiasStaysOffThatWasOffBefore_data() {
        QTest::addColumn<bool>("isOn");
        QTest::addColumn<bool>("byFile");
        for (const bool isOn : {true, false})
            for (const bool byFile : {false, true})
                QTest::addRow("%s%s", isOn ? "on" : "off", byFile ? ", by its file" : "") << isOn << byFile;
    }
    void aBiasStaysOffThatWasOffBefore() {
        QFETCH(bool, isOn);
        QFETCH(bool, byFile);
        const Session with = *withOptional(withOutput(sample(1), 0), 0, Parameter::Bo, true);
        const Session before = isOn ? with : *withOptional(with, 0, Parameter::Bo, false);
        Session off = *withOptional(before, 0, Parameter::Wo, false);
        if (byFile) off = reread(off);
        const Session back = *withOptional(off, 0, Parameter::Wo, true);
        QCOMPARE(static_cast<bool>(back.layers[0][Parameter::Bo]), isOn);
        QVERIFY(sameValues(back, byFile ? pinned(before) : before));
        const Session on = *withOptional(back, 0, Parameter::Bo, true); // whose numbers wait for it
        QVERIFY(*on.layers[0][Parameter::Bo] == *with.layers[0][Parameter::Bo]);
        // The weights take it along.
        const Session again = *withTrainableWeights(reread(*withoutTrainableWeights(off, 0)), 0);
        QCOMPARE(static_cast<bool>(withOptional(again, 0, Parameter::Wo, true)->layers[0][Parameter::Bo]), isOn);
    }

    /// Neither is lost, whichever is on; as often as they change places.
    void aWoThatIsMadeWithoutWeightsWaitsForThem_data() {
        QTest::addColumn<bool>("hadOne");
        QTest::newRow("the layer had none") << false;
        QTest::newRow("the layer had one") << true;
    }
    void aWoThatIsMadeWithoutWeightsWaitsForThem() {
        QFETCH(bool, hadOne);
        const Session first = hadOne ? withOutput(sample(1), 0) : sample(1);
        Session without = withOutput(*withoutTrainableWeights(first, 0), 0);
        without = *withBlock(without, {Parameter::Wo, 0, 0}, 0, 0, counted(5, 5));
        Session with = *withTrainableWeights(without, 0);
        QCOMPARE(static_cast<bool>(with.layers[0][Parameter::Wo]), hadOne);
        QVERIFY(with.layers[0].heads == first.layers[0].heads);
        for (int time = 0; time < 3; ++time) {
            QCOMPARE(QString::fromStdString(firstInconsistency(with).value_or("")), QString());
            const Session again = *withoutTrainableWeights(time == 1 ? reread(with) : with, 0);
            QVERIFY(*again.layers[0][Parameter::Wo] == counted(5, 5));
            QVERIFY(sameValues(again, time > 0 ? pinned(without) : without));
            with = *withTrainableWeights(again, 0);
        }
    }

    /// d has become another meanwhile: the numbers that have a place keep it.
    void whatWasMadeFitsWhenItComesBack() {
        const Session with = *withTrainableWeights(withMadeOutput(), 0);
        for (const int d : {3, 5, 8}) {
            const auto again = withoutTrainableWeights(*withEmbeddingSize(with, d), 0);
            QVERIFY2(again.ok(), said(again).c_str());
            const Matrix& output = block(*again, 0, Parameter::Wo);
            QCOMPARE(output.rows(), Index(d));
            QVERIFY(output.topRows(std::min(d, 5)) == counted(5, 5).topRows(std::min(d, 5)));
            QCOMPARE(QString::fromStdString(firstInconsistency(*again).value_or("")), QString());
        }
    }

    void aWholeThatCannotComeBackIsRefused_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("of a layer without weights")
            << "layers[0].off.simplified: allowed only for a layer with trainable weights.";
        QTest::newRow("with weights") << "layers[0].off.simplified: must not have W_q, W_k and W_v.";
        QTest::newRow("a bias that is too long")
            << "layers[0].off.simplified.b_o: 1 row by 9 columns, but it must be 1 "
               "by 5 (a vector, one number for each column of W_o).";
    }
    void aWholeThatCannotComeBackIsRefused() {
        QFETCH(QString, text);
        Session s = *withTrainableWeights(withMadeOutput(), 0);
        Layer whole = *s.layers[0].offSimplified;
        if (QString(QTest::currentDataTag()).startsWith("of")) s = withMadeOutput();
        if (QString(QTest::currentDataTag()).startsWith("with")) whole.heads = s.layers[0].heads;
        if (QString(QTest::currentDataTag()).startsWith("a bias")) whole[Parameter::Bo] = counted(1, 9);
        s.layers[0].offSimplified = std::move(whole);
        QCOMPARE(QString::fromStdString(firstInconsistency(s).value_or("")), text);
    }

    /// One walk knows them all: what the file and the history reckon with follows it.
    void whatWaitsAsAWholeIsWalkedTo() {
        const auto count = [](const Session& s) {
            Index numbers = 0;
            forEachBlock(s, [&](const FrozenMatrix& matrix) { numbers += matrix ? matrix->size() : 0; });
            return numbers;
        };
        const Session with = sample(1), without = *withoutTrainableWeights(with, 0);
        QCOMPARE(count(without), count(with));
        QVERIFY(bytesInFile(without) == bytesInFile(with));
        QCOMPARE(count(*withTrainableWeights(withMadeOutput(), 0)), count(with) + 25 + 5);
    }

    /// Of a layer that has no weights: they stand behind the columns of its input, and go with them.
    void biasesFollowTheHeadsBelow_data() {
        QTest::addColumn<bool>("isOff");
        QTest::newRow("on") << false;
        QTest::newRow("off") << true;
    }
    void biasesFollowTheHeadsBelow() {
        QFETCH(bool, isOff);
        Session s = *withoutTrainableWeights(sample(2), 1); // reads two heads of two columns
        Head& head = s.layers[1].heads[0];
        for (const Parameter p : {Parameter::Bq, Parameter::Bv}) (isOff ? head.off : head)[p] = counted(1, 4);
        QCOMPARE(QString::fromStdString(firstInconsistency(s).value_or("")), QString());
        const auto bias = [&](const Session& now) {
            const Head& its = now.layers[1].heads[0];
            return *(isOff ? its.off : its)[Parameter::Bv];
        };
        QVERIFY(bias(*withHeadRemoved(s, 0, 0)) == counted(1, 4).rightCols(2));
        QVERIFY(bias(*withHeadRemoved(s, 0, 1)) == counted(1, 4).leftCols(2));
        const Matrix doubled = bias(*withHeadDuplicated(s, 0, 0));
        QVERIFY(doubled.leftCols(2) == counted(1, 2) && doubled.middleCols(2, 2) == counted(1, 2));
        QVERIFY(doubled.rightCols(2) == counted(1, 4).rightCols(2));
        QCOMPARE(bias(*withValueSize(s, 0, 3)).cols(), Index(6));
        QVERIFY(bias(*withValueSize(s, 0, 3)).middleCols(3, 2) == counted(1, 4).rightCols(2)); // of head 2
    }

    void refusalsSayBothSizesAndTheWayOut_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("no weights")
            << "Without trainable weights the queries and keys of layer 1 cannot be compared: the width of "
               "its input is 5, but the width of the second sentence is 2. Switch cross-attention off "
               "first.";
        QTest::newRow("no weights above")
            << "Without trainable weights the queries and keys of layer 2 cannot be compared: the width of "
               "its input is 4, but the width of the second sentence is 5. Switch cross-attention off "
               "first, or give layer 1 a W_o of shape [4, 5].";
        QTest::newRow("positions") << "Positions are added to both sentences, but the vectors of the first one have 5 "
                                      "numbers and those of the second one 2. Switch off the positions or "
                                      "cross-attention.";
        QTest::newRow("dropout") << "The dropout of layer 1: 2 heads of 8000 by 8000 tokens have 128000000 cells, but "
                                    "dropout is limited to 67108864. Switch dropout off, remove heads or shorten the "
                                    "sentence.";
        QTest::newRow("a long second sentence")
            << "The second sentence has 8193 tokens, but the limit is 8192. Shorten "
               "it by 1.";
    }
    void refusalsSayBothSizesAndTheWayOut() {
        QFETCH(QString, text);
        const QString which = QTest::currentDataTag();
        const auto words = [](int count) {
            std::string sentence;
            for (int i = 0; i < count; ++i) sentence += "a ";
            return sentence;
        };
        Session s = *withSecondSentence(sample(2), true);
        Session narrow = s;
        narrow.source->embeddings = Matrix(Matrix::Ones(s.source->embeddings.rows(), 2));
        Options drops;
        drops.dropout = Dropout{};
        const auto made = which == "no weights"         ? withoutTrainableWeights(narrow, 0)
                          : which == "no weights above" ? withoutTrainableWeights(s, 1)
                          : which == "positions"        ? withPositions(narrow, Positions::Kind::Sinusoidal)
                          : which == "dropout"          ? withOptions(*withSentence(sample(1), words(8000)), 0, drops)
                                                        : withSentence(s, words(8193), {}, Sentence::Second);
        if (which == "positions")
            for (Layer& layer : narrow.layers) QVERIFY(!layer.residual);
        QCOMPARE(QString::fromStdString(said(made)), text);
    }
};

QTEST_APPLESS_MAIN(AsItWasLeftTest)
#include "tst_asItWasLeft.moc"
