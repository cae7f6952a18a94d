// The panel of statistics in the window: hidden at first, shown by its key, exported as a table.
#include "app/windowBench.h"
#include "io/arrays.h"
#include "panels/statistics/StatisticsPanel.h"
#include "plot/Chart.h"
#include "session/edits.h"
#include "support/controls.h"
#include "support/givenEdit.h"

#include <QComboBox>
#include <QFileDialog>
#include <QMenu>
#include <QScrollBar>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>

using namespace headlight;
using namespace headlight::testing;

class WindowStatisticsTest : public QObject, WindowBench {
    Q_OBJECT

private slots:
    void init() { start(); }
    void cleanup() { end(); }

    /// The panel is hidden at first. When it is shown the maps become lower, and get their height back afterwards.
    void itIsThereWhenItIsWanted() {
        const auto mapsHeight = [&] {
            return control<QWidget>(*window_, "Options of the maps")->parentWidget()->height();
        };
        const int before = mapsHeight();
        QVERIFY(!table().isVisible());
        key(Qt::Key_3, Qt::ControlModifier);
        QTRY_VERIFY(table().isVisible() && table().model()->rowCount() == 3);
        QCOMPARE(table().horizontalScrollBar()->maximum(), 0);
        for (int column = 1; column < table().model()->columnCount(); ++column) { // the first one is hidden
            const QString title = table().model()->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
            QVERIFY2(table().fontMetrics().size(0, title).width() < table().columnWidth(column), qPrintable(title));
        }
        const int shared = window_->findChild<StatisticsPanel*>()->height() + mapsHeight(); // without the handle
        QVERIFY2(mapsHeight() >= shared * 2 / 3, qPrintable(QString("%1 of %2").arg(mapsHeight()).arg(shared)));
        QVERIFY(shared >= before - 1);
        window_.reset();
        begin();
        QTRY_VERIFY(table().isVisible()); // as in the last window
        menuAction(*window_, "Statistics")->trigger();
        QTRY_COMPARE(mapsHeight(), before);
        QVERIFY(!table().isVisible());
        QVERIFY(window_->workbench().apply(
            "Edit", testing::givenEdit(withCell(state().session, {Parameter::Wq, 0, 0}, 0, 0, 1))));
        QTRY_VERIFY(settled(*window_) && state().frame->demand.statistics.size() <= 1); // only the inspector's
    }

    void noDigitIsCut() {
        menuAction(*window_, "Statistics")->trigger();
        control<QTabBar>(*window_, "Statistics shown")->setCurrentIndex(1);
        QVERIFY(window_->workbench().apply( // makes small weights, which have more digits
            "Edit", testing::givenEdit(withCell(state().session, {Parameter::Wq, 0, state().view.head}, 1, 0, 6))));
        const auto* rows = control<QTableView>(*window_, "Statistics of rows");
        QTRY_VERIFY(settled(*window_) && rows->model()->rowCount() == 8);
        for (int column = 0; column < rows->model()->columnCount(); ++column)
            QVERIFY2(static_cast<const QAbstractItemView*>(rows)->sizeHintForColumn(column) <=
                         rows->columnWidth(column),
                     qPrintable(QString("%1: %2").arg(column).arg(rows->columnWidth(column))));
        menuAction(*window_, "Statistics")->trigger(); // hidden again, for later windows, too
    }

    void theKeyboardComesThere() {
        menuAction(*window_, "Statistics")->trigger();
        QTRY_COMPARE(table().model()->rowCount(), 3);
        control<QTabBar>(*window_, "Statistics shown")->setFocus();
        key(Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget()->accessibleName(), QString("Export…"));
        key(Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget(), &table());
        key(Qt::Key_Home, Qt::ControlModifier);
        QCOMPARE(state().view.head, 0);
        key(Qt::Key_Tab); // Tab leaves the table
        QVERIFY(QApplication::focusWidget() != &table());
    }

    void aClickSelectsTheHeadInAllPanels() {
        menuAction(*window_, "Statistics")->trigger();
        QTRY_COMPARE(table().model()->rowCount(), 3);
        QTest::mouseClick(table().viewport(), Qt::LeftButton, {},
                          table().visualRect(table().model()->index(2, 2)).center());
        QCOMPARE(state().view.head, 2);
    }

    void theTableIsWritten() {
        menuAction(*window_, "Statistics")->trigger();
        QTRY_COMPARE(table().model()->rowCount(), 3);
        const QString path = folder_.filePath("heads.csv");
        QString proposed;
        QTimer::singleShot(0, window_.get(), [&] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (!dialog) return;
            proposed = QFileInfo(dialog->selectedFiles().value(0)).fileName();
            dialog->selectFile(path);
            static_cast<QDialog*>(dialog)->accept();
        });
        control<QToolButton>(*window_, "Export…")->click();
        QCOMPARE(proposed, QString("My-shoes-are-small-statistics-of-heads.csv"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = file.readAll().split('\n');
        QCOMPARE(lines.size(), 1 + 3 + 1); // a header, three heads, and the end of the last line
        QVERIFY2(lines[2].startsWith("1,2,"), lines[2].constData());
        QCOMPARE(state().notice, QString("Exported “heads.csv”."));
    }

    /// A chart is written in the format of the file's suffix. PNG has the resolution of exported maps.
    void aChartIsWritten_data() {
        QTest::addColumn<QString>("ending");
        for (const char* ending : {"pdf", "svg", "png", "csv"}) QTest::newRow(ending) << QString(ending);
    }
    void aChartIsWritten() {
        QFETCH(QString, ending);
        if (!table().isVisible()) menuAction(*window_, "Statistics")->trigger();
        control<QTabBar>(*window_, "Statistics shown")->setCurrentIndex(4);
        QTRY_VERIFY(settled(*window_) && control<Chart>(*window_, "Entropy of rows")->isVisible());
        const QString path = folder_.filePath("chart." + ending);
        QString proposed;
        QTimer::singleShot(0, window_.get(), [&] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (!dialog) return;
            proposed = QFileInfo(dialog->selectedFiles().value(0)).fileName();
            dialog->selectFile(path);
            static_cast<QDialog*>(dialog)->accept();
        });
        control<QToolButton>(*window_, "Export…")->click();
        QCOMPARE(proposed, QString("My-shoes-are-small-entropy-of-rows-head-2.pdf"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        const QMap<QString, QByteArray> starts{
            {"pdf", "%PDF"}, {"svg", "<?xml"}, {"png", "\x89PNG"}, {"csv", "\"query\",\"entropy, bits\"\n\"My\","}};
        QVERIFY2(bytes.startsWith(starts[ending]), bytes.left(60));
        if (ending == "svg") {
            QVERIFY(bytes.contains("<title>entropy of rows, head 2</title>"));
            QVERIFY(bytes.contains(">query (head 2)<")); // a picture must say what it shows
        }
        if (ending == "png") QCOMPARE(QImage(path).width(), 1417); // 120 mm at 300 dpi
        QCOMPARE(state().notice, QString("Exported “chart.%1”.").arg(ending));
    }

    /// File > Export numbers lists all stages of the layer, shown or not. Without numbers it lists none.
    void allNumbersAreOffered() {
        auto* file = menuAction(*window_, "Export numbers")->menu();
        const auto offered = [&] {
            emit qobject_cast<QMenu*>(file->parentWidget())->aboutToShow();
            QStringList texts;
            for (const QAction* action : entries(*file))
                if (!action->isSeparator()) texts << action->text().remove('&').remove(QStringLiteral("…"));
            return texts;
        };
        QCOMPARE(offered(),
                 (QStringList{"X", "Q", "K", "V", "Scores", "Scaled scores", "Weights", "Context", "Joined heads",
                              "Weights without the first token", "Mean of the heads", "All stages", "W_q", "W_k", "W_v",
                              "All parameters", "Statistics of the weights"}));
        const auto exported = [&](const QString& entry, const QString& name) {
            QString proposed;
            QTimer::singleShot(0, window_.get(), [&] {
                auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
                if (!dialog) return;
                proposed = QFileInfo(dialog->selectedFiles().value(0)).fileName();
                dialog->selectFile(folder_.filePath(name));
                static_cast<QDialog*>(dialog)->accept();
            });
            for (QAction* action : entries(*file))
                if (action->text().remove('&') == entry + QStringLiteral("…")) {
                    action->trigger();
                    break;
                }
            return proposed;
        };
        QCOMPARE(exported("Q", "q.npy"), QString("My-shoes-are-small-Q.npy"));
        QCOMPARE(QString::fromStdString(shapeText(readArrays(pathOf("q.npy"))->front().shape)), QString("[3, 8, 3]"));
        QCOMPARE(exported("W_q", "w.npy"), QString("My-shoes-are-small-W_q.npy"));
        QVERIFY(readArrays(pathOf("w.npy"))->front().shape.front() == 3);
        QCOMPARE(exported("All parameters", "p.npz"), QString("My-shoes-are-small-parameters.npz"));
        QCOMPARE(readArrays(pathOf("p.npz"))->size(), std::size_t(6)); // tokens, X, three weights and the session
        QCOMPARE(exported("Statistics of the weights", "s.csv"), QString("My-shoes-are-small-statistics.csv"));
        QFile::remove(folder_.filePath("s.npz"));
        exported("Statistics of the weights", "s.npz");
        QVERIFY(!QFile::exists(folder_.filePath("s.npz")));
        QCOMPARE(state().problem, QString("Nothing was exported: the name must end in .csv."));
        QFile statistics(folder_.filePath("s.csv"));
        QVERIFY(statistics.open(QIODevice::ReadOnly));
        QCOMPARE(statistics.readAll().count('\n'), 1 + 3 * 8);
        MapOptions maps = state().maps;
        maps.isEnlarged = true;
        window_->workbench().look([&](MapOptions& now) { now = maps; });
        window_->workbench().select(1, 0, 0);
        QVERIFY(!state().problem.isEmpty()); // the message stays after a selection, and ends at the next export
        QCOMPARE(exported("Q", "q1.npy"), QString("My-shoes-are-small-Q-head-2.npy"));
        QCOMPARE(state().problem, QString());
        QCOMPARE(QString::fromStdString(shapeText(readArrays(pathOf("q1.npy"))->front().shape)), QString("[8, 3]"));
        QVERIFY(window_->workbench().apply("Edit", givenEdit(withSentence(state().session, ""))));
        offered();
        QVERIFY(!file->isEnabled() && !menuAction(*window_, "Export code")->isEnabled());
    }

    /// Each entry writes the stage that it names, and its numbers.
    void everyStageIsExported() {
        QVERIFY(window_->workbench().apply("Add", givenEdit(withLayerAdded(state().session))));
        window_->workbench().select(0, 0, 0);
        auto* file = menuAction(*window_, "Export numbers")->menu();
        emit qobject_cast<QMenu*>(file->parentWidget())->aboutToShow();
        int exported = 0;
        for (const StageInfo& info : stages()) {
            if (!hasStage(info.stage, state().session, state().view.layer)) continue;
            const QString name = QLatin1String(info.id) + QLatin1String(".npy");
            QTimer::singleShot(0, window_.get(), [&] {
                auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
                if (!dialog) return;
                dialog->selectFile(folder_.filePath(name));
                static_cast<QDialog*>(dialog)->accept();
            });
            const QList<QAction*> all = entries(*file);
            QVERIFY(exported < all.size());
            all[exported++]->trigger(); // entries are in the order of the stages
            const auto arrays = readArrays(pathOf(qPrintable(name)));
            QVERIFY2(arrays && !arrays->front().values.empty(), info.id);
        }
        QVERIFY(hasStage(Stage::Product, state().session, 0));
    }

    /// The numbers of the shown state are written, with its name, or the differences. If the present session is written
    /// instead, the dialog says so.
    void theNumbersOfTheShownStateAreWritten() {
        auto* file = menuAction(*window_, "Export numbers")->menu();
        QString proposed, title;
        const auto exported = [&](const QString& entry, const char* name) {
            proposed.clear();
            emit qobject_cast<QMenu*>(file->parentWidget())->aboutToShow();
            QTimer::singleShot(0, window_.get(), [&] {
                auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
                if (!dialog) return;
                proposed = QFileInfo(dialog->selectedFiles().value(0)).completeBaseName().section("small-", 1);
                title = dialog->windowTitle();
                dialog->selectFile(folder_.filePath(name));
                static_cast<QDialog*>(dialog)->accept();
            });
            for (QAction* action : entries(*file))
                if (action->text().remove('&') == entry + QStringLiteral("…")) {
                    action->trigger();
                    break;
                }
            QCoreApplication::processEvents(); // closes a question, if there was no dialog
            const auto arrays = readArrays(pathOf(name));
            return arrays ? arrays->front().values : std::vector<float>();
        };
        const auto compare = [&](Compared how) {
            window_->workbench().look([how](MapOptions& maps) { maps.compared = how; });
            QVERIFY(state().maps.compared == how);
        };
        const auto before = exported("Scores", "0.npy"), weightsBefore = exported("W_q", "1.npy");
        QVERIFY(!before.empty() && !weightsBefore.empty());
        QVERIFY(
            window_->workbench().apply("Edit", givenEdit(withCell(state().session, {Parameter::Wq, 0, 0}, 0, 0, 5))));
        const auto now = exported("Scores", "2.npy");
        QVERIFY(now != before);
        compare(Compared::Other);
        QVERIFY(exported("Scores", "3.npy") == before);
        QCOMPARE(proposed, QString("scores-before"));
        QVERIFY(exported("W_q", "4.npy") == weightsBefore);
        QCOMPARE(proposed, QString("W_q-before"));
        QCOMPARE(title, QString("Export numbers as"));
        compare(Compared::Difference);
        std::vector<float> moved = now;
        for (std::size_t i = 0; i < moved.size(); ++i) moved[i] -= before[i];
        QVERIFY(exported("Scores", "5.npy") == moved);
        QCOMPARE(proposed, QString("scores-difference"));
        QCOMPARE(title, QString("Export differences as"));
        QVERIFY(exported("W_q", "7.npy") != weightsBefore);
        QCOMPARE(title, QString("Export numbers as (the present session, not the difference)"));
        compare(Compared::SideBySide);
        QVERIFY(exported("Scores", "8.npy") == now);
        const QString presentOfBoth = "Export numbers as (the present session, not “before”)";
        QCOMPARE(title, presentOfBoth);
        QVERIFY(exported("W_q", "9.npy") != weightsBefore);
        QCOMPARE(title, presentOfBoth);
        for (const auto& [entry, name] : {std::pair{"All stages", "both.npz"}, std::pair{"All parameters", "both.npz"},
                                          std::pair{"Statistics of the weights", "both.csv"}}) {
            exported(entry, name);
            QVERIFY2(title == presentOfBoth && QFile::exists(folder_.filePath(name)), entry);
            QVERIFY(QFile::remove(folder_.filePath(name)));
        }
        compare(Compared::Difference);
        exported("All stages", "all.npz");
        QCOMPARE(proposed, QString("difference"));
        const auto all = readArrays(pathOf("all.npz"));
        QVERIFY(all && std::ranges::find(*all, "scores", &NamedArray::name)->values == moved);
        QVERIFY(std::ranges::find(*all, "session", &NamedArray::name) == all->end()); // a difference has no session
        compare(Compared::Now);
        QVERIFY(exported("Scores", "6.npy") == now);
        QCOMPARE(proposed, QString("scores"));
    }

    /// Each head is written to a file of its own. The typed name is not used itself, and one question asks about all
    /// files that would be replaced.
    void picturesOfEachHead_data() {
        QTest::addColumn<QStringList>("there");
        QTest::addColumn<QString>("asked");
        QTest::addColumn<QString>("answer");
        QTest::newRow("none") << QStringList() << QString() << QString();
        QTest::newRow("another file") << QStringList{"fig.svg"} << QString() << QString();
        QTest::newRow("one") << QStringList{"fig-head-2.svg"} << "“fig-head-2.svg” already exists. Replace it?"
                             << "Replace";
        const QString two = "“fig-head-1.svg” and others, 2 files in all, already exist. Replace them?";
        QTest::newRow("two") << QStringList{"fig-head-1.svg", "fig-head-3.svg"} << two << "Replace";
        QTest::newRow("kept") << QStringList{"fig-head-1.svg", "fig-head-3.svg"} << two << "Choose another name";
    }
    void picturesOfEachHead() {
        QFETCH(QStringList, there);
        QFETCH(QString, asked);
        QFETCH(QString, answer);
        const QTemporaryDir folder;
        for (const QString& name : there) {
            QFile old(folder.filePath(name));
            QVERIFY(old.open(QIODevice::WriteOnly));
        }
        QStringList questions;
        int dialogs = 0;
        bool isChosen = false;
        QTimer answers;
        connect(&answers, &QTimer::timeout, this, [&] {
            QWidget* top = QApplication::activeModalWidget();
            if (auto* files = qobject_cast<QFileDialog*>(top)) {
                if (!questions.isEmpty() || ++dialogs > 100) return files->reject(); // it asks for another name
                files->selectFile(folder.filePath("fig.svg"));
                static_cast<QDialog*>(files)->accept();
            } else if (auto* question = qobject_cast<QMessageBox*>(top)) {
                questions << question->text();
                for (QAbstractButton* one : question->buttons())
                    if (one->text().remove('&') == answer) return one->click();
            } else if (auto* dialog = qobject_cast<QDialog*>(top)) {
                if (std::exchange(isChosen, true)) return dialog->reject(); // nothing was exported
                auto* heads = control<QComboBox>(*dialog, "Heads");
                heads->setCurrentText("Each in a file of its own");
                emit heads->activated(heads->currentIndex());
                QTimer::singleShot(0, dialog, &QDialog::accept); // the timer answers later dialogs meanwhile
            }
        });
        answers.start(10);
        window_->workbench().messages().tell({});
        menuAction(*window_, "Export maps…")->trigger();
        QCOMPARE(questions, asked.isEmpty() ? QStringList() : QStringList{asked});
        const bool isWritten = answer != "Choose another name";
        QCOMPARE(state().notice, isWritten ? "Exported 3 pictures: “fig-head-1.svg” … “fig-head-3.svg”." : "");
        for (const char* name : {"fig-head-1.svg", "fig-head-2.svg", "fig-head-3.svg"})
            QCOMPARE(QFileInfo(folder.filePath(name)).size() > 0, isWritten);
        QCOMPARE(QFileInfo(folder.filePath("fig.svg")).size(), 0);
    }

    /// A map of a head that the compared state lacks is not exported, and this is said.
    void aMapThatIsNotThereIsSaid() {
        QVERIFY(window_->workbench().apply("Add", givenEdit(withHeadAdded(state().session, 0))));
        window_->workbench().select(3, 0, 0);
        window_->workbench().look([](MapOptions& maps) {
            maps.isEnlarged = true;
            maps.compared = Compared::Other;
        });
        auto* file = menuAction(*window_, "Export numbers")->menu();
        emit qobject_cast<QMenu*>(file->parentWidget())->aboutToShow();
        for (QAction* action : entries(*file))
            if (action->text().remove('&') == QStringLiteral("Weights…")) {
                action->trigger();
                break;
            }
        QCOMPARE(state().notice, QString("“before” has no such map. Show the maps of the present state."));
    }

private:
    /// Returns the entries of the menu and of its submenus.
    static QList<QAction*> entries(const QMenu& menu) {
        QList<QAction*> all;
        for (QAction* action : menu.actions()) all += action->menu() ? entries(*action->menu()) : QList{action};
        return all;
    }
    std::filesystem::path pathOf(const char* name) { return folder_.filePath(name).toStdString(); }
    QTableView& table() { return *control<QTableView>(*window_, "Statistics of heads"); }
};

QTEST_MAIN(WindowStatisticsTest)
#include "tst_statistics.moc"
