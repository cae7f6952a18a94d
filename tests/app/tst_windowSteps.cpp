// Steps of the computation in the real window: by keys from anywhere, in every example, and without moving anything.
#include "app/windowBench.h"
#include "panels/StatusPanel.h"
#include "panels/maps/HeatmapsPanel.h"
#include "panels/steps/StepsPanel.h"
#include "plot/HeatmapView.h"
#include "words/numberWords.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QPlainTextEdit>
#include <QTableView>
#include <QTimer>

using namespace headlight;
using testing::control;
using testing::menuAction;

class WindowStepsTest : public QObject, private testing::WindowBench {
    Q_OBJECT

private slots:
    void initTestCase() { prepare(); }
    void init() { begin(); }
    void cleanup() { end(); }

    void keysGoThroughFromAnywhere_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"Weights, head 2", "W_q of head 2", "Tokenizer"}) QTest::newRow(name) << name;
    }
    void keysGoThroughFromAnywhere() {
        QFETCH(QString, name);
        auto* place = control<QWidget>(*window_, name);
        place->setFocus();
        const Session before = state().session;
        key(Qt::Key_N);
        key(Qt::Key_N);
        QVERIFY(state().step == Step{Stage::Q});
        QVERIFY(panel()->isVisible());
        key(Qt::Key_N, Qt::ShiftModifier);
        QVERIFY(state().step == Step{Stage::X});
        QVERIFY(state().session == before);
        QVERIFY(QApplication::focusWidget() == place || place->isAncestorOf(QApplication::focusWidget()));
        key(Qt::Key_Escape);
        QVERIFY(!state().step && panel()->isHidden());
    }

    void inTheSentenceNIsALetter() {
        auto* sentence = control<QPlainTextEdit>(*window_, "Sentence");
        sentence->setFocus();
        key(Qt::Key_N);
        QVERIFY(!state().step);
        QVERIFY(sentence->toPlainText().contains('n', Qt::CaseInsensitive));
    }

    /// Playing waits while the user works, since the next step could show another table under the pointer.
    void playingWaitsForAPerson_data() {
        QTest::addColumn<QString>("at");
        for (const char* at : {"a menu", "a dialog", "a number that is typed", "a drag"}) QTest::newRow(at) << at;
    }
    void playingWaitsForAPerson() {
        QFETCH(QString, at);
        auto* table = control<QTableView>(*window_, "W_q");
        auto* speed = control<QComboBox>(*window_, "Speed");
        QDialog dialog(window_.get());
        auto* menu = menuAction(*window_, "Show")->menu();
        table->setCurrentIndex(table->model()->index(0, 0));
        window_->workbench().goToStep(Step{Stage::Q});
        control<QAbstractButton>(*window_, "Play")->click();
        if (at == "a menu") menu->popup({});
        if (at == "a dialog") dialog.open();
        if (at == "a number that is typed") type(*table, "5");
        if (at == "a drag") window_->workbench().set(&ViewState::isDragging, true);
        speed->setItemData(2, 5); // in ms
        speed->setCurrentIndex(2);
        const auto step = state().step;
        QTimer ticks; // at the speed of playing
        int ticked = 0;
        connect(&ticks, &QTimer::timeout, &ticks, [&] { ++ticked; });
        ticks.start(5);
        QTRY_VERIFY(ticked > 20);
        QVERIFY(state().step == step && panel()->isPlaying());
        menu->close();
        dialog.close();
        window_->workbench().set(&ViewState::isDragging, false);
        if (at == "a number that is typed") key(Qt::Key_Return);
        QTRY_VERIFY(state().step != step);
    }

    /// The rows get lower, so that the computed one stays in sight, and are as before when the walk ends.
    void theBarTakesItsSpace() {
        menuAction(*window_, "Presentation")->trigger();
        QTRY_COMPARE(window_->size(), window_->screen()->size());
        settle();
        const QStringList before = mapPlaces();
        const auto* maps = window_->findChild<HeatmapsPanel*>();
        const auto* foot = window_->findChild<StatusPanel*>();
        const auto top = [&](const QWidget& of) { return of.mapTo(window_.get(), QPoint()).y(); };
        window_->workbench().goToStep(window_->workbench().state().stepAfter(1));
        settle();
        QVERIFY(panel()->height() > foot->height());
        QVERIFY2(top(*maps) + maps->height() <= top(*panel()),
                 qPrintable(QString("%1 + %2 > %3").arg(top(*maps)).arg(maps->height()).arg(top(*panel()))));
        key(Qt::Key_Escape);
        settle();
        QCOMPARE(mapPlaces(), before);
        menuAction(*window_, "Presentation")->trigger();
    }

    /// The words of each step fit, in larger text.
    void aPresentationHasTheWords() {
        menuAction(*window_, "Presentation")->trigger();
        settle();
        const int small = QFontMetrics(QApplication::font()).lineSpacing();
        window_->workbench().goToStep(window_->workbench().state().stepAfter(1));
        const int count = state().walk().count();
        for (int i = 0; i < count; ++i) {
            settle();
            const auto* label = control<QLabel>(*panel(), "Step");
            QVERIFY(label->isVisible() && label->fontMetrics().lineSpacing() >= small);
            QVERIFY(label->visibleRegion().boundingRect() == label->rect());
            QVERIFY2(label->heightForWidth(label->width()) <= label->height(), qPrintable(words()));
            window_->workbench().goToStep(window_->workbench().state().stepAfter(1));
        }
        menuAction(*window_, "Presentation")->trigger();
    }

    void nothingMovesBetweenSteps() {
        window_->workbench().goToStep(window_->workbench().state().stepAfter(1));
        settle();
        const QStringList before = places();
        const int count = state().walk().count();
        QVERIFY(!before.isEmpty());
        for (int i = 1; i < count; ++i) {
            window_->workbench().goToStep(window_->workbench().state().stepAfter(1));
            settle();
            QCOMPARE(places(), before);
        }
    }

    void inEveryExampleTheWordsAreTheMaps_data() {
        QTest::addColumn<int>("example");
        for (std::size_t i = 0; i < examples().size(); ++i) QTest::newRow(examples()[i].title) << int(i);
    }
    /// Goes through the steps forwards and backwards.
    void inEveryExampleTheWordsAreTheMaps() {
        QFETCH(const int, example);
        window_->files().openExample(examples()[std::size_t(example)]);
        Workbench& bench = window_->workbench();
        bench.look([&](MapOptions& maps) {
            maps.showOnly({Stage::Scores, Stage::Weights});
            maps.isEnlarged = true;
        });
        bench.select(0, 1, 0);
        bench.goToStep(bench.state().stepAfter(1));
        const int count = state().walk().count();
        for (int i = 0; i < 2 * count; ++i) {
            if (i > 0) bench.goToStep(bench.state().stepAfter(i < count ? 1 : -1));
            settle();
            const auto scores = numbersOf(0), weights = numbersOf(1);
            const Step step = *state().step;
            const bool areScores = step.stage > Stage::Scores,
                       areWeights = step.stage > Stage::Weights || step.part == Step::Part::Quotients;
            const int keys = sizesOf(state().session, state().view.layer).keyTokens;
            QCOMPARE(int(scores.size()), areScores ? keys : step.stage == Stage::Scores ? step.key + 1 : 0);
            QCOMPARE(!weights.empty(), areWeights && step.stage != Stage::Masked);
            if (step.stage == Stage::Scores) QVERIFY2(says(scores.back()), qPrintable(words()));
        }
        QVERIFY(state().step == state().walk().at(0));
    }

private:
    StepsPanel* panel() const { return window_->findChild<StepsPanel*>(); }
    HeatmapView* view(int stage) const { return window_->findChild<HeatmapsPanel*>()->grid().view(0, stage); }
    QString words() const { return control<QLabel>(*panel(), "Step")->text(); }
    bool says(float number) const { return words().contains(withMinus(inFull(double(number)))); }
    void settle() { QTRY_VERIFY(testing::settled(*window_)); }
    /// Returns the known numbers of the selected query.
    std::vector<float> numbersOf(int stage) const {
        std::vector<float> numbers;
        for (int key = 0; key < view(stage)->content().cols(); ++key)
            if (const auto number = view(stage)->valueAt(state().view.query, key)) numbers.push_back(*number);
        return numbers;
    }
    /// Returns the places of all visible widgets, except the slider's handle and the button that appears at times.
    QStringList places() const {
        QStringList places = mapPlaces();
        for (const auto* button : panel()->findChildren<QAbstractButton*>())
            if (button->isVisible() && button->accessibleName() != "Show its maps")
                places << text(button->mapTo(window_.get(), QPoint(0, 0)), button->size());
        return places;
    }
    QStringList mapPlaces() const {
        QStringList places;
        for (const auto* map : window_->findChildren<HeatmapView*>())
            if (map->isVisible()) places << text(map->mapTo(window_.get(), QPoint(0, 0)), map->size());
        return places;
    }
    static QString text(QPoint at, QSize size) {
        return QString("%1,%2 %3x%4").arg(at.x()).arg(at.y()).arg(size.width()).arg(size.height());
    }
};

QTEST_MAIN(WindowStepsTest)
#include "tst_windowSteps.moc"
