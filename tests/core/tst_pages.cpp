// The pages of the project: what they count is so, and the first one stays short.
#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

namespace {

const QString kRoot = QStringLiteral(HEADLIGHT_SOURCE_DIR "/");

QString page(const QString& name) {
    QFile file(kRoot + name);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

class PagesTest : public QObject {
    Q_OBJECT

private slots:
    void theReadmeIsShort() {
        constexpr qsizetype kMaxWords = 1800;
        const qsizetype words = page("README.md").simplified().split(' ').size();
        QVERIFY2(words > 1 && words <= kMaxWords, qPrintable(QString::number(words)));
    }

    void lessonsAreCounted() {
        QCOMPARE(QDir(kRoot + "resources/examples").entryList({"*.headlight"}).size(), 15);
        QVERIFY(page("README.md").contains(QRegularExpression("course of\\s+fifteen lessons")));
        QVERIFY(page("resources/tour.md").contains(QRegularExpression("course of\\s+fifteen sessions")));
    }
};

QTEST_APPLESS_MAIN(PagesTest)
#include "tst_pages.moc"
