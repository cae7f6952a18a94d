// In German, Turkish and Arabic the window shows, accepts and saves the same as in English. This program starts itself
// with each language, operates the window, and compares the visible texts and the saved file.
#include "app/windowBench.h"
#include "core/io/filesBench.h"
#include "session/edits.h"
#include "support/headlightProgram.h"
#include "support/locales.h"
#include "support/patience.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTableView>
#include <QTextBrowser>

#include <clocale>
#include <utility>

using namespace headlight;
using namespace headlight::testing;

namespace {

constexpr const char* kTell = "HEADLIGHT_TEST_TELL"; ///< the folder that the child process writes to

/// Returns all visible words and numbers, in the order of the widgets.
QByteArray wordsIn(MainWindow& window) {
    QStringList words;
    for (const QWidget* one : window.findChildren<QWidget*>()) {
        // A scrolled page shows its question again at the top. Its scroll position depends on earlier events.
        if (!one->isVisible() || qobject_cast<const QTextBrowser*>(one->parentWidget())) continue;
        words << one->accessibleName() << one->toolTip();
        if (const auto* label = qobject_cast<const QLabel*>(one)) words << label->text();
        if (const auto* button = qobject_cast<const QAbstractButton*>(one)) words << button->text();
        if (const auto* field = qobject_cast<const QLineEdit*>(one)) words << field->text();
        if (const auto* number = qobject_cast<const QSpinBox*>(one)) words << number->text();
        if (const auto* box = qobject_cast<const QComboBox*>(one)) words << box->currentText();
        const auto* table = qobject_cast<const QTableView*>(one);
        for (int row = 0; table && row < table->model()->rowCount(); ++row)
            for (int col = 0; col < table->model()->columnCount(); ++col)
                words << table->model()->index(row, col).data().toString();
    }
    for (const QAction* action : window.findChildren<QAction*>()) words << action->text() << action->toolTip();
    words.removeAll(QString());
    static const QRegularExpression kTime(QStringLiteral("[0-9.]+ ms|0x[0-9a-f]+"));
    return words.join(u'\n').replace(kTime, QStringLiteral("...")).toUtf8();
}

/// Types numbers of both notations, another sentence, and a size; then writes the visible words and the session.
void tell(const QString& folder) {
    std::setlocale(LC_NUMERIC, "C"); // as main() does after it has made its QApplication
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder);
    const auto window = testing::openedWindow();
    if (!QTest::qWaitForWindowActive(window.get(), patience())) qFatal("The window is not active.");
    const auto settle = [&] {
        if (!QTest::qWaitFor([&] { return testing::settled(*window); }, patience())) qFatal("There are no maps.");
    };
    auto* table = testing::control<QTableView>(*window, QStringLiteral("W_q"));
    for (const char* number : {"0,75", "-1.25", "1e-3", "1/3"}) {
        table->setFocus();
        table->setCurrentIndex(table->model()->index(number[0] == '-' ? 1 : 0, number[0] == '1' ? 1 : 0));
        for (const char* c = number; *c; ++c) QTest::keyClick(QApplication::focusWidget(), *c);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        settle();
    }
    Workbench& bench = window->workbench();
    if (!bench.apply("Type",
                     [](const Session& s, const Watch&) { return withSentence(s, "Ilk iyi I İ groß 1234567,5"); }))
        qFatal("The sentence is refused.");
    auto* size = testing::control<QSpinBox>(*window, QStringLiteral("d_k"));
    size->setFocus();
    size->selectAll();
    for (const char* c = "12"; *c; ++c) QTest::keyClick(QApplication::focusWidget(), *c);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    settle();
    bench.select(0, 1, 2);
    settle();
    QByteArray words;
    const auto hasCome = [&] { return std::exchange(words, wordsIn(*window)) == words; }; // twice the same
    if (!QTest::qWaitFor(hasCome, patience())) qFatal("The window does not come to rest.");
    if (!bench.files().save(folder + "/saved.headlight")) qFatal("It cannot be saved.");
    put((folder + "/words").toStdString(), words.toStdString());
    put((folder + "/locale").toStdString(), QLocale().name().toStdString());
}

} // namespace

class LocaleWindowTest : public QObject {
    Q_OBJECT

    Locales locales_;
    QTemporaryDir plain_;

    static void run(const QByteArray& name, const QString& folder) {
        QProcess child;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("LC_ALL", QString::fromLatin1(name));
        environment.insert(kTell, folder);
        environment.insert("QT_HASH_SEED", "0");
        child.setProcessEnvironment(environment);
        child.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        child.start(QCoreApplication::applicationFilePath(), QStringList());
        QVERIFY(child.waitForFinished(-1));
        QCOMPARE(child.exitCode(), 0);
    }
    static std::string bytesOf(const QTemporaryDir& folder, const char* name) {
        return contents(folder.filePath(QLatin1String(name)).toStdString());
    }

private slots:
    void initTestCase() {
        run("C.UTF-8", plain_.path());
        QVERIFY(bytesOf(plain_, "saved.headlight").find("0.33333334") != std::string::npos);
        QVERIFY(bytesOf(plain_, "words").size() > 3000);
    }

    void everythingIsTheSame_data() {
        QTest::addColumn<QByteArray>("language");
        for (const char* language : kLanguages) QTest::newRow(language) << QByteArray(language);
    }
    void everythingIsTheSame() {
        QFETCH(QByteArray, language);
        if (!locales_.canBeMade()) QSKIP("There is no localedef.");
        const QByteArray name = locales_.named(language);
        QVERIFY2(!name.isEmpty(), "What locales are made of is missing: on Debian the package locales.");
        const QTemporaryDir folder;
        run(name, folder.path());
        QCOMPARE(QByteArray::fromStdString(bytesOf(folder, "locale")), language); // the language was in effect
        QVERIFY(bytesOf(folder, "saved.headlight") == bytesOf(plain_, "saved.headlight"));
        const QStringList seen = QString::fromStdString(bytesOf(folder, "words")).split(u'\n'),
                          usual = QString::fromStdString(bytesOf(plain_, "words")).split(u'\n');
        for (qsizetype i = 0; i < std::min(seen.size(), usual.size()); ++i) QCOMPARE(seen[i], usual[i]);
        QCOMPARE(seen.size(), usual.size());
    }

    void theCommandLine_data() { everythingIsTheSame_data(); }
    void theCommandLine() {
        QFETCH(QByteArray, language);
        if (!locales_.canBeMade()) QSKIP("There is no localedef.");
        const QByteArray name = locales_.named(language);
        QVERIFY2(!name.isEmpty(), "What locales are made of is missing: on Debian the package locales.");
        const QString session = QStringLiteral(HEADLIGHT_SOURCE_DIR "/resources/examples/shoes.headlight");
        const QTemporaryDir folder;
        const QByteArray before = qgetenv("LC_ALL");
        for (const char* file : {"trace.npz", "maps.png", "maps.svg", "maps.pdf"}) {
            std::string bytes[2];
            for (const bool isPlain : {true, false}) {
                const QString out = folder.filePath(QLatin1String(file));
                qputenv("LC_ALL", isPlain ? QByteArray("C.UTF-8") : name);
                const Ended ended = runHeadlight({out.endsWith("npz") ? "eval" : "render", session, "-o", out});
                qputenv("LC_ALL", before);
                QCOMPARE(ended.status, 0);
                bytes[isPlain] = contents(out.toStdString());
            }
            QVERIFY2(!bytes[0].empty() && bytes[0] == bytes[1], file);
        }
    }
};

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    if (const QString folder = qEnvironmentVariable(kTell); !folder.isEmpty()) {
        tell(folder);
        return 0;
    }
    LocaleWindowTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_locale.moc"
