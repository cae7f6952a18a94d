#include "backend/opencl/ProgramCache.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <future>
#include <memory>
#include <string>

using namespace headlight;
namespace fs = std::filesystem;

class ProgramCacheTest : public QObject {
    Q_OBJECT

    const std::string key_ = "a driver\na device\noptions\n" + std::string(300, 's');
    const std::string program_ = std::string("\0\x7f program\n\xff", 12) + std::string(500, 'p');
    std::unique_ptr<QTemporaryDir> dir_;
    std::unique_ptr<ProgramCache> cache_;

    fs::path folder() const { return dir_->path().toStdString() + "/opencl"; }
    int count() const { return int(QDir(dir_->filePath("opencl")).entryList(QDir::Files).size()); }

    /// Returns the path of the only file in the folder.
    QString path() const { return QString::fromStdString(fs::directory_iterator(folder())->path().string()); }
    QByteArray content() const {
        QFile file(path());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static bool write(const QString& path, const QByteArray& bytes) {
        QFile file(path);
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
    }
    void verifyReplaced() {
        QVERIFY(!cache_->find(key_));
        cache_->keep(key_, program_);
        QVERIFY(cache_->find(key_) == program_);
    }

private slots:
    void init() {
        dir_ = std::make_unique<QTemporaryDir>();
        cache_ = std::make_unique<ProgramCache>(folder());
        cache_->keep(key_, program_);
        QCOMPARE(count(), 1);
    }

    void findsWhatItKept() {
        QVERIFY(cache_->find(key_) == program_);
        QVERIFY(ProgramCache(folder()).find(key_) == program_);
        QVERIFY(!cache_->find(key_ + "s"));
        QVERIFY(!cache_->find(key_.substr(1)));
        cache_->keep(key_, "another");
        QVERIFY(cache_->find(key_) == "another");
        QCOMPARE(count(), 1);
    }

    void damagedFileIsNone() {
        const QByteArray whole = content();
        for (qsizetype at = 0; at < whole.size(); at += 10) {
            QByteArray damaged = whole;
            damaged[at] = char(damaged[at] ^ (1 << at / 10 % 8));
            QVERIFY(write(path(), damaged));
            QVERIFY2(!cache_->find(key_), qPrintable(QString::number(at)));
            QVERIFY(write(path(), whole.first(at)));
            QVERIFY2(!cache_->find(key_), qPrintable(QString::number(at)));
        }
        QVERIFY(write(path(), whole + 'p'));
        verifyReplaced();
    }

    void foreignFileIsNone() {
        const QString own = path();
        cache_->keep(key_ + "other", program_);
        QCOMPARE(count(), 2);
        for (const QFileInfo& file : QDir(dir_->filePath("opencl")).entryInfoList(QDir::Files))
            if (file.filePath() != own) fs::rename(file.filePath().toStdString(), own.toStdString());
        verifyReplaced(); // as after a collision of their names
    }

    void folderOrPipeOfThatNameIsNone() {
        const std::string name = path().toStdString();
        fs::remove(name);
        fs::create_directory(name);
        QVERIFY(!cache_->find(key_));
        cache_->keep(key_, program_);
        QVERIFY(!cache_->find(key_));
        QCOMPARE(count(), 0); // the file that could not be renamed was removed
        fs::remove(name);
        QCOMPARE(mkfifo(name.c_str(), 0600), 0);
        verifyReplaced();
    }

    void folderThatCannotBeWrittenKeepsNothing() {
        for (const char* folder : {"/dev/null/opencl", "/proc/opencl", ""}) {
            const ProgramCache cache{fs::path(folder)};
            cache.keep(key_, program_);
            QVERIFY(!cache.find(key_));
        }
    }

    void severalUseItAtOnce() {
        const std::string one(300'000, 'o'), other(300'000, 'q');
        const auto use = [&](const std::string& mine) {
            bool isWhole = true;
            for (int i = 0; i < 100; ++i) {
                ProgramCache(folder()).keep(key_, mine);
                const auto found = ProgramCache(folder()).find(key_);
                isWhole &= found && (*found == one || *found == other);
            }
            return isWhole;
        };
        auto beside = std::async(std::launch::async, [&] { return use(other); });
        QVERIFY(use(one));
        QVERIFY(beside.get());
        QCOMPARE(count(), 1);
    }

    void oldestAreDeleted() {
        const auto keyOf = [&](int i) { return key_ + std::to_string(i); };
        const auto longAgo = fs::file_time_type::clock::now() - std::chrono::hours(24);
        QVERIFY(write(dir_->filePath("opencl/1-1.new"), "left by a program that was killed"));
        for (int i = 0; i < ProgramCache::kMaxPrograms + 6; ++i) {
            cache_->keep(keyOf(i), program_);
            for (const auto& file : fs::directory_iterator(folder()))
                if (file.last_write_time() > longAgo + std::chrono::hours(1))
                    fs::last_write_time(file, longAgo + std::chrono::seconds(i));
            QVERIFY(i < 5 || cache_->find(keyOf(3))); // used in every round
            QVERIFY(count() <= ProgramCache::kMaxPrograms);
        }
        QCOMPARE(count(), ProgramCache::kMaxPrograms);
        QVERIFY(!QFile::exists(dir_->filePath("opencl/1-1.new")));
        QVERIFY(!cache_->find(key_));
        QVERIFY(!cache_->find(keyOf(0)));
        for (const int i : {3, ProgramCache::kMaxPrograms, ProgramCache::kMaxPrograms + 5})
            QVERIFY(cache_->find(keyOf(i)));
    }

    void itIsInTheUsersFolder_data() {
        QTest::addColumn<QByteArray>("caches"); // relative to the test's folder; empty: not set
        QTest::addColumn<QByteArray>("home");
        QTest::addColumn<QString>("where"); // empty: nowhere
        QTest::newRow("XDG_CACHE_HOME") << QByteArray("/c") << QByteArray("/opencl") << "c/headlight/opencl";
        QTest::newRow("home") << QByteArray() << QByteArray("/opencl") << "opencl/.cache/headlight/opencl";
        QTest::newRow("no home") << QByteArray() << QByteArray("/nowhere") << "";
    }
    void itIsInTheUsersFolder() {
        QFETCH(QByteArray, caches);
        QFETCH(QByteArray, home);
        QFETCH(QString, where);
        const QByteArray oldCaches = qgetenv("XDG_CACHE_HOME"), oldHome = qgetenv("HOME"), top = dir_->path().toUtf8();
        qputenv("XDG_CACHE_HOME", caches.isEmpty() ? "not/absolute" : top + caches);
        qputenv("HOME", top + home);
        const ProgramCache cache;
        qputenv("XDG_CACHE_HOME", oldCaches);
        qputenv("HOME", oldHome);
        cache.keep(key_, program_);
        QCOMPARE(cache.find(key_).has_value(), !where.isEmpty());
        if (!where.isEmpty()) QCOMPARE(QDir(dir_->filePath(where)).entryList(QDir::Files).size(), 1);
        QVERIFY(!QFile::exists(dir_->filePath("nowhere")));
    }
};

QTEST_APPLESS_MAIN(ProgramCacheTest)
#include "tst_programCache.moc"
