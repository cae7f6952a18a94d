#include "paste/pasted.h"

#include <QTest>

using namespace headlight;

class WordsTest : public QObject {
    Q_OBJECT

private slots:
    void cells_data() {
        QTest::addColumn<QString>("cell");
        QTest::addColumn<QChar>("kind");
        const auto rows = [](char16_t kind, std::initializer_list<const char*> cells) {
            for (const char* cell : cells) QTest::newRow(cell) << QString::fromUtf8(cell) << QChar(kind);
        };
        rows(u'N', {"My", "x1", "W_q", "shoes,", "鞋", "été", "the 2nd", "<s>", "a=b", "▁room", "##ing", "x-1",
                    "EUROS 2", "nana", "inform", "[CLS]"});
        rows(u'#', {"",        "0.5",      "-1",    "+.5", "(0.5)",    "[1]",     "{2}",     "1.234,5", "1+2j",
                    "2nd",     "$0.50",    "US$ 1", "€1",  "EUR 0.50", "usd1",    "50%",     "%50",     "<0.05",
                    "≥ 1",     "p < 0.05", "x=1",   "≈1",  "±2",       "~3",      "“0.5”",   "'1",      "٣",
                    "०.५",     "½",        "²",     "Ⅳ",   "１",       "\u200B1", "\uFEFF2", "\u202E3", "\u00AD4",
                    "\u31645", "\uFE0F6",  "...",   "1 …", "#N/A",     "Err:502", "№ 5",     "⁻1"});
        rows(u'?',
             {"NA", "n/a",  "<NA>",  "N.A.", "NaN", "-nan(ind)", "NULL", "(null)", "None", "inf",      "-Infinity",
              "∞",  "TRUE", "False", "-",    "--",  "–",         "?",    ".",      "%",    "########", "\u200B"});
    }
    void cells() {
        QFETCH(QString, cell);
        const CellKind kind = kindOf(cell.toStdString());
        QTEST(QChar(kind == CellKind::Name ? u'N' : kind == CellKind::Number ? u'#' : u'?'), "kind");
    }

    void errorValues_data() {
        QTest::addColumn<bool>("isOne");
        for (const char* one :
             {"#N/A", "#DIV/0!", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!", "#SPILL!", "#CALC!", "#GETTING_DATA",
              "#ERROR!", "#FIELD!", "#NV", "#ZAHL!", "#N/D", "Err:502", "Fehler:508"})
            QTest::newRow(one) << true;
        for (const char* none : {"#", "##", "#!", "#tag", "##ing", "#hey!", "# N/A", "#######", "N/A", "Err:", "Err:x",
                                 "#A!\t#B!", "#THIS_IS_LONGER_THAN_ANY!"})
            QTest::newRow(none) << false;
    }
    void errorValues() { QTEST(isErrorValue(QTest::currentDataTag()), "isOne"); }
};

QTEST_APPLESS_MAIN(WordsTest)
#include "tst_words.moc"
