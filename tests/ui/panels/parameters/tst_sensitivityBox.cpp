// The sensitivities of the selected number: tints of the tables, and the largest ones in words.
#include "attention/formulas.h"
#include "document/Workbench.h"
#include "document/selection.h"
#include "panels/parameters/SensitivityBox.h"
#include "session/edits.h"
#include "support/FailingBackend.h"
#include "support/changing.h"
#include "support/givenEdit.h"
#include "support/givenStages.h"
#include "table/MatrixTableModel.h"
#include "ui/panels/parameters/parametersBench.h"
#include "words/conventions.h"

#include <QRegularExpression>
#include <QSignalSpy>
#include <QTextDocumentFragment>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace headlight;
using testing::control;
using testing::sendMouse;
using testing::shoesSession;

class SensitivityBoxTest : public QObject, private testing::ParametersBench {
    Q_OBJECT

private slots:
    void init() {
        start(shoesSession());
        t_->bench.select(1, 1, 5); // Weights[shoes, feet] of head 2
    }
    void cleanup() {
        setConventions({});
        t_.reset();
    }

    /// A tint is the change of the weight for each unit of the entry. A matrix that does not move it has no tint.
    void tintsAreHowTheWeightMoves() {
        QCOMPARE(model("W_q of head 2").tintAt(1, 2),
                 std::optional((*t_->session().layers[0].allHeads[1][Parameter::Wq])(1, 2)));
        turnOn();
        const struct {
            const char* table;
            ParameterRef ref;
            int row, col;
        } entries[] = {{"W_q of head 2", {Parameter::Wq, 0, 1}, 1, 2},
                       {"W_k of head 2", {Parameter::Wk, 0, 1}, 1, 0},
                       {"Embeddings", {Parameter::X, 0, 0}, 1, 0},
                       {"Embeddings", {Parameter::X, 0, 0}, 2, 1}}; // "are" occurs twice
        for (const auto& [table, ref, row, col] : entries) {
            t_->bench.look(
                [=](Look& look) { look.parameter = areEmbeddings(ref.parameter) ? Parameter::Wq : ref.parameter; });
            const auto tint = model(table).tintAt(row, col);
            QVERIFY2(tint && std::abs(slope(ref, row, col) - *tint) < 1e-3 * model(table).tintScale(), table);
        }
        t_->bench.look([](Look& look) { look.parameter = Parameter::Wv; });
        QVERIFY(!model("W_v of head 2").tintAt(0, 0));
        turnOn(false);
        QVERIFY(model("W_v of head 2").tintAt(0, 0));
        QVERIFY(!words()->isVisible());
    }

    /// A table is painted anew only if its numbers or slopes change.
    void aMessagePaintsNoTableAnew() {
        t_->bench.set(&ViewState::isSplit, true);
        turnOn();
        for (const char* name : {"W_q of all heads", "Embeddings"}) {
            const QSignalSpy painted(&model(name), &MatrixTableModel::dataChanged);
            t_->bench.messages().tell(QString("a message at %1").arg(name));
            QVERIFY(model(name).tintAt(1, 1));
            QCOMPARE(painted.count(), 0);
        }
    }

    void oneMatrixOfAllHeads_data() {
        QTest::addColumn<bool>("outByIn");
        QTest::newRow("in columns") << false;
        QTest::newRow("in rows") << true;
    }
    void oneMatrixOfAllHeads() {
        QFETCH(bool, outByIn);
        setConventions({false, outByIn});
        t_->bench.set(&ViewState::isSplit, true);
        turnOn();
        const MatrixTableModel& all = model("W_q of all heads");
        const auto tint = [&](int row, int col) { return outByIn ? all.tintAt(col, row) : all.tintAt(row, col); };
        QVERIFY(std::abs(*tint(1, 5) - slope({Parameter::Wq, 0, 1}, 1, 2)) < 1e-3 * all.tintScale());
        QCOMPARE(tint(1, 2), std::optional(0.0F)); // of head 1
        QCOMPARE(tint(1, 6), std::optional(0.0F));
    }

    /// The words name the largest tint, and link to it. All of them have the decimals that give it two digits.
    void theLargestInWords() {
        turnOn();
        const QStringList lines = QTextDocumentFragment::fromHtml(words()->text()).toPlainText().split('\n');
        QCOMPARE(lines.size(), 3);
        QCOMPARE(lines[0], "Raising Wk[1, 1]: +0.040 per unit");
        QVERIFY2(words()->accessibleName().startsWith(
                     "Raising W_k[1, 1] by a small step raises Weights[shoes, feet] by about 0.040 times the step."),
                 qPrintable(words()->accessibleName()));
        const QRegularExpression form(R"(^Raising (.*): \+?(-?\d\.\d{3}) per unit$)");
        for (int place = 0; place < 3; ++place) {
            emit words()->linkActivated(QString::number(place));
            const auto* view = qobject_cast<QTableView*>(QApplication::focusWidget());
            QVERIFY(view && view->isVisible());
            const auto& shown = static_cast<const MatrixTableModel&>(*view->model());
            const QModelIndex at = view->currentIndex();
            const auto said = form.match(QString(lines[place]).replace(QChar(0x2212), u'-'));
            const QString entry = said.captured(1);
            QVERIFY2(entry.startsWith(view->accessibleName().left(1) == "E"
                                          ? QString("X[")
                                          : view->accessibleName().left(3).remove("_")),
                     qPrintable(entry));
            QVERIFY2(entry.endsWith(QString(", %1]").arg(at.column() + 1)), qPrintable(entry));
            QCOMPARE(QString::number(static_cast<double>(*shown.tintAt(at.row(), at.column())), 'f', 3),
                     said.captured(2));
        }
    }

    /// X_kv also moves the layers below. It says of which layer it is, since that one has no table.
    void theKeysInputOfALayerAbove() {
        QVERIFY(t_->bench.apply("Layers", [](const Session& s, const Watch&) -> Result<Session> {
            Session made = *withLayerAdded(*withSecondSentence(s, true));
            made = *withOptional(made, 1, Parameter::Bq, true); // large queries for small keys
            made.layers.change(1, [](Layer& layer) {
                for (Head& head : layer.allHeads) head[Parameter::Bq] = Matrix(Matrix::Constant(1, 3, 100));
            });
            const ParameterRef keys{Parameter::Xkv, 0, 0};
            made = *withBlock(made, keys, 0, 0, *matrixOf(made, keys) * 0.01F);
            return made;
        }));
        t_->bench.select({Stage::Scores, 1, 1, 1, 2});
        turnOn();
        QTRY_VERIFY2(words()->accessibleName().contains("X_kv of layer 2 ["), qPrintable(words()->accessibleName()));
        const QStringList lines = words()->accessibleName().split(". ");
        const auto place = std::ranges::find_if(lines, [](const QString& l) { return l.contains("X_kv of layer 2"); });
        emit words()->linkActivated(QString::number(place - lines.begin()));
        QCOMPARE(selectedCell(t_->session(), t_->bench.state().view).stage, Stage::XKv);
    }

    void theLinksHaveTheThemesColour() {
        turnOn();
        QVERIFY(words()->text().contains(lightTheme().text.name()));
        applyTheme(*qApp, darkTheme());
        t_->bench.set(&ViewState::theme, &darkTheme());
        QVERIFY(words()->text().contains(darkTheme().text.name()));
        applyTheme(*qApp, lightTheme());
    }

    /// If there are no sensitivities, the box says why, and nothing is tinted.
    void saysWhyNot_data() {
        QTest::addColumn<QString>("said");
        QTest::addColumn<int>("stage");
        QTest::addColumn<int>("key");
        QTest::newRow("another stage") << "Select a score or a weight" << int(Stage::Context) << 1;
        QTest::newRow("a sum") << "Not shown for weights with normalisation by sum." << int(Stage::Weights) << 1;
        QTest::newRow("masked weights") << "Not shown for weights between" << int(Stage::Masked) << 1;
        QTest::newRow("hidden") << "No number moves it." << int(Stage::Weights) << 5;
    }
    void saysWhyNot() {
        QFETCH(QString, said);
        QFETCH(int, stage);
        QFETCH(int, key);
        Options options = t_->session().layers[0].options;
        options.mask.causal = true;
        options.maskMode = Stage(stage) == Stage::Masked ? MaskMode::After : MaskMode::Before;
        if (said.contains("sum")) options.normalisation = Normalisation::Sum;
        QVERIFY(t_->bench.apply("Options", [=](const Session& s, const Watch&) { return withOptions(s, 0, options); }));
        t_->bench.select({Stage(stage), 0, 1, 1, key});
        turnOn();
        QTRY_VERIFY2(words()->text().startsWith(said), qPrintable(words()->text()));
        const auto tint = model("W_q of head 2").tintAt(1, 2);
        QVERIFY(!tint || *tint == 0);
    }

    void saysSoOfGivenNumbers() {
        const Matrix ones = Matrix::Ones(2, 2);
        const Session given = testing::givenSession("a b", {{{Parameter::GivenQ, ones}, {Parameter::GivenK, ones}}});
        QVERIFY(t_->bench.apply("Given", testing::givenEdit(given)));
        t_->bench.select({Stage::Weights, 0, 0, 0, 0});
        turnOn();
        QTRY_COMPARE(words()->text(), QString("Not shown for a layer that starts with given numbers."));
    }

    /// Entries are named as the tables count them.
    void asInPyTorch() {
        turnOn();
        const QString before = words()->accessibleName();
        Conventions conventions;
        conventions.outByIn = true;
        changeConventions(conventions, *t_->panel);
        QTRY_VERIFY(words()->accessibleName() != before);
        static const QRegularExpression entry("W_([qk])\\[(\\d), (\\d)\\]");
        const auto was = entry.match(before), is = entry.match(words()->accessibleName());
        QVERIFY(was.hasMatch() && is.hasMatch());
        QCOMPARE(is.captured(2) + is.captured(3), was.captured(3) + was.captured(2));
    }

    void whatIsNotFinite() {
        QVERIFY(t_->bench.apply("NaN", [](const Session& s, const Watch&) {
            Session made = s;
            Matrix wq = *made.layers[0].allHeads[1][Parameter::Wq];
            wq(0, 0) = std::numeric_limits<float>::quiet_NaN();
            testing::changing(made)->allHeads[1][Parameter::Wq] = wq;
            return Result<Session>(made);
        }));
        turnOn();
        QTRY_VERIFY2(words()->text().contains("is not a finite number"), qPrintable(words()->text()));
    }

    /// The answer has no sensitivities.
    void withoutAnAnswer() {
        const auto failure = std::make_shared<testing::Failure>();
        failure->times = 1000;
        failure->at = 1;
        Workbench bench(std::make_unique<testing::FailingBackend>(failure));
        ParametersPanel panel(bench);
        panel.resize(290, 640);
        panel.show();
        bench.add(panel);
        panel.findChild<SensitivityBox*>()->action()->trigger();
        QVERIFY(bench.apply("Type", [](const Session& s, const Watch&) { return withSentence(s, "a b"); }));
        QTRY_VERIFY(bench.state().frame && !bench.state().frame->problem.empty());
        QTRY_VERIFY(bench.state().responseTo(panel));
        bench.remove(panel);
    }

    /// Tints follow a drag, during which their scale only widens.
    void followsADrag() {
        turnOn();
        int narrower = 0;
        for (const int first : {-400, 400}) {
            QTableView* view = focused("W_q of head 2", 1, 0);
            const QPoint from = press(view, 1, 0);
            const auto moveTo = [&](int dx) {
                sendMouse(view->viewport(), QEvent::MouseMove, from + QPoint(dx, 0));
                [&] {
                    QTRY_VERIFY(std::abs(*tinted().tintAt(1, 2) - slope({Parameter::Wq, 0, 1}, 1, 2)) <
                                1e-3 * tinted().tintScale());
                }();
                return tinted().tintScale();
            };
            moveTo(10);
            const float wide = moveTo(first), held = moveTo(-first);
            QVERIFY(held >= wide);
            sendMouse(view->viewport(), QEvent::MouseButtonRelease, from + QPoint(-first, 0), Qt::NoButton);
            narrower += tinted().tintScale() < held;
            t_->bench.undo();
        }
        QVERIFY(narrower > 0);
    }

private:
    void turnOn(bool on = true) {
        t_->panel->findChild<SensitivityBox*>()->action()->setChecked(on);
        if (on) QTRY_VERIFY(!words()->text().isEmpty());
    }
    QLabel* words() {
        for (QLabel* label : t_->panel->findChild<SensitivityBox*>()->findChildren<QLabel*>()) return label;
        return nullptr;
    }
    const MatrixTableModel& model(const QString& name) {
        return *static_cast<const MatrixTableModel*>(table(name)->model());
    }
    const MatrixTableModel& tinted() { return model("W_q of head 2"); }
    /// Returns the change of the weight for each unit of the entry, by a finite difference.
    float slope(const ParameterRef& ref, int row, int col) {
        const auto weight = [&](float by) {
            const float value = (*matrixOf(t_->session(), ref))(row, col) + by;
            return reference(*withCell(t_->session(), ref, row, col, value))(Stage::Weights, 1)(1, 5);
        };
        constexpr float kStep = 0x1p-8F;
        return static_cast<float>((weight(kStep) - weight(-kStep)) / (2 * kStep));
    }
};

QTEST_MAIN(SensitivityBoxTest)
#include "tst_sensitivityBox.moc"
