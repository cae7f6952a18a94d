// The options of `render` that replace what the session's view says.
#include "chosen.h"
#include "commandLine.h"
#include "support/bench.h"

#include <QTest>

#include <sstream>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// Returns the picture of eight tokens and three heads, or why there is none.
Result<ExportSpec> specWith(const QString& options) {
    std::vector<std::string> words{"headlight", "render", "a", "-o", "m.svg"};
    for (const QString& word : options.split(u' ', Qt::SkipEmptyParts)) words.push_back(word.toStdString());
    std::vector<const char*> argv;
    for (const std::string& word : words) argv.push_back(word.c_str());
    const auto parsed = parseCommandLine(static_cast<int>(argv.size()), argv.data());
    if (!parsed.command) return Problem{parsed.text};
    View view;
    view.unsignedColours = ColourChoice{"", Range{0, 0.5F}, "root"};
    return specOf(*parsed.command, shoesSession(), view);
}

} // namespace

class ChosenTest : public QObject {
    Q_OBJECT

private slots:
    void withoutOptionsTheViewCounts() {
        const auto spec = specWith("--stage weights");
        QVERIFY2(spec, spec ? "" : spec.text().c_str());
        QVERIFY(spec->heads.empty() && spec->maps.zoom.empty() && !spec->maps.decimals);
        QCOMPARE(spec->maps.unsignedColours.curve, std::string("root"));
        QVERIFY(spec->maps.unsignedColours.range == (Range{0, 0.5F}));
    }

    void optionsReplaceIt() {
        const auto spec = specWith(
            "--stage weights --curve logarithm --range 0.125:1 --colours grey --decimals 3 --tokens 2-5 --head 3,1");
        QVERIFY2(spec, spec ? "" : spec.text().c_str());
        QCOMPARE(spec->heads, (std::vector<int>{0, 2}));
        QCOMPARE(spec->maps.decimals, 3);
        QCOMPARE(spec->maps.unsignedColours.curve, std::string("logarithm"));
        QCOMPARE(spec->maps.unsignedColours.map, std::string("grey"));
        QVERIFY(spec->maps.unsignedColours.range == (Range{0.125F, 1}));
        QVERIFY(spec->maps.zoom.at(Side::Tokens) == (SideSpan{1, 4}));
        QVERIFY(spec->maps.zoom.at(Side::KeyTokens) == (SideSpan{1, 4}));
    }

    void mistakesAreNamed_data() {
        QTest::addColumn<QString>("problem");
        const auto row = [](const char* options, const char* problem) { QTest::newRow(options) << problem; };
        const char* tokens =
            "the sentence has tokens 1 to 8. Give the first and the last one of at least 4, as in 1-8.";
        for (const char* wrong :
             {"--tokens 0-3", "--tokens 3", "--tokens 4-2", "--tokens 3-5", "--tokens 1-11", "--tokens a-b"})
            row(wrong, tokens);
        for (const char* wrong : {"--range 1:0", "--range 1", "--range :", "--range a:1"})
            row(wrong, "--range must be two numbers, of which the second is larger, as in 0:1");
        for (const char* wrong : {"--head 1,4", "--head 1,,2", "--head ,", "--head 0"})
            row(wrong, "the session has heads 1 to 3. Give one of these numbers, several as in 1,2, or all.");
        row("--curve bent", "--curve");
        row("--colours pink", "--colours");
        row("--decimals 10", "--decimals must be a whole number from 0 to 9");
    }
    void mistakesAreNamed() {
        QFETCH(QString, problem);
        const auto spec = specWith(QString::fromLatin1(QTest::currentDataTag()));
        QVERIFY(!spec);
        QVERIFY2(QString::fromStdString(spec.text()).contains(problem), spec.text().c_str());
    }
};

QTEST_APPLESS_MAIN(ChosenTest)
#include "tst_chosen.moc"
