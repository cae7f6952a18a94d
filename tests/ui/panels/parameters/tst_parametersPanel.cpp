#include "style/Theme.h"
#include "support/blocks.h"
#include "support/changing.h"
#include "support/givenEdit.h"
#include "support/givenStages.h"
#include "ui/panels/parameters/parametersBench.h"

#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTabBar>
#include <QTextDocumentFragment>

#include <algorithm>
#include <cmath>

using namespace headlight;
using testing::control;
using testing::PaintCount;
using testing::shoesSession;

class ParametersPanelTest : public QObject, private testing::ParametersBench {
    Q_OBJECT

private slots:
    void init() { start(shoesSession()); }
    void cleanup() { t_.reset(); }

    /// A notice that another sender shows during presenting stays: the panel removes only its own.
    void noticesOfOthersStay() {
        Workbench& bench = t_->bench;
        bench.calls().run([&] {
            bench.select(0, 2, 3);
            bench.messages().tell("Cancelled");
        });
        QCOMPARE(bench.state().notice, QString("Cancelled"));
    }

    void showsBothTables() {
        QCOMPARE(table("W_q")->model()->rowCount(), 2);
        QCOMPARE(table("W_q")->model()->columnCount(), 3);
        QCOMPARE(table("Embeddings")->model()->rowCount(), 8);
        QCOMPARE(shown("W_q", 1, 2), QString::fromStdString(fixedPoint(double(weight(0)(1, 2)), 4)));
        QCOMPARE(table("Embeddings")->model()->headerData(1, Qt::Vertical).toString(), QString("shoes"));
        QCOMPARE(table("W_q")->model()->headerData(2, Qt::Horizontal).toString(), QString("q₃"));
    }

    /// While the maps show the earlier state, the tables show its numbers, which cannot be edited. The focus stays.
    void theStateThatTheMapsShow() {
        const QString before = shown("W_q", 1, 2);
        type("W_q", 1, 2, "9");
        QTableView* view = focused("W_q", 1, 2);
        QVERIFY(view->hasFocus());
        const auto show = [&](Compared compared) {
            t_->bench.look([compared](MapOptions& maps) { maps.compared = compared; });
        };
        show(Compared::Other);
        QCOMPARE(shown("W_q", 1, 2), before);
        QVERIFY(view->hasFocus() && !(view->model()->flags(view->currentIndex()) & Qt::ItemIsEditable));
        show(Compared::Difference);
        QCOMPARE(shown("W_q", 1, 2), QString("9.0000"));
        QVERIFY(view->hasFocus() && (view->model()->flags(view->currentIndex()) & Qt::ItemIsEditable));
    }

    /// A control that is disabled meanwhile loses the focus, and gets it back.
    void theFocusComesBack() {
        type("W_q", 1, 2, "9");
        auto* sizes = control<QWidget>(*t_->panel, "Sizes");
        sizes->setFocus();
        const auto show = [&](Compared compared) {
            t_->bench.look([compared](MapOptions& maps) { maps.compared = compared; });
        };
        show(Compared::Other);
        QVERIFY(!sizes->isEnabled() && t_->panel->hasFocus());
        show(Compared::Now);
        QVERIFY(sizes->isEnabled() && sizes->hasFocus());
    }

    /// Matrices and heads of the earlier state are chosen as those of the present one.
    void theStateBeforeIsLookedThrough() {
        type("W_q", 1, 2, "9");
        t_->bench.look([](MapOptions& maps) { maps.compared = Compared::Other; });
        QTest::mouseClick(control<QPushButton>(*t_->panel, "W_v"), Qt::LeftButton);
        auto* heads = control<QTabBar>(*t_->panel, "Head");
        heads->setCurrentIndex(2);
        QCOMPARE(table("W_v")->accessibleName(), QString("W_v of head 2"));
        for (const char* name : {"Add head", "Duplicate head", "Remove head", "Paste"})
            QVERIFY2(!testing::entryOf(*t_->panel, testing::kWeightsMenu, name)->isEnabled(), name);
        QVERIFY(!testing::entryOf(*t_->panel, testing::kEmbeddingsMenu, "Paste")->isEnabled());
    }

    /// Head 1 of 3 is removed: heads 1 and 2 were heads 2 and 3. The former head 1 cannot be selected.
    void aHeadIsFoundBefore() {
        QVERIFY(t_->bench.apply("Remove head", testing::givenEdit(withHeadRemoved(t_->session(), 0, 0))));
        t_->bench.look([](MapOptions& maps) { maps.compared = Compared::Other; });
        t_->bench.select(0, 0, 0);
        QCOMPARE(table("W_q")->accessibleName(), QString("W_q of head 2"));
        auto* heads = control<QTabBar>(*t_->panel, "Head");
        heads->setCurrentIndex(3);
        QCOMPARE(table("W_q")->accessibleName(), QString("W_q of head 3"));
        QCOMPARE(t_->bench.state().view.head, 1);
        heads->setCurrentIndex(1);
        QCOMPARE(t_->bench.state().view.head, 1);
        QCOMPARE(heads->currentIndex(), 3);
    }

    /// While all heads are compared with one head, the tables show this head.
    void aHeadThatIsComparedWith() {
        t_->bench.set(&ViewState::isSplit, true);
        t_->bench.look([](MapOptions& maps) {
            maps.counterpart = 2;
            maps.compared = Compared::Other;
        });
        QCOMPARE(table("W_q")->accessibleName(), QString("W_q of head 3"));
        QCOMPARE(shown("W_q", 1, 2), QString::fromStdString(fixedPoint(double(weight(2)(1, 2)), 4)));
    }

    void aTableSaysWhichHeadItIs() {
        t_->panel->resize(400, 640); // without the program's style sheet the buttons are wider
        t_->bench.select(2, 0, 0);
        QCOMPARE(table("W_q")->accessibleName(), QString("W_q of head 3"));
        const auto labels = t_->panel->findChildren<QLabel*>();
        QVERIFY(std::ranges::any_of(labels, [](const QLabel* label) {
            return QTextDocumentFragment::fromHtml(label->text()).toPlainText().startsWith("Wq of head 3  2 × 3");
        }));
    }

    void theHeadingStaysWithFourDigits() {
        start(*withSentence(shoesSession(), QString("w ").repeated(4000).toStdString()));
        const auto labels = t_->panel->findChildren<QLabel*>();
        QVERIFY(std::ranges::any_of(labels, [](const QLabel* label) {
            return label->text().startsWith("Embeddings X") && label->width() >= label->sizeHint().width();
        }));
    }

    /// The embeddings are called X if nothing is added to them, in the layer that reads them.
    void theHeadingSaysWhatTheyAre() {
        const auto heading = [&] {
            for (const QLabel* label : t_->panel->findChildren<QLabel*>())
                if (const QString text = QTextDocumentFragment::fromHtml(label->text()).toPlainText();
                    text.startsWith("Embeddings") || text.contains("of layer"))
                    return text.section("  ", 0, 0);
            return QString();
        };
        t_->panel->resize(400, 640);
        const Session plain = t_->session();
        QCOMPARE(heading(), QString("Embeddings X"));
        QVERIFY(t_->bench.apply("Positions", testing::givenEdit(withPositions(plain, Positions::Kind::Sinusoidal))));
        QCOMPARE(heading(), QString("Embeddings"));
        QVERIFY(t_->bench.apply("Layer", testing::givenEdit(withLayerAdded(plain))));
        QCOMPARE(heading(), QString("Embeddings X"));
        t_->bench.look([](View& view) { view.layer = 1; });
        QCOMPARE(heading(), QString("Embeddings of layer 1"));
        setConventions({true, false});
        t_->bench.look([](View& view) { view.layer = 0; });
        t_->bench.look([](View& view) { view.layer = 1; });
        QCOMPARE(heading(), QString("Embeddings of layer 0"));
        setConventions({});
        t_->panel->resize(260, 640); // without the style sheet there is no space for all words
        t_->bench.look([](View& view) { view.layer = 0; });
        t_->bench.look([](View& view) { view.layer = 1; });
        QVERIFY2(heading().endsWith("of layer 1"), qPrintable(heading()));
    }

    void numbersAreNotCut_data() {
        QTest::addColumn<int>("d");
        QTest::addColumn<int>("tokens");
        QTest::newRow("the example") << 2 << 8;
        QTest::newRow("many tokens") << 2 << 2000;
        QTest::newRow("large") << 1024 << 12;
    }
    void numbersAreNotCut() {
        QFETCH(int, d);
        QFETCH(int, tokens);
        loadResources();
        applyTheme(*qApp, lightTheme());
        const auto plain = qScopeGuard([] { qApp->setStyleSheet({}); });
        std::string sentence;
        for (int i = 0; i < tokens; ++i) sentence += "w" + std::to_string(i) + " ";
        Session session = *withKeySize(*withEmbeddingSize(shoesSession(3), d), 0, 1024);
        session = *withValueSize(session, 0, 1024);
        start(*withSentence(session, sentence));
        QVERIFY(testing::atRest(*t_->panel));
        for (const char* name : {"d", "d_k", "d_v", "Heads"}) {
            auto* line = control<QSpinBox>(*t_->panel, name)->findChild<QLineEdit*>();
            constexpr int kLineMargins = 2 * 2 + 1; // margins of QLineEdit, and the cursor
            QVERIFY2(line->width() >= line->fontMetrics().horizontalAdvance(line->text()) + kLineMargins, name);
        }
        int captions = 0;
        for (auto* label : t_->panel->findChildren<QLabel*>()) {
            if (!label->text().contains(QChar(0xd7)) || !label->isVisible()) continue; // ×
            ++captions;
            QVERIFY2(label->width() >= label->sizeHint().width(), qPrintable(label->text()));
        }
        QCOMPARE(captions, 2);
    }

    void equalTokensShareTheirRow() {
        type("Embeddings", 2, 1, "-3");
        QTRY_COMPARE(shown("Embeddings", 2, 1), QString("-3.0000"));
        QCOMPARE(shown("Embeddings", 6, 1), QString("-3.0000"));
    }

    /// Both tables are complete if there is space, otherwise the weights get at most half of it. Nothing overlaps.
    void theTablesShareTheHeight_data() {
        QTest::addColumn<int>("height");
        QTest::addColumn<int>("d");
        QTest::addColumn<bool>("isWhole");
        QTest::newRow("space for all") << 900 << 5 << true;
        QTest::newRow("the weights have their half") << 664 << 5 << true;
        QTest::newRow("the weights want more than half") << 664 << 12 << false;
        QTest::newRow("hardly any space") << 480 << 5 << false;
    }
    void theTablesShareTheHeight() {
        QFETCH(int, height);
        QFETCH(int, d);
        QFETCH(bool, isWhole);
        start(shoesSession(4));
        t_->panel->resize(290, height);
        QVERIFY(testing::atRest(*t_->panel));
        QVERIFY(t_->bench.apply("Wider", testing::givenEdit(withEmbeddingSize(t_->session(), d))));
        QVERIFY(testing::atRest(*t_->panel)); // and nothing was presented since
        QTableView *weights = table("W_q"), *embeddings = table("Embeddings");
        const auto bottom = [this](QWidget* w) { return w->mapTo(t_->panel.get(), QPoint(0, w->height())).y(); };
        const auto top = [this](QWidget* w) { return w->mapTo(t_->panel.get(), QPoint()).y(); };
        QCOMPARE(weights->verticalScrollBar()->maximum() == 0, isWhole);
        QVERIFY(bottom(weights) <= top(weights->parentWidget()) + weights->parentWidget()->height());
        QVERIFY(bottom(weights) < top(embeddings));
        QVERIFY(bottom(embeddings) <= t_->panel->height());
        if (!isWhole) QVERIFY(std::abs(weights->height() - embeddings->height()) <= 2);
    }

    void withoutWeightsThereIsAWayToHaveThem() {
        start(*withoutTrainableWeights(shoesSession(), 0));
        QVERIFY(!control<QTableView>(*t_->panel, "W_q")->isVisible());
        QVERIFY(!control<QSpinBox>(*t_->panel, "d_k")->isEnabled());
        QTest::mouseClick(control<QPushButton>(*t_->panel, "Use trainable weights"), Qt::LeftButton);
        QVERIFY(control<QTableView>(*t_->panel, "W_q")->isVisible());
        QVERIFY(!isSimplified(t_->session().layers[0]));
        QCOMPARE(t_->lastStep(), QString("Use trainable weights"));
    }

    /// Without weights there are still W_o, a bias of a file, the parameters of the norm, and the table of positions.
    void withoutWeightsTheRestIsThere() {
        Session session = *withoutTrainableWeights(shoesSession(), 0);
        session = *withPositions(*withOptional(session, 0, Parameter::Wo, true), Positions::Kind::Learned);
        testing::changing(session)->allHeads[0][Parameter::Bq] = Matrix(Matrix::Ones(1, sizesOf(session).d));
        start(*withNorm(session, 0, Norm{}));
        for (const ParameterInfo& info : parameters()) {
            const bool isThere = valueOf(t_->session(), {info.parameter, 0, 0}) != nullptr;
            if (info.presence == Presence::Given) continue; // see givenStages()
            QCOMPARE(control<QPushButton>(*t_->panel, info.symbol)->isVisible(), isThere);
        }
        QVERIFY(control<QTableView>(*t_->panel, "b_q")->isVisible()); // the first of them
        const auto labels = t_->panel->findChildren<QLabel*>();
        QVERIFY(std::ranges::any_of(labels, [](const QLabel* label) {
            return label->text() == "No trainable weights: Q = LN(X) + b<sub>q</sub>, K = V = LN(X)";
        }));
        control<QPushButton>(*t_->panel, "W_o")->click();
        QVERIFY(control<QTableView>(*t_->panel, "W_o")->isVisible());
    }

    /// Given stages have tables whose rows are named after the tokens, in the place of the embeddings that nothing
    /// reads.
    void givenStages() {
        using P = Parameter;
        start(testing::givenSession("my shoes",
                                    {{{P::GivenWeights, Matrix::Identity(2, 2)}, {P::GivenV, Matrix::Ones(2, 3)}},
                                     {{P::GivenWeights, Matrix::Ones(2, 2)}, {P::GivenV, Matrix::Ones(2, 3)}}}));
        for (const QTableView* one : t_->panel->findChildren<QTableView*>())
            QVERIFY(!one->isVisible() || one->accessibleName() != "Embeddings");
        control<QPushButton>(*t_->panel, "weights")->click();
        const QTableView* weights = table("weights of head 1");
        QVERIFY(weights->isVisible());
        QCOMPARE(weights->model()->headerData(1, Qt::Vertical).toString(), QString("shoes"));
        QCOMPARE(weights->model()->headerData(0, Qt::Horizontal).toString(), QString("my"));
        type("weights of head 1", 0, 1, "0.5");
        QCOMPARE((*matrixOf(t_->session(), {P::GivenWeights, 0, 0}))(0, 1), 0.5F);
        control<QPushButton>(*t_->panel, "V")->click();
        QCOMPARE(table("V of head 1")->model()->columnCount(), 3);
    }

    /// Each parameter of the list parameters() that the session has is shown as a tab, even in the narrowest panel.
    void everyParameterThatThereIsHasATab() {
        Session session = *withOptional(shoesSession(), 0, Parameter::Wo, true);
        session = *withPositions(*withNorm(session, 0, Norm{}), Positions::Kind::Learned);
        for (const ParameterInfo& info : parameters()) {
            if (info.presence == Presence::Given) continue;
            auto* tab = control<QPushButton>(*t_->panel, info.symbol);
            QCOMPARE(tab->isVisible(), info.presence == Presence::Together);
            if (info.weight) session = *withOptional(session, 0, info.parameter, true);
        }
        start(session);
        for (const int width : {290, t_->panel->minimumWidth()}) {
            t_->panel->resize(width, 640);
            QVERIFY(testing::atRest(*t_->panel));
            for (const ParameterInfo& info : parameters()) {
                if (info.presence == Presence::Given) continue;
                auto* tab = control<QPushButton>(*t_->panel, info.symbol);
                QCOMPARE(tab->visibleRegion(), QRegion(tab->rect()));
                QVERIFY(tab->width() >= tab->sizeHint().width());
                QVERIFY(!tab->toolTip().isEmpty());
                QTest::mouseClick(tab, Qt::LeftButton);
                QVERIFY(tab->isChecked());
                type(info.symbol, 0, 1, QString::number(width));
                const Parameter p = info.parameter;
                QCOMPARE((*matrixOf(t_->session(), {p, 0, 0}))(0, 1), float(width));
                QCOMPARE(table(info.symbol)->model()->headerData(0, Qt::Vertical).toString().isEmpty(),
                         info.rows == Side::One);
            }
        }
    }

    /// If the selected head does not have the chosen parameter, the first one is shown until a head has it again.
    void aParameterThatIsNotThereIsNotShown() {
        Session session = shoesSession();
        testing::changing(session)->allHeads[0][Parameter::Bk] = Matrix(Matrix::Ones(1, 3));
        start(session);
        t_->bench.look([](Look& look) { look.parameter = Parameter::Bk; });
        QCOMPARE(shown("b_k", 0, 1), QString("1.0000"));
        t_->bench.select(1, 0, 0);
        QVERIFY(!control<QPushButton>(*t_->panel, "b_k")->isVisible());
        QVERIFY(control<QPushButton>(*t_->panel, "W_q")->isChecked());
        QVERIFY(table("W_q")->isVisible());
        t_->bench.select(0, 0, 0);
        QVERIFY(control<QPushButton>(*t_->panel, "b_k")->isChecked());
    }

    void presentingTheSameTwiceDoesNothing() {
        QTRY_VERIFY(t_->bench.state().frame);
        QVERIFY(testing::atRest(*t_->panel));
        QSignalSpy weights(table("W_q")->model(), &QAbstractItemModel::dataChanged);
        QSignalSpy embeddings(table("Embeddings")->model(), &QAbstractItemModel::dataChanged);
        PaintCount paints(t_->panel.get(), PaintCount::Of::Window);
        t_->bench.presentAgain(*t_->panel);
        QVERIFY(testing::atRest(*t_->panel));
        QCOMPARE(weights.count() + embeddings.count() + paints.count, 0);
        QVERIFY(
            t_->bench.apply("Edit", testing::givenEdit(withCell(t_->session(), {Parameter::X, 0, 0}, 1, 1, 0.0625F))));
        QCOMPARE(weights.count(), 0);
        QCOMPARE(embeddings.count(), 1);
    }

    void aLargeSessionIsPresented() {
        Session session = *withEmbeddingSize(shoesSession(1), 1024);
        std::string sentence;
        for (int i = 0; i < 2000; ++i) sentence += "w" + std::to_string(i) + " ";
        start(*withSentence(session, sentence));
        QCOMPARE(table("Embeddings")->model()->rowCount(), 2000);
        QCOMPARE(table("W_q")->model()->rowCount(), 1024);
        for (const char* name : {"W_q", "Embeddings"}) {
            QVERIFY(table(name)->height() >= 70);
            QVERIFY(table(name)->geometry().bottom() < t_->panel->height());
        }
    }

    /// After a change of the language, the panel is updated before it is presented to again.
    void aRowIsShownBeforeTheNextPresenting() {
        focused("Embeddings", 0, 0);
        t_->bench.calls().run([&] {
            QEvent other(QEvent::LanguageChange);
            QApplication::sendEvent(t_->panel.get(), &other);
            focused("Embeddings", 1, 0);
        });
        QCOMPARE(table("Embeddings")->currentIndex().row(), 1);
    }

private:
    QString largestIn(const QString& name) {
        double largest = 0;
        const QAbstractItemModel* model = table(name)->model();
        for (int r = 0; r < model->rowCount(); ++r)
            for (int c = 0; c < model->columnCount(); ++c)
                largest = std::max(largest, std::abs(model->index(r, c).data(Qt::EditRole).toDouble()));
        return QString::number(largest, 'g', 3);
    }
};

QTEST_MAIN(ParametersPanelTest)
#include "tst_parametersPanel.moc"
