#include "import/givenArrays.h"
#include "io/npy.h"
#include "io/npz.h"
#include "session/edits.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace headlight;

// Tests the pins of what a file itself holds.

class OwnStagesTest : public QObject {
    Q_OBJECT

private slots:
    void pins_data() {
        QTest::addColumn<std::vector<std::string>>("arrays"); // of two heads and three tokens
        QTest::addColumn<QStringList>("pins");
        const QString scores = "Scores in file", weights = "Weights in file";
        QTest::newRow("weights of Q and K") << std::vector<std::string>{"Q", "K", "weights"} << QStringList{weights};
        QTest::newRow("both") << std::vector<std::string>{"Q", "K", "scores", "weights"}
                              << QStringList{scores, weights};
        QTest::newRow("weights of scores") << std::vector<std::string>{"scores", "weights"} << QStringList{weights};
        QTest::newRow("of Q, K and V") << std::vector<std::string>{"Q", "K", "V", "weights"} << QStringList{weights};
        QTest::newRow("weights alone") << std::vector<std::string>{"weights"} << QStringList();
        QTest::newRow("nothing finished") << std::vector<std::string>{"Q", "K"} << QStringList();
    }
    void pins() {
        QFETCH(std::vector<std::string>, arrays);
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("a.npz").toStdString();
        std::vector<NpzMember> members;
        for (const std::string& name : arrays) {
            const bool isMap = name == "scores" || name == "weights";
            std::vector<float> values(isMap ? 18 : 12);
            for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i) / 4;
            members.push_back({name, 0, [=] { return npyOfFloats(values, {2, 3, isMap ? 3 : 2}); }});
        }
        QVERIFY(writeNpz(path, members));
        const auto opened = readOpened(path);
        QVERIFY2(opened.ok(), opened.ok() ? "" : opened.text().c_str());
        QStringList names;
        for (const Pin& pin : opened->file.session.pins ? *opened->file.session.pins : std::vector<Pin>()) {
            names << QString::fromStdString(pin.name);
            const Head& second = layerAt(pin.session, 0).allHeads.at(1);
            const Parameter given = names.last().startsWith("Scores") ? Parameter::GivenScores
                                                                      : Parameter::GivenWeights;
            QCOMPARE((*second[given].kept)(2, 1), 4.0F); // number 16 of the array
            QCOMPARE(second[Parameter::GivenV].isOn, std::ranges::count(arrays, "V") == 1);
        }
        QTEST(names, "pins");
    }

    void pinsOfATable() {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("a.csv").toStdString();
        std::ofstream(path) << "Q =\n1,2\n3,4\n\nK =\n1,0\n0,1\n\nweights =\n0.5,0.5\n0.25,0.75\n";
        const auto opened = readOpened(path);
        QVERIFY2(opened.ok(), opened.ok() ? "" : opened.text().c_str());
        const Session& session = opened->file.session;
        QVERIFY(session.pins && session.pins->size() == 1);
        QCOMPARE((*layerAt(session.pins->front().session, 0).allHeads[0][Parameter::GivenWeights].kept)(1, 1), 0.75F);
    }
};

QTEST_APPLESS_MAIN(OwnStagesTest)
#include "tst_ownStages.moc"
