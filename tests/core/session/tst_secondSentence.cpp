// Tests a second sentence, for keys and values: added, edited, switched off and on, with the masks of its tokens.
#include "io/sessionFile.h"
#include "session/consistency.h"
#include "session/drawNumbers.h"
#include "session/edits.h"
#include "session/reshape.h"
#include "support/drawnAt.h"
#include "support/layers.h"
#include "support/pinned.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

namespace {

Session withMask(const Session& session, float hidden, std::vector<int> tokens) {
    Session now = *withGivenMask(session, 0, true);
    Matrix given = *now.layers[0].options.mask.given;
    given(1, 0) = hidden;
    Options options = now.layers[0].options;
    options.mask.given = std::move(given);
    options.mask.hidden = std::move(tokens);
    return *withOptions(now, 0, options);
}

/// Returns two layers with a mask while there was one sentence, and another mask with the second sentence.
Session crossed() {
    const Session one = *withSecondSentence(withMask(sample(2), 0, {0}), true);
    return withMask(*withSentence(one, "other words here", {}, Sentence::Second), 0, {2});
}

} // namespace

class SecondSentenceTest : public QObject {
    Q_OBJECT

private slots:
    void beginsAsTheFirst() {
        const Session before = sample(1), now = *withSecondSentence(before, true);
        QVERIFY(*now.source == before.text);
        QVERIFY(!firstInconsistency(now));
    }

    void hasWordsAndATokenizerOfItsOwn() {
        const Session before = *withSecondSentence(sample(1), true);
        const Session now = *withSentence(before, "quite other", {}, Sentence::Second);
        QVERIFY(now.text == before.text);
        QCOMPARE(now.source->tokens->texts, (std::vector<std::string>{"quite", "other"}));
        QCOMPARE(sizesOf(now).keyTokens, 2);
        const Session cut = *withTokenizer(now, {"characters", ""}, {}, Sentence::Second);
        QCOMPARE(cut.source->tokens->count(), 11);
        QVERIFY(cut.text.tokenizer == before.text.tokenizer);
        QVERIFY(!firstInconsistency(cut));
    }

    void itsEmbeddingsAreEdited() {
        const ParameterRef ref{Parameter::Xkv};
        QVERIFY(!matrixOf(sample(1), ref));
        QCOMPARE(withCell(sample(1), ref, 0, 0, 1).text(), std::string("There is no X_kv to edit."));
        const Session before = crossed();
        QVERIFY(matrixOf(before, ref)->isApprox(tokenVectors(*before.source)));
        const Session now = *withCell(before, ref, 1, 2, 0.25F);
        QCOMPARE((*matrixOf(now, ref))(1, 2), 0.25F);
        QVERIFY(now.text == before.text);
        QCOMPARE(withCell(now, ref, 3, 0, 1).text(), std::string("X_kv[4, 1] is outside X_kv, which is 3 by 5."));
        QVERIFY(*withBlock(before, ref, 0, 0, *drawnAnew(before, ref)) != before);
        const auto sizes = sizesFor(before, ref, 3, 7); // both sentences have the same d
        QVERIFY(sizes);
        QCOMPARE(matrixOf(*withSizes(before, 0, *sizes), ref)->cols(), Index(7));
        QVERIFY(!sizesFor(before, ref, 4, 5)); // its rows are tokens
    }

    void tablesAreDrawnAlone_data() {
        QTest::addColumn<int>("parameter");
        QTest::newRow("X") << static_cast<int>(Parameter::X);
        QTest::newRow("X_kv") << static_cast<int>(Parameter::Xkv);
        QTest::newRow("P") << static_cast<int>(Parameter::P);
    }
    void tablesAreDrawnAlone() {
        QFETCH(int, parameter);
        const ParameterRef ref{static_cast<Parameter>(parameter)};
        const Session before = *withPositions(crossed(), Positions::Kind::Learned);
        DrawRequest request{DrawRequest::Which::Parameter, ref};
        request.initialiser = Initialiser::Embedding;
        const Session now = *withDrawn(before, request);
        QCOMPARE(now.text == before.text, ref.parameter != Parameter::X);
        QCOMPARE(now.source == before.source, ref.parameter != Parameter::Xkv);
        QCOMPARE(now.positions == before.positions, ref.parameter != Parameter::P);
        const DrawnBy by = drawnBy(now, ref);
        QVERIFY(by.drawing && !drawnBy(before, ref).drawing);
        const Matrix drawn = drawnAt(*by.drawing, by.place);
        const Text* text = textOf(now, ref.parameter);
        QCOMPARE(drawn, text ? *text->embeddings.matrix() : *now.positions->table);
        const auto read = parseSession(sessionText({now, {}}));
        QVERIFY(sameValues(read->session, pinned(now)));
        QVERIFY(drawnBy(read->session, ref) == by);
    }

    void mustBeThereToBeChanged() {
        const auto none = withSentence(sample(1), "x", {}, Sentence::Second);
        QVERIFY(!none);
        QCOMPARE(none.text(), std::string("There is no second sentence. Switch it on first."));
    }

    void goesAndComesBackAsItWas() {
        const Session before = *withSecondSentence(*withSentence(sample(2), "one two three"), true);
        const Session off = *withSecondSentence(before, false);
        QVERIFY(!off.source && off.source.kept == before.source);
        QVERIFY(!firstInconsistency(off));
        QVERIFY(sameValues(off, *withSecondSentence(*withSecondSentence(off, true), false)));
        QVERIFY(sameValues(*withSecondSentence(off, true), before));
        QVERIFY(*withSecondSentence(off, false) == off);
    }

    /// Masks follow as if one sentence were edited into the other: tokens that stay keep their masks, new tokens may be
    /// attended to.
    void masksFollowFromOneSentenceToTheOther() {
        Session s = withMask(*withSentence(sample(1), "a b c"), 0, {0});
        s = *withSecondSentence(s, true); // a copy: nothing changes
        QCOMPARE(s.layers[0].options.mask.hidden, std::vector<int>{0});
        QCOMPARE((*s.layers[0].options.mask.given)(1, 0), 0.0F);
        s = *withSentence(s, "new a b", {}, Sentence::Second);
        QCOMPARE(s.layers[0].options.mask.hidden, std::vector<int>{1});
        for (const bool isGiven : {true, false}) {
            const Session off = *withSecondSentence(*withGivenMask(s, 0, isGiven), false);
            QVERIFY(!firstInconsistency(off));
            QCOMPARE(off.layers[0].options.mask.hidden, std::vector<int>{0});
            const Matrix& given = *off.layers[0].options.mask.given;
            QCOMPARE(given(1, 0), 0.0F);
            QCOMPARE(given.sum(), static_cast<float>(given.size() - 1));
        }
    }

    void aGivenMaskGoesAndComesBackAsItWas() {
        const Session before = withMask(sample(1), 0, {});
        const Session off = *withGivenMask(before, 0, false);
        QVERIFY(!off.layers[0].options.mask.isOn());
        QVERIFY(sameValues(*withGivenMask(off, 0, true), before));
        const Session longer = *withSentence(off, "new " + off.text.sentence);
        QVERIFY(!firstInconsistency(longer));
        const Matrix given = *(*withGivenMask(longer, 0, true)).layers[0].options.mask.given;
        QCOMPARE(given(2, 1), 0.0F);
        QCOMPARE(given.sum(), static_cast<float>(given.size() - 1));
        QVERIFY(!withGivenMask(before, 7, true));
    }

    void widthsFollow() {
        Session wide = *withSecondSentence(sample(2), true);
        const int d = sizesOf(wide).d;
        const Session other = *withEmbeddingSize(*withSecondSentence(wide, false), d + 3); // resized like the rest
        QCOMPARE(other.source.kept->embeddings.cols(), Index(d + 3));
        const Session back = *withSecondSentence(other, true);
        QVERIFY(!firstInconsistency(back));
        for (int layer = 0; layer < 2; ++layer)
            QCOMPARE((*back.layers[static_cast<std::size_t>(layer)].allHeads[0][Parameter::Wk]).rows(), Index(d + 3));
    }

    void isKeptInItsFile_data() {
        QTest::addColumn<bool>("second");
        QTest::addColumn<bool>("given");
        for (const bool second : {false, true})
            for (const bool given : {false, true}) QTest::addRow("%d%d", second, given) << second << given;
    }
    void isKeptInItsFile() {
        QFETCH(bool, second);
        QFETCH(bool, given);
        const Session session = *withGivenMask(*withSecondSentence(crossed(), second), 0, given);
        const std::string text = sessionText({session, {}});
        const auto read = parseSession(text);
        QVERIFY2(read.ok(), read.ok() ? "" : read.text().c_str());
        QCOMPARE(sessionText(*read), text);
        QVERIFY(sameValues(read->session, pinned(session)));
    }

    void aFileThatDoesNotFitIsRefused_data() {
        QTest::addColumn<QString>("off");
        QTest::addColumn<QString>("complaint");
        QTest::newRow("of another size") << R"("given": {"rows": [[1, 0]]}, "off": ["given"])"
                                         << "options.mask: 1 row by 2 columns";
        QTest::newRow("no mask") << R"("given": {"rows": [[2]]}, "off": ["given"])"
                                 << "neither 0 nor 1";
        QTest::newRow("nobody's") << R"("off": ["hidden"])"
                                  << "options.mask.off[0] must be \"window\" or \"given\"";
        QTest::newRow("drawn") << R"("given": {"init": "rand", "shape": [1, 1]}, "off": ["given"])"
                               << "given";
    }
    void positionsOfAnotherWidthAreRefused() {
        for (const char* off : {"", R"("off": ["positions"], )"}) {
            const auto read = parseSession(R"({"format": "headlight-session", "version": 2, "sentence": "a",
                "embeddings": {"rows": [[1, 2]]}, )" +
                                           std::string(off) +
                                           R"("positions": {"kind": "learned", "table": {"rows": [[1, 2, 3]]}}})");
            QVERIFY(!read);
            QCOMPARE(read.text(),
                     std::string("positions.table: 1 row by 3 columns, but it must be 1 by 2 (positions by d). "
                                 "Give it as many columns as the embeddings have."));
        }
    }

    void aFileThatDoesNotFitIsRefused() {
        QFETCH(QString, off);
        QFETCH(QString, complaint);
        const auto read = parseSession(
            R"({"format": "headlight-session", "version": 2, "min_reader": 2, "sentence": "a",
            "layers": [{"options": {"mask": {)" +
            off.toStdString() + "}}}]}");
        QVERIFY(!read);
        QVERIFY2(read.text().find(complaint.toStdString()) != std::string::npos, read.text().c_str());
    }
};

QTEST_APPLESS_MAIN(SecondSentenceTest)
#include "tst_secondSentence.moc"
