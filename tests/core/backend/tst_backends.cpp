#include "backend/backends.h"
#include "backend/reference/ReferenceBackend.h"
#include "kernels/kernels.h"

#include <QTest>

using namespace headlight;

class BackendsTest : public QObject {
    Q_OBJECT

private slots:
    void theListIsHonest() {
        QCOMPARE(backends().front().id, std::string(kDefaultBackend));
        for (const BackendInfo& info : backends()) {
            const auto made = makeBackend(info.id), checked = makeBackend("checked:" + info.id);
            QCOMPARE(made.ok() ? (*made)->description() : made.text(), info.description);
            QCOMPARE(made.ok(), info.make != nullptr);
            QCOMPARE(checked.ok() ? (*checked)->description() : checked.text(),
                     info.description + (made.ok() ? ", compared with: " + ReferenceBackend().description() : ""));
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
        QVERIFY(made.text().find("Available backends: eigen and checked") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(BackendsTest)
#include "tst_backends.moc"
