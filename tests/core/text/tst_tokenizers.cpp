#include "text/tokenizers.h"

#include <unicode/uloc.h>

#include <QTest>

#include <iterator>

using namespace headlight;

namespace {

TokenizerSpec specOf(const QString& kind, const QString& remove = {}) {
    TokenizerSpec spec;
    spec.kind = kind.toStdString();
    spec.remove = remove.toStdString();
    return spec;
}

/// Makes a QString of a literal with NULs; QString(const char*) would end at the first.
template <std::size_t n>
QString text(const char16_t (&literal)[n]) {
    return QString::fromUtf16(literal, static_cast<qsizetype>(n - 1));
}

QStringList listOf(const std::vector<Piece>& pieces) {
    QStringList list;
    for (const Piece& piece : pieces) list << QString::fromStdString(piece.text);
    return list;
}

const QString kWhitespace = QStringLiteral("whitespace"), kWords = QStringLiteral("words"),
              kCharacters = QStringLiteral("characters");

} // namespace

class TokenizersTest : public QObject {
    Q_OBJECT

private slots:
    void listIsInOrder() {
        QStringList ids, names;
        for (const Tokenizer& tokenizer : tokenizers()) {
            ids << QString::fromUtf8(tokenizer.id);
            names << QString::fromUtf8(tokenizer.name);
            QVERIFY(*tokenizer.explain && !std::string_view(tokenizer.explain).ends_with('.')); // as all tips
            QCOMPARE(findTokenizer(tokenizer.id), &tokenizer);
        }
        QCOMPARE(ids, QStringList({kWhitespace, kWords, kCharacters}));
        QCOMPARE(names, QStringList({"Split at spaces", "Split into words", "Split into characters"}));
        QCOMPARE(findTokenizer("Words"), nullptr); // an id is not a name
        QCOMPARE(findTokenizer(""), nullptr);
        QVERIFY(findTokenizer(TokenizerSpec{}.kind));
    }

    void sentenceIsCut_data() {
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("remove");
        QTest::addColumn<QStringList>("tokens");
        const auto row = [](const char* name, const QString& sentence, const QString& kind, const QStringList& tokens,
                            const QString& remove = {}) {
            QTest::newRow(name) << sentence << kind << remove << tokens;
        };

        const QString shoes = QStringLiteral("My shoes are small, my feet are big.");
        row("notebook", shoes, kWhitespace, {"My", "shoes", "are", "small", "my", "feet", "are", "big."}, ",");
        row("notebook, words", shoes, kWords, {"My", "shoes", "are", "small", ",", "my", "feet", "are", "big", "."});
        row("notebook, characters", QStringLiteral("My, my."), kCharacters, {"M", "y", " ", "m", "y", "."}, ",");

        for (const auto& kind : {kWhitespace, kWords, kCharacters}) {
            const QByteArray of = " / " + kind.toUtf8();
            row("empty" + of, QString(), kind, {});
            row("one token" + of, QStringLiteral("x"), kind, {"x"});
            row("one emoji" + of, text(u"\U0001F468\u200D\U0001F469\u200D\U0001F467"), kind,
                {text(u"\U0001F468\u200D\U0001F469\u200D\U0001F467")});
            row("nothing left" + of, QStringLiteral("aab"), kind, {}, "ab");
        }
        row("only blanks, whitespace", text(u" \t\r\n\u00A0\u3000"), kWhitespace, {});
        row("only blanks, words", text(u" \t\r\n\u00A0\u3000"), kWords, {});
        row("only blanks, characters", text(u" \t\r\n\u00A0"), kCharacters, {" ", " ", " ", text(u"\u00A0")});

        row("Python's white space", text(u"a\u001Cb\u001Fc\u0085d\u1680e\u2007f\u2028g\u205Fh\u000Bi\u202Fj"),
            kWhitespace, {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"});
        row("no white space in Python", text(u"a\u200Bb\uFEFFc\u180Ed"), kWhitespace,
            {text(u"a\u200Bb\uFEFFc\u180Ed")});
        row("remove whole code points", text(u"Zürich, Köln"), kWhitespace, {"Zrich", text(u"Köln")}, text(u"ü,"));
        row("remove joins", QStringLiteral("one two"), kWords, {"onetwo"}, " ");
        row("remove an emoji", text(u"a\U0001F600b"), kCharacters, {"a", "b"}, text(u"\U0001F600"));
        row("remove NUL", text(u"a\0b"), kWhitespace, {"ab"}, text(u"\0"));

        row("words and numbers", QStringLiteral("Don't pay $3.14 or 1,000, e-mail x2!"), kWords,
            {"Don't", "pay", "$", "3.14", "or", "1,000", ",", "e", "-", "mail", "x2", "!"});
        row("each mark alone", QStringLiteral("...(\"?!\")--"), kWords,
            {".", ".", ".", "(", "\"", "?", "!", "\"", ")", "-", "-"});
        row("connectors", QStringLiteral("foo_bar ___ __init__"), kWords, {"foo_bar", "_", "_", "_", "__init__"});
        row("at signs", text(u"@me a@b.org @ x@\u0301y"), kWords,
            {"@", "me", "a", "@", "b.org", "@", "x", text(u"@\u0301"), "y"});
        row("typographic", text(u"\u201Cyes\u201D\u2014it\u2019s\u2026"), kWords,
            {text(u"\u201C"), "yes", text(u"\u201D"), text(u"\u2014"), text(u"it\u2019s"), text(u"\u2026")});

        row("Hebrew", text(u"שלום עולם!"), kWords, {text(u"שלום"), text(u"עולם"), "!"});
        row("Hebrew, whitespace", text(u"שלום עולם!"), kWhitespace, {text(u"שלום"), text(u"עולם!")});
        row("Arabic", text(u"مرحبا بالعالم، كيف؟"), kWords,
            {text(u"مرحبا"), text(u"بالعالم"), text(u"،"), text(u"كيف"), text(u"؟")});
        row("Arabic with vowels", text(u"\u0643\u0650\u062A\u064E"), kCharacters,
            {text(u"\u0643\u0650"), text(u"\u062A\u064E")});
        row("direction marks", text(u"a\u200F b\u200E"), kWords, {text(u"a\u200F"), text(u"b\u200E")});
        row("lone direction marks", text(u" \u200F \u202E "), kWords, {});

        row("combining marks", text(u"e\u0301te\u0301"), kCharacters, {text(u"e\u0301"), "t", text(u"e\u0301")});
        row("combining marks, words", text(u"e\u0301te\u0301 ."), kWords, {text(u"e\u0301te\u0301"), "."});
        row("mark without a letter", text(u"\u0301"), kCharacters, {text(u"\u0301")});
        row("mark on a space", text(u"a \u0301 b"), kWords, {"a", text(u" \u0301"), "b"});
        row("Devanagari", text(u"नमस्ते दुनिया"), kWords, {text(u"नमस्ते"), text(u"दुनिया")});
        row("Hangul from its letters", text(u"\u1112\u1161\u11AB\u1100\u1173\u11AF"), kCharacters,
            {text(u"\u1112\u1161\u11AB"), text(u"\u1100\u1173\u11AF")});

        const QString thumb = text(u"\U0001F44D\U0001F3FD"), flag = text(u"\U0001F1E9\U0001F1EA"),
                      otherFlag = text(u"\U0001F1EB\U0001F1F7"), keycap = text(u"1\uFE0F\u20E3"),
                      family = text(u"\U0001F468\U0001F3FF\u200D\U0001F469\u200D\U0001F466");
        row("emoji, words", "so" + thumb + flag + otherFlag + ' ' + family + "!", kWords,
            {"so", thumb, flag, otherFlag, family, "!"});
        row("emoji, characters", "so" + thumb + flag + otherFlag + keycap + family, kCharacters,
            {"s", "o", thumb, flag, otherFlag, keycap, family});
        row("emoji, whitespace", thumb + flag + ' ' + family, kWhitespace, {thumb + flag, family});

        row("Chinese", text(u"東京、大阪。"), kWords, {text(u"東京"), text(u"、"), text(u"大阪"), text(u"。")});
        row("Chinese, characters", text(u"東京。"), kCharacters, {text(u"東"), text(u"京"), text(u"。")});
        row("Thai", text(u"ภาษาไทย"), kWords, {text(u"ภาษา"), text(u"ไทย")});

        row("line breaks and tabs, whitespace", QStringLiteral("one\r\ntwo\n\n\tthree\t"), kWhitespace,
            {"one", "two", "three"});
        row("line breaks and tabs, words", QStringLiteral("one\r\ntwo\n\n\tthree.\t"), kWords,
            {"one", "two", "three", "."});
        row("line breaks and tabs, characters", text(u"a\r\nb\tc\u2028d"), kCharacters,
            {"a", " ", "b", " ", "c", " ", "d"});

        row("controls, whitespace", text(u"a\0b \u0001 c\u007F"), kWhitespace,
            {text(u"a\0b"), text(u"\u0001"), text(u"c\u007F")});
        row("controls, words", text(u"a\0b \u0001 c\u007F"), kWords, {"a", "b", "c"});
        row("controls, characters", text(u"a\0b\u0001c\u007F"), kCharacters, {"a", "b", "c"});
        row("byte order mark", text(u"\uFEFFhi"), kWords, {"hi"});
        row("last code point", text(u"a\U0010FFFF b"), kWhitespace, {text(u"a\U0010FFFF"), "b"});
        row("private use", text(u"\uE000\uE001"), kCharacters, {text(u"\uE000"), text(u"\uE001")});
    }
    void sentenceIsCut() {
        QFETCH(QString, sentence);
        QFETCH(QString, kind);
        QFETCH(QString, remove);
        QFETCH(QStringList, tokens);
        const auto cut = tokenise(sentence.toStdString(), specOf(kind, remove));
        QVERIFY2(cut.ok(), cut ? "" : cut.text().c_str());
        QCOMPARE(listOf(*cut), tokens);
    }

    /// Each token has its bytes in the typed sentence, including characters removed within it.
    void placesAreThoseOfTheSentence_data() {
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("remove");
        QTest::addColumn<QStringList>("bytes");
        const auto row = [](const char* name, const QString& sentence, const QString& kind, const QStringList& bytes,
                            const QString& remove = {}) { QTest::newRow(name) << sentence << kind << remove << bytes; };
        row("whitespace", " ab  c ", kWhitespace, {"1-3 ab", "5-6 c"});
        row("words", "ab, c.", kWords, {"0-2 ab", "2-3 ,", "4-5 c", "5-6 ."});
        row("marks of one run", "x@y ___", kWords, {"0-1 x", "1-2 @", "2-3 y", "4-5 _", "5-6 _", "6-7 _"});
        row("characters", text(u"a\r\né"), kCharacters, {"0-1 a", "1-3  ", text(u"3-5 é")});
        row("removed in front", ",ab", kWhitespace, {"1-3 ab"}, ",");
        row("removed within", "a,,b c", kWhitespace, {"0-4 ab", "5-6 c"}, ",");
        row("removed behind", "ab, c", kWhitespace, {"0-2 ab", "4-5 c"}, ",");
        row("removed of several bytes", text(u"üaüb cü"), kWhitespace, {"2-6 ab", "7-8 c"}, text(u"ü"));
        row("kept of several bytes", text(u",é,ü"), kCharacters, {text(u"1-3 é"), text(u"4-6 ü")}, ",");
        row("blanks removed", "a b", kWords, {"0-3 ab"}, " ");
    }
    void placesAreThoseOfTheSentence() {
        QFETCH(QString, sentence);
        QFETCH(QString, kind);
        QFETCH(QString, remove);
        const auto cut = tokenise(sentence.toStdString(), specOf(kind, remove));
        QVERIFY2(cut.ok(), cut ? "" : cut.text().c_str());
        QStringList bytes;
        for (const auto& [token, range] : *cut)
            bytes << QStringLiteral("%1-%2 ").arg(range.begin).arg(range.end) + QString::fromStdString(token);
        QTEST(bytes, "bytes");
    }

    /// A page is pasted from a document: three paragraphs, indented, with CRLF and blank lines.
    void pastedPage_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<int>("tokensPerLine");
        QTest::newRow("whitespace") << kWhitespace << 6;
        QTest::newRow("words") << kWords << 9;
        QTest::newRow("characters") << kCharacters << 38; // 36 in the line, of them 4 of indentation, and CRLF twice
    }
    void pastedPage() {
        QFETCH(QString, kind);
        QFETCH(int, tokensPerLine);
        std::string page;
        for (int line = 0; line < 50; ++line) page += "    Attention, then: all we ever do.\r\n\r\n";
        const auto cut = tokenise(page, specOf(kind));
        QVERIFY2(cut.ok(), cut ? "" : cut.text().c_str());
        QCOMPARE(static_cast<int>(cut->size()), 50 * tokensPerLine);
        for (const auto& [token, range] : *cut)
            QVERIFY(!token.empty() && token.find_first_of("\r\n") == std::string::npos);
    }

    void problemsSayWhatWhereAndWhatToDo_data() {
        QTest::addColumn<QByteArray>("sentence");
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<QByteArray>("remove");
        QTest::addColumn<QString>("problem");
        const auto row = [](const char* name, const char* sentence, const char* kind, const char* remove,
                            const char* problem) {
            QTest::newRow(name) << QByteArray(sentence) << QByteArray(kind) << QByteArray(remove)
                                << QString::fromUtf8(problem);
        };
        row("unknown kind", "a", "bpe", "",
            R"(There is no tokenizer "bpe": choose one of "whitespace", "words", "characters".)");
        row("no kind", "a", "", "", R"(There is no tokenizer "": choose one of "whitespace", "words", "characters".)");
        const QByteArray endless(1000, 'x');
        const QByteArray cut = "There is no tokenizer \"" + QByteArray(60, 'x') +
                               "…\": choose one of \"whitespace\", \"words\", \"characters\".";
        row("endless kind", "a", endless, "", cut);
        for (const char* kind : {"whitespace", "words", "characters"})
            row(kind, "My caf\xE9 noir", kind, "",
                "The sentence is not valid UTF-8 at byte 6 (counted from 0): save or copy the text as UTF-8 and try "
                "again.");
        row("cut short", "ok \xE2\x82", "words", "",
            "The sentence is not valid UTF-8 at byte 3 (counted from 0): save or copy the text as UTF-8 and try "
            "again.");
        row("remove", "ok", "words", ",\xFF",
            "The set of characters to remove is not valid UTF-8 at byte 1 (counted from 0): save or copy the text as "
            "UTF-8 and try again.");
    }
    void problemsSayWhatWhereAndWhatToDo() {
        QFETCH(QByteArray, sentence);
        QFETCH(QByteArray, kind);
        QFETCH(QByteArray, remove);
        QFETCH(QString, problem);
        TokenizerSpec spec;
        spec.kind = kind.toStdString();
        spec.remove = remove.toStdString();
        const auto cut = tokenise(sentence.toStdString(), spec);
        QVERIFY(!cut.ok());
        QCOMPARE(QString::fromStdString(cut.text()), problem);
    }

    void numberOfTokensIsBounded_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("piece"); // one token
        QTest::addColumn<int>("count");
        for (const int count : {2000, kMaxTokens, kMaxTokens + 1}) {
            const QByteArray of = ", " + QByteArray::number(count);
            QTest::newRow("whitespace" + of) << kWhitespace << QStringLiteral("ab, ") << count;
            QTest::newRow("words" + of) << kWords << QStringLiteral("ab ") << count;
            QTest::newRow("characters" + of) << kCharacters << text(u"e\u0301") << count;
        }
    }
    void numberOfTokensIsBounded() {
        QFETCH(QString, kind);
        QFETCH(QString, piece);
        QFETCH(int, count);
        const auto cut = tokenise(piece.repeated(count).toStdString(), specOf(kind));
        if (count <= kMaxTokens) {
            QVERIFY2(cut.ok(), cut ? "" : cut.text().c_str());
            QCOMPARE(static_cast<int>(cut->size()), count);
        } else {
            QVERIFY(!cut.ok());
            QCOMPARE(cut.text(),
                     std::string("The sentence has 46340 tokens, but the limit is 46339. Shorten it by 1."));
        }
    }

    void lengthIsBounded() {
        const auto fits = tokenise(std::string(kMaxSentenceBytes, 'a'), specOf(kWords));
        QVERIFY(fits.ok() && fits->size() == 1);
        const auto tooLong = tokenise(std::string(kMaxSentenceBytes + 1, 'a'), specOf(kWords));
        QVERIFY(!tooLong.ok());
        QCOMPARE(tooLong.text(), std::string("The sentence has 1048577 bytes, but the limit is 1048576. Shorten it."));
    }

    /// Any bytes give tokens or a Problem, and tokens are parts of the typed text.
    void anyBytesAreWithstood() {
        quint32 state = 12345; // a linear congruential generator: the same bytes on every machine
        const char* const alphabet[] = {
            "a", " ",   "\n",       "\xCC\x81",     "\xE2\x80\x8D",     "\xF0\x9F\x91\xA8", "_",
            "@", ".",   "\xD7\xA9", "\xE6\x9D\xB1", "\xF0\x9F\x87\xA9", "\xEF\xB8\x8F",     "1",
            "'", "\xE2"}; // the last is cut short
        int refused = 0;
        for (int round = 0; round < 3000; ++round) {
            std::string sentence;
            for (int i = 0; i < 24; ++i) {
                state = state * 1664525U + 1013904223U;
                if ((state >> 16) % 97 != 0)
                    sentence += alphabet[(state >> 24) % (std::size(alphabet) - 1)];
                else
                    sentence += alphabet[std::size(alphabet) - 1];
            }
            for (const Tokenizer& tokenizer : tokenizers()) {
                const auto cut = tokenise(sentence, specOf(QString::fromUtf8(tokenizer.id)));
                refused += !cut.ok();
                std::size_t from = 0;
                for (std::size_t i = 0; cut.ok() && i < cut->size(); ++i) {
                    const auto& [token, range] = (*cut)[i];
                    QVERIFY2(!token.empty() && from <= range.begin && range.end <= sentence.size(), sentence.c_str());
                    const auto bytes = sentence.substr(range.begin, range.end - range.begin);
                    QVERIFY2(bytes == token || (token == " " && bytes == "\n"), sentence.c_str());
                    from = range.end;
                }
            }
        }
        QVERIFY(refused > 0 && refused < 9000);
    }

    /// Swedish has its own rules in ICU: it keeps "EU:s" together.
    void localeChangesNothing_data() {
        QTest::addColumn<QByteArray>("locale");
        for (const char* locale : {"en_US_POSIX", "sv_SE", "fi_FI", "de_DE", "tr_TR", "ja_JP"})
            QTest::newRow(locale) << QByteArray(locale);
    }
    void localeChangesNothing() {
        QFETCH(QByteArray, locale);
        const std::string before = uloc_getDefault();
        UErrorCode status = U_ZERO_ERROR;
        uloc_setDefault(locale.constData(), &status);
        QVERIFY(U_SUCCESS(status));
        const auto cut = tokenise("3.14 3,14 EU:s \xC4\xB1i", specOf(kWords));
        uloc_setDefault(before.c_str(), &status);
        QVERIFY2(cut.ok(), cut ? "" : cut.text().c_str());
        QCOMPARE(listOf(*cut), QStringList({"3.14", "3,14", "EU", ":", "s", text(u"\u0131i")}));
    }
};

QTEST_APPLESS_MAIN(TokenizersTest)
#include "tst_tokenizers.moc"
