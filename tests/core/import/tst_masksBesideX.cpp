// A mask in a file of X and matrices: what is taken of it, and the reasons why something is not.
#include "core/import/smallArrays.h"
#include "import/importArrays.h"
#include "import/leftOut.h"
#include "session/edits.h"

#include <QTest>

#include <map>

using namespace headlight;
using namespace headlight::testing;

class MasksBesideXTest : public QObject {
    Q_OBJECT

private slots:
    /// A mask of the tokens of X that is not causal becomes the custom mask: here the third key is hidden.
    void masksOfX_data() {
        QTest::addColumn<std::vector<std::int64_t>>("shape");
        QTest::addColumn<std::vector<float>>("numbers");
        QTest::addColumn<bool>("isTaken");
        using Shape = std::vector<std::int64_t>;
        using Floats = std::vector<float>;
        QTest::newRow("attention_mask") << Shape{3} << Floats{1, 1, 0} << true;
        QTest::newRow("a.attention_mask") << Shape{3} << Floats{1, 1, 0} << false; // of another layer
        QTest::newRow("Attention_Mask") << Shape{1, 1, 1, 3} << Floats{1, 1, 0} << true;
        QTest::newRow("key_padding_mask") << Shape{1, 3} << Floats{0, 0, 1} << true;
        QTest::newRow("mask") << Shape{3, 3} << Floats{1, 1, 0, 1, 1, 0, 1, 1, 0} << true;
        QTest::newRow("attn_mask") << Shape{1, 3} << Floats{0, 0, -1e9F} << true;
        QTest::newRow("Mask") << Shape{4} << Floats{1, 1, 0, 0} << false;
    }
    void masksOfX() {
        QFETCH(std::vector<std::int64_t>, shape);
        QFETCH(std::vector<float>, numbers);
        QFETCH(bool, isTaken);
        auto arrays = small();
        arrays.push_back(array("X", {3, 2}, {1, 2, 3, 4, 5, 6}));
        arrays.push_back(array(QTest::currentDataTag(), shape, numbers));
        const auto set = arraySet(arrays);
        ImportChoices choices = usualChoices(*set);
        const auto taken = withArrays(blankSession(), 0, *set, arrays, choices);
        QVERIFY2(taken, taken ? "" : taken.text().c_str());
        const FrozenMatrix& given = layerAt(*taken, 0).options.mask.given;
        QCOMPARE(static_cast<bool>(given), isTaken);
        if (isTaken) QCOMPARE(*given, Matrix((Matrix(3, 3) << 1, 1, 0, 1, 1, 0, 1, 1, 0).finished()));
        QCOMPARE(assumptionsOn(*set, choices).size(), std::size_t(isTaken ? 1 : 0));
        QCOMPARE(notUsedText(*set, arrays, choices).empty(), isTaken);
        choices.hasMask = false;
        QVERIFY(!layerAt(*withArrays(blankSession(), 0, *set, arrays, choices), 0).options.mask.given);
    }

    void masksThatAreNotTaken() {
        auto arrays = small();
        arrays.push_back(array("X", {3, 2}, {1, 2, 3, 4, 5, 6}));
        const std::size_t first = arrays.size();
        arrays.push_back(array("attention_mask", {3}, {1, 1, 1}));
        arrays.push_back(array("key_padding_mask", {3}, {0, 0, 0}));
        arrays.push_back(array("mask", {3}, {1, 1, 0}));
        arrays.push_back(array("attn_mask", {3}, {1, 0, 1}));
        const auto unused = arraySet(arrays)->unused;
        QCOMPARE(unused, (std::map<std::size_t, std::string>{{first, "it hides nothing"},
                                                             {first + 1, "it hides nothing"},
                                                             {first + 3, "another mask is taken"}}));
    }

    /// The cells are counted before the mask is made: 1,024 queries of 1,025 keys would be too many.
    void aMaskOfKeysIsNotTooLarge_data() {
        QTest::addColumn<int>("tokens");
        QTest::addColumn<std::string>("why");
        QTest::newRow("1,048,576 cells") << 1024 << std::string();
        QTest::newRow("more") << 1025 << std::string("it has more than 1048576 cells");
    }
    void aMaskOfKeysIsNotTooLarge() {
        QFETCH(int, tokens);
        auto arrays = small();
        const auto count = static_cast<std::size_t>(tokens);
        arrays.push_back(array("X", {tokens, 2}, std::vector<float>(2 * count)));
        std::vector<float> keys(count, 1);
        keys.back() = 0;
        arrays.push_back(array("attention_mask", {tokens}, keys));
        const auto unused = arraySet(arrays)->unused;
        QTEST(unused.empty() ? std::string() : unused.at(arrays.size() - 1), "why");
    }
};

QTEST_APPLESS_MAIN(MasksBesideXTest)
#include "tst_masksBesideX.moc"
