// The maps before the last step, and their difference.
#include "ui/panels/maps/comparedBench.h"

#include <QInputDialog>
#include <QTemporaryDir>
#include <QTimer>
#include <QToolTip>

using namespace headlight;
using namespace headlight::testing;

class ComparedTest : public QObject, ComparedBench {
    Q_OBJECT

private slots:
    void init() {
        begin();
        editWq(2);
    }
    void cleanup() { end(); }

    /// The key D cycles through the states. A tile of another state is never used for a map.
    void aKeyGoesThroughTheStates() {
        const float now = value(), before = valueOf(*bench_->state().before);
        QVERIFY(now != before);
        view(1, 0)->setFocus();
        press();
        QCOMPARE(value(), before);
        QCOMPARE(view(1, 0)->accessibleName(), QString("Scores, head 2, before"));
        QVERIFY(view(1, 0)->content().head.stage.startsWith("scores · before"));
        press();
        QCOMPARE(value(), now - before);
        QCOMPARE(view(1, 0)->accessibleName(), QString("Scores, head 2, minus before"));
        QVERIFY(view(1, 0)->content().head.stage.startsWith("scores − before"));
        press();
        QCOMPARE(value(), now);
        QCOMPARE(view(1, 0)->accessibleName(), QString("Scores, head 2"));
    }

    void theKeyWorksAfterItsMenuWasOpen() {
        show(Compared::Other);
        QMenu* menu = nullptr;
        for (QMenu* one : action("Compare next")->parent()->findChildren<QMenu*>())
            if (one->accessibleName() == "Compare with") menu = one;
        for (int time = 0; time < 2; ++time) {
            menu->popup(QPoint(0, 0));
            QCOMPARE(menu->actions().front(), action("Compare next"));
            QTest::keyClick(menu, Qt::Key_Escape);
        }
        view(1, 0)->setFocus();
        press();
        QCOMPARE(bench_->state().maps.compared, Compared::Difference);
    }

    void thereIsNothingToCompareWith() {
        while (bench_->document().history().canUndo()) bench_->undo();
        QVERIFY(!action("Bring back")->isEnabled());
        const auto says = [&](const char* why) {
            action("Compare next")->trigger();
            return bench_->state().maps.compared == Compared::Now && bench_->state().notice.startsWith(why);
        };
        QVERIFY(says("There is nothing to compare with"));
        bench_->look([](MapOptions& maps) { maps.overview = true; });
        QVERIFY(says("The overview is not compared"));
    }

    /// Undo restores the session that was opened. Its maps are not computed yet, and nothing is before it.
    void mapsOutliveTheStateBefore() {
        show(Compared::Other);
        while (bench_->document().history().canUndo()) bench_->undo();
        QVERIFY(!bench_->state().other);
        QCOMPARE(bench_->state().maps.compared, Compared::Now);
    }

    /// The buttons are shown while there is another state, its menu while that is shown.
    void theStatesAreChosenInTheHeader() {
        QVERIFY(button("Now")->isVisible() && !button("Compare with")->isVisible());
        show(Compared::Other);
        for (const char* name : {"Now", "Before", "Difference", "Both", "Compare with"})
            QVERIFY(button(name)->isVisible());
        QVERIFY(button("Before")->isChecked());
        button("Difference")->click();
        QCOMPARE(bench_->state().maps.compared, Compared::Difference);
        button("Now")->click();
        QCOMPARE(bench_->state().maps.compared, Compared::Now);
        QTRY_VERIFY(settled() && !button("Compare with")->isVisible());
        while (bench_->document().history().canUndo()) bench_->undo();
        QTRY_VERIFY(!button("Now")->isVisible());
    }

    /// A token that the other state does not have is marked as new, not as masked.
    void whatIsNewIsSaid() {
        show(Compared::Now);
        edit(withSentence(session(), kSentence.toStdString() + " again"));
        show(Compared::Difference);
        const HeatmapView* map = view(1, 0);
        QVERIFY(map->content().look.isNew(8, 0) && map->content().look.isNew(0, 8));
        QVERIFY(!map->content().look.isNew(7, 7) && !map->content().look.hasMasked);
        QVERIFY2(map->explain({8, 0}).contains("new: the state compared with does not have it"),
                 qPrintable(map->explain({8, 0})));
        edit(withCell(session(), kWq, 0, 0, 3)); // now both states have it
        show(Compared::Difference);
        QVERIFY(!view(1, 0)->content().look.hasNew());
    }

    /// The scale of a difference is symmetric about zero, whatever range the user has set. Numbers have their sign.
    void aDifferenceDiverges() {
        bench_->look([](MapOptions& maps) { maps.signedColours.range = Range{-50, 50}; });
        show(Compared::Difference);
        for (int stage = 0; stage < 2; ++stage) {
            const MapContent& map = view(1, stage)->content();
            QCOMPARE(map.look.range.low, -map.look.range.high);
            QVERIFY(map.look.range.high < 50);
            QVERIFY(map.look.colormap == colormapFor(true, *bench_->state().theme));
            QVERIFY(map.format.showsPlus);
            QVERIFY(map.absent.isEmpty() && map.hasNumbers());
            const MapContent& ofOtherHead = view(0, stage)->content(); // whose parameters were not edited
            QVERIFY(ofOtherHead.absent == "no change" && !ofOtherHead.hasNumbers());
        }
    }

    /// A cell that only the present mask hides is a change, though no number differs.
    void aMaskThatHidesMoreIsAChange() {
        edit(withGivenMask(session(), 0, true));
        Session hidden = session();
        Matrix given = *hidden.layers[0].options.mask.given;
        given(5, 2) = 0;
        Options options = hidden.layers[0].options;
        options.mask.given = std::move(given);
        edit(withOptions(session(), 0, options));
        bench_->look([](MapOptions& maps) { maps.showOnly({Stage::Scores, Stage::Masked}); });
        show(Compared::Difference);
        QCOMPARE(view(1, 0)->content().absent, QString("no change"));
        QVERIFY(view(1, 1)->content().absent.isEmpty());
    }

    void anEditIsFollowed() {
        show(Compared::Difference);
        const float less = valueOf(session());
        editWq(3);
        QCOMPARE(bench_->state().maps.compared, Compared::Difference);
        QCOMPARE(value(), valueOf(session()) - less);
        show(Compared::Other);
        editWq(4);
        QCOMPARE(value(), valueOf(*bench_->state().before));
    }

    /// The token "red" is new.
    void cellsWithoutCounterpart() {
        edit(withSentence(session(), "My red shoes are small my feet are big"));
        QTRY_VERIFY(settled());
        show(Compared::Difference);
        QVERIFY(view(1, 0)->isMasked(1, 3) && view(1, 0)->isMasked(3, 1) && !view(1, 0)->isMasked(2, 3));
        QVERIFY(view(1, 0)->explain({1, 3}).contains("new: the state"));
        QVERIFY(view(1, 0)->explain({2, 3}).contains("change: 0"));
        show(Compared::Other); // eight tokens
        QTRY_COMPARE(view(1, 0)->content().rows(), 8);
        QCOMPARE(view(1, 0)->content().axes.rows->texts[1], QString("shoes"));
        // The same tokens are selected and pointed at; they were one place to the left.
        bench_->select(CellRef{Stage::Scores, 0, 1, 2, 3});
        QCOMPARE(view(1, 0)->content().selected(), std::optional(Cell{1, 2}));
        QTest::mouseClick(view(1, 0), Qt::LeftButton, {}, centre(view(1, 0), 4, 5));
        QCOMPARE(selected(), (std::array{1, 5, 6}));
        QTest::mouseMove(view(1, 0), centre(view(1, 0), 1, 0));
        QVERIFY(bench_->state().lit == std::vector<Address>({CellRef{Stage::Scores, 0, 1, 2, 0}}));
    }

    void anotherWidthIsSaid() {
        bench_->look([](MapOptions& maps) { maps.stages = {Stage::Q}; });
        edit(withKeySize(session(), 0, 5));
        QTRY_VERIFY(settled());
        show(Compared::Difference);
        QVERIFY(view(0, 0)->content().absent.contains("another width"));
        QVERIFY(view(0, 0)->accessibleDescription().contains("another width"));
        QCOMPARE(whatMoved(bench_->state()), QString());
        show(Compared::Other);
        QTRY_COMPARE(view(0, 0)->content().cols(), 3);
        QVERIFY(view(0, 0)->content().absent.isEmpty());
    }

    void noSentenceIsSaid() {
        Frame frame;
        frame.session = session();
        frame.demand.others = {*withSentence(session(), "")};
        Tile tile;
        tile.demand.stage = Stage::Scores;
        tile.demand.state = kOther;
        QVERIFY(whyWithoutCells(tile, frame).contains("no sentence"));
    }

    /// A new head has no counterpart.
    void aMapThatWasNotThere() {
        edit(withHeadAdded(session(), 0));
        QTRY_VERIFY(settled());
        for (const Compared one : {Compared::Other, Compared::Difference}) {
            show(one);
            QVERIFY(view(3, 0)->content().absent.contains("no such map"));
            QVERIFY(!view(2, 0)->content().absent.contains("no such map"));
        }
    }

    void whatMovedMost() {
        QCOMPARE(whatMoved(bench_->state()), QString());
        show(Compared::Difference);
        const Matrix& values = view(1, 1)->content().tile->values; // weights, of the only head that changed
        Index row = 0, col = 0;
        const float largest = values.cwiseAbs().maxCoeff(&row, &col);
        const QString said = whatMoved(bench_->state()), sign = values(row, col) > 0 ? "+" : "-";
        QVERIFY2(said.startsWith("Weights, head 2: "), qPrintable(said));
        const auto tokens = kSentence.split(' ');
        QVERIFY2(said.contains(tokens[row]) && said.contains(tokens[col]), qPrintable(said));
        QVERIFY2(said.contains("by " + sign + QString::number(double{largest}, 'f', 4)), qPrintable(said));
        QVERIFY2(said.endsWith("; first affected: Q"), qPrintable(said));
        editWv(7); // no map shows the values
        QCOMPARE(whatMoved(bench_->state()), QString("Nothing changed in these maps; first affected: V"));
    }

    /// If cells share a pixel, the message names a range of them.
    void whatMovedMostAmongMany() {
        QString words;
        for (int i = 0; i < 400; ++i) words += QString("w%1 ").arg(i);
        edit(withSentence(session(), words.toStdString()));
        edit(withCell(session(), {Parameter::X, 0, 0}, 1, 0, 9));
        QTRY_VERIFY(settled());
        show(Compared::Difference);
        const QString said = whatMoved(bench_->state());
        QVERIFY2(said.contains(QChar(0x2026)), qPrintable(said));
    }

    void whatIsNoNumberIsSaid() {
        edit(withCell(session(), kWq, 0, 0, 3e38F));
        edit(withCell(session(), kWq, 1, 0, 3e38F));
        QTRY_VERIFY(settled());
        show(Compared::Difference);
        const QString said = whatMoved(bench_->state());
        QVERIFY2(said.contains("is not a finite number"), qPrintable(said));
    }

    /// A weight that is masked now has a difference, since it was more than 0. A masked score has none.
    void whatAMaskHidesMoved() {
        for (const int token : {5, 3}) {
            Options options = session().layers[0].options;
            options.mask.hidden = {token};
            edit(withOptions(session(), 0, options));
        }
        bench_->look([](MapOptions& maps) { maps.stages = {Stage::Masked}; });
        QTRY_VERIFY(settled());
        show(Compared::Difference);
        QVERIFY2(whatMoved(bench_->state()).startsWith("No number that both states have"),
                 qPrintable(whatMoved(bench_->state())));
        bench_->look([](MapOptions& maps) { maps.stages = {Stage::Weights}; });
        QTRY_VERIFY(settled() && !view(1, 0)->isMasked(1, 3));
        QCOMPARE(view(1, 0)->valueAt(1, 3).value_or(0) < 0, true);
        QVERIFY(whatMoved(bench_->state()).contains("moved most"));
    }

    /// Bringing it back is one step, which can be undone.
    void beforeIsBroughtBack() {
        const Session after = session(), before = *bench_->state().before;
        const int steps = bench_->document().history().count();
        show(Compared::Other);
        action("Bring back")->trigger();
        QVERIFY(session() == before);
        QCOMPARE(bench_->state().maps.compared, Compared::Now); // the present one, which now is the restored session
        QCOMPARE(bench_->document().history().count(), steps + 1);
        QCOMPARE(bench_->document().history().undoText(), QString("Bring “before” back"));
        bench_->undo();
        QVERIFY(session() == after);
    }

    /// A pinned session does not change with later edits, and its name replaces "before".
    void aPinIsComparedWith() {
        edit(withPin(session(), "first try"));
        const float pinned = valueOf(session());
        editWq(3), editWq(4);
        compareWith("first try");
        show(Compared::Other);
        QCOMPARE(value(), pinned);
        QCOMPARE(view(1, 0)->accessibleName(), QString("Scores, head 2, first try"));
        QVERIFY(view(1, 0)->content().head.stage.startsWith("scores · first try"));
        QVERIFY(button("First try")->isVisible());
        show(Compared::Difference);
        QCOMPARE(value(), valueOf(session()) - pinned);
        editWq(5);
        QCOMPARE(value(), valueOf(session()) - pinned);
        // Another pin is requested at once, though the panel's request is equal.
        edit(withPin(session(), "second"));
        compareWith("second");
        QTRY_VERIFY(settled());
        QTRY_COMPARE(value(), 0.0F);
        QVERIFY(view(1, 0)->content().head.stage.startsWith("scores − second"));
        // If the pin is removed, the maps are compared with the state before.
        edit(withoutPin(session(), "second"));
        QVERIFY(bench_->state().maps.counterpart == Counterpart());
    }

    /// A pin changes no number, so the state that is compared with stays.
    void aPinIsNoEdit() {
        const Session before = *bench_->state().before;
        const QString step = bench_->state().stepFromBefore;
        edit(withPin(session(), "a"));
        edit(withPin(session(), "b"));
        QVERIFY(bench_->state().before == before);
        QCOMPARE(bench_->state().stepFromBefore, step);
        action("Bring back")->trigger();
        QVERIFY(pinned(session(), "a") && pinned(session(), "b"));
        QVERIFY(session().text == before.text && session().layers == before.layers);
    }

    /// A pin can be compared with even if there is no step, as in a file that was opened.
    void aPinIsThereWithoutAStep() {
        edit(withPin(session(), "a"));
        editWq(3);
        bench_->files().startAnew();
        const QTemporaryDir folder;
        bench_->undo();
        const QString path = folder.filePath("a.headlight");
        QVERIFY(bench_->files().save(path).ok() && bench_->files().open(path).ok());
        QVERIFY(!bench_->state().before && bench_->state().other);
        QTRY_VERIFY(settled());
        show(Compared::Other);
        QCOMPARE(view(1, 0)->accessibleName(), QString("Scores, head 2, a"));
        QCOMPARE(value(), valueOf(*pinned(session(), "a")));
    }

    /// A long name from a file is shortened.
    void aLongNameIsCut() {
        const std::string name = "one\n" + std::string(1'000'000, 'x');
        edit(withPin(session(), name));
        compareWith(name);
        show(Compared::Other);
        QVERIFY(view(1, 0)->accessibleName().size() < 70);
        QVERIFY(view(1, 0)->accessibleName().contains("one xxx"));
    }

    void aPinIsBroughtBack() {
        const Session then = session();
        edit(withPin(then, "a"));
        editWq(3);
        compareWith("a");
        action("Bring back")->trigger();
        QVERIFY(session().pins && sameValues(*withoutPin(session(), "a"), then));
        QCOMPARE(bench_->document().history().undoText(), QString("Bring “a” back"));
    }

    /// Comparing ends a walk, whose steps belong to the present state.
    void comparingEndsTheWalk() {
        bench_->select(1, 1, 3);
        bench_->goToStep(Step{Stage::Scores, Step::Part::Key, 5});
        bench_->look([](MapOptions& maps) { maps.numbers = false; });
        QVERIFY(bench_->state().step);
        view(1, 0)->setFocus();
        press();
        QVERIFY(!bench_->state().step && isShown(Compared::Other));
        QCOMPARE(selected(), (std::array{1, 1, 3}));
        press();
        QVERIFY(isShown(Compared::Difference));
        bench_->goToStep(bench_->state().stepAfter(1));
        QVERIFY(bench_->state().step);
        QTRY_VERIFY(isShown(Compared::Now));
    }

    /// Each map is shown twice, with one scale, and with the tokens of its own state.
    void sideBySide() {
        edit(withSentence(session(), "My red shoes are small my feet are big"));
        QTRY_VERIFY(settled());
        const float now = view(1, 0)->valueAt(1, 3).value_or(1e30F);
        bench_->select(1, 0, 0); // shown alone
        show(Compared::SideBySide);
        QTRY_VERIFY(view(1, 0) && !view(0, 0) && view(1, 1) && view(1, 1)->content().rows() == 9);
        QCOMPARE(view(1, 0)->accessibleName(), QString("Scores, head 2, before"));
        QCOMPARE(view(1, 1)->accessibleName(), QString("Scores, head 2"));
        QCOMPARE(view(1, 0)->content().rows(), 8);
        QCOMPARE(view(1, 1)->valueAt(1, 3).value_or(0), now);
        QCOMPARE(view(1, 0)->valueAt(1, 2), view(1, 1)->valueAt(2, 3)); // the same tokens, whose numbers did not change
        QVERIFY(view(1, 0)->content().look.range == view(1, 1)->content().look.range);
        QCOMPARE(std::ranges::count_if(panel_->findChildren<ColorScale*>(), &QWidget::isVisible), 2);
        bench_->select(CellRef{Stage::Scores, 0, 1, 2, 3});
        QCOMPARE(view(1, 0)->content().selected(), std::optional(Cell{1, 2}));
        QCOMPARE(view(1, 1)->content().selected(), std::optional(Cell{2, 3}));
        QTest::mouseClick(view(1, 0), Qt::LeftButton, {}, centre(view(1, 0), 4, 5));
        QCOMPARE(selected(), (std::array{1, 5, 6}));
        QTest::mouseMove(view(1, 1), centre(view(1, 1), 2, 0));
        QVERIFY(bench_->state().lit == std::vector<Address>({CellRef{Stage::Scores, 0, 1, 2, 0}}));
        QTest::keyClick(view(1, 1), Qt::Key_D);
        QTRY_VERIFY(isShown(Compared::Now));
        QTRY_VERIFY(view(0, 0) && view(1, 0));
        QCOMPARE(view(1, 0)->accessibleName(), QString("Scores, head 2"));
    }

    /// The menu is filled each time it is shown, and old entries are deleted.
    void theMenuOffersWhatThereIs() {
        edit(withPin(session(), "a & b"));
        QMenu* menu = control<QMenu>(*panel_, "Compare with");
        std::size_t menus = 0;
        for (int shown = 0; shown < 3; ++shown) {
            emit menu->aboutToShow();
            QStringList texts;
            for (const QAction* one : menu->actions())
                if (!one->isSeparator()) texts << one->text();
            QCOMPARE(texts, (QStringList{"Compare &next", "&Bring that state back", "&Pin this state…",
                                         "Before the &last step", "a && b", "Another &head", "Another la&yer",
                                         "A &file…", "&Remove pin"}));
            const auto now = static_cast<std::size_t>(menu->findChildren<QMenu*>().size());
            QVERIFY(shown == 0 || now == menus);
            menus = now;
        }
        QStringList heads; // without the selected head
        for (const QAction* one : menu->actions()[6]->menu()->actions()) heads << one->text();
        QCOMPARE(heads.size(), qsizetype(sizesOf(session(), 0).heads - 1));
        QVERIFY(!heads.contains(QString("Head %1").arg(bench_->state().view.head + 1)));
        menu->actions()[5]->trigger(); // "a & b", after the separator
        QVERIFY(bench_->state().maps.counterpart == Counterpart("a & b"));
        QCOMPARE(bench_->state().maps.compared, Compared::Other);
    }

    void aPinIsNamedInADialog_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("name");
        QTest::newRow("as offered") << ""
                                    << "State 1";
        QTest::newRow("blanks") << "  my   pin "
                                << "my pin";
    }
    void aPinIsNamedInADialog() {
        QFETCH(QString, typed);
        QFETCH(QString, name);
        bool isAsked = false;
        QTimer::singleShot(0, this, [&] {
            auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
            if (!typed.isEmpty()) dialog->setTextValue(typed);
            isAsked = true;
            dialog->accept();
        });
        action("Pin this state")->trigger();
        QVERIFY(isAsked && pinned(session(), name.toStdString()));
        QCOMPARE(bench_->document().history().undoText(), QString("Pin “%1”").arg(name));
        QCOMPARE(bench_->state().notice, "Pinned: " + name);
    }
};

QTEST_MAIN(ComparedTest)
#include "tst_compared.moc"
