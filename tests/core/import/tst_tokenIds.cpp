#include "import/leftOut.h"
#include "import/openedFile.h"
#include "io/npy.h"
#include "io/npz.h"
#include "session/edits.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <fstream>

using namespace headlight;

// Tests the X of a text that is given by the ids of its tokens, beside the arrays of a GPT-2.

class TokenIdsTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    std::filesystem::path in(const char* name) const { return folder_.filePath(name).toStdString(); }

    /// Opens a model with four tokens, three places, and two layers of one head; `ids` may be empty.
    Result<OpenedFile> opened(const std::vector<float>& ids, std::int64_t texts = 1,
                              std::vector<const char*> layers = {"0", "1"}) const {
        std::vector<NpzMember> members;
        const auto add = [&](const std::string& name, const std::vector<float>& values,
                             const std::vector<std::int64_t>& shape) {
            members.push_back({name, 1000, [=] { return npyOfFloats(values, shape); }});
        };
        add("transformer.wte.weight", {0, 1, 10, 11, 20, 21, 30, 31}, {4, 2});
        add("transformer.wpe.weight", {0.5F, 0.25F, 1, 2, 3, 4}, {3, 2});
        for (const char* layer : layers)
            add("transformer.h." + std::string(layer) + ".attn.c_attn.weight", std::vector<float>(12, 1), {2, 6});
        if (!ids.empty()) add("input_ids", ids, {texts, std::ssize(ids) / texts});
        const auto written = writeNpz(in("gpt.npz"), members);
        return written ? readOpened(in("gpt.npz")) : written.problem();
    }

private slots:
    void cleanup() { std::filesystem::remove(in("input_ids.npy")); }

    /// X is the row of each id plus that of its place.
    void xOfIds_data() {
        QTest::addColumn<bool>("areBeside"); // in a file of their own
        QTest::newRow("in the file") << false;
        QTest::newRow("beside it") << true;
    }
    void xOfIds() {
        QFETCH(bool, areBeside);
        const std::vector<float> ids{2, 0, 2};
        if (areBeside) std::ofstream(in("input_ids.npy"), std::ios::binary) << npyOfFloats(ids, {3});
        const auto file = opened(areBeside ? std::vector<float>() : ids);
        QVERIFY2(file, file ? "" : file.text().c_str());
        const auto set = arraySet(file->arrays.listed);
        QVERIFY2(set, set ? "" : set.text().c_str());
        ImportChoices choices = usualChoices(*set);
        choices.heads = 1;
        QVERIFY(cautionsOn(*set, file->arrays.listed, choices).empty());
        const std::vector<std::string> said = assumptionsOn(*set, choices);
        QVERIFY(std::ranges::find(said, "X is made of input_ids, wte and wpe.") != said.end());
        QCOMPARE(notUsedText(*set, file->arrays.listed, choices),
                 std::string("transformer.h.1.attn.c_attn.weight [2, 6]"));
        const auto session = withArrays(blankSession(), 0, *set, file->arrays, choices);
        QVERIFY2(session, session ? "" : session.text().c_str());
        const FrozenMatrix x = matrixOf(*session, {Parameter::GivenX, 0, 0});
        QVERIFY(x);
        QCOMPARE(*x, Matrix((Matrix(3, 2) << 20.5F, 21.25F, 1, 3, 23, 25).finished()));
        QCOMPARE(session->text.tokens->texts, (std::vector<std::string>{"2", "0", "2"}));
        choices.layer = 1;
        QCOMPARE(cautionsOn(*set, file->arrays.listed, choices, false).front(),
                 std::string("Not computed, but the model does: the layers before this one."));
    }

    /// A file opens without an X that cannot be made.
    void refused_data() {
        QTest::addColumn<std::vector<float>>("ids");
        QTest::addColumn<int>("texts");
        QTest::addColumn<QString>("why");
        using Ids = std::vector<float>;
        QTest::newRow("no such token") << Ids{0, 4} << 1 << "there is no embedding of the id 4";
        QTest::newRow("below 0") << Ids{0, -1} << 1 << "there is no embedding of the id -1";
        QTest::newRow("not whole") << Ids{1.5F} << 1 << "there is no embedding of the id 1.5";
        QTest::newRow("NaN") << Ids{NAN} << 1 << "there is no embedding of the id NaN";
        QTest::newRow("too long") << Ids{0, 1, 2, 3} << 1 << "the text has 4 tokens, but there are 3 positions";
        QTest::newRow("a batch") << Ids{0, 1, 2, 3} << 2
                                 << "its input_ids [2, 2] are not of one text; save one, such as input_ids[0]";
    }
    void refused() {
        QFETCH(std::vector<float>, ids);
        QFETCH(int, texts);
        QFETCH(QString, why);
        const auto file = opened(ids, texts);
        QVERIFY2(file, file ? "" : file.text().c_str());
        const auto set = arraySet(file->arrays.listed);
        QVERIFY2(set, set ? "" : set.text().c_str());
        QVERIFY(!set->x);
        const QString notUsed = QString::fromStdString(notUsedText(*set, file->arrays.listed, usualChoices(*set)));
        QVERIFY2(notUsed.contains("wte[input_ids]+wpe [" + QString::number(ids.size()) + ", 2] (" + why + ")"),
                 qPrintable(notUsed));
    }

    /// The number in its name says that layers stand before it.
    void aLaterLayerAlone() {
        const auto file = opened({0, 1}, 1, {"5"});
        QVERIFY2(file, file ? "" : file.text().c_str());
        const auto set = arraySet(file->arrays.listed);
        QCOMPARE(cautionsOn(*set, file->arrays.listed, usualChoices(*set), false),
                 std::vector<std::string>{"Not computed, but the model does: the layers before this one."});
    }

    /// Without ids nothing is added.
    void noIds() { QCOMPARE(opened({})->arrays.listed.size(), std::size_t(4)); }
};

QTEST_APPLESS_MAIN(TokenIdsTest)
#include "tst_tokenIds.moc"
