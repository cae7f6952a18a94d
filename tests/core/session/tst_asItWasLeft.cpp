// Switched-off parts come back as they were left; if one does not fit, the message has both sizes and the way out.
#include "io/fileSize.h"
#include "io/sessionFile.h"
#include "session/blocks.h"
#include "session/consistency.h"
#include "session/edits.h"
#include "support/changing.h"
#include "support/layers.h"
#include "support/pinned.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// Returns the session as its file has it.
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

/// Returns one layer in which a W_o was added while it had no weights.
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
        const Session on = *withOptional(back, 0, Parameter::Bo, true); // its old numbers
        QVERIFY(*on.layers[0][Parameter::Bo] == *with.layers[0][Parameter::Bo]);
        // Switching the weights off and on keeps it, too.
        const Session again = *withTrainableWeights(reread(*withoutTrainableWeights(off, 0)), 0);
        QCOMPARE(static_cast<bool>(withOptional(again, 0, Parameter::Wo, true)->layers[0][Parameter::Bo]), isOn);
    }

    /// It is the same W_o before and after: its numbers stay as far as they fit.
    void aWoThatIsOnWithoutWeightsStaysOn() {
        const Session with = *withTrainableWeights(withMadeOutput(), 0);
        QCOMPARE(QString::fromStdString(firstInconsistency(with).value_or("")), QString());
        const Matrix& output = block(with, 0, Parameter::Wo);
        QCOMPARE(output.rows(), Index(sizesOf(with).concat()));
        QVERIFY(output.topRows(std::min<Index>(5, output.rows())) ==
                counted(5, 5).topRows(std::min<Index>(5, output.rows())));
        QVERIFY(with.layers[0][Parameter::Bo]);
        QVERIFY(with.layers[0].allHeads[1][Parameter::Wq].kept == sample(1).layers[0].allHeads[1][Parameter::Wq].kept ||
                *with.layers[0].allHeads[1][Parameter::Wq] == *sample(1).layers[0].allHeads[1][Parameter::Wq]);
    }

    void whatIsOffIsCountedToo() {
        const auto count = [](const Session& s) {
            Index numbers = 0;
            forEachBlock(s, [&](const FrozenMatrix& matrix) { numbers += matrix ? matrix->size() : 0; });
            return numbers;
        };
        const Session with = sample(1), without = *withoutTrainableWeights(with, 0);
        QCOMPARE(count(without), count(with));
        QVERIFY(bytesInFile(without) == bytesInFile(with));
    }

    /// The biases of a layer without weights belong to the columns of its input, and follow them.
    void biasesFollowTheHeadsBelow() {
        Session s = *withoutTrainableWeights(sample(2), 1); // reads two heads of two columns
        for (const Parameter p : {Parameter::Bq, Parameter::Bv}) changing(s, 1)->allHeads[0][p] = counted(1, 4);
        QCOMPARE(QString::fromStdString(firstInconsistency(s).value_or("")), QString());
        const auto bias = [&](const Session& now) { return *now.layers[1].allHeads[0][Parameter::Bv]; };
        QVERIFY(bias(*withHeadRemoved(s, 0, 0)) == counted(1, 4).rightCols(2));
        QVERIFY(bias(*withHeadRemoved(s, 0, 1)) == counted(1, 4).leftCols(2));
        const Matrix doubled = bias(*withHeadDuplicated(s, 0, 0));
        QVERIFY(doubled.leftCols(2) == counted(1, 2) && doubled.middleCols(2, 2) == counted(1, 2));
        QVERIFY(doubled.rightCols(2) == counted(1, 4).rightCols(2));
        QCOMPARE(bias(*withValueSize(s, 0, 3)).cols(), Index(6));
        QVERIFY(bias(*withValueSize(s, 0, 3)).middleCols(3, 2) == counted(1, 4).rightCols(2)); // those of head 2
    }

    void refusalsSayBothSizesAndTheWayOut_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("no weights")
            << "Layer 1: without W_q, W_k and W_v, X and the second sentence must have the same width, "
               "but they have 5 and 2 columns. Switch cross-attention off, add W_q, W_k and W_v to every head, or make "
               "the widths equal.";
        QTest::newRow("positions") << "positions: they are added to the embeddings of both sentences, which must have "
                                      "the same width, but they have 5 and 2 columns. Make the widths equal, or switch "
                                      "off the positions or cross-attention.";
        QTest::newRow("dropout")
            << "Layer 1, options.dropout: 2 heads of 8000 by 8000 tokens have 128000000 cells, but "
               "dropout is limited to 67108864. Switch dropout off, remove heads or shorten the "
               "sentence.";
        QTest::newRow("a long second sentence")
            << "The second sentence has 46340 tokens, but the limit is 46339. Shorten "
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
        changeLayers(narrow, [](Layer& layer) {
            for (Head& head : layer.allHeads)
                for (const Parameter p : {Parameter::Wk, Parameter::Wv}) head[p] = Matrix(head[p]->topRows(2));
        });
        Options drops;
        drops.dropout = Dropout{};
        const auto made = which == "no weights"  ? withoutTrainableWeights(narrow, 0)
                          : which == "positions" ? withPositions(narrow, Positions::Kind::Sinusoidal)
                          : which == "dropout"   ? withOptions(*withSentence(sample(1), words(8000)), 0, drops)
                                                 : withSentence(s, words(46340), {}, Sentence::Second);
        if (which == "positions")
            for (const Layer& layer : narrow.layers) QVERIFY(!layer.residual);
        QCOMPARE(QString::fromStdString(said(made)), text);
    }
};

QTEST_APPLESS_MAIN(AsItWasLeftTest)
#include "tst_asItWasLeft.moc"
