// The mask by hand, edited in the maps of the real window.
#include "app/windowBench.h"
#include "document/mapActions.h"
#include "panels/pipeline/givenMask.h"
#include "plot/HeatmapView.h"
#include "session/edits.h"
#include "support/givenEdit.h"

#include <QAccessible>
#include <QLabel>

using namespace headlight;
using namespace headlight::testing;

class WindowMaskTest : public QObject, private testing::WindowBench {
    Q_OBJECT

private slots:
    void initTestCase() { prepare(); }
    void init() {
        begin();
        edit(withGivenMask(session(), 0, true));
        button()->click();
        QTRY_VERIFY(settled(*window_) && qobject_cast<HeatmapView*>(QApplication::focusWidget()));
    }
    void cleanup() { end(); }

    /// The header's button always keeps its place, and Esc switches the editing off.
    void theHeaderSaysSo() {
        const QRect place = button()->geometry(), scores = map("Scores, head 2").geometry();
        QVERIFY(button()->isChecked());
        QCOMPARE(map().cursor().shape(), Qt::PointingHandCursor);
        key(Qt::Key_Escape);
        QVERIFY(!button()->isChecked() && button()->isVisible());
        QCOMPARE(map().cursor().shape(), Qt::ArrowCursor);
        QCOMPARE(button()->geometry(), place);
        QCOMPARE(map("Scores, head 2").geometry(), scores);
        click(1, 3); // selects the cell
        QVERIFY(zeros().empty());
        QCOMPARE(state().view.key, 3);
        edit(withGivenMask(session(), 0, false));
        QTRY_VERIFY(!button()->isVisible());
    }

    void aClickFlipsACell() {
        const int before = steps();
        click(1, 3);
        QCOMPARE(zeros(), (std::vector<Cell>{{1, 3}}));
        QCOMPARE(steps(), before + 1);
        QCOMPARE(window_->workbench().document().history().undoText(), QString("Custom mask"));
        QVERIFY(!state().isDragging);
        QCOMPARE(state().view.query, 1);
        QTRY_VERIFY(settled(*window_) && map().isMasked(1, 3));
        click(1, 3);
        QVERIFY(zeros().empty());
        window_->workbench().undo();
        QCOMPARE(zeros(), (std::vector<Cell>{{1, 3}}));
    }

    /// A single move from one end of a row to the other paints all cells between, in one step.
    void aFastDragLeavesNoGaps() {
        const int before = steps();
        press(2, 0);
        move(2, 5);
        QVERIFY(state().isDragging);
        QCOMPARE(zeros().size(), std::size_t(6)); // painted before the button is released
        QTRY_VERIFY(settled(*window_) && map().isMasked(2, 5));
        move(4, 5);
        release(4, 5);
        QVERIFY(!state().isDragging);
        QCOMPARE(zeros(), (std::vector<Cell>{{2, 0}, {2, 1}, {2, 2}, {2, 3}, {2, 4}, {2, 5}, {3, 5}, {4, 5}}));
        QCOMPARE(steps(), before + 1);
        window_->workbench().undo();
        QVERIFY(zeros().empty());
    }

    /// All cells that a drag crosses get the first one's new value, even if crossed twice. Outside nothing is painted.
    void aDragPaintsOneValue() {
        click(0, 1);
        click(0, 3);
        press(0, 0);
        move(0, 7);
        move(0, 0);
        release(0, 0);
        QCOMPARE(zeros().size(), std::size_t(8));
        press(0, 2);
        QTest::mouseMove(&map(), at(0, 7) + QPoint(60, 0));
        release(0, 7);
        QCOMPARE(zeros(), (std::vector<Cell>{{0, 0}, {0, 1}}));
    }

    /// Esc restores the masks of all layers, and removes those that the stroke has made.
    void escapeTakesTheDragBack() {
        edit(withLayerAdded(session()));
        edit(withLayerAdded(session()));
        edit(withMaskCells(session(), 1, {{1, 1}, {2, 2}}, false));
        edit(withGivenMask(session(), 2, false));
        const Session before = session();
        const int count = steps();
        QTest::keyPress(&map(), Qt::Key_Shift);
        press(1, 0, Qt::ShiftModifier);
        move(1, 5);
        QVERIFY(given(2) && (*given(1))(1, 5) == 0 && zeros().size() == 6);
        key(Qt::Key_Escape);
        QVERIFY(session() == before && button()->isChecked());
        move(4, 5); // the button is still held, but no longer paints
        release(4, 5);
        QVERIFY(session() == before && !state().isDragging);
        QCOMPARE(steps(), count);
    }

    /// If another document is opened during a stroke, Esc does not bring the stroke's old mask into it.
    void anotherDocumentIsLeftAlone() {
        QTemporaryDir folder;
        const QString file = folder.filePath("mask.headlight");
        QVERIFY(window_->workbench().files().save(file).ok());
        click(3, 3); // Esc would restore this cell
        press(1, 0);
        move(1, 5);
        QVERIFY(window_->workbench().files().open(file).ok());
        const Session anew = session();
        QVERIFY(!button()->isChecked() && !state().isDragging);
        key(Qt::Key_Escape);
        move(3, 5);
        release(3, 5);
        QVERIFY(session() == anew && zeros().empty());
    }

    /// A stroke that is undone while the button is held stays undone.
    void anUndoEndsTheStroke() {
        press(1, 0);
        move(1, 5);
        window_->workbench().undo();
        move(2, 5);
        QVERIFY(!state().isDragging);
        key(Qt::Key_Escape);
        release(2, 5);
        QVERIFY(zeros().empty());
    }

    void theKeyboardFlips() {
        window_->workbench().select(0, 0, 0);
        for (const Qt::Key each : {Qt::Key_Right, Qt::Key_Right, Qt::Key_Down, Qt::Key_Space}) key(each);
        QCOMPARE(zeros(), (std::vector<Cell>{{1, 2}}));
        key(Qt::Key_Space);
        QVERIFY(zeros().empty());
        key(Qt::Key_End, Qt::ControlModifier);
        key(Qt::Key_Space);
        QCOMPARE(zeros(), (std::vector<Cell>{{7, 7}}));
    }

    void aScreenReaderHearsEachCell() {
        click(5, 1);
        QTRY_VERIFY(settled(*window_));
        for (const char* name : {"Scores, head 1", "Weights, head 1"}) {
            auto* cell = QAccessible::queryAccessibleInterface(&map(name))->child(5 * 8 + 1);
            QVERIFY(cell->text(QAccessible::Name).contains("custom mask: hidden"));
            QVERIFY(cell->state().checkable && !cell->state().checked);
            QVERIFY(map(name).accessibleDescription().contains("custom mask: hidden"));
            cell->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
            QVERIFY(zeros().empty() && cell->state().checked);
            QVERIFY(cell->text(QAccessible::Name).contains("custom mask: may attend"));
            click(5, 1);
        }
        key(Qt::Key_Escape);
        auto* cell = QAccessible::queryAccessibleInterface(&map())->child(5 * 8 + 1);
        QVERIFY(!cell->state().checkable && !cell->text(QAccessible::Name).contains("custom mask"));
    }

    /// In a map of vectors, which is no mask, a click selects.
    void otherMapsSelect() {
        window_->workbench().look([](MapOptions& o) { o.show(Stage::Q, true); });
        QTRY_VERIFY(settled(*window_));
        HeatmapView& vectors = map("Q, head 1");
        QCOMPARE(vectors.cursor().shape(), Qt::ArrowCursor);
        QTest::mouseClick(&vectors, Qt::LeftButton, {}, centre(vectors, 4, 1));
        QVERIFY(zeros().empty());
        QCOMPARE(state().view.query, 4);
    }

    /// The columns of the mask are the second sentence's tokens, if there is one.
    void aSecondSentenceHasItsKeys() {
        edit(withSecondSentence(session(), true)); // a copy of the first one, with its mask
        edit(withSentence(session(), "two keys", {}, Sentence::Second));
        QTRY_VERIFY(settled(*window_) && map().content().cols() == 2);
        press(5, 0);
        move(5, 1);
        release(5, 1);
        QCOMPARE(zeros(), (std::vector<Cell>{{5, 0}, {5, 1}}));
    }

    /// Cells too small to click are refused with a notice, but keys work, and a zoomed map can be clicked.
    void smallCellsAreNotHit() {
        std::string words;
        for (int i = 0; i < 300; ++i) words += "w" + std::to_string(i) + " ";
        edit(withSentence(session(), words));
        QTRY_VERIFY(settled(*window_) && map().content().cols() == 300);
        click(100, 100);
        QVERIFY(zeros().empty());
        QVERIFY(state().notice.contains("too small to click"));
        map().userZoom({90, 90, 12, 12});
        QTRY_VERIFY(settled(*window_));
        press(99, 99);
        QTest::mouseMove(&map(), at(99, 101) + QPoint(300, 0)); // cells that are out of sight are not painted
        release(99, 101);
        QCOMPARE(zeros(), (std::vector<Cell>{{99, 99}, {99, 100}, {99, 101}}));
        key(Qt::Key_0);
        key(Qt::Key_Space);
        QCOMPARE(zeros().size(), std::size_t(2));
    }

private:
    const Session& session() const { return state().session; }
    void edit(const Result<Session>& edited) {
        QVERIFY(window_->workbench().apply(QStringLiteral("Edit"), testing::givenEdit(edited)));
    }
    QAbstractButton* button() { return control<QAbstractButton>(*window_, "Edit mask"); }
    HeatmapView& map(const QString& name = "Weights, head 1") { return *control<HeatmapView>(*window_, name); }
    int steps() const { return window_->workbench().document().history().count(); }
    FrozenMatrix given(std::size_t layer = 0) const { return session().layers[layer].options.mask.given; }
    std::vector<Cell> zeros() const {
        std::vector<Cell> cells;
        const Matrix& mask = *given();
        for (int query = 0; query < mask.rows(); ++query)
            for (int key = 0; key < mask.cols(); ++key)
                if (mask(query, key) == 0) cells.push_back({query, key});
        return cells;
    }
    static QPoint centre(const HeatmapView& map, int row, int col) {
        return map.area().cells(row, col, 1, 1).center().toPoint();
    }
    QPoint at(int query, int key) { return centre(map(), query, key); }
    void press(int query, int key, Qt::KeyboardModifiers with = {}) {
        QTest::mousePress(&map(), Qt::LeftButton, with, at(query, key));
    }
    void release(int query, int key) { QTest::mouseRelease(&map(), Qt::LeftButton, {}, at(query, key)); }
    void move(int query, int key) { QTest::mouseMove(&map(), at(query, key)); }
    void click(int query, int key) {
        press(query, key);
        release(query, key);
    }
};

QTEST_MAIN(WindowMaskTest)
#include "tst_windowMask.moc"
