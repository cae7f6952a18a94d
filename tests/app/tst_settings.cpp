// A damaged settings file never prevents a start. The real window is made from damaged files of every kind.
#include "Settings.h"
#include "app/windowBench.h"
#include "window.h"

#include <QAction>
#include <QDataStream>
#include <QFile>
#include <QMenu>
#include <QScopeGuard>
#include <QSettings>
#include <QSplitter>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <random>
#include <span>

using namespace headlight;

namespace {

constexpr unsigned kSeed = 20261121;
constexpr int kMutations = 60;

QByteArray mutated(QByteArray bytes, std::mt19937& random) {
    const auto below = [&](qsizetype limit) { return static_cast<qsizetype>(random() % static_cast<unsigned>(limit)); };
    switch (random() % 3) {
    case 0: return bytes.left(below(bytes.size()));
    case 1:
        for (int i = 0; i < 8; ++i) bytes[below(bytes.size())] = static_cast<char>(random());
        return bytes;
    default: // replaces bytes of small numbers by large ones
        for (const qsizetype at = below(bytes.size() - 4); char& c : std::span(bytes.data() + at, 4))
            c = static_cast<char>(random() % 2 ? 0x7F : 0xFF);
        return bytes;
    }
}

/// Returns bytes as QWidget::saveGeometry() writes them, with these rectangles for frame and content.
QByteArray geometry(const QRect& frame, const QRect& inside) {
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream.setVersion(QDataStream::Qt_4_0);
    stream << quint32(0x1D9D0CB) << quint16(3) << quint16(0) << frame << inside << qint32(0) << quint8(0) << quint8(0)
           << qint32(1280) << inside;
    return bytes;
}

} // namespace

class SettingsTest : public QObject {
    Q_OBJECT

private slots:
    void aKnownWritingStaysInItsPlace() {
        Settings settings;
        settings.writings.set({});
        for (const char* path : {"/a", "/b", "/a"}) settings.addWriting(path);
        QCOMPARE(settings.writings(), QStringList({"/b", "/a"}));
    }

    /// Relative paths in the environment are ignored, so nothing is written to the working folder or the root folder.
    void foldersThatAreNoPathsAreIgnored() {
        const QByteArray home = qgetenv("HOME"), config = qgetenv("XDG_CONFIG_HOME"), data = qgetenv("XDG_DATA_HOME");
        const auto restore = qScopeGuard([&] {
            qputenv("HOME", home);
            config.isNull() ? qunsetenv("XDG_CONFIG_HOME") : qputenv("XDG_CONFIG_HOME", config);
            data.isNull() ? qunsetenv("XDG_DATA_HOME") : qputenv("XDG_DATA_HOME", data);
        });
        qputenv("XDG_CONFIG_HOME", "here");
        qputenv("XDG_DATA_HOME", "/there");
        for (const char* none : {"", "relative"}) {
            qputenv("HOME", none);
            settleFolders();
            QVERIFY(!qEnvironmentVariableIsSet("XDG_CONFIG_HOME"));
            QCOMPARE(qgetenv("XDG_DATA_HOME"), QByteArray("/there"));
            QVERIFY(qgetenv("HOME").isNull() || qgetenv("HOME").startsWith('/'));
        }
    }

    void initTestCase() {
        QVERIFY(folder_.isValid());
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder_.path());
        MainWindow window;
        window.resize(1300, 800); // the default is the screen's size
        window.show();
        window.findChild<QSplitter*>()->setSizes({350, 600, 300});
        window.close();
        good_ = store().value("window/geometry1").toByteArray();
        QVERIFY(!good_.isEmpty());
        QFile file(path());
        QVERIFY(file.open(QIODevice::ReadOnly));
        bytes_ = file.readAll();
    }

    void cleanup() { QFile::remove(path()); }

    void widthsComeBack() {
        write(bytes_);
        MainWindow window;
        window.resize(1400, 800);
        window.show();
        const QList<int> sizes = window.findChild<QSplitter*>()->sizes();
        QVERIFY2(sizes[0] > 320 && sizes[2] > 270, qPrintable(QString("%1 %2").arg(sizes[0]).arg(sizes[2])));
    }

    /// A hidden panel has the stored width 0, and gets its default width when it is shown; the others keep theirs.
    void aHiddenPanelsWidthIsItsFirst() {
        store().setValue("window/widths1", QVariantList{400, 700, 0});
        MainWindow window;
        window.resize(1400, 800);
        window.show();
        const QList<int> sizes = window.findChild<QSplitter*>()->sizes();
        QVERIFY2(sizes[0] > 320 && sizes[2] > 150, qPrintable(QString("%1 %2").arg(sizes[0]).arg(sizes[2])));
    }

    /// A hidden panel stays hidden at the next start, and can be shown again. Invalid names are ignored.
    void aHiddenPanelStaysHidden() {
        const auto turn = [](MainWindow& window, const char* name) {
            QAction* action = testing::menuAction(window, name);
            action->trigger();
            return action->isChecked();
        };
        {
            MainWindow window;
            window.show();
            QVERIFY(!turn(window, "Inspector"));
            window.close();
        }
        store().setValue("window/hidden", store().value("window/hidden").toStringList() << "Maps"
                                                                                        << "Nonsense");
        MainWindow window;
        window.show();
        const auto* splitter = window.findChild<QSplitter*>();
        const auto isShown = [&](int i) { return splitter->widget(i)->isVisible(); };
        QVERIFY(isShown(0) && isShown(1) && !isShown(2));
        QVERIFY(turn(window, "Inspector"));
        QVERIFY(isShown(2) && splitter->widget(2)->width() > 150);
        QVERIFY(!store().value("window/hidden").toStringList().contains("Inspector"));
    }

    /// Versions up to 0.1 wrote each value in quotation marks.
    void anOldFileIsRead() {
        write("[files]\n"
              "exports=\"/pictures\"\n"
              "folder=\"/sessions\"\n"
              "recent=\"/a, \\\"b\\\".headlight\", \"/ä.headlight\"\n"
              "\n"
              "[history]\n"
              "megabytes=\"64\"\n"
              "\n"
              "[reading]\n"
              "fromZero=\"true\"\n"
              "outByIn=\"false\"\n"
              "\n"
              "[window]\n"
              "geometry1=\"@ByteArray(\\x1ÙÐË\\x0\\x33)\"\n"
              "hidden=\"Inspector\"\n"
              "pipelineFolded=\"true\"\n"
              "presentedText=\"170\"\n"
              "text=\"120\"\n"
              "theme=\"dark\"\n"
              "widths1=\"350\", \"600\", \"0\"\n");
        const Settings old;
        QCOMPARE(old.recentFiles(), (QStringList{"/a, \"b\".headlight", QStringLiteral("/ä.headlight")}));
        QCOMPARE(old.lastFolder(), QString("/sessions"));
        QCOMPARE(old.exportFolder(), QString("/pictures"));
        QCOMPARE(old.theme(), QString("dark"));
        QCOMPARE(old.textPercent(false), 120);
        QCOMPARE(old.textPercent(true), 170);
        QCOMPARE(old.conventions(), (Conventions{.fromZero = true, .outByIn = false}));
        QCOMPARE(old.historyMegabytes(), 64);
        QCOMPARE(old.windowGeometry(), QByteArray("\x01\xD9\xD0\xCB\x00\x33", 6));
        QCOMPARE(old.panelWidths(), (QList<int>{350, 600, 0}));
        QCOMPARE(old.hiddenPanels(), QStringList("Inspector"));
        QCOMPARE(old.isPipelineFolded(), std::optional(true));
    }

    void aHugeHandleIsNotTaken() {
        QSplitter wide(Qt::Vertical);
        for (int i = 0; i < 3; ++i) wide.addWidget(new QWidget);
        wide.setHandleWidth(20'000'000);
        store().setValue("window/splitter1", wide.saveState());
        verifySane();
    }

    void hostileWidthsAreNotTaken_data() {
        QTest::addColumn<QVariantList>("widths");
        QTest::newRow("huge") << QVariantList{2147483647, 2147483647, 2147483647};
        QTest::newRow("one huge") << QVariantList{290, 1000, 2000000000};
        QTest::newRow("negative") << QVariantList{-1, -2147483647, 5};
        QTest::newRow("words") << QVariantList{"a", "b", "c"};
        QTest::newRow("too few") << QVariantList{1};
        QTest::newRow("too many") << QVariantList{1, 2, 3, 4};
    }
    void hostileWidthsAreNotTaken() {
        QFETCH(QVariantList, widths);
        store().setValue("window/widths1", widths);
        verifySane();
    }

    void theBoundOfTheHistory_data() {
        QTest::addColumn<QVariant>("stored");
        QTest::addColumn<int>("taken");
        QTest::newRow("nothing") << QVariant() << 256;
        QTest::newRow("offered") << QVariant(64) << 64;
        QTest::newRow("not offered") << QVariant(100) << 100;
        QTest::newRow("the least") << QVariant(1) << 1;
        QTest::newRow("the most") << QVariant(1 << 20) << (1 << 20);
        QTest::newRow("more") << QVariant((1 << 20) + 1) << 256;
        QTest::newRow("more than a number holds") << QVariant("99999999999999999999") << 256;
        QTest::newRow("zero") << QVariant(0) << 256;
        QTest::newRow("negative") << QVariant(-64) << 256;
        QTest::newRow("words") << QVariant("a lot") << 256;
        QTest::newRow("bytes") << QVariant(QByteArray("\xFF\x00\x7F", 3)) << 256;
    }
    void theBoundOfTheHistory() {
        QFETCH(QVariant, stored);
        QFETCH(int, taken);
        if (stored.isValid()) store().setValue("history/megabytes", stored);
        MainWindow window;
        const std::size_t bound = window.workbench().document().history().bound();
        QCOMPARE(bound, static_cast<std::size_t>(taken) * History::kMegabyte);
        QStringList chosen;
        for (const QAction* action : testing::control<QMenu>(window, "Undo memory")->actions())
            if (action->isChecked()) chosen << action->text();
        QCOMPARE(chosen, QStringList(History::boundText(bound)));
    }

    /// The digits of the inspector, and those of copied numbers, are kept for the next start.
    void theDigitsComeBack() {
        {
            MainWindow window;
            window.workbench().look([](Look& look) { look.decimals = {7, 2}; });
        }
        MainWindow window;
        QCOMPARE(window.workbench().state().decimals, (Decimals{7, 2}));
        QStringList chosen;
        for (const QAction* action : testing::control<QToolButton>(window, "Decimals")->menu()->actions())
            if (action->isChecked()) chosen << action->text();
        QCOMPARE(chosen, QStringList("&7 decimals"));
    }

    void theDigits_data() {
        QTest::addColumn<QVariant>("stored");
        QTest::addColumn<int>("inspector");
        QTest::addColumn<int>("copied");
        QTest::newRow("nothing") << QVariant() << 4 << kAllDigits;
        QTest::newRow("some") << QVariant(3) << 3 << 3;
        QTest::newRow("all") << QVariant(kAllDigits) << kAllDigits << kAllDigits;
        QTest::newRow("too many") << QVariant(10) << 4 << kAllDigits;
        QTest::newRow("negative") << QVariant(-2) << 4 << kAllDigits;
        QTest::newRow("words") << QVariant("many") << 4 << kAllDigits;
    }
    void theDigits() {
        QFETCH(QVariant, stored);
        QFETCH(int, inspector);
        QFETCH(int, copied);
        for (const char* key : {"reading/decimals", "reading/copiedDecimals"})
            if (stored.isValid()) store().setValue(key, stored);
        QCOMPARE(Settings().decimals(), (Decimals{inspector, copied}));
    }

    void theMemoryOfScores_data() { theBoundOfTheHistory_data(); }
    void theMemoryOfScores() {
        QFETCH(QVariant, stored);
        QFETCH(int, taken);
        if (stored.isValid()) store().setValue("compute/scoreMegabytes", stored);
        QCOMPARE(Settings().scoreMegabytes(), taken == 256 ? 1024 : taken); // the defaults differ
        Settings().scoreMegabytes.set(300);
        QCOMPARE(Settings().scoreMegabytes(), 300);
    }

    void hostileGeometryIsNotTaken_data() {
        QTest::addColumn<QByteArray>("bytes");
        const int max = 2147483647;
        const auto rect = [](int left, int top, int right, int bottom) {
            return QRect(QPoint(left, top), QPoint(right, bottom));
        };
        QTest::newRow("huge") << geometry(rect(0, 0, max, max), rect(0, 0, max, max));
        QTest::newRow("whole range") << geometry(rect(-max, -max, max, max), rect(-max, -max, max, max));
        QTest::newRow("wide") << geometry(rect(0, 0, 16'000'000, 800), rect(0, 0, 16'000'000, 800));
        QTest::newRow("inside out") << geometry(rect(max, max, -max, -max), rect(900, 900, 10, 10));
        QTest::newRow("far away") << geometry(rect(max - 900, 0, max, 700), rect(max - 900, 0, max, 700));
        QTest::newRow("tiny") << geometry(rect(0, 0, 0, 0), rect(0, 0, 0, 0));
        QTest::newRow("cut short") << good_.left(good_.size() / 2);
    }
    void hostileGeometryIsNotTaken() {
        QFETCH(QByteArray, bytes);
        store().setValue("window/geometry1", bytes);
        verifySane();
    }

    /// It does not move by the width of its frame with each start.
    void theWindowIsWhereItWas() {
        store().setValue("window/geometry1", good_);
        QList<QRect> places;
        for (int start = 0; start < 3; ++start) {
            MainWindow window;
            window.show();
            QVERIFY(QTest::qWaitForWindowExposed(&window));
            places << window.geometry();
            window.close();
        }
        QCOMPARE(places, QList<QRect>(3, places.front()));
    }

    void anyDamageIsSurvived_data() {
        QTest::addColumn<QByteArray>("bytes");
        std::mt19937 random(kSeed);
        for (int i = 0; i < kMutations / 2; ++i) QTest::addRow("file %d", i) << mutated(bytes_, random);
    }
    void anyDamageIsSurvived() {
        QFETCH(QByteArray, bytes);
        write(bytes);
        verifySane();
    }

    void anyDamagedGeometryIsSurvived_data() {
        QTest::addColumn<QByteArray>("bytes");
        std::mt19937 random(kSeed + 1);
        for (int i = 0; i < kMutations / 2; ++i) QTest::addRow("geometry %d", i) << mutated(good_, random);
    }
    void anyDamagedGeometryIsSurvived() {
        QFETCH(QByteArray, bytes);
        store().setValue("window/geometry1", bytes);
        verifySane();
    }

private:
    QString path() const { return folder_.filePath("headlight/headlight.ini"); }
    QSettings store() const { return {QSettings::IniFormat, QSettings::UserScope, "headlight", "headlight"}; }

    void write(const QByteArray& bytes) {
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }

    /// Opens and paints the window, and checks everything that a hostile file could have changed.
    void verifySane() {
        MainWindow window;
        window.files().openExample(firstExample());
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const QSize maxSize = window.screen()->virtualSize().expandedTo({1280, 800});
        QVERIFY2(window.width() >= window.minimumSizeHint().width() && window.width() <= maxSize.width() &&
                     window.height() >= window.minimumSizeHint().height() && window.height() <= maxSize.height(),
                 qPrintable(QString("%1 x %2, at least %3")
                                .arg(window.width())
                                .arg(window.height())
                                .arg(window.minimumSizeHint().height())));
        const auto* splitter = window.findChild<QSplitter*>();
        QCOMPARE(splitter->handleWidth(), 1);
        QCOMPARE(splitter->orientation(), Qt::Horizontal);
        QVERIFY(!splitter->childrenCollapsible());
        for (int i = 0; i < splitter->count(); ++i) QVERIFY(splitter->widget(i)->width() >= 100);
        QVERIFY(!window.grab().isNull());
        window.close();
    }

    QTemporaryDir folder_;
    QByteArray bytes_, good_;
};

QTEST_MAIN(SettingsTest)
#include "tst_settings.moc"
