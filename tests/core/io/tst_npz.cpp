#include "io/npy.h"
#include "io/npz.h"
#include "io/sessionFile.h"
#include "session/edits.h"
#include "support/changing.h"
#include "support/givenStages.h"
#include "support/npzFile.h"
#include "support/traces.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>

using namespace headlight;
using namespace headlight::testing;

namespace {

std::string contents(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace

class NpzTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    std::filesystem::path in(const char* name) const {
        return std::filesystem::path(folder_.path().toStdString()) / name;
    }

private slots:
    void floats() {
        const std::vector<float> values{0.5F, -0.0F, 3e38F, std::nanf(""), 1, 2};
        const Npy npy = parsed(npyOfFloats(values, {2, 3}));
        QCOMPARE(npy.dict, std::string("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }"));
        QCOMPARE(npy.values.size(), values.size() * 4);
        QCOMPARE(std::memcmp(npy.values.data(), values.data(), npy.values.size()), 0);
    }

    void shapes_data() {
        QTest::addColumn<QList<qint64>>("shape");
        QTest::addColumn<QString>("text");
        QTest::newRow("vector") << QList<qint64>{4} << "(4,)";
        QTest::newRow("nothing") << QList<qint64>{0} << "(0,)";
        QTest::newRow("no rows") << QList<qint64>{0, 3} << "(0, 3)";
        QTest::newRow("stack") << QList<qint64>{2, 3, 4} << "(2, 3, 4)";
        QTest::newRow("scalar") << QList<qint64>{} << "()";
    }
    void shapes() {
        QFETCH(QList<qint64>, shape);
        QFETCH(QString, text);
        const std::vector<std::int64_t> sides(shape.begin(), shape.end());
        std::size_t count = 1;
        for (const auto side : sides) count *= static_cast<std::size_t>(side);
        const std::vector<std::int64_t> values(count, -7);
        const Npy npy = parsed(npyOfInts(values, sides));
        QCOMPARE(npy.dict, "{'descr': '<i8', 'fortran_order': False, 'shape': " + text.toStdString() + ", }");
        QCOMPARE(valuesIn<std::int64_t>(npy.values), values);
    }

    void texts() {
        const Npy npy = parsed(npyOfTexts({"My", "größer", "🙂", ""}));
        QCOMPARE(npy.dict, std::string("{'descr': '<U6', 'fortran_order': False, 'shape': (4,), }"));
        const auto points = valuesIn<std::uint32_t>(npy.values);
        QCOMPARE(points.size(), std::size_t(24));
        QCOMPARE(points[0], std::uint32_t('M'));
        QCOMPARE(points[2], std::uint32_t(0));
        QCOMPARE(points[6 + 2], std::uint32_t(0xF6));
        QCOMPARE(points[12], std::uint32_t(0x1F642));
        QCOMPARE(points[18], std::uint32_t(0));
    }

    void noTexts() {
        QCOMPARE(parsed(npyOfTexts({})).dict, std::string("{'descr': '<U1', 'fortran_order': False, 'shape': (0,), }"));
    }

    void theBytesOfTextsAreKnownBefore() {
        for (const auto& texts : std::vector<std::vector<std::string>>{{}, {""}, {"a", "größer", "🙂"}, {"", ""}})
            QCOMPARE(textArrayBytes(texts), parsed(npyOfTexts(texts)).values.size());
    }

    void bytesKeepTheirValues() {
        const Npy npy = parsed(npyOfBytes("gr\xC3\xB6"));
        QCOMPARE(npy.dict, std::string("{'descr': '|u1', 'fortran_order': False, 'shape': (4,), }"));
        QCOMPARE(npy.values, std::string("gr\xC3\xB6"));
    }

    /// As <U the first sentence's tokens take the limit to the byte; one letter more would take 32 KB more.
    void oneLongTokenDoesNotPadTheOthers_data() {
        QTest::addColumn<int>("longest");
        QTest::addColumn<bool>("padded");
        QTest::newRow("at the limit") << 16384 << true;
        QTest::newRow("above it") << 16385 << false;
        QTest::newRow("a megabyte") << 1000000 << false;
    }
    void oneLongTokenDoesNotPadTheOthers() {
        QFETCH(int, longest);
        QFETCH(bool, padded);
        std::string sentence(static_cast<std::size_t>(longest), 'x');
        for (int i = 1; i < 1024; ++i) sentence += " \u00E9" + std::to_string(i % 10);
        const auto session = withSentence(newSession(1, 2, 1, 2, 2), sentence);
        QVERIFY2(session.ok(), session ? "" : session.text().substr(0, 300).c_str());
        const std::vector<std::string>& tokens = session->text.tokens->texts;
        QCOMPARE(textArrayBytes(tokens) <= kMaxTextArray, padded);
        HeldTraces trace({Trace()});
        QVERIFY(writeTrace(in("long.npz"), *session, trace).ok());
        const auto members = membersOfZip(in("long.npz"));
        QCOMPARE(members[0].first, std::string(padded ? "tokens.npy" : "tokens_utf8.npy"));
        if (padded) QCOMPARE(parsed(members[0].second).values.size(), kMaxTextArray);
        if (padded) return;
        QVERIFY(std::filesystem::file_size(in("long.npz")) < static_cast<std::size_t>(longest) + 65536);
        QCOMPARE(members[1].first, std::string("tokens_offsets.npy"));
        const std::string all = parsed(members[0].second).values;
        const auto offsets = valuesIn<std::int64_t>(parsed(members[1].second).values);
        QCOMPARE(offsets.size(), tokens.size() + 1);
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            const auto from = static_cast<std::size_t>(offsets[i]), to = static_cast<std::size_t>(offsets[i + 1]);
            QCOMPARE(all.substr(from, to - from), tokens[i]);
        }
        QCOMPARE(static_cast<std::size_t>(offsets.back()), all.size());
    }

    void sameInputSameBytes() {
        const std::string b = npyOfFloats(std::vector{1.0F}, {1}), a = npyOfTexts({"x"});
        const std::vector<NpzMember> members{{"b", b.size(), [&] { return b; }}, {"a", 0, [&] { return a; }}};
        QVERIFY(writeNpz(in("one.npz"), members).ok());
        qputenv("TZ", "Pacific/Auckland");
        tzset();
        QVERIFY(writeNpz(in("two.npz"), members).ok());
        qunsetenv("TZ");
        tzset();
        QCOMPARE(contents(in("one.npz")), contents(in("two.npz")));
        const auto found = membersOfZip(in("one.npz"));
        QCOMPARE(found.size(), std::size_t(2));
        QCOMPARE(found[0], std::pair(std::string("b.npy"), b));
        QCOMPARE(found[1], std::pair(std::string("a.npy"), a));
        // The date field of the first local header: 1980-01-01 00:00, whatever the clock and the time zone say.
        QCOMPARE(contents(in("one.npz")).substr(10, 4), std::string("\x00\x00\x21\x00", 4));
    }

    void theSessionIsReadFromATrace() {
        SessionFile file{*withSentence(newSession(5, 2, 2, 3, 4), "größer \U0001F642"), {}};
        file.session.unknown = std::string("{\"mine\": [1, 2]}");
        file.view.head = 1;
        HeldTraces trace({Trace()});
        QVERIFY(writeTrace(in("session.npz"), file.session, trace, sessionText(file)).ok());
        const auto read = readSession(in("session.npz"));
        QVERIFY2(read, read ? "" : read.text().c_str());
        QCOMPARE(sessionText(*read), sessionText(file));

        QVERIFY(writeTrace(in("without.npz"), file.session, trace).ok());
        const auto none = readSession(in("without.npz"));
        QVERIFY(!none.ok());
        QVERIFY2(none.text().ends_with("without.npz\": It has no session, but tokens [2] and embeddings [2, 2]."),
                 none.text().c_str());
    }

    void aDamagedSessionIsSaid_data() {
        QTest::addColumn<QByteArray>("npy");
        QTest::addColumn<QString>("why");
        QTest::newRow("no session") << QByteArray::fromStdString(npyOfBytes("{}")) << "";
        QTest::newRow("no bytes") << QByteArray::fromStdString(npyOfFloats(std::vector{1.0F}, {1}))
                                  << "It cannot be used: its array \"session\": it is not a row of bytes.";
        QTest::newRow("truncated") << QByteArray::fromStdString(npyOfBytes("{}")).chopped(1)
                                   << "It cannot be used: its array \"session\": it has 1 bytes of numbers, but its "
                                      "shape and type need 2.";
    }
    void aDamagedSessionIsSaid() {
        QFETCH(QByteArray, npy);
        QFETCH(QString, why);
        QVERIFY(writeNpz(in("damaged.npz"), {{"session", 0, [&] { return npy.toStdString(); }}}).ok());
        const auto read = readSession(in("damaged.npz"));
        QVERIFY(!read.ok());
        QVERIFY2(QString::fromStdString(read.text()).endsWith(why), read.text().c_str());
    }

    void aFullFolderIsSaid() {
        const auto saved = writeNpz(in("none/one.npz"), {{"a", 0, [] { return npyOfTexts({"x"}); }}});
        QVERIFY(!saved.ok());
        QVERIFY(saved.text().find("opening its folder") != std::string::npos);
    }

    void everyMemberIsMadeOnceAndInOrder() {
        std::string made;
        std::vector<NpzMember> members;
        for (const char name : {'e', 'b', 'a', 'd', 'c'})
            members.push_back({std::string(1, name), 1000, [&made, name] {
                                   made += name;
                                   return npyOfInts(std::vector<std::int64_t>(100, name), {100});
                               }});
        QVERIFY(writeNpz(in("five.npz"), members).ok());
        QCOMPARE(made, std::string("ebadc"));
        for (const auto& [name, npy] : membersOfZip(in("five.npz")))
            QCOMPARE(npy, npyOfInts(std::vector<std::int64_t>(100, name[0]), {100}));
    }

    void tooLittleMemoryIsSaid() {
        std::ofstream(in("old.npz")) << "old";
        const auto saved = writeNpz(in("old.npz"), {{"a", 5000000, [] { return npyOfTexts({"x"}); }},
                                                    {"b", 0, []() -> std::string { throw std::bad_alloc(); }}});
        QVERIFY(!saved.ok());
        QCOMPARE(saved.text(), "Could not save \"" + in("old.npz").string() +
                                   "\": not enough memory for 5 MB. "
                                   "Close other programs, or shorten the sentence.");
        QCOMPARE(contents(in("old.npz")), std::string("old"));
    }

    void whatAMemberThrowsComesThrough() {
        std::ofstream(in("thrown.npz")) << "old";
        const std::vector<NpzMember> members{{"a", 100, [] { return npyOfTexts({"x"}); }},
                                             {"b", 0, []() -> std::string { throw std::length_error("too long"); }}};
        QVERIFY_THROWS_EXCEPTION(std::length_error, (void)writeNpz(in("thrown.npz"), members));
        QCOMPARE(contents(in("thrown.npz")), std::string("old"));
    }

    /// X_kv stands beside the stages of the layers if one of them reads it, whichever it is.
    void theSecondSentenceOfATrace_data() {
        QTest::addColumn<bool>("isRead");
        QTest::newRow("read by layer 2") << true;
        QTest::newRow("read by none") << false;
    }
    void theSecondSentenceOfATrace() {
        QFETCH(bool, isRead);
        const Matrix ones = Matrix::Ones(2, 2);
        Session session = givenSession("a b", {{{Parameter::GivenWeights, ones}, {Parameter::GivenV, ones}}});
        session = *withSecondSentence(session, true);
        if (isRead) session = *withLayerAdded(session);
        HeldTraces held(tracesOf(session));
        QVERIFY(writeTrace(in("second.npz"), session, held));
        const auto members = membersOfZip(in("second.npz"));
        for (const char* name : {"embeddings_kv.npy", "X_kv.npy"})
            QCOMPARE(std::ranges::count(members, name, [](const auto& member) { return member.first; }), isRead);
    }

    void aTraceHasOneArrayPerStage_data() {
        QTest::addColumn<bool>("cross");
        QTest::addColumn<bool>("output");
        QTest::newRow("plain") << false << false;
        QTest::newRow("W_o") << false << true;
        QTest::newRow("cross-attention, W_o") << true << true;
    }
    void aTraceHasOneArrayPerStage() {
        QFETCH(bool, cross);
        QFETCH(bool, output);
        Session session = *withSentence(newSession(1, 2, 2, 3, 4), "one two three");
        if (cross) session.source = withSentence(session, "four five")->text;
        if (output) changing(session)[Parameter::Wo] = Matrix(Matrix::Ones(8, 5));
        const Index n = 3, m = cross ? 2 : 3;
        Trace trace;
        trace.add(Stage::X, Matrix::Random(n, 2));
        if (cross) trace.add(Stage::XKv, Matrix::Random(m, 2));
        const Sizes sizes = sizesOf(session);
        for (const StageInfo& info : stages())
            for (int h = 0; h < (info.scope == Scope::Head ? 2 : 1) && info.stage > Stage::XKv; ++h)
                if (hasStage(info.stage, session, 0))
                    trace.add(info.stage, Matrix::Random(lengthOf(info.rows, sizes), lengthOf(info.cols, sizes)));
        HeldTraces held({trace});
        const auto saved = writeTrace(in("trace.npz"), session, held);
        QVERIFY2(saved.ok(), saved ? "" : saved.text().c_str());

        QStringList found;
        const auto members = membersOfZip(in("trace.npz"));
        for (const auto& [name, bytes] : members) {
            const QString dict = QString::fromStdString(parsed(bytes).dict);
            found << QString::fromStdString(name).chopped(4) + dict.mid(dict.indexOf("'shape': ") + 9).chopped(3);
        }
        const QString keys = QString::number(m);
        QStringList expected{"tokens(3,)"};
        if (cross) expected << "tokens_kv(2,)";
        expected << "embeddings(3, 2)";
        if (cross) expected << "embeddings_kv(2, 2)";
        expected << "X(3, 2)";
        if (cross) expected << "X_kv(2, 2)";
        expected << "Q(2, 3, 3)"
                 << "K(2, " + keys + ", 3)"
                 << "V(2, " + keys + ", 4)"
                 << "scores(2, 3, " + keys + ")"
                 << "scaled(2, 3, " + keys + ")"
                 << "weights(2, 3, " + keys + ")"
                 << "context(2, 3, 4)"
                 << "concat(3, 8)";
        if (output) expected << "output(3, 5)";
        QCOMPARE(found, expected);
        const auto q = valuesIn<float>(parsed(members[cross ? 6 : 3].second).values);
        QCOMPARE(q.size(), std::size_t(18));
        QCOMPARE(q[9], trace(Stage::Q, 1)(0, 0));
        QCOMPARE(q[17], trace(Stage::Q, 1)(2, 2));
    }
};

QTEST_APPLESS_MAIN(NpzTest)
#include "tst_npz.moc"
