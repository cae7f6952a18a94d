#include "paste/matrixText.h"
#include "session/Limits.h"
#include "style/resources.h"
#include "support/blocks.h"
#include "support/jobs.h"
#include "support/verbs.h"
#include "ui/panels/parameters/parametersBench.h"

#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QScopeGuard>
#include <QScrollBar>
#include <QShortcut>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>

using namespace headlight;
using headlight::testing::matrixFrom;
using test::control;
using test::PaintCount;
using test::sendMouse;
using test::shoesSession;

class ParametersPanelTest : public QObject, private test::ParametersBench {
    Q_OBJECT

private slots:
    /// Also of a head, whose numbers are all drawn.
    void aLargeChangeIsAJob() {
        start(newSession(1, 512, 1, 256, 256));
        testing::NamingJobs jobs(t_->bench);
        QTest::mouseClick(control<QPushButton>(*t_->panel, "Add head"), Qt::LeftButton);
        QCOMPARE(sizesOf(t_->session()).heads, 2);
        QCOMPARE(t_->bench.state().view.head, 1);
        QTest::mouseClick(control<QPushButton>(*t_->panel, "Remove head"), Qt::LeftButton);
        QCOMPARE(jobs.names, QStringList{"Add head"});
    }

    void init() { start(shoesSession()); }
    void cleanup() { t_.reset(); }

    void showsBothTables() {
        QCOMPARE(table("W_q")->model()->rowCount(), 2);
        QCOMPARE(table("W_q")->model()->columnCount(), 3);
        QCOMPARE(table("Embeddings")->model()->rowCount(), 8);
        QCOMPARE(shown("W_q", 1, 2), QString::fromStdString(fixedPoint(double(weight(0)(1, 2)), 4)));
        QCOMPARE(table("Embeddings")->model()->headerData(1, Qt::Vertical).toString(), QString("shoes"));
        QCOMPARE(table("W_q")->model()->headerData(2, Qt::Horizontal).toString(), QString("q₃"));
    }

    void headsComeAndGo() {
        const auto click = [this](const char* name) {
            QTest::mouseClick(control<QPushButton>(*t_->panel, name), Qt::LeftButton);
        };
        click("Add head");
        QCOMPARE(t_->session().layers[0].heads.size(), std::size_t(4));
        QCOMPARE(t_->bench.state().view.head, 3);
        QCOMPARE(t_->lastStep(), QString("Add head"));
        click("Head 2");
        QCOMPARE(t_->bench.state().view.head, 1);
        QVERIFY(control<QPushButton>(*t_->panel, "Head 2")->isChecked());
        click("Duplicate head");
        QCOMPARE(t_->lastStep(), QString("Duplicate head 2"));
        QCOMPARE(t_->bench.state().view.head, 2);
        QVERIFY(t_->session().layers[0].heads[1] == t_->session().layers[0].heads[2]);
        click("Remove head");
        QCOMPARE(t_->lastStep(), QString("Remove head 3"));
        QCOMPARE(t_->session().layers[0].heads.size(), std::size_t(4));
        while (t_->history().canUndo()) t_->history().undo();
        QCOMPARE(t_->session().layers[0].heads.size(), std::size_t(3));
    }

    /// Pressing a button ends the input of the field that had the focus, and that may take the very button away.
    void aHeadThatIsPressedWhileItGoes() {
        auto* heads = control<QSpinBox>(*t_->panel, "Heads");
        heads->setFocus();
        heads->selectAll();
        QTest::keyClicks(heads, "2");
        const QPointer<QPushButton> segment = control<QPushButton>(*t_->panel, "Head 3");
        QTest::mousePress(segment.data(), Qt::LeftButton);
        QCOMPARE(t_->lastStep(), QString("Change the number of heads to 2"));
        QVERIFY2(segment, "deleted under Qt, which still gives it the focus");
        QVERIFY(segment->isHidden());
        QTRY_VERIFY(!segment);
        QCOMPARE(t_->session().layers[0].heads.size(), std::size_t(2));
    }

    /// The table and the field show the embeddings, whatever layer's weights stand above them.
    void theSizeOfTheEmbeddingsIsNoLayers() {
        const Session two = *withLayerAdded(shoesSession());
        QVERIFY(sizesOf(two, 1).d != sizesOf(two).d);
        View looked;
        looked.layer = 1;
        const QTemporaryDir folder;
        const QString path = folder.filePath("two.headlight");
        QVERIFY(writeSession(path.toStdString(), {two, looked}).ok());
        QVERIFY(t_->bench.open(path).ok());
        QCOMPARE(table("W_q")->model()->rowCount(), sizesOf(two, 1).d);
        QCOMPARE(control<QSpinBox>(*t_->panel, "d")->value(), sizesOf(two).d);
        QVERIFY(t_->session() == t_->bench.document().session() && !t_->bench.state().modified);
    }

    /// A file may hold more than the window would make; going back from it must not be taken for a wish.
    void aLargerSizeOfAFileComesAndGoes() {
        const Session before = t_->session();
        QVERIFY(t_->bench.apply("Wide", testing::giving(newSession(1, 1500, 1, 3, 3))));
        QCOMPARE(control<QSpinBox>(*t_->panel, "d")->value(), 1500);
        QVERIFY(t_->bench.apply("Narrow", testing::giving(before)));
        QVERIFY(t_->session() == before);
        QCOMPARE(t_->history().count(), 2);
        QCOMPARE(control<QSpinBox>(*t_->panel, "d")->maximum(), kMaxDims);
    }

    void followsTheSelectedHead() {
        t_->bench.select(2, 0, 0);
        QVERIFY(control<QPushButton>(*t_->panel, "Head 3")->isChecked());
        QCOMPARE(shown("W_q", 0, 0), QString::fromStdString(fixedPoint(double(weight(2)(0, 0)), 4)));
    }

    void theSelectedHeadIsAlwaysWhollyThere() {
        const auto checkStrip = [this](int selected) {
            const int heads = sizesOf(t_->session()).heads;
            for (int head = 1; head <= heads; ++head) {
                auto* segment = control<QPushButton>(*t_->panel, QString("Head %1").arg(head));
                QCOMPARE(segment->isChecked(), head == selected);
                if (head == selected)
                    QVERIFY2(segment->isVisible(), qPrintable(QString("%1 of %2").arg(head).arg(heads)));
                if (!segment->isVisible()) continue;
                QCOMPARE(segment->visibleRegion(), QRegion(segment->rect())); // no button is cut
                QVERIFY(segment->width() >= segment->sizeHint().width());
            }
        };
        checkStrip(1);
        for (int head = 4; head <= 16; ++head) {
            QTest::mouseClick(control<QPushButton>(*t_->panel, "Add head"), Qt::LeftButton);
            checkStrip(head);
        }
        for (int head = 15; head >= 1; --head) {
            QTest::mouseClick(control<QPushButton>(*t_->panel, "Previous head"), Qt::LeftButton);
            checkStrip(head);
        }
        t_->bench.select(11, 0, 0);
        checkStrip(12);
        t_->panel->resize(240, 640);
        QVERIFY(test::atRest(*t_->panel));
        checkStrip(12);
        t_->history().undo(); // fewer heads
        for (int i = 0; i < 6; ++i) t_->history().undo();
        checkStrip(t_->bench.state().view.head + 1);
        t_->panel->resize(500, 640);
        QVERIFY(test::atRest(*t_->panel));
        checkStrip(t_->bench.state().view.head + 1);
        QVERIFY(control<QPushButton>(*t_->panel, "Head 1")->isVisible()); // now there is room for all
        QVERIFY(!control<QPushButton>(*t_->panel, "Next head")->isVisible());
    }

    /// Of a touchpad that turns by an eighth of a notch each time, as of a wheel.
    void theWheelMovesAHeadForANotch_data() {
        QTest::addColumn<int>("delta");
        QTest::addColumn<int>("events");
        QTest::newRow("a notch") << -120 << 1;
        QTest::newRow("parts of a notch") << -8 << 15;
    }
    void theWheelMovesAHeadForANotch() {
        QFETCH(int, delta);
        QFETCH(int, events);
        for (int i = 0; i < 12; ++i)
            QVERIFY(t_->bench.apply("Add head", testing::giving(withHeadAdded(t_->session(), 0))));
        t_->bench.select(0, 0, 0);
        QVERIFY(test::atRest(*t_->panel));
        QWidget* first = control<QPushButton>(*t_->panel, "Head 1");
        QVERIFY(first->isVisible());
        for (int i = 0; i < events; ++i) {
            QWidget* at = first;
            while (!at->inherits("headlight::ParametersHeads")) at = at->parentWidget();
            QWheelEvent wheel(QPointF(5, 5), at->mapToGlobal(QPointF(5, 5)), {}, {0, delta}, Qt::NoButton, {},
                              Qt::NoScrollPhase, false);
            QApplication::sendEvent(at, &wheel);
        }
        QVERIFY(!first->isVisible());
        QVERIFY(control<QPushButton>(*t_->panel, "Head 2")->isVisible());
    }

    void sixtyFourHeadsHaveRoom() {
        start(shoesSession(64));
        t_->bench.select(40, 0, 0);
        QCOMPARE(t_->panel->width(), 290);
        auto* segment = control<QPushButton>(*t_->panel, "Head 41");
        QTRY_VERIFY(segment->visibleRegion().boundingRect().contains(segment->rect().center()));
        QTest::mouseClick(control<QPushButton>(*t_->panel, "Next head"), Qt::LeftButton);
        QCOMPARE(t_->bench.state().view.head, 41);
        QVERIFY(!control<QPushButton>(*t_->panel, "Add head")->isEnabled());
    }

    void sizesChange_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<int>("value");
        QTest::addColumn<QString>("step");
        QTest::newRow("d") << "d" << 5 << "Change d to 5";
        QTest::newRow("d_k") << "d_k" << 7 << "Change d_k to 7";
        QTest::newRow("d_v") << "d_v" << 1 << "Change d_v to 1";
        QTest::newRow("more heads") << "Heads" << 12 << "Change the number of heads to 12";
        QTest::newRow("fewer heads") << "Heads" << 1 << "Change the number of heads to 1";
    }
    void sizesChange() {
        QFETCH(QString, field);
        QFETCH(int, value);
        QFETCH(QString, step);
        auto* box = control<QSpinBox>(*t_->panel, field);
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, QString::number(value));
        QCOMPARE(t_->history().count(), 0); // not while typing
        QTest::keyClick(box, Qt::Key_Return);
        QCOMPARE(t_->history().count(), 1);
        QCOMPARE(t_->lastStep(), step);
        const Sizes sizes = sizesOf(t_->session());
        const QMap<QString, int> now{{"d", sizes.d}, {"d_k", sizes.dk}, {"d_v", sizes.dv}, {"Heads", sizes.heads}};
        QCOMPARE(now[field], value);
        t_->history().undo();
        QCOMPARE(t_->history().count(), 1); // the field followed and asked for nothing
        QCOMPARE(box->value(), field == "d" ? 2 : field == "d_v" ? 4 : 3);
    }

    void sizesThatCannotBeAreRefused_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("message");
        QTest::newRow("99 heads") << "Heads"
                                  << "99"
                                  << "Heads must be a whole number from 1 to 64, not 99.";
        QTest::newRow("no heads") << "Heads"
                                  << "0"
                                  << "Heads must be a whole number from 1 to 64, not 0.";
        QTest::newRow("d of 0") << "d"
                                << "0"
                                << "d must be a whole number from 1 to 1024, not 0.";
        QTest::newRow("d of 5000") << "d"
                                   << "5000"
                                   << "d must be a whole number from 1 to 1024, not 5000.";
        QTest::newRow("d_k") << "d_k"
                             << "-3"
                             << "d_k must be a whole number from 1 to 1024, not -3.";
        QTest::newRow("d_v") << "d_v"
                             << "2.5"
                             << "d_v must be a whole number from 1 to 1024, not “2.5”.";
        QTest::newRow("a word") << "d"
                                << "two"
                                << "d must be a whole number from 1 to 1024, not “two”.";
        QTest::newRow("nothing") << "d"
                                 << ""
                                 << "";
    }
    void sizesThatCannotBeAreRefused() {
        QFETCH(QString, field);
        QFETCH(QString, typed);
        QFETCH(QString, message);
        const Session before = t_->session();
        auto* box = control<QSpinBox>(*t_->panel, field);
        const int old = box->value();
        for (const bool byEnter : {true, false}) {
            t_->bench.report({});
            box->setFocus();
            box->selectAll();
            QTest::keyClick(box, Qt::Key_Delete);
            QTest::keyClicks(box, typed);
            QCOMPARE(box->text(), typed); // no key was swallowed
            if (byEnter)
                QTest::keyClick(box, Qt::Key_Return);
            else
                table("W_q")->setFocus();
            QCOMPARE(t_->bench.state().problem, message);
            QCOMPARE(box->text(), QString::number(old));
            QVERIFY(t_->session() == before);
            QCOMPARE(t_->history().count(), 0);
        }
    }

    void anArrowAfterNonsenseStepsFromTheOldSize() {
        auto* box = control<QSpinBox>(*t_->panel, "d_k");
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, "5000");
        QTest::keyClick(box, Qt::Key_Up);
        QCOMPARE(box->text(), QString("4"));
        QCOMPARE(t_->lastStep(), QString("Change d_k to 4"));
        QCOMPARE(t_->history().count(), 1);
        QVERIFY(t_->bench.state().problem.isEmpty());
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
        QVERIFY(test::atRest(*t_->panel));
        for (const char* name : {"d", "d_k", "d_v", "Heads"}) {
            auto* line = control<QSpinBox>(*t_->panel, name)->findChild<QLineEdit*>();
            constexpr int kLineMargins = 2 * 2 + 1; // QLineEdit's own, and the cursor
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
        table("Embeddings")->setCurrentIndex(table("Embeddings")->model()->index(6, 0));
        QCOMPARE(control<QLabel>(*t_->panel, "Hint")->text(),
                 QString::fromUtf16(u"“\u2068are\u2069” at 3 and 7: one shared vector"));
    }

    /// Both tables whole where there is room, else the weights at most half of it; nothing over anything else.
    void theTablesShareTheHeight_data() {
        QTest::addColumn<int>("height");
        QTest::addColumn<int>("d");
        QTest::addColumn<bool>("isWhole");
        QTest::newRow("room for all") << 900 << 5 << true;
        QTest::newRow("the weights have their half") << 641 << 5 << true;
        QTest::newRow("the weights want more than half") << 641 << 12 << false;
        QTest::newRow("hardly any room") << 480 << 5 << false;
    }
    void theTablesShareTheHeight() {
        QFETCH(int, height);
        QFETCH(int, d);
        QFETCH(bool, isWhole);
        start(shoesSession(4));
        t_->panel->resize(290, height);
        QVERIFY(test::atRest(*t_->panel));
        QVERIFY(t_->bench.apply("Wider", testing::giving(withEmbeddingSize(t_->session(), d))));
        QVERIFY(test::atRest(*t_->panel)); // and nothing was presented since
        QTableView *weights = table("W_q"), *embeddings = table("Embeddings");
        const auto bottom = [this](QWidget* w) { return w->mapTo(t_->panel.get(), QPoint(0, w->height())).y(); };
        const auto top = [this](QWidget* w) { return w->mapTo(t_->panel.get(), QPoint()).y(); };
        QCOMPARE(weights->verticalScrollBar()->maximum() == 0, isWhole);
        QVERIFY(bottom(weights) <= top(weights->parentWidget()) + weights->parentWidget()->height());
        QVERIFY(bottom(weights) < top(embeddings));
        QVERIFY(bottom(embeddings) <= top(control<QLabel>(*t_->panel, "Hint")));
        QVERIFY(bottom(control<QLabel>(*t_->panel, "Hint")) <= t_->panel->height());
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

    /// Of whatever THE list has and the session, too, down to the narrowest panel.
    void everyParameterThatThereIsHasATab() {
        Session session = *withOptional(shoesSession(), 0, Parameter::Wo, true);
        for (const ParameterInfo& info : parameters()) {
            auto* tab = control<QPushButton>(*t_->panel, info.symbol);
            QCOMPARE(tab->isVisible(), info.presence == Presence::Together);
            if (info.weight) session = *withOptional(session, 0, info.parameter, true);
        }
        start(session);
        for (const int width : {290, t_->panel->minimumWidth()}) {
            t_->panel->resize(width, 640);
            QVERIFY(test::atRest(*t_->panel));
            for (const ParameterInfo& info : parameters()) {
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
                         info.weight.has_value());
            }
        }
    }

    /// A parameter that another head has not got: the first one instead, until there is one again.
    void aParameterThatIsNotThereIsNotShown() {
        Session session = shoesSession();
        session.layers[0].heads[0][Parameter::Bk] = Matrix(Matrix::Ones(1, 3));
        start(session);
        t_->bench.showParameter(Parameter::Bk);
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
        QVERIFY(test::atRest(*t_->panel));
        QSignalSpy weights(table("W_q")->model(), &QAbstractItemModel::dataChanged);
        QSignalSpy embeddings(table("Embeddings")->model(), &QAbstractItemModel::dataChanged);
        PaintCount paints(t_->panel.get(), PaintCount::Of::Window);
        t_->bench.presentAgain(*t_->panel);
        QVERIFY(test::atRest(*t_->panel));
        QCOMPARE(weights.count() + embeddings.count() + paints.count, 0);
        QVERIFY(t_->bench.apply("Edit", testing::giving(withCell(t_->session(), {Parameter::X, 0, 0}, 1, 1, 0.0625F))));
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
};

QTEST_MAIN(ParametersPanelTest)
#include "tst_parametersPanel.moc"
