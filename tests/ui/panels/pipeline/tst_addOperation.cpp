// "+ Add" adds: what is chosen is in the session, its settings are open and have the focus, and one undo removes it.
#include "ui/panels/pipeline/pipelineBench.h"

#include <QCheckBox>
#include <QLabel>
#include <QMenu>
#include <QSet>
#include <QTimer>

using namespace headlight;
using namespace headlight::testing;

namespace {

using Prepare = Result<Session> (*)(const Session&);
using IsAdded = bool (*)(const Session&);

const Layer& layer(const Session& session) { return session.layers[0]; }
Result<Session> asItIs(const Session& session) { return session; }

struct Case {
    const char* name;
    IsAdded isAdded; ///< with its default
    Prepare prepare = asItIs;
};

/// One for each operation that can be absent. The session has d = 3 and 2 heads with d_v = 3.
const Case kCases[]{
    {"Positions", [](const Session& s) { return s.positions && s.positions->kind == Positions::Kind::Sinusoidal; }},
    {"Layer norm", [](const Session& s) { return layer(s).hasNorm(Norm::Place::Before); }},
    {"Cross-attention", [](const Session& s) { return s.source && s.source->sentence == s.text.sentence; }},
    {"Projections W_q, W_k, W_v", [](const Session& s) { return !isSimplified(layer(s)); },
     [](const Session& s) { return withoutTrainableWeights(s, 0); }},
    {"Scale and temperature", [](const Session& s) { return layer(s).options.scale.kind == Scale::Kind::SqrtDk; },
     [](const Session& s) {
         Options options = layer(s).options;
         options.scale.kind = Scale::Kind::None;
         return withOptions(s, 0, options);
     }},
    {"Mask", [](const Session& s) { return layer(s).options.mask.causal && !layer(s).options.mask.window; }},
    {"Dropout",
     [](const Session& s) {
         return layer(s).options.dropout == std::optional(Dropout{0.1, s.seed});
     }},
    {"Heads", [](const Session& s) { return layer(s).heads().size() == 2; },
     [](const Session& s) { return withHeadRemoved(s, 0, 1); }},
    {"Output weights",
     [](const Session& s) {
         const FrozenMatrix w = matrixOf(s, {Parameter::Wo, 0, 0});
         return w && w->rows() == 6 && w->cols() == 3 && w->minCoeff() < w->maxCoeff(); // drawn
     }},
    {"Residual", [](const Session& s) { return layer(s).residual; },
     [](const Session& s) { return withOptional(s, 0, Parameter::Wo, true); }},
    {"Layers", [](const Session& s) { return s.layers.size() == 2; }},
};

} // namespace

class AddOperationTest : public QObject, PipelineBench {
    Q_OBJECT

private slots:
    void init() { begin("My shoes are small my feet are big"); }
    void cleanup() { end(); }

    void everyOperationThatCanBeAbsentIsTried() {
        QSet<QString> tried, can;
        for (const Case& one : kCases) tried << one.name;
        for (const Operation& one : operations())
            if (one.isOn) can << one.name;
        QCOMPARE(tried, can);
    }

    void whatIsChosenIsOn_data() {
        QTest::addColumn<int>("row");
        QTest::addColumn<bool>("isByKeyboard");
        for (int i = 0; i < int(std::size(kCases)); ++i)
            for (const bool isByKeyboard : {true, false})
                QTest::addRow("%s, by %s", kCases[i].name, isByKeyboard ? "keyboard" : "mouse") << i << isByKeyboard;
    }
    void whatIsChosenIsOn() {
        QFETCH(int, row);
        QFETCH(bool, isByKeyboard);
#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
        if (!isByKeyboard) QSKIP("Qt 6.8 closes a menu at a press that is sent while the press which opened it lasts");
#endif
        const auto& [name, isAdded, prepare] = kCases[row];
        edit(prepare(session()));
        window_->resize(700, 900); // the strip scrolls
        const Session before = session();
        const int steps = this->steps();
        QVERIFY(!isAdded(before));
        add(name, isByKeyboard);
        const Session after = session();
        QVERIFY(isAdded(after));
        QCOMPARE(this->steps(), steps + 1);
        QVERIFY(hasFocusedPopup(name));
        QCOMPARE(word(name)->visibleRegion().boundingRect(), word(name)->rect()); // the strip scrolled to it
        bench_->undo();
        QVERIFY(session() == before);
        bench_->redo();
        QVERIFY(session() == after);
    }

    /// The popup says why, in one sentence, and nothing changed.
    void whatCannotBeAddedIsSaid() {
        const Session before = session();
        add("Residual", true);
        QVERIFY(session() == before);
        QVERIFY(hasFocusedPopup("Residual"));
        QVERIFY(!control<QCheckBox>(*window_, "Residual")->isChecked());
        auto* refused = control<QLabel>(*window_, "Refused");
        QVERIFY2(refused->isVisible() && refused->text().contains("cannot be added"), qPrintable(refused->text()));
        QVERIFY(bench_->state().problem.isEmpty()); // a message comes only once
        add("Mask", true);
        add("Residual", true);
        QVERIFY(refused->isVisible()); // said again
    }

    void aPopupOpenedByTheKeyboardHasTheFocus() {
        for (const char* name : {"Scale and temperature", "Normalisation", "Scale and temperature"}) {
            word(name)->setFocus();
            QTest::keyClick(word(name), Qt::Key_Return);
            QVERIFY2(hasFocusedPopup(name), name);
            const QWidget* first = QApplication::focusWidget();
            QCOMPARE(first->accessibleName(), QString(name == QLatin1String("Normalisation") ? name : "Scale"));
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab); // the next time it begins with the first again
            QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Escape);
            QVERIFY(!QApplication::activePopupWidget());
            QCOMPARE(QApplication::focusWidget(), word(name));
        }
    }

private:
    void add(const QString& name, bool isByKeyboard) {
        if (QWidget* popup = QApplication::activePopupWidget()) popup->close();
        auto* button = control<QToolButton>(*window_, "+ Add");
        QTimer::singleShot(0, window_.get(), [&] {
            QMenu* menu = button->menu();
            for (QAction* one : menu->actions()) {
                if (one->text() != name) continue;
                const QPoint at = menu->actionGeometry(one).center();
                while (isByKeyboard && menu->activeAction() != one) QTest::keyClick(menu, Qt::Key_Down);
                if (isByKeyboard) return QTest::keyClick(menu, Qt::Key_Return);
                QTest::mouseMove(menu, at);
                return QTest::mouseClick(menu, Qt::LeftButton, {}, at);
            }
            menu->close(); // it is not offered
        });
        button->setFocus(Qt::TabFocusReason);
        isByKeyboard ? QTest::keyClick(button, Qt::Key_Space) : QTest::mouseClick(button, Qt::LeftButton);
    }
    static bool hasFocusedPopup(const QString& name) {
        const QWidget *popup = QApplication::activePopupWidget(), *focused = QApplication::focusWidget();
        return popup && popup->accessibleName() == name && focused && popup->isAncestorOf(focused) &&
               focused->isVisible();
    }
};

QTEST_MAIN(AddOperationTest)
#include "tst_addOperation.moc"
