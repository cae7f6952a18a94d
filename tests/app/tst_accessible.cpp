// The real window for a screen reader: controls have names, labels say their text, maps are tables, tokens are lists.
#include "app/windowBench.h"
#include "plot/HeatmapView.h"
#include "session/edits.h"
#include "support/givenEdit.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QAccessibleActionInterface>
#include <QComboBox>
#include <QLabel>
#include <QTest>
#include <QTextBrowser>
#include <QTextDocumentFragment>

#include <functional>

using namespace headlight;
using testing::control;

namespace {

QString nameOf(const QAccessibleInterface* face) { return face->text(QAccessible::Name); }

/// Calls `look` with all visible interfaces below `face`, but only the first 40 children of each.
void walk(QAccessibleInterface* face, const std::function<void(QAccessibleInterface&)>& look) {
    constexpr int kMax = 40;
    if (!face || !face->isValid() || face->state().invisible) return;
    look(*face);
    for (int i = 0; i < std::min(face->childCount(), kMax); ++i) walk(face->child(i), look);
}

/// True if the widget takes the focus, or has an interactive role.
bool isInteractive(const QAccessibleInterface& face) {
    const auto* widget = qobject_cast<QWidget*>(face.object());
    const bool isAround = face.role() == QAccessible::MenuBar || (widget && widget->inherits("QScrollArea"));
    if (widget && widget->focusPolicy() != Qt::NoFocus && !isAround) return true;
    switch (face.role()) {
    case QAccessible::Button:
    case QAccessible::CheckBox:
    case QAccessible::RadioButton:
    case QAccessible::ComboBox:
    case QAccessible::EditableText:
    case QAccessible::SpinBox:
    case QAccessible::Slider:
    case QAccessible::MenuItem:
    case QAccessible::Table:
    case QAccessible::List:
    case QAccessible::ListItem:
    case QAccessible::Cell: return true;
    default: return false;
    }
}

} // namespace

class AccessibleTest : public QObject, private testing::WindowBench {
    Q_OBJECT

private slots:
    void initTestCase() { prepare(); }
    void init() {
        begin();
        window_->workbench().select(1, 1, 5); // shoes, feet
        QTRY_VERIFY(testing::settled(*window_));
    }
    void cleanup() { end(); }

    void everythingThatCanBeWorkedHasAName() {
        testing::menuAction(*window_, "Statistics")->trigger();
        QTRY_VERIFY(testing::settled(*window_));
        QStringList unnamed;
        int interactive = 0;
        walk(face(*window_), [&](QAccessibleInterface& one) {
            const bool isInner = one.object() && one.object()->objectName().startsWith("qt_"); // in a spin box
            if (!isInteractive(one) || isInner) return;
            ++interactive;
            if (nameOf(&one).isEmpty())
                unnamed << (one.object() ? one.object()->metaObject()->className()
                                         : "an item of " + nameOf(one.parent()));
        });
        QVERIFY2(unnamed.isEmpty(), qPrintable(unnamed.join(", ")));
        QVERIFY2(interactive > 200, qPrintable(QString::number(interactive)));
        testing::menuAction(*window_, "Statistics")->trigger();
    }

    void aLabelSaysWhatItShows() {
        int labels = 0;
        for (QLabel* label : window_->findChildren<QLabel*>()) {
            if (!label->isVisible() || label->text().isEmpty()) continue;
            ++labels;
            const QString shown = Qt::mightBeRichText(label->text())
                                      ? QTextDocumentFragment::fromHtml(label->text()).toPlainText()
                                      : label->text().remove(u'&'); // removes the mark of a mnemonic
            QCOMPARE(nameOf(face(*label)), shown);
        }
        QVERIFY2(labels > 5, qPrintable(QString::number(labels)));
    }

    void panelsAreReadAsTheEyeGoes() {
        // The panel and its title are both called Parameters.
        const QStringList wanted{"Sentence", "Parameters", "Parameters", "Maps", "Inspector", "No changes"};
        QStringList read;
        walk(face(*window_), [&](QAccessibleInterface& one) {
            if (wanted.contains(nameOf(&one))) read << nameOf(&one);
        });
        QCOMPARE(read, wanted);
    }

    void aMapIsATable() {
        QAccessibleInterface* map = face(*control<HeatmapView>(*window_, "Weights, head 2"));
        QCOMPARE(map->role(), QAccessible::Table);
        auto* table = map->tableInterface();
        QVERIFY(table);
        QCOMPARE(table->rowCount(), 8);
        QCOMPARE(table->columnCount(), 8);
        QCOMPARE(table->rowDescription(1), QString("shoes"));
        QCOMPARE(table->columnDescription(5), QString("feet"));
        QAccessibleInterface* cell = table->cellAt(1, 5);
        QCOMPARE(nameOf(cell), QString("query shoes, key feet, weight 0.0211"));
        QVERIFY(cell->state().selected && table->selectedCellCount() == 1);
        QCOMPARE(nameOf(cell->tableCellInterface()->rowHeaderCells().value(0)), QString("shoes"));
        QCOMPARE(nameOf(cell->tableCellInterface()->columnHeaderCells().value(0)), QString("feet"));
        QCOMPARE(map->indexOfChild(cell), 13);
        QCOMPARE(map->childAt(cell->rect().center().x(), cell->rect().center().y()), cell);
        table->cellAt(3, 2)->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
        QCOMPARE(window_->workbench().state().view.query, 3);
        QCOMPARE(window_->workbench().state().view.key, 2);
        QVERIFY(!cell->state().selected);
        QCOMPARE(nameOf(face(*control<HeatmapView>(*window_, "Scores, head 2"))->tableInterface()->cellAt(1, 5)),
                 QString("query shoes, key feet, score -0.8936"));
    }

    /// Cells are made when they are asked for, and only few are kept.
    void aLargeMapCostsNothing() {
        QString sentence;
        for (int i = 0; i < 4000; ++i) sentence += QStringLiteral("w%1 ").arg(i % 50);
        const auto text = sentence.toStdString();
        Workbench& bench = window_->workbench();
        QVERIFY(bench.apply("Long", testing::givenEdit(withSentence(bench.state().session, text))));
        QVERIFY(QTest::qWaitFor([&] { return testing::settled(*window_); }, testing::patience()));
        QAccessibleInterface* map = face(*control<HeatmapView>(*window_, "Weights, head 2"));
        QCOMPARE(map->tableInterface()->rowCount(), 4000);
        QAccessibleInterface* first = map->child(0);
        const QAccessible::Id id = QAccessible::uniqueId(first);
        QVERIFY2(nameOf(first).startsWith("query w0, key w0, weight"), qPrintable(nameOf(first)));
        for (int i = 1; i < 2000; ++i) QVERIFY(map->child(i * 4001 % (4000 * 4000)));
        QVERIFY(!QAccessible::accessibleInterface(id)); // it was removed, and is made again:
        QVERIFY(nameOf(map->child(0)).startsWith("query w0"));
    }

    void tokensAreAList() {
        QAccessibleInterface* chips = face(*control<QWidget>(*window_, "Tokens"));
        QCOMPARE(chips->role(), QAccessible::List);
        QCOMPARE(chips->childCount(), 8);
        QCOMPARE(nameOf(chips->child(0)), QString("My"));
        QCOMPARE(nameOf(chips->child(1)), QString("shoes, query"));
        QCOMPARE(nameOf(chips->child(5)), QString("feet, key"));
        chips->child(2)->actionInterface()->doAction(QAccessibleActionInterface::toggleAction());
        QCOMPARE(window_->workbench().state().view.query, 2);
    }

    /// A screen reader can go through the text and its links.
    void theLessonIsAText() {
        auto* page = control<QTextBrowser>(*window_, "How the number came to be");
        QTRY_VERIFY(page->toPlainText().contains("0.0211"));
        QVERIFY(face(*page)->textInterface());
    }

    void whatIsChosenOfTwoIsARadioButton() {
        for (const char* name : {"Now", "Difference"})
            QCOMPARE(face(*control<QAbstractButton>(*window_, name))->role(), QAccessible::RadioButton);
    }

    void theTokenizerIsCalledSo() {
        QAccessibleInterface* box = face(*control<QComboBox>(*window_, "Tokenizer"));
        QCOMPARE(box->role(), QAccessible::ComboBox);
        QCOMPARE(nameOf(box), QString("Tokenizer"));
        QCOMPARE(box->text(QAccessible::Value), QString("Split at spaces"));
    }

private:
    static QAccessibleInterface* face(QWidget& widget) { return QAccessible::queryAccessibleInterface(&widget); }
};

QTEST_MAIN(AccessibleTest)
#include "tst_accessible.moc"
