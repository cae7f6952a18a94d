#include "controls/SentenceField.h"
#include "style/Theme.h"
#include "style/styleSheet.h"

#include <QAbstractTextDocumentLayout>
#include <QApplication>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTest>
#include <QVBoxLayout>

#include <algorithm>

using namespace headlight;

class SentenceFieldTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        loadResources();
        applyTheme(*qApp, lightTheme());
    }

    /// With the focus the field is as high as its text, up to six lines, and shows the line of the cursor; without it,
    /// one line. What is below keeps its place.
    void opensWithTheFocus_data() {
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("minLines"); // a word of 8 letters and a blank take 50 to 100 px of 760
        QTest::addColumn<int>("maxLines");
        QTest::newRow("3 words") << 3 << 1 << 1;
        QTest::newRow("27 words") << 27 << 2 << 4;
        QTest::newRow("120 words") << 120 << 8 << 16;
    }
    void opensWithTheFocus() {
        QFETCH(int, count);
        QFETCH(int, minLines);
        QFETCH(int, maxLines);
        QWidget window;
        auto* column = new QVBoxLayout(&window);
        auto *other = new QLineEdit, *below = new QLineEdit;
        column->addWidget(other);
        column->addWidget(below);
        SentenceField field(&window);
        field.setFixedWidth(760);
        window.resize(760, 300);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const QRect place = below->geometry();
        field.setFocus();
        const int one = field.lineHeight(), line = field.cursorRect().height();
        for (int i = 0; i < count; ++i) QTest::keyClicks(&field, i > 0 ? " headline" : "headline");
        const auto lines = [&] {
            return static_cast<int>(field.document()->documentLayout()->documentSize().height());
        };
        QTRY_VERIFY(lines() >= minLines && lines() <= maxLines);
        QTRY_COMPARE(field.height(), one + (std::min(lines(), 6) - 1) * line);
        const auto seesCursor = [&] { return field.viewport()->rect().contains(field.cursorRect()); };
        QVERIFY(seesCursor());
        QCOMPARE(field.verticalScrollBar()->value(), std::max(0, lines() - 6)); // the last six lines are seen, or all
        QCOMPARE(below->geometry(), place);

        other->setFocus();
        QCOMPARE(field.height(), one);
        QCOMPARE(field.shortened().endsWith(u'\u2026'), lines() > 1);
        QVERIFY(field.shortened().startsWith("headline"));
        const QRect drawn = QFontMetrics(fieldFont(kSentencePoints)).boundingRect(field.shortened());
        QVERIFY(drawn.width() <= field.viewport()->width());
        field.setFocus();
        QTRY_COMPARE(field.height(), one + (std::min(lines(), 6) - 1) * line);
        QVERIFY(seesCursor());
    }

    /// A press always finds a position within the text, also in right-to-left text: with letter spacing Qt would search
    /// for the cursor outside of the text.
    void aPressFindsItsPlace_data() {
        QTest::addColumn<QString>("sentence");
        QTest::newRow("reversed") << QStringLiteral(u"\u202e\u202c\u202eabc\u202c\u202eabc\u202c?   \u200f");
        QTest::newRow("reversed, and a break")
            << QStringLiteral(u"\n\u2067x\u2069\u05e9\u05dc\u05d5\u05dd\u202e\u0e33a");
        QTest::newRow("reversed words") << QStringLiteral(
            u"abc\u202eabc\u202cdef \u202eabc\u202c really \u202eabc\u202c");
        QTest::newRow("two scripts") << QStringLiteral(
            u"my \u05e9\u05dc\u05d5\u05dd are \u0645\u0631\u062d\u0628\u0627 \u200f!");
        QTest::newRow("plain") << QStringLiteral("office 10x20 -> flat");
    }
    void aPressFindsItsPlace() {
        QFETCH(QString, sentence);
        QTest::failOnWarning(QRegularExpression(QStringLiteral("QTextCursor")));
        SentenceField field;
        field.resize(600, 44);
        field.setSentence(sentence);
        field.show();
        QVERIFY(QTest::qWaitForWindowExposed(&field));
        for (int y = 6; y < field.viewport()->height(); y += 12)
            for (int x = 0; x < 320; x += 3) QTest::mouseClick(field.viewport(), Qt::LeftButton, {}, {x, y});
        QCOMPARE(field.sentence(), sentence);
    }

    /// A scroll bar that appears and disappears forever, since it changes the number of lines, would block the program.
    /// In a hidden field the width follows the scroll bar late.
    void comesToRest_data() {
        QTest::addColumn<bool>("isHidden");
        QTest::newRow("seen") << false;
        QTest::newRow("hidden") << true;
    }
    void comesToRest() {
        QFETCH(bool, isHidden);
        for (int width = 90; width <= 160; ++width) {
            QWidget window;
            auto* panel = new QWidget;
            (new QHBoxLayout(&window))->addWidget(panel);
            auto* field = new SentenceField;
            (new QHBoxLayout(panel))->addWidget(field);
            window.resize(width, 200);
            window.show();
            QVERIFY(QTest::qWaitForWindowExposed(&window));
            field->setSentence(QStringLiteral("six words that need four lines or five"));
            QCoreApplication::processEvents();
            panel->setVisible(!isHidden);
            field->setSentence(QStringLiteral(u"x\u00a0y\u200b'-.,;:!?(){}[]\u6771\u4eac\u30bf\u30ef\u30fc"));
            int turns = 0;
            connect(field->document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged, field,
                    [&] { ++turns; });
            for (int i = 0; i < 50; ++i) QCoreApplication::processEvents();
            const int before = turns;
            for (int i = 0; i < 20; ++i) QCoreApplication::processEvents();
            QVERIFY2(turns == before, qPrintable(QString::number(width)));
        }
    }
};

QTEST_MAIN(SentenceFieldTest)
#include "tst_sentenceField.moc"
