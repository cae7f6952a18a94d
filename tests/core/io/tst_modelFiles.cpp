#include "io/arrays.h"
#include "io/modelFiles.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace headlight;

/// Tests which files a folder, an index and a part of a model mean.
class ModelFilesTest : public QObject {
    Q_OBJECT

    static void write(const QString& path, const QByteArray& bytes) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }
    static QByteArray json(QByteArray text) { return text.replace('\'', '"'); }
    /// Returns a .safetensors of one array with one number, 0.
    static QByteArray oneArray(const QByteArray& name) {
        const QByteArray header = json("{'" + name + "':{'dtype':'F32','shape':[1],'data_offsets':[0,4]}}");
        return QByteArray(1, static_cast<char>(header.size())) + QByteArray(7, '\0') + header + QByteArray(4, '\0');
    }

private slots:
    void whichFiles_data() {
        QTest::addColumn<QStringList>("there");
        QTest::addColumn<QString>("opened"); // empty: the folder
        QTest::addColumn<QString>("meant");
        const QString one = "model-00001-of-00002.safetensors", two = "model-00002-of-00002.safetensors",
                      index = "model.safetensors.index.json", both = one + " " + two;
        const QStringList parts{one, two, index};
        QTest::newRow("a folder") << QStringList{"config.json", "model.safetensors"} << ""
                                  << "model.safetensors";
        QTest::newRow("another name") << QStringList{"a.safetensors"} << ""
                                      << "a.safetensors";
        QTest::newRow("a folder of parts") << parts << "" << both;
        QTest::newRow("an index") << parts << index << both;
        QTest::newRow("a part") << parts << two << both;
        QTest::newRow("a part without an index") << QStringList{one, two} << two << two;
        QTest::newRow("a whole model beside parts") << parts + QStringList{"model.safetensors"} << ""
                                                    << "model.safetensors";
        QTest::newRow("any file") << QStringList() << "a.npz"
                                  << "a.npz";
    }
    void whichFiles() {
        QFETCH(QStringList, there);
        QFETCH(QString, opened);
        QFETCH(QString, meant);
        const QTemporaryDir folder;
        const QByteArray one = "model-00001-of-00002.safetensors", two = "model-00002-of-00002.safetensors";
        for (const QString& name : there)
            write(folder.filePath(name), name.endsWith("index.json")
                                             ? json("{'metadata': {'size': 8}, 'weight_map': {'a': '" + one +
                                                    "', 'c': '" + two + "', 'b': '" + one + "'}}")
                                             : "x");
        const auto files = filesOfModel((opened.isEmpty() ? folder.path() : folder.filePath(opened)).toStdString());
        QVERIFY2(files, files ? "" : files.text().c_str());
        QStringList names;
        for (const auto& file : *files) names << QString::fromStdString(file.filename().string());
        QCOMPARE(names.join(' '), meant);
        QCOMPARE(files->front().parent_path().string(), folder.path().toStdString());
    }

    void whatCannotBeOpened_data() {
        QTest::addColumn<QStringList>("there"); // each with its content behind "="
        QTest::addColumn<QString>("why");
        const QString index = "model.safetensors.index.json=";
        QTest::newRow("nothing") << QStringList{"a.txt"} << "It is a folder without a .safetensors.";
        QTest::newRow("pickle") << QStringList{"pytorch_model.bin"}
                                << "write it anew with transformers.AutoModel.from_pretrained(\".\").save_pretrained";
        QTest::newRow("GGUF") << QStringList{"m.Q4_1.gguf"}
                              << "AutoModel.from_pretrained(\".\", gguf_file=\"m.Q4_1.gguf\").save_pretrained";
        QTest::newRow("several") << QStringList{"a.safetensors", "b.safetensors"} << "Open one of them.";
        QTest::newRow("no names") << QStringList{index + "{}"} << "It names no file in its weight_map.";
        QTest::newRow("no JSON") << QStringList{index + "["} << "index.json\": ";
        for (const char* name : {"../a.safetensors", "/etc/passwd", "a.bin"})
            QTest::newRow(name) << QStringList{index + json(QByteArray("{'weight_map': {'a': '") + name + "'}}")}
                                << "weight_map.a must be the name of a .safetensors in the same folder";
    }
    void whatCannotBeOpened() {
        QFETCH(QStringList, there);
        QFETCH(QString, why);
        const QTemporaryDir folder;
        for (const QString& name : there)
            write(folder.filePath(name.section('=', 0, 0)), name.section('=', 1).toUtf8());
        const auto files = filesOfModel(folder.path().toStdString());
        QVERIFY2(!files && QString::fromStdString(files.text()).contains(why), files.text().c_str());
    }

    /// The parts are one file of arrays, of which each array is read from its own part.
    void partsAreOneFile() {
        const QTemporaryDir folder;
        write(folder.filePath("p.safetensors.index.json"),
              json("{'weight_map': {'a': '1.safetensors', 'b': '2.safetensors'}}"));
        write(folder.filePath("1.safetensors"), oneArray("a"));
        QVERIFY(ArrayFile::opened(folder.path().toStdString()).text().find("2.safetensors") != std::string::npos);
        write(folder.filePath("2.safetensors"), oneArray("b"));
        const auto file = ArrayFile::opened(folder.path().toStdString());
        QVERIFY2(file, file ? "" : file.text().c_str());
        QCOMPARE(listOf(*file->list()), std::string("a [1] and b [1]"));
        std::size_t left = 10;
        QCOMPARE(file->read(1, left)->values, std::vector<float>{0});
        write(folder.filePath("1.safetensors"), "changed");
        QVERIFY(!file->read(1, left).ok());
    }
};

QTEST_APPLESS_MAIN(ModelFilesTest)
#include "tst_modelFiles.moc"
