#include "backend/backends.h"
#include "dialogs/ExportDialog.h"
#include "document/Workbench.h"
#include "session/edits.h"
#include "support/controls.h"
#include "support/givenEdit.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QImage>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>

using namespace headlight;
using namespace headlight::testing;

class ExportDialogTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        bench_ = std::make_unique<Workbench>(std::move(*makeBackend("cpu")));
        QVERIFY(bench_->apply(QStringLiteral("Type"),
                              testing::givenEdit(withSentence(bench_->state().session, "my shoes are small"))));
        last_ = {};
        open();
    }
    void cleanup() {
        dialog_.reset();
        bench_.reset();
    }

    void beginsAsTheMapsWant() {
        const QSize natural = pictureSize(bench_->state().session, ExportSpec{})->pixels;
        QVERIFY(size().endsWith(
            QStringLiteral(", %1 × %2 pixels; tokens 8.5 pt").arg(natural.width()).arg(natural.height())));
        QCOMPARE(spin("Width")->text(), QString("Automatic"));
        QTRY_VERIFY(!control<QLabel>(*dialog_, QStringLiteral("Preview"))->pixmap().isNull());
    }

    /// A map with more than 64 × 64 cells is drawn as pixels, not as rectangles, and the dialog says so.
    void mapsThatBecomePixelsAreSaid() {
        const auto text = [&] { return control<QComboBox>(*dialog_, QStringLiteral("Format"))->itemText(2); };
        QCOMPARE(text(), QString("PDF, vectors"));
        std::string many;
        for (int i = 0; i < 65; ++i) many += "w" + std::to_string(i) + " ";
        QVERIFY(bench_->apply(QStringLiteral("Type"), testing::givenEdit(withSentence(bench_->state().session, many))));
        open();
        QCOMPARE(text(), QString("PDF, vectors; large maps as pixels"));
    }

    void drawsNumbersAsTheWindowDoes() {
        MapOptions maps = bench_->state().maps;
        maps.decimals = 2;
        bench_->look([&](MapOptions& now) { now = maps; });
        open();
        QCOMPARE(dialog_->spec().maps.decimals, 2);
    }

    /// Widths of journals have names. For vectors no size in pixels is shown.
    void widthsOnPaper() {
        choose("Size", 1);
        QCOMPARE(spin("Width")->value(), 85);
        QVERIFY2(size().startsWith("85 × ") && size().contains("321 × "), qPrintable(size()));
        type("Width", QStringLiteral("120"));
        QCOMPARE(control<QComboBox>(*dialog_, QStringLiteral("Size"))->currentText(), QString("Other width"));
        choose("Format", 2);
        QVERIFY2(size().startsWith("120 × ") && !size().contains("pixels"), qPrintable(size()));
        type("Text of tokens", QStringLiteral("7"));
        QVERIFY2(size().endsWith("; tokens 7.0 pt"), qPrintable(size()));
        choose("Size", 0);
        QCOMPARE(dialog_->spec().widthMm, 0);
    }

    /// Four words have room for numbers in a column of a journal, forty do not.
    void numbersWithoutRoomAreSaid() {
        choose("Size", 1);
        QTRY_VERIFY(!control<QLabel>(*dialog_, QStringLiteral("Preview"))->pixmap().isNull());
        QVERIFY2(!size().contains("numbers"), qPrintable(size()));
        std::string many;
        for (int i = 0; i < 40; ++i) many += "w" + std::to_string(i) + " ";
        QVERIFY(bench_->apply(QStringLiteral("Type"), testing::givenEdit(withSentence(bench_->state().session, many))));
        open();
        QTRY_VERIFY2(size().endsWith("; no room for numbers"), qPrintable(size()));
    }

    void resolutionMakesItFiner() {
        choose("Size", 2);
        QVERIFY(size().contains("673 × "));
        type("Resolution", QStringLiteral("300"));
        QVERIFY(size().startsWith("178 × ") && size().contains("2102 × "));
    }

    void whatIsTooFineIsSaid() {
        const auto* save = dialog_->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save);
        type("Width", QStringLiteral("1000"));
        type("Resolution", QStringLiteral("1200"));
        QVERIFY(!save->isEnabled() && size().isEmpty());
        type("Resolution", QStringLiteral("150"));
        QVERIFY(save->isEnabled() && !size().isEmpty());
    }

    void writesWhatWasChosen() {
        choose("Heads", 3);
        choose("Maps", 2);
        choose("Theme", 1);
        type("Width", QStringLiteral("85"));
        type("Text of tokens", QStringLiteral("6"));
        type("Heads in a row", QStringLiteral("2"));
        for (const char* box : {"Title", "Tokens at every map", "Crosshair"}) press(box);
        QVERIFY(dialog_->writeTo(file("maps.png")));
        QImage image(file("maps.png"));
        QCOMPARE(image.width(), 321);
        QCOMPARE(image.pixel(0, 0), darkTheme().surface.rgb());
        ExportSpec expected;
        expected.maps = dialog_->spec().maps;
        expected.heads = {1};
        expected.maps.stages = {Stage::Weights};
        expected.theme = &darkTheme();
        expected.widthMm = 85;
        expected.textPt = 6;
        expected.columns = 2;
        expected.showsTitle = false;
        expected.labelsEach = expected.showsSelection = true;
        QVERIFY(dialog_->spec() == expected);
    }

    /// Narrower widths are refused, since no token could be read.
    void theMinWidth() {
        type("Width", QStringLiteral("20"));
        QCOMPARE(dialog_->spec().widthMm, 20);
        type("Width", QStringLiteral("5"));
        QVERIFY(dialog_->spec().widthMm != 5);
        spin("Width")->setValue(spin("Width")->minimum());
        QCOMPARE(dialog_->spec().widthMm, 0);
        QCOMPARE(spin("Width")->text(), QString("Automatic"));
    }

    /// The files may be replaced: the question was asked with the name (see app/tst_statistics).
    void eachHeadHasItsFile() {
        choose("Heads", 1);
        QVERIFY(dialog_->writeTo(file("heads.png")));
        QImage first(file("heads-head-1.png")), second(file("heads-head-2.png"));
        QVERIFY(!first.isNull() && !second.isNull() && first != second);
        QVERIFY(!QFile::exists(file("heads.png")));
        QVERIFY(QFile::resize(file("heads-head-2.png"), 0));
        QVERIFY(dialog_->writeTo(file("heads.png")));
        QVERIFY(QImage(file("heads-head-2.png")) == second);
    }

    /// The visible part of the maps is exported, and a difference if one is shown.
    void whatIsShownIsExported() {
        QVERIFY(!control<QCheckBox>(*dialog_, QStringLiteral("Only the part in sight"))->isVisibleTo(dialog_.get()));
        const Session before = bench_->state().session;
        QVERIFY(bench_->apply(QStringLiteral("Edit"),
                              testing::givenEdit(withCell(before, {Parameter::Wq, 0, 0}, 0, 0, 3))));
        bench_->look([](MapOptions& maps) {
            maps.zoom[Side::Tokens] = {0, 2};
            maps.compared = Compared::Difference;
        });
        open();
        QCOMPARE(dialog_->spec().maps.compared, Compared::Difference);
        QVERIFY(dialog_->spec().other == before && dialog_->spec().otherName == "before");
        QVERIFY(!dialog_->spec().maps.zoom.empty());
        press("Only the part in sight");
        QVERIFY(dialog_->spec().maps.zoom.empty());
        press("Only the part in sight");
        QCOMPARE(dialog_->spec().maps.zoom, bench_->state().maps.zoom);
    }

    /// Cells that are visible in part are exported as a whole.
    void thePartInSightIsOfWholeCells_data() {
        QTest::addColumn<double>("first");
        QTest::addColumn<double>("count");
        QTest::addColumn<double>("begin");
        QTest::addColumn<double>("all");
        QTest::newRow("cut at both edges") << 0.6 << 1.9 << 0.0 << 3.0;
        QTest::newRow("whole") << 1.0 << 2.0 << 1.0 << 2.0;
        QTest::newRow("rounding") << 0.99999 << 2.00002 << 1.0 << 2.0;
    }
    void thePartInSightIsOfWholeCells() {
        QFETCH(double, first);
        QFETCH(double, count);
        QFETCH(double, begin);
        QFETCH(double, all);
        bench_->look([=](MapOptions& maps) { maps.zoom[Side::KeyTokens] = {first, count}; });
        open();
        const std::map<Side, SideSpan> whole{{Side::KeyTokens, {begin, all}}};
        QVERIFY(dialog_->spec().maps.zoom == whole);
        press("Only the part in sight");
        press("Only the part in sight");
        QVERIFY(dialog_->spec().maps.zoom == whole);
    }

    void theNameDecidesTheFormat() {
        QVERIFY(dialog_->writeTo(file("maps.svg")));
        QVERIFY(QSvgRenderer(file("maps.svg")).isValid());
    }

    void aProblemIsShownAndTheDialogStays() {
        dialog_->show();
        QVERIFY(!dialog_->writeTo(file("no/<s>/folder/maps.png")));
        const QLabel* said = problemLabel();
        QVERIFY(said && said->isVisible() && said->text().contains("<s>"));
        QCOMPARE(said->textFormat(), Qt::PlainText);
        QVERIFY(dialog_->isVisible());
        choose("Format", 1); // a change removes the message
        QVERIFY(dialog_->writeTo(file("maps.svg")));
    }

    /// Text that does not fit is in the tool tips of the box and of its entry.
    void nineMapsDoNotWidenTheDialog() {
        MapOptions options = bench_->state().maps;
        for (const StageInfo& info : stages()) options.show(info.stage, true);
        bench_->look([options](MapOptions& maps) { maps = options; });
        open();
        dialog_->show();
        QVERIFY2(dialog_->width() <= 1100, qPrintable(QString::number(dialog_->width())));
        const auto* maps = control<QComboBox>(*dialog_, QStringLiteral("Maps"));
        QVERIFY(bench_->state().shownStages().size() > 6);
        QCOMPARE(maps->toolTip(), maps->itemText(0));
        QCOMPARE(maps->itemData(0, Qt::ToolTipRole).toString(), maps->itemText(0));
    }

    void choicesAreRemembered() {
        choose("Format", 2);
        choose("Theme", 1);
        press("Numbers");
        open();
        QCOMPARE(dialog_->spec().format, ExportFormat::Pdf);
        QVERIFY(dialog_->spec().theme->dark);
        QVERIFY(!dialog_->spec().maps.numbers);
        QVERIFY(!spin("Resolution")->isEnabled());
    }

    /// Stages that the session does not have are replaced, as on the screen.
    void whatIsNotThereIsNotExported() {
        MapOptions options;
        options.stages = {Stage::Masked};
        bench_->look([options](MapOptions& maps) { maps = options; });
        open();
        QCOMPARE(dialog_->spec().maps.stages, (std::vector{Stage::Scores, Stage::Weights}));
        QVERIFY(dialog_->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save)->isEnabled());
    }

    /// The stage decides if there is a preview, not only the number of tokens.
    void previewsWhatIsNotTooMuch_data() {
        QTest::addColumn<Stage>("stage");
        QTest::addColumn<bool>("isTooMuch");
        QTest::newRow("scores of all heads") << Stage::Scores << true;
        QTest::newRow("what comes of them") << Stage::Context << true;
        QTest::newRow("the embeddings") << Stage::X << false;
        QTest::newRow("queries") << Stage::Q << false;
    }
    void previewsWhatIsNotTooMuch() {
        QFETCH(Stage, stage);
        QFETCH(bool, isTooMuch);
        QVERIFY(bench_->apply(QStringLiteral("Type"),
                              testing::givenEdit(withSentence(bench_->state().session, manyWords(2100)))));
        show(stage);
        const auto* preview = control<QLabel>(*dialog_, QStringLiteral("Preview"));
        QCOMPARE(!preview->text().isEmpty(), isTooMuch);
    }

    /// A preview of a layer counts all heads of the layers below, which it computes, too.
    void previewsCountTheLayersBelow_data() {
        QTest::addColumn<Stage>("stage");
        QTest::addColumn<int>("layer");
        QTest::addColumn<bool>("isTooMuch");
        QTest::newRow("the first") << Stage::Scores << 0 << false;
        QTest::newRow("the fourth") << Stage::Scores << 3 << true;
        QTest::newRow("what the fourth reads") << Stage::X << 3 << true;
    }
    void previewsCountTheLayersBelow() {
        QFETCH(Stage, stage);
        QFETCH(int, layer);
        QFETCH(bool, isTooMuch);
        Session session = *withSentence(bench_->state().session, manyWords(1200));
        while (session.layers.size() < 4) session = *withLayerAdded(session);
        QVERIFY(bench_->apply(QStringLiteral("Layers"), testing::givenEdit(session)));
        bench_->look([layer](View& view) { view.layer = layer; });
        show(stage);
        QCOMPARE(!control<QLabel>(*dialog_, QStringLiteral("Preview"))->text().isEmpty(), isTooMuch);
    }

    /// A picture that comes late is not shown if the choice has changed meanwhile.
    void aLatePictureIsNotShown() {
        QVERIFY(bench_->apply(QStringLiteral("Type"),
                              testing::givenEdit(withSentence(bench_->state().session, manyWords(2100)))));
        MapOptions options;
        options.stages = {Stage::X, Stage::Scores};
        bench_->look([options](MapOptions& maps) { maps = options; });
        last_.maps.stages = {Stage::X};
        open(); // starts drawing its picture
        class Answers : public QObject {
        public:
            int count = 0;
            bool eventFilter(QObject*, QEvent* event) override {
                count += event->type() == QEvent::MetaCall;
                return false;
            }
        } answers;
        dialog_->installEventFilter(&answers);
        choose("Maps", 2);
        const auto* preview = control<QLabel>(*dialog_, QStringLiteral("Preview"));
        const QString tooMany = preview->text();
        QVERIFY(tooMany.startsWith(QLatin1String("Too many")));
        QTRY_VERIFY(answers.count > 0);
        QCOMPARE(preview->text(), tooMany);
        choose("Maps", 1);
        QTRY_VERIFY(!preview->pixmap().isNull());
    }

    void withoutTokensItSaysSo() {
        QVERIFY(bench_->apply(QStringLiteral("Type"), testing::givenEdit(withSentence(bench_->state().session, ""))));
        open();
        QVERIFY(!dialog_->writeTo(file("nothing.png")));
        QVERIFY(!QFile::exists(file("nothing.png")));
    }

private:
    void open() { dialog_ = std::make_unique<ExportDialog>(*bench_, last_, folder_.path()); }
    void show(Stage stage) {
        MapOptions options;
        options.stages = {stage};
        bench_->look([options](MapOptions& maps) { maps = options; });
        open();
    }
    static std::string manyWords(int count) {
        std::string words;
        for (int i = 0; i < count; ++i) words += "a ";
        return words;
    }
    QString size() const { return control<QLabel>(*dialog_, QStringLiteral("Size of the picture"))->text(); }
    const QLabel* problemLabel() const {
        for (const QLabel* label : dialog_->findChildren<QLabel*>())
            if (label->objectName() == QLatin1String("problem")) return label;
        return nullptr;
    }
    QString problem() const { return problemLabel()->text(); }
    void press(const char* name) {
        QTest::keyClick(control<QCheckBox>(*dialog_, QString::fromLatin1(name)), Qt::Key_Space);
    }
    QString file(const char* name) const { return folder_.filePath(QString::fromLatin1(name)); }
    QSpinBox* spin(const char* name) const { return control<QSpinBox>(*dialog_, QString::fromLatin1(name)); }
    void type(const char* name, const QString& number) {
        QSpinBox* box = spin(name);
        box->selectAll();
        QTest::keyClicks(box, number);
        QTest::keyClick(box, Qt::Key_Tab);
        box->interpretText();
    }
    void choose(const char* name, int index) {
        auto* box = control<QComboBox>(*dialog_, QString::fromLatin1(name));
        box->setCurrentIndex(index);
        emit box->activated(index);
    }

    QTemporaryDir folder_;
    ExportSpec last_;
    std::unique_ptr<Workbench> bench_;
    std::unique_ptr<ExportDialog> dialog_;
};

QTEST_MAIN(ExportDialogTest)
#include "tst_exportDialog.moc"
