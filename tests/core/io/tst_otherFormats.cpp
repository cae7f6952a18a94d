#include "io/arrays.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>

using namespace headlight;

class OtherFormatsTest : public QObject {
    Q_OBJECT

private slots:
    /// For each known format that cannot be read, the message says what to do instead.
    void otherFormatsAreNamed_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("why");
        const auto row = [](const char* name, const QByteArray& bytes, const char* why) {
            QTest::newRow(name) << bytes << why;
        };
        row("a.h5", "", "it is HDF5, which is not read; load it with h5py");
        row("a.onnx", "\x08\x07", "it is ONNX, which is not read; turn its initializers");
        row("a.mat", "", "it is a MAT-file of MATLAB, which is not read; write each matrix");
        row("older", "MATLAB 5.0 MAT-file, Platform: GLNXA64", "it is a MAT-file");
        row("hdf5.npz", QByteArray("\x89HDF\r\n\x1A\n\0", 9), "it is HDF5");
        row("packed.npz", QByteArray("\x1F\x8B\x08\0\0", 5), "it is packed by gzip, which is not read; unpack it");
        row("heads.npy.gz", "", "it is packed by gzip");
        row("map.npz", QByteArray("\x89PNG\r\n\x1A\n\0", 9), "it is a picture, which has no arrays");
        row("photo.npz", "\xFF\xD8\xFF\xE0", "it is a picture");
        row("model.safetensors", "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 548105171\n",
            "it is a pointer of Git LFS, which stands for the file; run git lfs pull");
        row("mine.headlight", "version https://git-lfs.github.com/spec/v1\n", "it is a pointer of Git LFS");
        row("page.npz", "\n<!DOCTYPE html>\n<html>", "it is a web page (HTML) and has no arrays");
        row("error.safetensors", "{\"error\": \"Repository not found\"}\n\n",
            "it is a text and has no arrays; it begins with \"{\"error\":");
        row("text.npy", "Größe\tX\r\n1\t2", "it is a text and has no arrays; it begins with \"Größe");
    }
    void otherFormatsAreNamed() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, why);
        QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / QTest::currentDataTag();
        std::ofstream(path, std::ios::binary) << bytes.toStdString();
        const auto read = readArrays(path);
        QVERIFY(!read.ok());
        const QString said = QString::fromStdString(read.text());
        QVERIFY2(said.contains(": It cannot be used: " + why) && said.endsWith('.'), qPrintable(said));
    }

    void aTableOfTextIsPasted() {
        QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "a.csv";
        std::ofstream(path) << "1,2\n";
        const auto read = readArrays(path);
        QVERIFY(!read.ok());
        QVERIFY2(read.text().ends_with("a.csv\": It is neither .npy nor .npz nor .safetensors. A table of numbers goes "
                                       "into one matrix: choose Paste from a file in the menu of that matrix."),
                 read.text().c_str());
    }
};

QTEST_APPLESS_MAIN(OtherFormatsTest)
#include "tst_otherFormats.moc"
