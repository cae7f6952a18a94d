#include "import/leftOut.h"
#include "import/openedFile.h"
#include "io/npy.h"
#include "io/npz.h"
#include "session/edits.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace headlight;

// Tests the X of a text that is given by the ids of its tokens, beside the arrays of a GPT-2.

class TokenIdsTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    std::filesystem::path in(const char* name) const { return folder_.filePath(name).toStdString(); }

    /// Opens a model with four tokens, three places, and two layers of one head; `ids` may be empty.
    Result<OpenedFile> opened(const std::vector<float>& ids) const {
        std::vector<NpzMember> members;
        const auto add = [&](const std::string& name, const std::vector<float>& values,
                             const std::vector<std::int64_t>& shape) {
            members.push_back({name, 1000, [=] { return npyOfFloats(values, shape); }});
        };
        add("transformer.wte.weight", {0, 1, 10, 11, 20, 21, 30, 31}, {4, 2});
        add("transformer.wpe.weight", {0.5F, 0.25F, 1, 2, 3, 4}, {3, 2});
        for (const char* layer : {"0", "1"})
            add("transformer.h." + std::string(layer) + ".attn.c_attn.weight", std::vector<float>(12, 1), {2, 6});
        if (!ids.empty()) add("input_ids", ids, {1, std::ssize(ids)});
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

    void refused_data() {
        QTest::addColumn<std::vector<float>>("ids");
        QTest::addColumn<QString>("why");
        using Ids = std::vector<float>;
        QTest::newRow("no such token") << Ids{0, 4} << "It has no embedding or no position for the token of id 4.";
        QTest::newRow("too long") << Ids{0, 1, 2, 3} << "It has no embedding or no position for the token of id 3.";
    }
    void refused() {
        QFETCH(std::vector<float>, ids);
        QFETCH(QString, why);
        const auto file = opened(ids);
        QVERIFY(!file);
        QVERIFY2(QString::fromStdString(file.text()).endsWith(why), file.text().c_str());
    }

    /// Without ids nothing is added.
    void noIds() { QCOMPARE(opened({})->arrays.listed.size(), std::size_t(4)); }
};

QTEST_APPLESS_MAIN(TokenIdsTest)
#include "tst_tokenIds.moc"
