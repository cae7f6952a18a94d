// Every word of the window, as a sorted list that a person reads in the output of this test, and rules for all of them.
#include "app/windowBench.h"
#include "session/edits.h"
#include "support/givenEdit.h"
#include "support/givenStages.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QDialog>
#include <QFileDialog>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTabBar>
#include <QTextDocumentFragment>
#include <QTextEdit>

using namespace headlight;
using testing::menuAction;

namespace {

struct Words {
    QMap<QString, QString> plain; ///< what is drawn as plain text, and the first place of it
    QMap<QString, QString> rich;  ///< what may be rich text: labels and tips

    void add(QMap<QString, QString>& to, QString text, const QObject& of, const char* kind) {
        if (text.isEmpty()) return;
        if (Qt::mightBeRichText(text)) text = QTextDocumentFragment::fromHtml(text).toPlainText();
        text.replace(u'\n', QStringLiteral(" \u23ce "));
        to.insert(text, to.value(text, QStringLiteral("%1, %2").arg(kind, of.metaObject()->className())));
    }
    void add(const QAction& action) {
        if (action.isSeparator() && action.text().isEmpty()) return;
        const QString text = action.text().remove(u'&');
        add(plain, text, action, "menu");
        if (const QString tip = action.toolTip(); tip != text && tip != action.iconText())
            add(rich, tip, action, "tip");
    }
    void add(const QWidget& widget) {
        if (widget.isWindow()) add(plain, widget.windowTitle(), widget, "title");
        add(plain, widget.accessibleName(), widget, "name");
        add(rich, widget.toolTip(), widget, "tip");
        for (const QAction* action : widget.actions()) add(*action);
        if (const auto* label = qobject_cast<const QLabel*>(&widget)) add(rich, label->text(), widget, "label");
        if (const auto* button = qobject_cast<const QAbstractButton*>(&widget))
            add(plain, button->text().remove(u'&'), widget, "button");
        if (const auto* box = qobject_cast<const QGroupBox*>(&widget)) add(plain, box->title(), widget, "box");
        if (const auto* line = qobject_cast<const QLineEdit*>(&widget))
            add(plain, line->placeholderText(), widget, "placeholder");
        if (const auto* spin = qobject_cast<const QSpinBox*>(&widget))
            add(plain, spin->suffix().trimmed(), widget, "suffix");
        if (const auto* box = qobject_cast<const QComboBox*>(&widget))
            for (int i = 0; i < box->count(); ++i) {
                add(plain, box->itemText(i), widget, "choice");
                add(rich, box->itemData(i, Qt::ToolTipRole).toString(), widget, "tip");
            }
        if (const auto* tabs = qobject_cast<const QTabBar*>(&widget))
            for (int i = 0; i < tabs->count(); ++i) {
                add(plain, tabs->tabText(i), widget, "tab");
                add(rich, tabs->tabToolTip(i), widget, "tip");
            }
        const auto* view = qobject_cast<const QAbstractItemView*>(&widget);
        if (!view || !view->model() || qobject_cast<const QHeaderView*>(view)) return;
        constexpr int kColumns = 16; // more are numbered on
        for (int column = 0; column < std::min(kColumns, view->model()->columnCount()); ++column) {
            add(plain, view->model()->headerData(column, Qt::Horizontal).toString(), widget, "header");
            add(rich, view->model()->headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString(), widget, "tip");
        }
        add(rich, view->model()->index(0, 0).data(Qt::ToolTipRole).toString(), widget, "tip");
    }
    void addAll(const QWidget& root) {
        add(root);
        for (const QWidget* widget : root.findChildren<QWidget*>())
            if (!qobject_cast<const QFileDialog*>(widget->window())) add(*widget);
        for (const QAction* action : root.findChildren<QAction*>()) add(*action);
    }
};

} // namespace

class WordsTest : public QObject, private testing::WindowBench {
    Q_OBJECT

private slots:
    /// Goes through the lessons, a session with all options, one of given stages, and all dialogs and popups of the
    /// menus.
    void initTestCase() {
        start();
        for (const Example& example : examples()) {
            window_->files().openExample(example);
            QTRY_VERIFY_WITH_TIMEOUT(testing::settled(*window_), testing::patience());
            words_.addAll(*window_);
        }
        addOptions();
        words_.addAll(*window_);
        addGiven();
        menuAction(*window_, "Statistics")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(testing::settled(*window_), testing::patience());
        words_.addAll(*window_);
        openDialogs();
        for (const auto* all : {&words_.plain, &words_.rich})
            for (auto word = all->begin(); word != all->end(); ++word)
                printf("%s\t[%s]\n", qPrintable(word.key()), qPrintable(word.value()));
        for (const char* seen : {"given", "W_o", "Statistics"}) // of each part of the tour
            QVERIFY2(words_.plain.contains(seen), seen);
    }
    void cleanupTestCase() { end(); }

    /// "W_q" has a small q wherever rich text is drawn.
    void symbolsHaveSubscripts() {
        static const QRegularExpression symbol(QStringLiteral("\\b[WbdX]_[a-z]"));
        QCOMPARE(those(words_.rich, symbol), QString());
    }

    /// One thing has one name; the other names of the table are not used.
    void oneThingHasOneName_data() {
        QTest::addColumn<QString>("other");
        const auto row = [](const char* name, const char* others) { QTest::newRow(name) << QString::fromUtf8(others); };
        row("X", "^[Ii]nput$|(the|layer's|keys') input\\b|\\b[Ii]nput X\\b");
        row("Q", "^Queries$|^Queries[.,] ");
        row("K", "^Keys[.,] ");
        row("V", "^Values$|^Values[.,] ");
        row("joined heads", "\\bconcat|contexts? side by side|[Cc]oncatenat");
        row("randomise", "\\b([Dd]raw|[Rr]andomize|[Ss]huffle|[Rr]edraw)\\b(?! (a chart))");
        row("decimals", "\\b[Dd]igits\\b(?! \\(float32\\))");
        row("automatic", "[Aa]s (the maps|they|it) (want|fit)s?");
        row("custom mask", "\\b(given|[Hh]and-drawn|own) mask");
        row("second sentence", "\\b([Oo]ther|[Ss]ource) sentence");
        row("processor", "\\bPoCL\\b");
        row("combine", "\\b[Mm]ix(es)?\\b");
        row("Ctrl+click", "(Ctrl|Shift|Alt) \\+");
        row("a minus sign", "(^|[ (])-[\\d.]");
    }
    void oneThingHasOneName() {
        QFETCH(QString, other);
        const QRegularExpression expression(other);
        QVERIFY2(expression.isValid(), qPrintable(expression.errorString()));
        QCOMPARE(those(words_.plain, expression) + those(words_.rich, expression), QString());
    }

    /// There is a gap before sizes alone, as in "d 2  d_k 3" and "W_q  2 × 3".
    void blanksAreSingle() {
        static const QRegularExpression blanks(QStringLiteral(u"^(?!d \\d).*[^ ]  +(?!\\d+ ×)[^ ]|^ | $"));
        QCOMPARE(those(words_.plain, blanks) + those(words_.rich, blanks), QString());
    }

    /// Like a label, a tip ends without a full stop.
    void tipsEndAlike() {
        QStringList odd;
        for (auto word = words_.rich.begin(); word != words_.rich.end(); ++word)
            if (word.value().startsWith("tip") && word.key().endsWith(u'.')) odd << word.key();
        QCOMPARE(odd.join(u'\n'), QString());
    }

private:
    static QString those(const QMap<QString, QString>& words, const QRegularExpression& what) {
        QString found;
        for (auto word = words.begin(); word != words.end(); ++word)
            if (word.key().contains(what)) found += word.key() + QStringLiteral(" [%1]\n").arg(word.value());
        return found;
    }

    void addOptions() {
        const auto edit = [this](const Result<Session>& session) {
            QVERIFY(session.ok());
            QVERIFY(window_->workbench().apply("Edit", testing::givenEdit(session)));
        };
        window_->files().openExample(firstExample());
        edit(withPositions(testing::session(*window_), Positions::Kind::Sinusoidal));
        for (const Parameter one : {Parameter::Wo, Parameter::Bo, Parameter::Bq})
            edit(withOptional(testing::session(*window_), 0, one, true));
        edit(withNorm(testing::session(*window_), 0, Norm{}));
        edit(withLayerAdded(testing::session(*window_)));
        Options options = testing::session(*window_).layers[0].options;
        options.mask.causal = true;
        options.dropout = Dropout{0.4, 7};
        options.temperature = 2;
        edit(withOptions(testing::session(*window_), 0, options));
        QTRY_VERIFY_WITH_TIMEOUT(testing::settled(*window_), testing::patience());
    }

    void addGiven() {
        const Matrix ones = Matrix::Ones(2, 2);
        const Session given = testing::givenSession("a b",
                                                    {{{Parameter::GivenScores, ones}, {Parameter::GivenV, ones}}});
        QVERIFY(window_->workbench().apply("Edit", testing::givenEdit(given)));
        QTRY_VERIFY_WITH_TIMEOUT(testing::settled(*window_), testing::patience());
        words_.addAll(*window_);
    }

    /// Chooses each entry that opens a dialog or a popup, and closes that again.
    void openDialogs() {
        for (QAction* action : window_->findChildren<QAction*>()) {
            if (!action->isEnabled() || !action->text().endsWith(u'…') || action->text().contains("Quit")) continue;
            QTimer closer;
            closer.setInterval(20);
            connect(&closer, &QTimer::timeout, this, [this] {
                QWidget* shown = QApplication::activeModalWidget() ? QApplication::activeModalWidget()
                                                                   : QApplication::activePopupWidget();
                if (!shown) return;
                words_.addAll(*shown);
                shown->close();
            });
            closer.start();
            action->trigger();
            QTest::qWait(0);
            while (QApplication::activePopupWidget() || QApplication::activeModalWidget()) QTest::qWait(1);
        }
    }

    Words words_;
};

QTEST_MAIN(WordsTest)
#include "tst_words.moc"
