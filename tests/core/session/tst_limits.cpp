// A session that no file could hold, or that could not be drawn, is refused where it would be made; nothing has
// changed.
#include "session/Limits.h"
#include "session/consistency.h"
#include "session/edits.h"
#include "support/changing.h"
#include "support/layers.h"

#include <QTest>

#include <fstream>

using namespace headlight;
using namespace headlight::testing;

namespace {

std::string words(int count) {
    std::string all;
    for (int i = 0; i < count; ++i) all += "a ";
    return all;
}

Session changed(const Session& session, void (*change)(Options&)) {
    Options options = session.layers[0].options;
    change(options);
    return *withOptions(session, 0, options);
}

Session of(int heads, int dv) { return *withTokenizer(newSession(1, 2, heads, 1, dv), {"whitespace", ""}); }

double maxHeldMb() {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;)
        if (double kb = 0; word == "VmHWM:" && status >> kb) return kb / 1024;
    return 0;
}

struct Case {
    const char* name;
    Session before;
    Edit edit;
    const char* said; ///< empty: it is allowed
};

const std::vector<Case>& cases() {
    const auto typing = [](int count) -> Edit {
        return [count](const Session& s) { return withSentence(s, words(count)); };
    };
    const auto normAfter = [](const Session& s) { return withNorm(s, 0, Norm{Norm::Place::After}); };
    const auto wider = [](const Session& s) { return withValueSize(s, 0, 129); };
    const Session masked = *withGivenMask(*withSentence(of(1, 1), words(3)), 0, true);
    static const std::vector<Case> list{
        {"dropout of too many cells", changed(of(64, 1), [](Options& o) { o.dropout = Dropout{}; }), typing(1025),
         "cells, but dropout is limited to 67108864"},
        {"dropout of as many as may be", changed(of(64, 1), [](Options& o) { o.dropout = Dropout{}; }), typing(1024),
         ""},
        {"a mask that grows", masked, typing(4097), "it has 16785409 cells, but the limit is 16777216"},
        {"one that is off", *withGivenMask(masked, 0, false), typing(4097),
         "it has 16785409 cells, but the limit is 16777216"},
        {"a new mask", *withSentence(of(1, 1), words(4097)), [](const Session& s) { return withGivenMask(s, 0, true); },
         "A custom mask of 4097 by 4097 cells is too large"},
        {"gain and bias", of(64, 129), normAfter, "8256 columns; from 1 to 8192"},
        {"gain and bias of as many as may be", of(64, 128), normAfter, ""},
        {"a norm that grows", *normAfter(of(64, 128)), wider, "8256 columns; from 1 to 8192"},
    };
    return list;
}

} // namespace

class LimitsTest : public QObject {
    Q_OBJECT

private slots:
    void isRefused_data() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < cases().size(); ++i) QTest::newRow(cases()[i].name) << static_cast<int>(i);
    }
    void isRefused() {
        QFETCH(int, index);
        const Case& one = cases()[static_cast<std::size_t>(index)];
        const auto made = one.edit(one.before);
        if (made) QVERIFY(!firstInconsistency(*made));
        QCOMPARE(made.ok(), std::string(one.said).empty());
        if (!made) QVERIFY2(QString::fromStdString(made.text()).contains(one.said), made.text().c_str());
    }

    /// Only the sizes are tested: the mask itself would take 64 MB.
    void theLargestMask_data() {
        QTest::addColumn<int>("tokens");
        QTest::addColumn<int>("keyTokens");
        QTest::addColumn<QString>("said");
        QTest::newRow("as many as may be") << 4096 << 4096 << QString();
        QTest::newRow("one cell more") << 97 << 257 * 673
                                       << "A custom mask of 97 by 172961 cells is too large: it has 16777217 cells, "
                                          "but the limit is 16777216. Shorten the sentence, or use a window instead.";
    }
    void theLargestMask() {
        QFETCH(int, tokens);
        QFETCH(int, keyTokens);
        QFETCH(QString, said);
        Sizes sizes;
        sizes.tokens = tokens;
        sizes.keyTokens = keyTokens;
        const auto can = maskCanBeGiven(sizes);
        QCOMPARE(can ? QString() : QString::fromStdString(can.text()), said);
    }

    /// A mask that is refused is not made first, since each letter typed would take that time.
    void whatIsRefusedIsNotMade() {
        const Session session = *withGivenMask(*withSentence(of(1, 1), words(3)), 0, true);
        const std::string many = words(8192);
        std::ofstream("/proc/self/clear_refs") << 5; // resets the peak of memory
        const double before = maxHeldMb();
        QVERIFY(!withSentence(session, many).ok());
        QVERIFY2(maxHeldMb() < before + 64, qPrintable(QString::number(maxHeldMb() - before))); // a mask has 256 MB
    }

    /// A mask that a file has is kept, and may shrink.
    void aLargerMaskOfAFileMayShrink() {
        Session session = *withSentence(of(1, 1), words(4100));
        changing(session)->options.mask.given = Matrix(Matrix::Ones(4100, 4100));
        QVERIFY(!firstInconsistency(session));
        QVERIFY(withSentence(session, words(4099)).ok());
        QVERIFY(!withSentence(session, words(4101)).ok());
    }
};

QTEST_APPLESS_MAIN(LimitsTest)
#include "tst_limits.moc"
