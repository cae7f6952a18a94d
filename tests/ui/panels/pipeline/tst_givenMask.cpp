// The given mask by hand, in the form of the mask.
#include "panels/pipeline/MaskGrid.h"
#include "ui/panels/pipeline/pipelineBench.h"

#include <QAccessible>
#include <QCheckBox>
#include <QPushButton>
#include <QScrollBar>
#include <QTemporaryDir>

using namespace headlight;
using namespace headlight::testing;

class GivenMaskTest : public QObject, PipelineBench {
    Q_OBJECT

private slots:
    void initTestCase() { makeMaskGridAccessible(); }
    void init() {
        begin("My shoes are small my feet");
        open("Mask");
        QVERIFY(!grid().isVisible());
        control<QCheckBox>(*window_, "Custom mask (click cells)")->click();
        QVERIFY(grid().isVisible());
    }
    void cleanup() { end(); }

    /// On it is all ones; off and on again, as it was left.
    void itIsSwitched() {
        QCOMPARE(given(), Matrix(Matrix::Ones(6, 6)));
        QCOMPARE(lastStep(), QString("Custom mask"));
        QCOMPARE(word("Mask")->text(), QString("custom"));
        click(2, 4);
        const Matrix left = given();
        auto* box = control<QCheckBox>(*window_, "Custom mask (click cells)");
        box->click();
        QVERIFY(!options().mask.given && !grid().isVisible());
        QCOMPARE(lastStep(), QString("No custom mask"));
        box->click();
        QCOMPARE(given(), left);
    }

    void aClickFlipsACell() {
        const int before = steps();
        click(1, 3);
        QCOMPARE(zeros(), (std::vector<MaskCell>{{1, 3}}));
        QCOMPARE(steps(), before + 1);
        QVERIFY(!bench_->state().isDragging);
        click(1, 3);
        QCOMPARE(zeros(), std::vector<MaskCell>());
        bench_->undo();
        QCOMPARE(zeros(), (std::vector<MaskCell>{{1, 3}}));
    }

    /// From one end of a row to the other in a single move: nothing between is left out, and it is one step.
    void aFastDragLeavesNoGaps() {
        const int before = steps();
        press(2, 0);
        QVERIFY(bench_->state().isDragging);
        move(2, 5);
        QCOMPARE(zeros().size(), std::size_t(6));
        QVERIFY(bench_->state().session.layers[0].options.mask.given); // it follows before it ends
        move(4, 5);
        release(4, 5);
        QVERIFY(!bench_->state().isDragging);
        QCOMPARE(zeros(), (std::vector<MaskCell>{{2, 0}, {2, 1}, {2, 2}, {2, 3}, {2, 4}, {2, 5}, {3, 5}, {4, 5}}));
        QCOMPARE(steps(), before + 1);
        bench_->undo();
        QVERIFY(zeros().empty());
    }

    /// It gives all it crosses the first one's new value, and flips none twice.
    void aDragPaintsOneValue() {
        click(0, 1);
        click(0, 3);
        press(0, 0);
        move(0, 5);
        move(0, 0);
        release(0, 0);
        QCOMPARE(zeros().size(), std::size_t(6));
        press(0, 2);
        move(0, 4);
        release(0, 4);
        QCOMPARE(zeros(), (std::vector<MaskCell>{{0, 0}, {0, 1}, {0, 5}}));
    }

    /// The engine answers before the button is released.
    void theMapsFollowTheDrag() {
        press(1, 0);
        move(1, 5);
        QTRY_VERIFY(bench_->state().frame && bench_->state().frame->session == session());
        QVERIFY(bench_->state().isDragging && zeros().size() == 6);
        release(1, 5);
    }

    void escapeTakesTheDragBack() {
        const int before = steps();
        click(3, 3);
        press(3, 0);
        move(3, 5);
        QCOMPARE(zeros().size(), std::size_t(6));
        QTest::keyClick(&grid(), Qt::Key_Escape);
        QCOMPARE(zeros(), (std::vector<MaskCell>{{3, 3}}));
        QVERIFY(!bench_->state().isDragging && grid().isVisible());
        move(4, 5); // still held: nothing more is painted
        release(4, 5);
        QCOMPARE(zeros(), (std::vector<MaskCell>{{3, 3}}));
        QCOMPARE(steps(), before + 1);
    }

    /// In every layer, whatever stood there; a mask that the stroke switched on is off again.
    void escapeTakesTheDragBackInAllLayers() {
        edit(withLayerAdded(session()));
        edit(withLayerAdded(session()));
        edit(withMaskCells(session(), 1, {{1, 1}, {2, 2}}, false));
        edit(withGivenMask(session(), 2, false));
        const Session before = session();
        const int count = steps();
        control<QCheckBox>(*window_, "In all layers")->click();
        press(1, 0);
        move(1, 5);
        QVERIFY(options(2).mask.given && (*options(1).mask.given)(1, 5) == 0);
        QTest::keyClick(&grid(), Qt::Key_Escape);
        release(1, 5);
        QVERIFY(session() == before);
        QCOMPARE(steps(), count);
        QVERIFY(!bench_->state().isDragging && grid().isVisible());
    }

    /// What a stroke of another document took, Esc does not bring into this one.
    void escapeLeavesAnotherDocumentAlone() {
        QTemporaryDir folder;
        const QString file = folder.filePath("mask.headlight");
        QVERIFY(bench_->save(file).ok());
        click(3, 3); // what Esc would bring back
        press(1, 0);
        move(1, 5);
        QVERIFY(bench_->open(file).ok());
        QVERIFY(zeros().empty());
        const Session anew = session();
        QVERIFY(!bench_->state().isDragging);
        QTest::keyClick(&grid(), Qt::Key_Escape);
        QVERIFY(session() == anew);
    }

    void theKeyboardFlips() {
        grid().setFocus();
        for (const int key : {Qt::Key_Right, Qt::Key_Right, Qt::Key_Down, Qt::Key_Space})
            QTest::keyClick(&grid(), Qt::Key(key));
        QCOMPARE(zeros(), (std::vector<MaskCell>{{1, 2}}));
        QTest::keyClick(&grid(), Qt::Key_End, Qt::ControlModifier);
        QTest::keyClick(&grid(), Qt::Key_Down); // ends there
        QTest::keyClick(&grid(), Qt::Key_Space);
        QCOMPARE(zeros(), (std::vector<MaskCell>{{1, 2}, {5, 5}}));
        QTest::keyClick(&grid(), Qt::Key_Home);
        QCOMPARE(grid().current(), (MaskCell{5, 0}));
    }

    void buttons_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("zeros");
        QTest::newRow("hide all") << "Hide all" << 36;
        QTest::newRow("causal") << "Causal" << 15;
        QTest::newRow("invert") << "Invert" << 35;
        QTest::newRow("show all") << "Show all" << 0;
    }
    void buttons() {
        QFETCH(QString, name);
        QFETCH(int, zeros);
        click(4, 2);
        control<QPushButton>(*window_, name)->click();
        QCOMPARE(int(this->zeros().size()), zeros);
        QCOMPARE(lastStep(), "Custom mask: " + name.toLower());
        if (name == "Causal") QVERIFY((*options().mask.given)(3, 3) == 1 && (*options().mask.given)(3, 4) == 0);
        bench_->undo();
        QCOMPARE(this->zeros(), (std::vector<MaskCell>{{4, 2}}));
    }

    /// With Shift, or the box, in every layer; one that has none gets one.
    void allLayers() {
        edit(withLayerAdded(session()));
        edit(withGivenMask(session(), 1, false));
        click(0, 5);
        QVERIFY(!options(1).mask.given);
        control<QCheckBox>(*window_, "In all layers")->click();
        click(5, 0);
        QCOMPARE(zeros(), (std::vector<MaskCell>{{0, 5}, {5, 0}}));
        QVERIFY((*options(1).mask.given)(5, 0) == 0 && (*options(1).mask.given)(0, 5) == 1);
        QCOMPARE(lastStep(), QString("Custom mask, all layers"));
    }

    void aScreenReaderHearsEachCell() {
        click(5, 1);
        QAccessibleInterface* all = QAccessible::queryAccessibleInterface(&grid());
        QCOMPARE(all->text(QAccessible::Name), QString("Custom mask"));
        QCOMPARE(all->childCount(), 36);
        QAccessibleInterface* cell = all->child(5 * 6 + 1);
        QCOMPARE(plain(cell->text(QAccessible::Name)), QString("query feet, key shoes: hidden"));
        QVERIFY(cell->state().checkable && !cell->state().checked);
        cell->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
        QCOMPARE(plain(cell->text(QAccessible::Name)), QString("query feet, key shoes: may attend"));
        QVERIFY(cell->state().checked && zeros().empty());
        QCOMPARE(plain(grid().accessibleDescription()), QString("query feet, key shoes: may attend"));
    }

    void theMaskFollowsTheSentence() {
        click(5, 1);
        edit(withSentence(session(), "Oh My shoes are small my feet"));
        QCOMPARE(grid().rows(), 7);
        QCOMPARE(zeros(), (std::vector<MaskCell>{{6, 2}}));
        edit(withSentence(session(), ""));
        QCOMPARE(grid().rows(), 0);
        window_->grab();
        QTest::keyClick(&grid(), Qt::Key_Space); // nothing to flip
        edit(withSentence(session(), "My feet"));
        QCOMPARE(grid().cols(), 2);
    }

    /// Keys are those of the second sentence where there is one.
    void aSecondSentenceHasItsKeys() {
        edit(withSecondSentence(session(), true)); // a copy: the mask is its, too
        QCOMPARE(grid().cols(), 6);
        edit(withSentence(session(), "two keys", {}, Sentence::Second));
        QCOMPARE(grid().rows(), 6);
        QCOMPARE(grid().cols(), 2);
        QVERIFY(plain(grid().wordsFor({5, 1})) == "query feet, key keys: may attend");
        control<QPushButton>(*window_, "Causal")->click();
        QCOMPARE(zeros(), (std::vector<MaskCell>{{0, 1}}));
        press(3, 0);
        move(3, 1);
        release(3, 1);
        QCOMPARE(zeros().size(), std::size_t(3));
    }

    /// However long the sentence, a cell can be hit; what has no room scrolls.
    void longSentencesScroll_data() {
        QTest::addColumn<int>("tokens");
        QTest::addColumn<bool>("scrolls");
        QTest::newRow("6") << 6 << false;
        QTest::newRow("12") << 12 << false;
        QTest::newRow("40") << 40 << true;
    }
    void longSentencesScroll() {
        QFETCH(int, tokens);
        QFETCH(bool, scrolls);
        QStringList words;
        for (int i = 0; i < tokens; ++i) words << QStringLiteral("w%1").arg(i);
        edit(withSentence(session(), words.join(u' ').toStdString()));
        QVERIFY(grid().cellSide() >= 10);
        QCOMPARE(grid().horizontalScrollBar()->maximum() > 0, scrolls);
        QTRY_VERIFY(grid().rect().contains(grid().area().rect.toAlignedRect()));
        grid().setFocus();
        QTest::keyClick(&grid(), Qt::Key_End, Qt::ControlModifier);
        QTest::keyClick(&grid(), Qt::Key_Space);
        QCOMPARE(zeros(), (std::vector<MaskCell>{{tokens - 1, tokens - 1}}));
        click(tokens - 1, tokens - 1); // it has been brought into sight
        QVERIFY(zeros().empty());
    }

private:
    MaskGrid& grid() { return *control<MaskGrid>(*window_, "Custom mask"); }
    const Matrix& given() const { return *options().mask.given; }
    std::vector<MaskCell> zeros() const {
        std::vector<MaskCell> cells;
        for (int query = 0; query < given().rows(); ++query)
            for (int key = 0; key < given().cols(); ++key)
                if (given()(query, key) == 0) cells.push_back({query, key});
        return cells;
    }
    static QString plain(QString text) { return text.remove(QChar(0x2068)).remove(QChar(0x2069)); }
    QPoint at(int query, int key) { return grid().area().cells(query, key, 1, 1).center().toPoint(); }
    void press(int query, int key) { QTest::mousePress(grid().viewport(), Qt::LeftButton, {}, at(query, key)); }
    void release(int query, int key) { QTest::mouseRelease(grid().viewport(), Qt::LeftButton, {}, at(query, key)); }
    void move(int query, int key) {
        const QPoint to = at(query, key);
        QMouseEvent event(QEvent::MouseMove, to, grid().viewport()->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, {});
        QApplication::sendEvent(grid().viewport(), &event);
    }
    void click(int query, int key) {
        press(query, key);
        release(query, key);
    }
};

QTEST_MAIN(GivenMaskTest)
#include "tst_givenMask.moc"
