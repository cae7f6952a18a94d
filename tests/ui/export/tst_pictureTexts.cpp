#include "export/render.h"
#include "io/sessionFile.h"
#include "session/edits.h"
#include "support/changing.h"
#include "ui/export/pictures.h"

#include <QDir>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <map>

using namespace headlight;
using namespace headlight::testing;

namespace {

const QString kExamples = QStringLiteral(HEADLIGHT_SOURCE_DIR "/resources/examples/");

/// Returns the text that pdftotext reads in the session's picture. If it cannot, fails the test and returns nothing.
QString saidBy(const Session& session, QStringList options) {
    const QString tool = QStandardPaths::findExecutable(QStringLiteral("pdftotext"));
    const auto bytes = render(session, {}, specFor(ExportFormat::Pdf));
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("maps.pdf")));
    const bool isWritten = file.open(QIODevice::WriteOnly) && file.write(*bytes) == bytes->size();
    file.close();
    QProcess process;
    process.start(tool, options << file.fileName() << QStringLiteral("-"));
    if (tool.isEmpty() || !isWritten || !process.waitForFinished())
        QTest::qFail("pdftotext is not there; tests/run installs it (poppler-utils)", __FILE__, __LINE__);
    return QString::fromUtf8(process.readAllStandardOutput());
}

} // namespace

class PictureTextsTest : public QObject {
    Q_OBJECT

private slots:
    /// A small picture, such as a preview, has no text.
    void aThumbnailHasNoText_data() {
        QTest::addColumn<int>("side");
        for (const int side : {16, 100, 200, 300, 400}) QTest::addRow("%d px", side) << side;
    }
    void aThumbnailHasNoText() {
        QFETCH(int, side);
        QTest::failOnWarning(QRegularExpression(QStringLiteral(".*")));
        ExportSpec spec = specFor(ExportFormat::Png, side, side);
        spec.maps.stages = {Stage::Q, Stage::K, Stage::V, Stage::Scores, Stage::Scaled, Stage::Weights, Stage::Context};
        const Session session = *withSentence(newSession(1, 24, 2, 3, 3),
                                              "a \xF0\x9F\x99\x82 \xE4\xB8\xAD \xD7\xA9 . \xEF\xAC\x81 g");
        for (const bool perHead : {false, true}) {
            spec.maps.scalePerHead = perHead;
            QVERIFY(renderImage(session, View{}, spec).ok());
        }
    }

    void svgHasTextAndSharpMaps() {
        const auto bytes = render(eight(), {}, specFor(ExportFormat::Svg));
        QVERIFY(bytes.ok());
        QSvgRenderer svg(*bytes);
        QVERIFY(svg.isValid());
        QCOMPARE(svg.defaultSize(), pictureSize(eight(), specFor(ExportFormat::Svg))->pixels);
        const QStringList texts = textsOf(*bytes);
        for (const QString& token : kTokens)
            QVERIFY2(texts.count(token) >= 2 + 2, qPrintable(token)); // left of each stage, and above each head
        QVERIFY(texts.contains(QStringLiteral("Head 2")));
        QVERIFY(texts.contains(QStringLiteral("weights")));
        QVERIFY(texts.contains(kTokens.join(' ')));
        QVERIFY(!bytes->contains("Sans Serif"));
        QVERIFY(bytes->contains("\"" + textFont().family().toUtf8() + ", Arial, sans-serif\""));
        QCOMPARE(bytes->count("data:image/png;base64,"), 2); // those of the two scales; cells of maps are rectangles
        QVERIFY(bytes->count("<rect ") >= 4 * 8 * 8);
        QVERIFY(!bytes->contains("data:image/jp"));
    }

    /// The last row's label moves in at the edge of its card, but does not go.
    void smallMapsNameEachRow_data() {
        QTest::addColumn<int>("heads");
        for (const int heads : {4, 5, 6}) QTest::addRow("%d heads", heads) << heads;
    }
    void smallMapsNameEachRow() {
        QFETCH(int, heads);
        ExportSpec spec = specFor(ExportFormat::Svg);
        spec.widthMm = 85;
        spec.maps.stages = {Stage::Scores, Stage::Weights};
        const auto bytes = render(sessionOf("t1 t2 t3 t4 t5 t6 t7", heads), {}, spec);
        QVERIFY(bytes.ok());
        const QStringList texts = textsOf(*bytes);
        QVERIFY(texts.count("t2") > 0); // of columns, which are thinned out, t1 has a label
        QCOMPARE(texts.count("t7"), texts.count("t2"));
    }

    /// In print all text is black, and the head's name stands above the middle of its map, not at its left edge.
    void paperHasBlackTextAndTitlesInTheMiddle_data() {
        QTest::addColumn<bool>("isForPaper");
        QTest::newRow("paper") << true;
        QTest::newRow("screen") << false;
    }
    void paperHasBlackTextAndTitlesInTheMiddle() {
        QFETCH(bool, isForPaper);
        ExportSpec spec = specFor(ExportFormat::Svg, isForPaper ? 0 : 720);
        if (isForPaper) spec.widthMm = 180;
        spec.maps.stages = {Stage::Weights};
        spec.maps.numbers = false;
        const auto bytes = render(sessionOf("a b c d", 1), {}, spec);
        QVERIFY(bytes.ok());
        static const QRegularExpression kText("<text fill=\"([^\"]+)\"[^>]* x=\"([0-9.]+)\"[^>]*>\\s*([^<]*)</text>",
                                              QRegularExpression::DotMatchesEverythingOption);
        std::map<QString, double> right; // of each text the one at the right: a column's name, not a row's
        bool areBlack = true;
        for (auto text = kText.globalMatch(QString::fromUtf8(*bytes)); text.hasNext();) {
            const QRegularExpressionMatch one = text.next();
            double& x = right[one.captured(3).trimmed()];
            x = std::max(x, one.captured(2).toDouble());
            areBlack = areBlack && one.captured(1) == "#000000";
        }
        QVERIFY(right.contains("Head 1") && right.contains("keys") && right.contains("d"));
        QCOMPARE(areBlack, isForPaper);
        QCOMPARE(right["Head 1"] > right["a"], isForPaper);
        QVERIFY(right["Head 1"] < right["d"]);
    }

    /// In print the name of a bar stands beside it, if that is as high as the name is long.
    void barsHaveNames_data() {
        QTest::addColumn<int>("heads");
        QTest::addColumn<int>("mm");
        QTest::addColumn<QString>("name");
        QTest::newRow("on the screen") << 1 << 0 << "weights";
        QTest::newRow("high") << 1 << 85 << "attention weight";
        QTest::newRow("low") << 6 << 85 << "weights";
    }
    void barsHaveNames() {
        QFETCH(int, heads);
        QFETCH(int, mm);
        ExportSpec spec = specFor(ExportFormat::Svg);
        spec.widthMm = mm;
        spec.columns = heads;
        spec.maps.stages = {Stage::Weights};
        QStringList texts = textsOf(render(eight(heads), {}, spec).value());
        for (int head = 0; head < heads; ++head) texts.removeOne("weights"); // above its map
        texts = texts.filter("weight");
        QTEST(texts.join(", "), "name");
    }

    /// Numbers on paper have at least 4.5 points. They are drawn if that has room, and else the picture says so.
    void numbersOnPaper_data() {
        QTest::addColumn<Stage>("stage");
        QTest::addColumn<int>("mm");
        QTest::addColumn<bool>("areDrawn");
        QTest::newRow("24 columns of 6 mm") << Stage::Concat << 178 << true;
        QTest::newRow("24 columns of 3 mm") << Stage::Concat << 85 << false;
        QTest::newRow("8 keys of 8 mm") << Stage::Weights << 178 << true;
        QTest::newRow("8 keys of 2 mm") << Stage::Weights << 60 << false;
    }
    void numbersOnPaper() {
        QFETCH(Stage, stage);
        QFETCH(int, mm);
        QFETCH(bool, areDrawn);
        ExportSpec spec = specFor(ExportFormat::Svg);
        spec.widthMm = mm;
        spec.maps.stages = {stage};
        const Session session = withSentence(newSession(7, 3, 2, 2, 12), kTokens.join(' ').toStdString()).value();
        bool lacksNumbers = false;
        const QByteArray svg = render(session, {}, spec, {}, &lacksNumbers).value();
        QCOMPARE(lacksNumbers, !areDrawn);
        const qsizetype numbers = textsOf(svg).filter(QRegularExpression("^-?[0-9]\\.[0-9]+$")).size();
        QCOMPARE(numbers > 8 * 8, areDrawn); // more than the numbers of a bar
        spec.maps.numbers = false;
        QVERIFY(render(session, {}, spec, {}, &lacksNumbers).ok());
        QVERIFY(!lacksNumbers);
    }

    void pdfHasTheRightPageAndText() {
        const auto bytes = render(eight(), {}, specFor(ExportFormat::Pdf, 960, 720));
        QVERIFY(bytes.ok());
        QVERIFY(bytes->startsWith("%PDF"));
        // 960 x 720 px at 96 dpi are 720 x 540 points.
        const auto box = QRegularExpression(QStringLiteral("/MediaBox \\[0 0 ([0-9.]+) ([0-9.]+)\\]"))
                             .match(QString::fromLatin1(*bytes));
        QVERIFY(box.hasMatch());
        QCOMPARE(box.captured(1).toDouble(), 720.0);
        QCOMPARE(box.captured(2).toDouble(), 540.0);
        QVERIFY(!bytes->contains("DCTDecode")); // the name of JPEG
        QVERIFY(bytes->contains("/FontDescriptor"));
    }

    /// A PDF has the same letters as an SVG of the same picture, minus signs included, as text and not as an image.
    void aPdfSaysWhatIsShown_data() {
        QTest::addColumn<QString>("sentence"); ///< a sentence, or the name of an example
        for (const char* sentence :
             {"10x20 a->b -> => -->", "x2 3x -2.28 <= != ==", "office flat fjord ffi (c) 1/2 :-) Th",
              "na\xC3\xAFve \xCE\xB1\xCE\xB2 \xD0\xBC\xD0\xB8\xD1\x80 \xE2\x88\x92 -"})
            QTest::newRow(sentence) << QString::fromUtf8(sentence);
        QTest::newRow("markup") << QStringLiteral("<s> a & b </s> \"c\" ]]>");
        for (const QString& name : QDir(kExamples).entryList(QDir::Files)) QTest::newRow(qPrintable(name)) << name;
    }
    void aPdfSaysWhatIsShown() {
        QFETCH(QString, sentence);
        Session session = sessionOf(sentence);
        if (sentence.endsWith(QLatin1String(".headlight"))) {
            const auto file = readSession((kExamples + sentence).toStdString());
            session = file.value().session;
        }
        QString said = saidBy(session, {QStringLiteral("-raw")});
        QString shown = textsOf(*render(session, {}, specFor(ExportFormat::Svg))).join(QString());
        for (QString* text : {&said, &shown}) {
            text->remove(QRegularExpression(QStringLiteral("\\s")));
            std::sort(text->begin(), text->end()); // slanted and upright texts come in different orders
        }
        QVERIFY(!shown.isEmpty());
        QCOMPARE(said, shown);
    }

    /// A token in a PDF is not split, in whatever direction it is drawn, so that it can be searched and copied.
    void aPdfHasItsTokensWhole_data() {
        QTest::addColumn<QString>("name");
        for (const QString& name : QDir(kExamples).entryList(QDir::Files)) QTest::newRow(qPrintable(name)) << name;
    }
    void aPdfHasItsTokensWhole() {
        QFETCH(QString, name);
        const Session session = readSession((kExamples + name).toStdString()).value().session;
        const QStringList words = saidBy(session, {}).split(QRegularExpression(QStringLiteral("\\s+")));
        const auto heads = static_cast<int>(session.layers[0].allHeads.size());
        const auto &queries = session.text.tokens->texts, &keys = keyText(session).tokens->texts;
        for (const auto* side : {&queries, &keys})
            for (const std::string& token : *side) {
                const QString word = QString::fromStdString(token);
                // Left of the maps of each of two stages, above those of each head.
                const auto times = 2 * std::ranges::count(queries, token) + heads * std::ranges::count(keys, token);
                const auto found = words.count(word);
                QVERIFY2(found >= times, qPrintable(QString("%1: %2 times").arg(word).arg(found)));
            }
    }

    /// Latin tokens are found beside Arabic ones, which have joined letters, and emojis.
    void aPdfHasLatinTokensBesideOthers() {
        const QString said = saidBy(sessionOf(QStringLiteral(u"office \u0628\u064A\u062A is \U0001F642 fjord")), {});
        for (const char* word : {"office", "is", "fjord"}) // for each stage and each head
            QVERIFY2(said.count(QLatin1String(word)) >= 2 + 2, qPrintable(said));
    }

    /// Masked cells and NaN are explained below a scale, whether or not heads share it.
    void scalesExplainTheirCells_data() {
        QTest::addColumn<bool>("perHead");
        QTest::addColumn<int>("scales");
        QTest::newRow("one scale") << false << 1;
        QTest::newRow("a scale each") << true << 2;
    }
    void scalesExplainTheirCells() {
        QFETCH(bool, perHead);
        QFETCH(int, scales);
        ExportSpec spec = specFor(ExportFormat::Svg);
        spec.maps.stages = {Stage::Weights};
        spec.maps.scalePerHead = perHead;
        Session session = eight();
        const auto timesSaid = [&](const QString& text) {
            return static_cast<int>(textsOf(*render(session, {}, spec)).count(text));
        };
        QCOMPARE(timesSaid(QStringLiteral("mask")), 0);
        changing(session)->options.mask.causal = true;
        QCOMPARE(timesSaid(QStringLiteral("mask")), scales);
        const QString notANumber = QStringLiteral(u"NaN \u221e");
        QCOMPARE(timesSaid(notANumber), 0);
        session.layers.change(0, [](Layer& layer) {
            for (Head& head : layer.allHeads) {
                Matrix wq = *head[Parameter::Wq];
                wq(0, 0) = std::numeric_limits<float>::quiet_NaN();
                head[Parameter::Wq] = std::move(wq);
            }
        });
        QCOMPARE(timesSaid(notANumber), scales);
    }

    void whatIsTypedBreaksNoSvg_data() {
        QTest::addColumn<QString>("sentence");
        QTest::newRow("markup") << QStringLiteral("<s> a & b </s> \"c\" ]]> <!--");
        QTest::newRow("control characters") << QStringLiteral(u"a\u0001b\u001f c\tc \u2028d \u007f\u0085");
        QTest::newRow("no characters") << QStringLiteral(u"a\ufffe \uffffb \ufdd0");
    }
    void whatIsTypedBreaksNoSvg() {
        QFETCH(QString, sentence);
        QVERIFY(!textsOf(*render(sessionOf(sentence), {}, specFor(ExportFormat::Svg))).isEmpty());
    }
};

QTEST_MAIN(PictureTextsTest)
#include "tst_pictureTexts.moc"
