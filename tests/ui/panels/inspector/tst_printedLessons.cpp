// The numbers that the notebooks print are found, digit for digit, on the pages of the examples.
#include "core/io/printedByNotebooks.h"
#include "support/explanations.h"
#include "support/incremental.h"
#include "ui/panels/inspector/lessonText.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

class PrintedLessonsTest : public QObject {
    Q_OBJECT

private slots:
    void results_data() {
        QTest::addColumn<int>("index");
        const std::vector<Printed> all = printedByNotebooks();
        for (std::size_t i = 0; i < all.size(); ++i) QTest::newRow(all[i].label().c_str()) << static_cast<int>(i);
    }
    void results() {
        QFETCH(int, index);
        const Printed one = printedByNotebooks()[static_cast<std::size_t>(index)];
        const Json printed = notebook(one.name);
        const int query = printed.at("query");
        int count = 0;
        for (const auto& [field, id] : one.fields) {
            const Json& all = printed.at(field);
            const bool ofHeads = printed.contains("heads"); // one row of the query for each head
            const bool isWhole = !ofHeads && all[0].is_array();
            for (std::size_t i = 0; i < (isWhole || ofHeads ? all.size() : 1); ++i) {
                const Json& row = isWhole || ofHeads ? all[i] : all;
                CellRef cell{findStage(id)->stage, 0, ofHeads ? int(i) : 0, isWhole ? int(i) : query, 0};
                for (; cell.col < static_cast<int>(row.size()); ++cell.col, ++count) {
                    const QString digits = asPrinted(row[static_cast<std::size_t>(cell.col)]);
                    const QString page = pageOf(one.file.session, cell);
                    QVERIFY2(page.contains(digits), qPrintable(QString::fromStdString(field) + digits + page));
                }
            }
        }
        QVERIFY(count >= 6);
    }

    /// Checks the weighted sum of the value vectors, with its running total.
    void terms() {
        const Session session = simplified("journey_simplified", "Your journey starts with one step").session;
        const Json printed = notebook("journey_simplified");
        const Json &terms = printed["context_terms_of_query"], &totals = printed["context_running_sum_of_query"];
        for (int col = 0; col < 3; ++col) {
            const CellRef cell{Stage::Context, 0, 0, printed["query"], col};
            const QStringList page = pageOf(session, cell).split(QLatin1Char('\n'));
            auto at = page.indexOf(QRegularExpression(".*\ttotal"));
            for (std::size_t key = 0; key < terms.size(); ++key)
                QVERIFY2(page.value(++at)
                             .replace(u'≈', u'=')
                             .replace(QStringLiteral("\t= "), QStringLiteral("\t"))
                             .endsWith("\t" + asPrinted(terms[key][std::size_t(col)]) + "\t" +
                                       asPrinted(totals[key][std::size_t(col)])),
                         qPrintable(page.value(at)));
        }
    }

private:
    static QString asPrinted(const Json& number) { return QString::number(number.get<double>(), 'f', 4); }
    static QString pageOf(const Session& session, const CellRef& cell) {
        Engine engine(eigen());
        return lessonHtml({session, cell, {}}, {std::make_shared<Explanation>(one(engine, session, cell))}).text();
    }
};

QTEST_MAIN(PrintedLessonsTest)
#include "tst_printedLessons.moc"
