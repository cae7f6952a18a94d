#include "io/files.h"
#include "support/verdicts.h"

#include <nlohmann/json.hpp>

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

// Tests the tolerance, and what is said.

class ReportTest : public QObject {
    Q_OBJECT

private slots:
    void roundedNumbers_data() {
        QTest::addColumn<int>("bits");
        QTest::addColumn<testing::Fault>("fault");
        QTest::addColumn<QString>("verdict");
        for (const int bits : {24, 11, 8}) {
            QTest::addRow("right, %d bits", bits) << bits << testing::Fault() << "agrees";
            QTest::addRow("over queries, %d bits", bits)
                << bits << testing::Fault{.over = 'q'} << "weights: softmax_axis";
        }
    }
    void roundedNumbers() {
        QFETCH(int, bits);
        QFETCH(testing::Fault, fault);
        Tensors tensors = Notebook(7, 12, 3, fault).only({"Q", "K", "V", "attn_weights", "context"});
        roundBits(tensors, bits);
        const auto report = checked(tensors);
        QTEST(verdict(report), "verdict");
    }
    void nanAgreesWithNan() {
        Tensors tensors = Notebook(5, 12, 3, {}).only(kHeads);
        tensors["Q"].values[0] = std::numeric_limits<float>::quiet_NaN(); // of query 0, head 0, which sees key 0 alone
        tensors["attn_weights"].values[0] = tensors["Q"].values[0];
        QCOMPARE(verdict(checked(tensors)), "agrees");
        tensors["attn_weights"].values[1] = 0.5F;
        QCOMPARE(verdict(checked(tensors)), "weights: unknown");
    }
    /// Such weights are a mistake. Only a mask in the file can hide all keys.
    void weightsOfNothingDiffer() {
        for (const float nothing : {0.F, std::numeric_limits<float>::quiet_NaN()}) {
            Tensors tensors = Notebook(5, 12, 3, {}).only(kHeads);
            std::ranges::fill(tensors["attn_weights"].values, nothing);
            QCOMPARE(verdict(checked(tensors)), "weights: unknown");
            tensors["key_padding_mask"] = {{1, 5}, std::vector<float>(5, 1)};
            QCOMPARE(verdict(checked(tensors)), "agrees");
        }
    }
    /// They are not blamed on the other texts of a batch, one of which is padded.
    void weightsOfNothingDifferAlone() {
        Tensors tensors = Notebook(5, 12, 3, {.attends = [](int, int key) { return key < 3; }}).only(kHeads);
        for (auto& [name, tensor] : tensors) {
            const std::vector<float> first = tensor.values;
            tensor.shape.insert(tensor.shape.begin(), 2);
            tensor.values.insert(tensor.values.end(), first.begin(), first.end());
        }
        QCOMPARE(verdict(checked(tensors)), "agrees");
        Tensor& weights = tensors["attn_weights"];
        std::fill(weights.values.begin() + std::ssize(weights.values) / 2, weights.values.end(), 0.0F);
        const auto report = checked(tensors);
        QCOMPARE(report->stages[0].differing, weights.values.size() / 2);
    }
    void toleranceIsAbsolute() {
        Tensors tensors = Notebook(5, 12, 3, {}).only(kHeads);
        tensors["attn_weights"].values[0] += 0.01F;
        QCOMPARE(verdict(checked(tensors)), "weights: unknown");
        QCOMPARE(verdict(checked(tensors, {0.02, {}})), "agrees");
        const auto report = checked(tensors);
        QCOMPARE(report->stages[0].differing, std::size_t(1));
        QCOMPARE(report->stages[0].where, (std::vector<std::int64_t>{0, 0, 0}));
        QVERIFY(std::abs(report->stages[0].largest - 0.01) < 1e-6);
    }
    void words() {
        const auto right = checked(Notebook(5, 12, 3, {}).only(kHeads));
        const std::vector<std::string> lines = linesOf(*right);
        QVERIFY2(lines[0].starts_with("weights (attn_weights): softmax of Q K^T / sqrt(4), causal, to "),
                 lines[0].c_str());
        QCOMPARE(lines.back(), "All stages agree.");
        const auto wrong = checked(Notebook(5, 12, 3, {.over = 'q'}).only(kHeads));
        QCOMPARE(linesOf(*wrong)[1],
                 "  Cause: the softmax is over queries or over heads, not over keys: softmax over queries "
                 "of Q K^T / sqrt(4), causal.");
        QCOMPARE(linesOf(*wrong).back(), "The first stage that differs is weights (attn_weights).");
    }

    void wordsOnWhatIsLeftOut() {
        Tensors tensors = Notebook(5, 12, 3, {}).only(kHeads);
        tensors["logits"] = {{1, 5, 50}, std::vector<float>(250, 1)};
        tensors["mask"] = {{3, 4}, std::vector<float>(12, 1)};
        QCOMPARE(linesOf(*checked(tensors)).back(),
                 "All stages agree, but these arrays were not checked: \"logits\", \"mask\".");
    }

    void aTextIsRefused() {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("a.csv").toStdString();
        QVERIFY(writeFile(path, "0.5,0.5\n"));
        const auto report = check(path);
        QVERIFY(!report.ok());
        QVERIFY2(report.text().find("np.savez") != std::string::npos, report.text().c_str());
    }

    /// Graders read these names.
    void json() {
        const auto report = checked(Notebook(5, 12, 3, {.over = 'q'}).only(kHeads));
        const auto json = nlohmann::json::parse(jsonOf(*report));
        QCOMPARE(json["status"].get<int>(), 1);
        QCOMPARE(json["first_differing"].get<std::string>(), "attn_weights");
        const auto& stage = json["stages"][0];
        for (const char* key : {"stage", "array", "agrees", "formula", "differing", "of", "largest", "where",
                                "computed", "in_file", "tolerance", "causes", "why", "unseen"})
            QVERIFY2(stage.contains(key), key);
        QCOMPARE(stage["causes"][0]["name"].get<std::string>(), "softmax_axis");
    }

    /// A wrong shape has no numbers, and a difference in numbers is named before it.
    void jsonOfAWrongShape() {
        Tensors tensors = Notebook(5, 12, 3, {}).only({"Q", "K", "scores", "attn_weights"});
        tensors["scores"] = {{3, 4, 5}, std::vector<float>(60, 1)};
        const auto json = nlohmann::json::parse(jsonOf(*checked(tensors)));
        QCOMPARE(json["first_differing"].get<std::string>(), "scores");
        for (const char* key : {"largest", "computed", "in_file", "tolerance"})
            QVERIFY2(json["stages"][0][key].is_null(), key);
        tensors["attn_weights"].values[0] = 2;
        QCOMPARE(checked(tensors)->firstDiffering()->stage, "weights");
    }
};

QTEST_APPLESS_MAIN(ReportTest)
#include "tst_report.moc"
