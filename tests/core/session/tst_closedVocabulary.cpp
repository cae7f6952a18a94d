#include "base/quotedText.h"
#include "io/sessionFile.h"
#include "session/consistency.h"
#include "session/edits.h"
#include "text/TokenizerModel.h"

#include <QTemporaryDir>
#include <QTest>

using namespace headlight;

namespace {

/// Takes the longest token that fits, again and again. It has five tokens, whose ids have gaps.
class Syllables : public TokenizerModel {
public:
    Syllables() : TokenizerModel({{"my", 7}, {" ", 1}, {"sh", 4}, {"oe", 0}, {"s", 2}}) {}

    Result<std::vector<Piece>> split(std::string_view sentence) const override {
        std::vector<Piece> pieces;
        for (std::size_t at = 0; at < sentence.size(); at = pieces.back().range.end) {
            std::size_t size = std::min<std::size_t>(2, sentence.size() - at);
            while (size > 0 && idOf(sentence.substr(at, size)) < 0) --size;
            if (size == 0) return Problem{"The vocabulary has nothing for " + quotedText(sentence.substr(at)) + "."};
            const std::string token(sentence.substr(at, size));
            pieces.push_back({token, {at, at + size}, idOf(token)});
        }
        return pieces;
    }
};

TokenizerSpec spec(const std::string& remove = {}) {
    static const auto model = std::make_shared<const Syllables>();
    return {"syllables", remove, model};
}

Session sample(const std::string& sentence, const std::string& remove = {}) {
    return *withSentence(*withTokenizer(newSession(5, 3, 1, 2, 2), spec(remove)), sentence);
}

QString tokensOf(const Session& session) {
    const Tokens& tokens = *session.text.tokens;
    QStringList words;
    for (std::size_t i = 0; i < tokens.texts.size(); ++i)
        words << QStringLiteral("%1=%2@%3-%4")
                     .arg(QString::fromStdString(tokens.texts[i]))
                     .arg(tokens.ids[i])
                     .arg(tokens.ranges[i].begin)
                     .arg(tokens.ranges[i].end);
    return words.join(u'|');
}

Matrix vectorOf(const Session& session, Index position) { return tokenVectors(session.text).row(position); }

} // namespace

class ClosedVocabularyTest : public QObject {
    Q_OBJECT

private slots:
    void idsAreTheModels_data() {
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<QString>("remove");
        QTest::addColumn<QString>("tokens");
        QTest::newRow("empty") << QString() << QString() << QString();
        QTest::newRow("known") << "my shoes" << QString() << "my=7@0-2| =1@2-3|sh=4@3-5|oe=0@5-7|s=2@7-8";
        QTest::newRow("repeated") << "ssh" << QString() << "s=2@0-1|sh=4@1-3";
        QTest::newRow("removed") << ",my s,hoe"
                                 << ","
                                 << "my=7@1-3| =1@3-4|sh=4@4-7|oe=0@7-9";
    }
    void idsAreTheModels() {
        QFETCH(QString, sentence);
        QFETCH(QString, remove);
        const Session s = sample(sentence.toStdString(), remove.toStdString());
        QTEST(tokensOf(s), "tokens");
        QVERIFY(!firstInconsistency(s));
        QCOMPARE(tokenVectors(s.text).rows(), Index(s.text.tokens->count()));
        QCOMPARE(s.text.vocabulary->pinnedRows, 8);
    }

    void whatItCannotSayIsAProblem() {
        const auto typed = withSentence(sample("my"), "my feet");
        QVERIFY(!typed);
        QCOMPARE(typed.text(), std::string("The vocabulary has nothing for \"feet\"."));
        QVERIFY(!withTokenizer(*withSentence(newSession(5, 3, 1, 2, 2), "feet"), spec()));
    }

    void typingChangesNeitherVocabularyNorTable() {
        const Session s = sample("my");
        const Session now = *withSentence(s, "shoes");
        QVERIFY(now.text.vocabulary == s.text.vocabulary);
        QVERIFY(now.text.embeddings == s.text.embeddings);
        QVERIFY(now.text.vocabulary == spec().model->vocabulary());
    }

    void anEditedVectorIsRemembered() {
        const Session s = *withCell(sample("my shoes"), {Parameter::X, 0, 0}, 0, 1, 9);
        QVERIFY(s.text.vocabulary == spec().model->vocabulary());
        const Session back = *withSentence(*withSentence(s, "s"), "s my");
        QCOMPARE(vectorOf(back, 2)(0, 1), 9.0F);
    }

    void aWordKeepsItsVectorFromOneVocabularyToTheOther() {
        const Session open = *withSentence(newSession(5, 3, 1, 2, 2), "s my s");
        const Session edited = *withCell(open, {Parameter::X, 0, 0}, 1, 1, 9);
        const Session closed = *withTokenizer(edited, spec());
        QCOMPARE(closed.text.tokens->ids, (std::vector<int>{2, 1, 7, 1, 2}));
        QVERIFY(!firstInconsistency(closed));
        QVERIFY(vectorOf(closed, 2) == vectorOf(edited, 1));
        QVERIFY(vectorOf(closed, 0) == vectorOf(edited, 0));
        const Session again = *withTokenizer(closed, {"words", ""});
        QVERIFY(!firstInconsistency(again));
        QVERIFY(vectorOf(again, 1) == vectorOf(edited, 1));
    }

    void aTableOfAFileFitsOrIsRefused() {
        Text text;
        text.sentence = "shoes";
        text.tokenizer = spec();
        text.embeddings = Matrix(Matrix::Ones(9, 4)); // a row too many, as in padded tables
        const auto fits = completed(text, 5, 3);
        QVERIFY(fits && fits->embeddings == text.embeddings);
        Session session = newSession(5, 4, 1, 2, 2);
        session.text = *fits;
        QVERIFY((*withCell(session, {Parameter::X, 0, 0}, 0, 1, 9)).text.vocabulary == fits->vocabulary);
        text.embeddings = Matrix(Matrix::Ones(7, 4));
        QCOMPARE(completed(text, 5, 3).text(),
                 std::string("The embeddings have 7 rows, but the tokenizer's vocabulary needs 8."));
    }

    /// A file has no place for the model: after reopening the session would have another vocabulary.
    void isNotSaved() {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString() + "/a.headlight";
        Session s = *withSentence(newSession(1, 2, 1, 2, 2), "my shoes");
        QVERIFY(writeSession(path, {s, {}}).ok());
        s = *withTokenizer(s, spec());
        const auto refused = writeSession(path, {s, {}});
        QVERIFY(!refused.ok());
        QVERIFY2(refused.text().find("a vocabulary of its own") != std::string::npos, refused.text().c_str());
        QVERIFY(readSession(path).ok()); // the old file
    }
};

QTEST_APPLESS_MAIN(ClosedVocabularyTest)
#include "tst_closedVocabulary.moc"
