#include "text/alignment.h"

#include <QTest>

#include <random>

using namespace headlight;

namespace {

using Texts = std::vector<std::string>;

Texts textsOf(const QString& words) {
    Texts texts;
    for (const QString& word : words.split(u' ', Qt::SkipEmptyParts)) texts.push_back(word.toStdString());
    return texts;
}

constexpr int kPage = 32'768;

QString written(const std::vector<int>& places) {
    QStringList words;
    for (const int place : places) words << (place < 0 ? QStringLiteral("-") : QString::number(place));
    return words.join(u' ');
}

/// Returns random tokens out of `letters` letters. Few letters give long common subsequences and many ties.
Texts drawn(std::mt19937& random, std::size_t maxCount, int letters) {
    Texts texts(random() % (maxCount + 1));
    for (auto& text : texts) text = std::string(1, static_cast<char>('a' + random() % static_cast<unsigned>(letters)));
    return texts;
}

/// Computes the length of the longest common subsequence by dynamic programming, as in textbooks.
std::size_t longestCommon(const Texts& a, const Texts& b) {
    std::vector<std::vector<std::size_t>> length(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < b.size(); ++j)
            length[i + 1][j + 1] = a[i] == b[j] ? length[i][j] + 1 : std::max(length[i][j + 1], length[i + 1][j]);
    return length[a.size()][b.size()];
}

std::size_t equalPairs(const Texts& before, const Texts& after, const std::vector<int>& from) {
    std::size_t equal = 0;
    for (std::size_t i = 0; i < after.size(); ++i) {
        const int old = from[i];
        equal += old >= 0 && before[static_cast<std::size_t>(old)] == after[i];
    }
    return equal;
}

/// Returns what is wrong with a result; empty: nothing.
QString faultOf(const Texts& before, const Texts& after, const std::vector<int>& from) {
    if (from.size() != after.size()) return QStringLiteral("not one place for each new token");
    int last = -1;                      // the old token of the last pair
    bool isNew = false, isGone = false; // since the last pair
    for (std::size_t i = 0; i < from.size(); ++i) {
        const int old = from[i];
        isNew = isNew || old < 0;
        if (old < 0) continue;
        if (old <= last) return QStringLiteral("not ascending");
        if (old >= static_cast<int>(before.size())) return QStringLiteral("out of range");
        const bool isAnchor = before[static_cast<std::size_t>(old)] == after[i];
        if (!isAnchor && (isNew || old != last + 1)) return QStringLiteral("typed over, but not in order");
        isGone = old > last + 1;
        if (isNew && isGone) return QStringLiteral("both a new and a deleted one in a gap");
        if (isAnchor) isNew = false;
        last = old;
    }
    isGone = last + 1 < static_cast<int>(before.size());
    return isNew && isGone ? QStringLiteral("both a new and a deleted one at the end") : QString();
}

} // namespace

class AlignmentTest : public QObject {
    Q_OBJECT

private slots:
    void table_data() {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::addColumn<QString>("from");
        const auto row = [](const char* name, const char* before, const char* after, const char* from) {
            QTest::newRow(name) << QString(before) << QString(after) << QString(from);
        };
        row("nothing", "", "", "");
        row("the first words", "", "a b", "- -");
        row("all deleted", "a b", "", "");
        row("the same", "a b c", "a b c", "0 1 2");
        row("inserted in front", "a b", "x a b", "- 0 1");
        row("inserted in the middle", "a b", "a x y b", "0 - - 1");
        row("inserted at the end", "a b", "a b x", "0 1 -");
        row("deleted in front", "a b c", "b c", "1 2");
        row("deleted in the middle", "a b c", "a c", "0 2");
        row("deleted at the end", "a b c", "a b", "0 1");
        row("typed over", "a b c", "a x c", "0 1 2");
        row("all typed over", "a b", "x y", "0 1");
        row("two typed over by one", "a b c d", "a x d", "0 1 3");
        row("one typed over by two", "a b c", "a x y c", "0 1 - 2");
        row("typed over between anchors", "a b c d e", "x b y d z", "0 1 2 3 4");
        row("exchanged, not moved", "a b", "b a", "- 0");
        row("carried to the end", "a b c d", "b c d a", "1 2 3 -");
        row("one more of the same", "a a", "a a a", "0 1 -");
        row("one of the same less", "a b a b", "a b b", "0 1 3");
        row("earliest of the old", "x a a y", "p a q", "0 1 2");
        row("earliest of the new", "p a q", "x a a y", "0 1 2 -");
    }
    void table() {
        QFETCH(QString, before);
        QFETCH(QString, after);
        const auto from = cameFrom(textsOf(before), textsOf(after));
        QTEST(written(from), "from");
    }

    void theNearestOneThatIsThere_data() {
        QTest::addColumn<QString>("after"); // instead of "a b c d e"
        QTest::addColumn<int>("at");
        QTest::addColumn<int>("now");
        const auto row = [](const char* after, int at, int now) {
            QTest::addRow("%s, %d", after, at) << QString(after) << at << now;
        };
        row("x a b c d e", 2, 3); // itself
        row("a b x d e", 2, 2);   // replaced
        row("a b d e", 2, 2);     // the later neighbour
        row("a b", 2, 1);
        row("a e", 3, 1);
        row("a e", 1, 0);
        row("e", 0, 0);
        row("", 3, 3); // all deleted
    }
    void theNearestOneThatIsThere() {
        QFETCH(QString, after);
        QFETCH(int, at);
        QTEST(nearestPlace(cameFrom(textsOf("a b c d e"), textsOf(after)), at), "now");
    }

    void longestAndInOrder() {
        std::mt19937 random(7);
        for (int i = 0; i < 20000; ++i) {
            const int letters = 1 + static_cast<int>(random() % 6);
            const Texts before = drawn(random, 12, letters), after = drawn(random, 12, letters);
            const auto from = cameFrom(before, after);
            QCOMPARE(faultOf(before, after, from), QString());
            QCOMPARE(equalPairs(before, after, from), longestCommon(before, after));
        }
    }

    void rowsOfManyWords() {
        std::mt19937 random(11);
        for (int i = 0; i < 60; ++i) {
            const int letters = 1 + static_cast<int>(random() % 20);
            const Texts before = drawn(random, 400, letters), after = drawn(random, 400, letters);
            const auto from = cameFrom(before, after);
            QCOMPARE(faultOf(before, after, from), QString());
            QCOMPARE(equalPairs(before, after, from), longestCommon(before, after));
        }
    }

    void aWholePage_data() {
        QTest::addColumn<int>("kindBefore");
        QTest::addColumn<int>("kindAfter");
        QTest::addColumn<int>("equal");
        QTest::newRow("nothing in common") << 0 << 1 << 0;
        QTest::newRow("half as fast") << 2 << 3 << kPage / 4 * 3;
        QTest::newRow("a b and b a") << 2 << 4 << kPage - 1;
        QTest::newRow("backwards") << 0 << 5 << 1;
        QTest::newRow("all equal") << 6 << 6 << kPage;
    }
    void aWholePage() {
        const auto page = [](int kind) {
            Texts texts;
            for (int i = 0; i < kPage; ++i) {
                const int text[] = {i, kPage + i, i % 2, i / 2 % 2, 1 - i % 2, kPage - 1 - i, 0};
                texts.push_back(std::to_string(text[kind]));
            }
            return texts;
        };
        QFETCH(int, kindBefore);
        QFETCH(int, kindAfter);
        const Texts before = page(kindBefore), after = page(kindAfter);
        const auto from = cameFrom(before, after);
        QCOMPARE(faultOf(before, after, from), QString());
        QTEST(static_cast<int>(equalPairs(before, after, from)), "equal");
    }
};

QTEST_APPLESS_MAIN(AlignmentTest)
#include "tst_alignment.moc"
