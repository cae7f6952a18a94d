// Files do not depend on the locale, such as a German comma or a Turkish i.
#include "base/numberText.h"
#include "io/npy.h"
#include "io/sessionFile.h"
#include "paste/matrixFormats.h"
#include "paste/matrixText.h"
#include "session/edits.h"
#include "support/changing.h"
#include "support/locales.h"
#include "text/tokenizers.h"

#include <QTest>

#include <clocale>
#include <cstdlib>
#include <locale>
#include <sstream>

using namespace headlight;

namespace {

/// A stream with this facet writes numbers as in a German locale, whatever the system has installed.
struct CommaAndDots : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
};

/// Calls everything that reads or writes numbers or letters, and returns it all in one text.
std::string everything() {
    SessionFile file{*withSentence(newSession(123456789, 3, 2, 3, 3), "I İ i ı TITLE groß Größe 1234567.5"), {}};
    testing::changing(file.session)->options.scale = {Scale::Kind::Factor, 1234.5678};
    testing::changing(file.session)->options.temperature = 0.0625;
    std::string all = sessionText(file);
    const auto back = parseSession(all);
    all += back ? sessionText(*back) : back.text();
    for (const char* pasted :
         {"1.5 2.25\n-1e-3 4", "1,5;2,25\n3;4", "1.234,5\t2\n3\t4", "[[1.5, 2], [3, 4e5]]", "1,5", "x"}) {
        const auto text = matricesFromText(pasted);
        all += text ? *matrixAsText(text->matrices[0].numbers) : text.text();
    }
    for (const char* typed : {"1.5", "1,5", "1e-3", "1.234.567", "INF", "inf", "nan"}) {
        const auto number = numberFromInput(typed);
        all += (number ? shortest(*number) : number.text()) + "\n";
    }
    all += shortest(0.1F) + shortest(1234567.125) + fixedPoint(9876543.21, 3);
    for (const Tokenizer& tokenizer : tokenizers()) {
        const auto pieces = tokenise("I İ i ı TITLE, groß; 1,5 1.5", {tokenizer.id, ","});
        std::vector<std::string> texts;
        for (const Piece& piece : *pieces) texts.push_back(piece.text);
        all += npyOfTexts(texts);
    }
    return all + parseSession(R"({"format": "headlight-session", "version": 1, "sentence": "a", "seed": 1,5})").text();
}

} // namespace

class LocaleTest : public QObject {
    Q_OBJECT

private slots:
    void cleanup() {
        std::locale::global(std::locale::classic());
        std::setlocale(LC_ALL, "C");
    }

    void changesNothing_data() {
        QTest::addColumn<QByteArray>("language");
        for (const char* language : testing::kLanguages) QTest::newRow(language) << QByteArray(language);
    }
    void changesNothing() {
        QFETCH(QByteArray, language);
        std::setlocale(LC_ALL, "C");
        const std::string plain = everything();
        QVERIFY(plain.find("1234.5678") != std::string::npos);

        testing::Locales locales;
        if (!locales.canBeMade()) QSKIP("There is no localedef.");
        const QByteArray name = locales.named(language);
        QVERIFY2(!name.isEmpty(), "What locales are made of is missing: on Debian the package locales.");
        QVERIFY(std::setlocale(LC_ALL, name));
        const bool hasComma = !language.startsWith("ar"); // it has other letters and digits of its own
        QCOMPARE(QByteArray(std::localeconv()->decimal_point), QByteArray(hasComma ? "," : ".")); // it is in use
        QVERIFY(everything() == plain);
    }

    void aStreamsCommaChangesNothing() {
        const std::string plain = everything();
        std::locale::global(std::locale(std::locale::classic(), new CommaAndDots));
        std::ostringstream proof;
        proof << 1234.5;
        QCOMPARE(proof.str(), std::string("1.234,5"));
        QVERIFY(everything() == plain);
    }
};

QTEST_GUILESS_MAIN(LocaleTest)
#include "tst_locale.moc"
