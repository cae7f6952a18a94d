#include "backend/backends.h"
#include "kernels/kernels.h"

#include <QTest>

using namespace headlight;

class BackendsTest : public QObject {
    Q_OBJECT

private slots:
    void theListIsHonest() {
        QCOMPARE(backends().front().id, std::string(kDefaultBackend));
        for (const BackendInfo& info : backends()) {
            const auto made = makeBackend(info.id);
            QCOMPARE(made.ok(), info.available);
            QVERIFY(!info.description.empty());
            if (made.ok())
                QVERIFY(info.description.starts_with((*made)->description()));
            else
                QCOMPARE(made.text(), info.description);
        }
    }

    void descriptionNamesWhatItWasCompiledFor() {
        const std::string text = makeBackend(kDefaultBackend).value()->description();
        QCOMPARE(QString::fromStdString(text),
                 QStringLiteral("CPU \u00b7 %1 \u00b7 1 thread").arg(kernels::instructionSet()));
#if defined(__x86_64__) && !defined(__AVX__)
        QCOMPARE(QString(kernels::instructionSet()), QStringLiteral("SSE2"));
#endif
    }

    void unknownBackendIsNamed() {
        const auto made = makeBackend("cuda");
        QVERIFY(!made.ok());
        QVERIFY(made.text().find("\"cuda\"") != std::string::npos);
        QVERIFY(made.text().find("there are eigen and checked") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(BackendsTest)
#include "tst_backends.moc"
