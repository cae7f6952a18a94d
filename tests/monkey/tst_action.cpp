#include "Action.h"

#include <QTest>

using namespace headlight::monkey;

class ActionTest : public QObject {
    Q_OBJECT

private slots:
    void aLineGivesTheActionBack_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("text");
        const QStringList texts{"",
                                "Ctrl+Shift+Z",
                                " blanks  inside ",
                                "1\t2\n3\r\n",
                                "back\\slash \\u0041",
                                "שלום 🙂 é",
                                "\u202E\u2028",
                                QString(QChar(0xD800)),
                                QString(QChar(0))};
        for (int kind = 0; kind <= static_cast<int>(Kind::Check); ++kind)
            for (const QString& text : texts) QTest::addRow("%d %s", kind, qPrintable(text)) << kind << text;
    }
    void aLineGivesTheActionBack() {
        QFETCH(int, kind);
        QFETCH(QString, text);
        const Action action{static_cast<Kind>(kind), -3, 1200, 7, text};
        const QString line = lineOf(action);
        for (const QChar c : line) QVERIFY(c.unicode() >= 0x20 && c.unicode() < 0x7F);
        const auto read = actionOf(line);
        QVERIFY(read);
        QVERIFY(*read == action);
    }

    void theLineIsReadable() {
        QCOMPARE(lineOf({Kind::Press, 0, 0, 1, "Ctrl"}), QString("press 0 0 1 Ctrl"));
        QCOMPARE(lineOf({Kind::Move, 12, 34, 0, {}}), QString("move 12 34 0"));
        QCOMPARE(lineOf({Kind::Type, 0, 0, 0, "a\n"}), QString("type 0 0 0 a\\u000a"));
    }

    void otherLinesAreRefused() {
        for (const char* line : {"", "move", "move 1 2", "jump 1 2 3", "move a 2 3", "type 0 0 0 \\",
                                 "type 0 0 0 \\u12", "type 0 0 0 \\n"})
            QVERIFY2(!actionOf(line), line);
    }
};

QTEST_APPLESS_MAIN(ActionTest)
#include "tst_action.moc"
