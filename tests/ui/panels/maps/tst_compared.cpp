// The maps before the last step, and the difference.
#include "engine/Engine.h"
#include "panels/maps/compared.h"
#include "ui/panels/maps/mapsBench.h"

#include <QToolTip>

using namespace headlight;
using namespace headlight::testing;

class ComparedTest : public QObject, MapsBench {
    Q_OBJECT

private slots:
    void init() {
        begin();
        editWq(2);
    }
    void cleanup() { end(); }

    /// D goes round, and a tile of another state is never taken for the map.
    void aKeyGoesThroughTheStates() {
        const float now = value(), before = valueOf(*bench_->state().before);
        QVERIFY(now != before);
        view(1, 0)->setFocus();
        press();
        QCOMPARE(value(), before);
        QCOMPARE(view(1, 0)->accessibleName(), QString("Scores, head 2, before"));
        QVERIFY(view(1, 0)->content().head.stage.startsWith("SCORES · BEFORE"));
        press();
        QCOMPARE(value(), now - before);
        QCOMPARE(view(1, 0)->accessibleName(), QString("Scores, head 2, change"));
        QVERIFY(view(1, 0)->content().head.stage.startsWith("SCORES · CHANGE"));
        press();
        QCOMPARE(value(), now);
        QCOMPARE(view(1, 0)->accessibleName(), QString("Scores, head 2"));
    }

    void thereIsNothingToCompareWith() {
        while (bench_->document().history().canUndo()) bench_->undo();
        QVERIFY(!action("Compare with before")->isEnabled());
    }

    /// Only while something else than the present is shown.
    void theStatesAreChosenInTheHeader() {
        QVERIFY(!button("Now")->isVisible() && button("Presets")->isVisible());
        show(Compared::Before);
        for (const char* name : {"Now", "Before", "Difference", "Bring before back"})
            QVERIFY(button(name)->isVisible());
        QVERIFY(button("Before")->isChecked() && !button("Presets")->isVisible());
        button("Difference")->click();
        QCOMPARE(bench_->state().maps.compared, Compared::Difference);
        button("Now")->click();
        QCOMPARE(bench_->state().maps.compared, Compared::Now);
        QTRY_VERIFY(settled() && !button("Now")->isVisible());
    }

    /// A scale of its own: zero is its middle, whatever range a person gave to the numbers. Numbers have their sign.
    void aDifferenceDiverges() {
        bench_->changeMaps([](MapOptions& maps) { maps.signedColours.range = Range{-50, 50}; });
        show(Compared::Difference);
        for (int stage = 0; stage < 2; ++stage) {
            const MapContent& map = view(1, stage)->content();
            QCOMPARE(map.look.range.low, -map.look.range.high);
            QVERIFY(map.look.range.high < 50);
            QVERIFY(map.look.colormap == colormapFor(true, *bench_->state().theme));
            QVERIFY(map.format.showsPlus);
        }
    }

    void anEditIsFollowed() {
        show(Compared::Difference);
        const float less = valueOf(session());
        editWq(3);
        QCOMPARE(bench_->state().maps.compared, Compared::Difference);
        QCOMPARE(value(), valueOf(session()) - less);
        show(Compared::Before);
        editWq(4);
        QCOMPARE(value(), valueOf(*bench_->state().before));
    }

    /// "red" was not there.
    void cellsWithoutCounterpart() {
        edit(withSentence(session(), "My red shoes are small my feet are big"));
        QTRY_VERIFY(settled());
        show(Compared::Difference);
        QVERIFY(view(1, 0)->isMasked(1, 3) && view(1, 0)->isMasked(3, 1) && !view(1, 0)->isMasked(2, 3));
        QVERIFY(view(1, 0)->explain({1, 3}).contains("nothing to compare"));
        QVERIFY(view(1, 0)->explain({2, 3}).contains("change: 0"));
        show(Compared::Before); // eight tokens
        QTRY_COMPARE(view(1, 0)->content().rows(), 8);
        QCOMPARE(view(1, 0)->content().axes.rows->texts[1], QString("shoes"));
        // What is selected and pointed at are the same tokens, which stood one place before.
        bench_->select(CellRef{Stage::Scores, 0, 1, 2, 3});
        QCOMPARE(view(1, 0)->content().selected(), std::optional(Cell{1, 2}));
        QTest::mouseClick(view(1, 0), Qt::LeftButton, {}, centre(view(1, 0), 4, 5));
        QCOMPARE(selected(), (std::array{1, 5, 6}));
        QTest::mouseMove(view(1, 0), centre(view(1, 0), 1, 0));
        QVERIFY(bench_->state().lit == std::vector<Address>({CellRef{Stage::Scores, 0, 1, 2, 0}}));
    }

    void anotherWidthIsSaid() {
        bench_->changeMaps([](MapOptions& maps) { maps.stages = {Stage::Q}; });
        edit(withKeySize(session(), 0, 5));
        QTRY_VERIFY(settled());
        show(Compared::Difference);
        QVERIFY(view(0, 0)->content().absent.contains("another width"));
        QVERIFY(view(0, 0)->accessibleDescription().contains("another width"));
        show(Compared::Before);
        QTRY_COMPARE(view(0, 0)->content().cols(), 3);
        QVERIFY(view(0, 0)->content().absent.isEmpty());
    }

    /// A new head was not there.
    void aMapThatWasNotThere() {
        edit(withHeadAdded(session(), 0));
        QTRY_VERIFY(settled());
        for (const Compared one : {Compared::Before, Compared::Difference}) {
            show(one);
            QVERIFY(view(3, 0)->content().absent.contains("no such map"));
            QVERIFY(view(2, 0)->content().absent.isEmpty());
        }
    }

    void whatMovedMost() {
        QCOMPARE(whatMoved(bench_->state()), QString());
        show(Compared::Difference);
        const Matrix& values = view(1, 1)->content().tile->values; // weights, of the only head that changed
        Index row = 0, col = 0;
        const float most = values.cwiseAbs().maxCoeff(&row, &col);
        const QString said = whatMoved(bench_->state()), sign = values(row, col) > 0 ? "+" : "-";
        QVERIFY2(said.startsWith("Weights, head 2: "), qPrintable(said));
        const auto tokens = kSentence.split(' ');
        QVERIFY2(said.contains(tokens[row]) && said.contains(tokens[col]), qPrintable(said));
        QVERIFY2(said.contains("by " + sign + QString::number(double{most}, 'f', 4)), qPrintable(said));
        QVERIFY2(said.endsWith("; the first stage that could change is Queries"), qPrintable(said));
        editWv(7); // no map of these
        QCOMPARE(whatMoved(bench_->state()),
                 QString("Nothing changed in these maps; the first stage that could change is Values"));
    }

    /// One step, which can be undone as any other.
    void beforeIsBroughtBack() {
        const Session after = session(), before = *bench_->state().before;
        const int steps = bench_->document().history().count();
        show(Compared::Before);
        button("Bring before back")->click();
        QVERIFY(session() == before);
        QCOMPARE(bench_->document().history().count(), steps + 1);
        QCOMPARE(bench_->document().history().undoText(), QString("Bring before back"));
        bench_->undo();
        QVERIFY(session() == after);
    }

private:
    static constexpr ParameterRef kWq{Parameter::Wq, 0, 1}, kWv{Parameter::Wv, 0, 1};

    void editWq(float value) {
        edit(withCell(session(), kWq, 0, 0, value));
        QTRY_VERIFY(settled());
    }
    void editWv(float value) {
        edit(withCell(session(), kWv, 0, 0, value));
        QTRY_VERIFY(settled());
    }
    float value() const { return view(1, 0)->valueAt(1, 3).value_or(1e30F); }
    static float valueOf(const Session& session) {
        Engine engine(std::move(*makeBackend("eigen")));
        return engine.answer(session, {.maps = {{Stage::Scores, 0, 1, {}, 100, 100}}}).tiles[0]->values(1, 3);
    }
    QAction* action(const QString& name) const {
        for (QAction* one : panel_->actions())
            if (one->iconText() == name) return one;
        return nullptr;
    }
    bool isShown(Compared compared) const {
        const auto response = bench_->state().responseTo(*panel_);
        return settled() && comparedIn(response.get(), Compared::Now) == compared;
    }
    void show(Compared compared) {
        bench_->changeMaps([compared](MapOptions& maps) { maps.compared = compared; });
        QTRY_VERIFY(isShown(compared));
    }
    void press() {
        const auto next = static_cast<Compared>((static_cast<int>(bench_->state().maps.compared) + 1) % 3);
        QTest::keyClick(view(1, 0), Qt::Key_D);
        QCOMPARE(bench_->state().maps.compared, next);
        QTRY_VERIFY(isShown(next));
    }
};

QTEST_MAIN(ComparedTest)
#include "tst_compared.moc"
