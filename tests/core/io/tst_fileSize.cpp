// Tests the estimate of a session's size as a file.
#include "base/memory.h"
#include "io/JsonReader.h"
#include "io/fileSize.h"
#include "io/sessionFile.h"
#include "session/edits.h"
#include "support/changing.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>

using namespace headlight;

namespace {

/// Returns heads that share their matrices, and so take no more memory than one.
Session withHeads(int d, int heads) {
    Session session = *withSentence(newSession(1, d, 1, d, d), "a b c");
    testing::changing(session)->allHeads.resize(static_cast<std::size_t>(heads), session.layers[0].allHeads[0]);
    return session;
}

double written(const Session& session) { return static_cast<double>(sessionText({session, {}}).size()); }

} // namespace

class FileSizeTest : public QObject {
    Q_OBJECT

private slots:
    void isThatOfTheFile_data() {
        QTest::addColumn<int>("d");
        QTest::addColumn<int>("heads");
        QTest::newRow("rows") << 64 << 4;
        QTest::newRow("base64") << 256 << 4;
    }
    void isThatOfTheFile() {
        QFETCH(int, d);
        QFETCH(int, heads);
        const Session session = withHeads(d, heads);
        const double reckoned = bytesInFile(session), real = written(session);
        QVERIFY2(reckoned < 2 * real && reckoned > 0.98 * real, qPrintable(QString("%1 %2").arg(reckoned).arg(real)));
    }

    void whatIsSwitchedOffCounts() {
        const Session session = withHeads(256, 2);
        const Session simplified = *withoutTrainableWeights(session, 0);
        QVERIFY(bytesInFile(simplified) > 0.98 * written(simplified) && written(simplified) > 0.9 * written(session));
    }

    void aSecondSentenceCounts() {
        const Session one = withHeads(64, 1), two = *withSecondSentence(one, true);
        const double its = 16.0 * static_cast<double>(two.source->embeddings.rows() * two.source->embeddings.cols());
        QVERIFY(its > 0);
        QCOMPARE(bytesInFile(two), bytesInFile(one) + its);
        QCOMPARE(bytesInFile(*withSecondSentence(two, false)), bytesInFile(two)); // also if it is switched off
    }

    void whatGrewTooLargeIsRefused() {
        const Session few = withHeads(1024, 15), many = withHeads(1024, 64), more = withHeads(1024, 63);
        QVERIFY(fitsIntoFile(few, withHeads(1024, 1)).ok());
        QVERIFY(fitsIntoFile(many, few).text().starts_with("The session's numbers would take 1025 MB in a file"));
        QVERIFY(fitsIntoFile(more, many).ok()); // smaller than before
        QVERIFY(fitsIntoFile(many, many).ok());
    }

    /// 256 MB hold this many numbers as base64.
    void atTheBoundOfNumbers() {
        constexpr double kNumbers = 48 << 20;
        QVERIFY(numbersFit(kNumbers, withHeads(2, 1)).ok());
        QVERIFY(
            numbersFit(kNumbers + 1, withHeads(2, 1)).text().starts_with("The session's numbers would take 257 MB"));
        QVERIFY(numbersFit(2 * kNumbers, withHeads(1024, 32)).ok()); // no more than before
    }

    /// 4,096 blocks of 4,096 numbers, each as 16 letters, take 256 MB. They share their memory.
    void atTheBoundOfBytes() {
        Session session;
        session.text.embeddings = Matrix(Matrix::Zero(64, 64));
        Head head;
        head[Parameter::Wq] = Matrix(Matrix::Zero(64, 64));
        Layer layer;
        layer.allHeads.assign(64, head);
        for (int l = 0; l < 64; ++l) session.layers.push_back(layer);
        testing::changing(session)->allHeads.pop_back(); // the embeddings take its place
        QVERIFY(fitsIntoFile(session, {}).ok());
        testing::changing(session)->allHeads[0][Parameter::Bq] = Matrix(Matrix::Zero(1, 1));
        QCOMPARE(
            fitsIntoFile(session, {}).text(),
            std::string(
                "The session's numbers would take 257 MB in a file, but the limit is 256 MB. Choose smaller sizes, "
                "or fewer heads or layers."));
    }

    /// The check is made before reading; afterwards there might be no memory for a message.
    void whatThereIsNoMemoryForIsNotRead() {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("a.headlight").toStdString();
        std::ofstream(path) << "[";
        std::filesystem::resize_file(path, 20'000'000); // a hole, which takes no disk space
        setMemoryLeft([] { return 90e6; });
        const auto read = readSession(path);
        setMemoryLeft({});
        QCOMPARE(read.text(),
                 "\"" + path.native() +
                     "\": Opening it takes about 60 MB of memory, but there is not enough memory: only 26 MB "
                     "is available. Close other programs and try again.");
    }

    /// A session that edits would refuse is not written either.
    void whatIsTooLargeIsNotWritten() {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("a.headlight").toStdString();
        QCOMPARE(writeSession(path, {withHeads(1024, 64), {}}).text(),
                 "Could not save \"" + path.native() +
                     "\": it would be larger than 320 MB, the maximum size. Shorten the sentences. Nothing was "
                     "saved.");
        QVERIFY(!std::filesystem::exists(path));
    }

    /// Small matrices are written as rows, so that fewer numbers fill a file.
    void manyRowsFillAFile() {
        const Session few = withHeads(64, 1);
        Session many = few;
        testing::changing(many)->allHeads.resize(64, few.layers[0].allHeads[0]);
        while (many.layers.size() < 30) many.layers.push_back(many.layers[0]);
        QVERIFY2(fitsIntoFile(many, few).text().starts_with("The session's numbers would take "),
                 fitsIntoFile(many, few).text().c_str());
    }
};

QTEST_APPLESS_MAIN(FileSizeTest)
#include "tst_fileSize.moc"
