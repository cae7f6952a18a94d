// The card of the course follows the document: it is shown for lessons only, until it is closed.
#include "panels/course/CoursePanel.h"
#include "session/edits.h"
#include "style/Theme.h"
#include "support/bench.h"
#include "support/controls.h"
#include "support/givenEdit.h"
#include "support/paints.h"
#include "support/patience.h"

#include <QLabel>
#include <QPushButton>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <array>
#include <limits>
#include <memory>
#include <utility>

using namespace headlight;
using testing::control;

namespace {

constexpr std::array kLessons{
    Example{":/examples/journey.headlight", "Steps", "One", "Nothing is trained. Click the row of [journey].",
            "journey"},
    Example{":/examples/cross-attention.headlight", "Steps", "Two",
            "Queries come from one sentence, keys and values from another. Click [dessert and cake], and read in the "
            "inspector what W_q, W_k and W_v have made of them.",
            "dessert", "cake"},
    Example{":/examples/two-layers.headlight", "Layers", "Three", "Click the column of [black].", nullptr, "black", 0},
};

struct OwnLessons : CoursePanel {
    explicit OwnLessons(Workbench& bench) : CoursePanel(bench, nullptr, kLessons) {}
};

} // namespace

class CoursePanelTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { loadResources(); }
    void init() {
        bench_ = std::make_unique<testing::PanelBench<OwnLessons>>(testing::shoesSession(), QSize(700, 700));
        wanted_.clear();
        connect(&panel(), &CoursePanel::lessonWanted, this, [this](const Example& lesson) { wanted_ = lesson.title; });
    }
    void cleanup() { bench_.reset(); }

    void itFollowsTheDocument() {
        QCOMPARE(shown(), QString());
        open(0);
        QCOMPARE(shown(), QString()); // nobody has opened the course
        panel().open();
        QCOMPARE(shown(), QString("1 of 3 · One"));
        open(1);
        QCOMPARE(shown(), QString("2 of 3 · Two"));
        bench().undo();
        QCOMPARE(shown(), QString("1 of 3 · One"));
        bench().files().startAnew();
        QCOMPARE(shown(), QString());
        bench().undo();
        QCOMPARE(shown(), QString("1 of 3 · One"));
        QVERIFY(bench().apply("Edit", testing::givenEdit(withSentence(bench_->session(), "other words"))));
        QCOMPARE(shown(), QString("1 of 3 · One · edited"));
        bench().undo();
        QCOMPARE(shown(), QString("1 of 3 · One"));
        bench().files().newDocument();
        QCOMPARE(shown(), QString());
    }

    void itIsClosedUntilItIsOpened() {
        open(0);
        panel().open();
        control<QToolButton>(panel(), "Close the course")->click();
        QCOMPARE(shown(), QString());
        open(1);
        QCOMPARE(shown(), QString());
        panel().open();
        QCOMPARE(shown(), QString("2 of 3 · Two"));
    }

    void nextAndBack_data() {
        QTest::addColumn<int>("lesson");
        QTest::addColumn<QString>("back"); // empty: the button is disabled
        QTest::addColumn<QString>("next");
        QTest::newRow("first") << 0 << ""
                               << "Two";
        QTest::newRow("second") << 1 << "One"
                                << "Three";
        QTest::newRow("last") << 2 << "Two"
                              << "";
    }
    void nextAndBack() {
        QFETCH(int, lesson);
        open(lesson);
        panel().open();
        QFETCH(QString, back);
        QFETCH(QString, next);
        const bool isLast = next.isEmpty(); // of which the button leads out of the course
        const QSignalSpy own(&panel(), &CoursePanel::ownWanted);
        for (const auto& [name, expected] :
             {std::pair("Back", back), std::pair(isLast ? "Start your own" : "Next", next)}) {
            auto* button = control<QPushButton>(panel(), name);
            QCOMPARE(button->isEnabled(), isLast || !expected.isEmpty());
            wanted_.clear();
            button->click();
            QCOMPARE(wanted_, expected);
        }
        QCOMPARE(own.count(), isLast ? 1 : 0);
    }

    void theLinkSelectsWhatItNames_data() {
        QTest::addColumn<int>("lesson");
        QTest::addColumn<View>("selected");
        QTest::newRow("a row") << 0 << View{0, 0, 1, 0};
        QTest::newRow("a cell, of two sentences") << 1 << View{0, 0, 4, 7};
        QTest::newRow("a column, in another layer") << 2 << View{0, 0, 5, 1};
    }
    void theLinkSelectsWhatItNames() {
        QFETCH(int, lesson);
        QFETCH(View, selected);
        open(lesson);
        panel().open();
        const View before = bench().state().view;
        bench().select(0, lesson == 2 ? before.query : 0, lesson == 0 ? before.key : 0);
        emit text()->linkActivated("look");
        const View& now = bench().state().view;
        QCOMPARE(QList({now.layer, now.head, now.query, now.key}),
                 QList({selected.layer, selected.head, selected.query, selected.key}));
    }

    void aWordThatIsGoneIsSaid() {
        open(0);
        panel().open();
        QVERIFY(bench().apply("Edit", testing::givenEdit(withSentence(bench_->session(), "other words"))));
        emit text()->linkActivated("look");
        QVERIFY2(bench().state().notice.contains("journey"), qPrintable(bench().state().notice));
    }

    void theOfferGoesWithWhatItStandsBeside() {
        open(1);
        panel().offer();
        QVERIFY(isOffered());
        QCOMPARE(shown(), QString());
        bench().files().startAnew();
        QVERIFY(!isOffered());
        bench().undo();
        QVERIFY(isOffered());
        control<QPushButton>(panel(), "Start the course")->click();
        QCOMPARE(wanted_, QString("One"));
        open(0); // as the receiver of the signal does
        panel().open();
        QCOMPARE(shown(), QString("1 of 3 · One"));
        bench().undo();
        QVERIFY(!isOffered());
        QCOMPARE(shown(), QString("2 of 3 · Two"));
    }

    /// In a low window, and while one steps, the maps get its space.
    void theOfferGivesWay() {
        open(1);
        panel().offer();
        bench().goToStep(Step{Stage::X});
        QVERIFY(!isOffered());
        bench().goToStep({});
        QVERIFY(isOffered());
        panel().window()->resize(700, 500);
        bench().presentAgain(panel());
        QVERIFY(!isOffered());
    }

    void theOfferIsDeclined() {
        open(1);
        panel().offer();
        const QSignalSpy declined(&panel(), &CoursePanel::offerDeclined);
        control<QToolButton>(panel(), "Hide the offer")->click();
        QCOMPARE(declined.count(), 1);
        QVERIFY(panel().isHidden());
    }

    /// All lessons have cards of the same height, and no text is cut.
    void allCardsAreOfOneHeight_data() {
        QTest::addColumn<int>("width");
        for (const int width : {320, 500, 700, 1400}) QTest::addRow("%d px", width) << width;
    }
    void allCardsAreOfOneHeight() {
        QFETCH(int, width);
        QWidget host;
        const auto takenBack = qScopeGuard([&] { panel().setParent(nullptr); });
        auto* column = new QVBoxLayout(&host);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        auto* maps = new QWidget;
        column->addWidget(maps, 1);
        column->addWidget(&panel());
        host.resize(width, 600);
        host.show();
        panel().open();
        open(0);
        QVERIFY(testing::atRest(host));
        const int top = panel().y();
        QCOMPARE(maps->height(), top);
        QVERIFY(host.minimumSizeHint().height() >= panel().height());
        for (int lesson = 0; lesson < 3; ++lesson) {
            open(lesson);
            QVERIFY(testing::atRest(host));
            QVERIFY(text()->isVisible() && text()->height() >= text()->heightForWidth(text()->width()));
            QCOMPARE(panel().y(), top);
        }
    }

    /// The rows of the window get a scroll bar where they are too high, and are narrower then: if they were also lower,
    /// it would come and go for ever.
    void aWiderCardIsNotHigher() {
        open(0);
        panel().open();
        int above = std::numeric_limits<int>::max();
        for (int width = 320; width <= 1400; ++width) {
            panel().resize(width, 300);
            const int height = panel().minimumSizeHint().height();
            QVERIFY2(height <= above, qPrintable(QString("%1 px wide: %2 after %3").arg(width).arg(height).arg(above)));
            above = height;
        }
    }

    void presentingShowsTheSame() {
        open(0);
        panel().open();
        QVERIFY(testing::atRest(panel()));
        const testing::PaintCount paints(&panel(), testing::PaintCount::Of::Window);
        for (int i = 0; i < 3; ++i) bench().presentAgain(panel());
        QCoreApplication::processEvents();
        QCOMPARE(paints.count + paints.others, 0);
    }

private:
    Workbench& bench() { return bench_->bench; }
    CoursePanel& panel() { return *bench_->panel; }
    void open(int lesson) {
        const Example& example = kLessons[static_cast<std::size_t>(lesson)];
        QVERIFY(bench().files().openExample(example.resource, example.shownTitle()).ok());
    }
    /// Returns the title of the card, or an empty text if it is hidden.
    QString shown() {
        const auto* title = control<QLabel>(panel(), "Lesson");
        return title->isVisible() ? title->text() : QString();
    }
    QLabel* text() { return static_cast<QLabel*>(panel().findChild<QStackedWidget*>()->currentWidget()); }
    QLabel* offer() {
        for (auto* label : panel().findChildren<QLabel*>())
            if (label->text().contains("New here?")) return label;
        return nullptr;
    }
    bool isOffered() { return offer()->isVisible(); }

    std::unique_ptr<testing::PanelBench<OwnLessons>> bench_;
    QString wanted_;
};

QTEST_MAIN(CoursePanelTest)
#include "tst_coursePanel.moc"
