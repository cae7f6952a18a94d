#include "backend/opencl/Program.h"
#include "backend/opencl/found.h"
#include "support/OpenClFaults.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <optional>
#include <stdexcept>

using namespace headlight;
using headlight::testing::OpenClFaults;

class ProgramTest : public QObject {
    Q_OBJECT

    static constexpr const char* kSource = "#ifndef ADDED\n#define ADDED 1\n#endif\n"
                                           "__kernel void add(__global int* x) { x[get_global_id(0)] += ADDED; }\n";
    cl::Device device_;
    std::optional<cl::Context> context_;

    cl::Program built(const std::string& options = {}, const std::string& source = kSource) const {
        return builtProgram(*context_, options, source);
    }

    /// Returns 40 plus the number that `program` adds to it.
    int resultOf(const cl::Program& program) const {
        int x = 40;
        const cl::CommandQueue queue(*context_, device_);
        const cl::Buffer buffer(*context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof x, &x);
        cl::Kernel kernel(program, "add");
        kernel.setArg(0, buffer);
        queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(1), cl::NDRange(1));
        queue.enqueueReadBuffer(buffer, CL_TRUE, 0, sizeof x, &x);
        return x;
    }

private slots:
    void initTestCase() {
        const FoundDevices found = foundDevices();
        QVERIFY2(!found.list.empty(), found.whyNone.c_str()); // tests/run installs PoCL
        device_ = found.list.front().device;
        context_.emplace(device_);
    }

    void optionsCount() {
        QCOMPARE(resultOf(built()), 41);
        QCOMPARE(resultOf(built("-DADDED=2")), 42);
    }

    /// Whichever call fails, there is a program that computes, or OpenCL's error.
    void failureAtEachCall() {
        OpenClFaults faults;
        built();
        const auto calls = faults.traffic().calls;
        int failed = 0;
        for (long long n = 1; n <= calls; ++n) {
            faults.fail(n, CL_OUT_OF_RESOURCES);
            try {
                QCOMPARE(resultOf(built()), 41);
            } catch (const cl::Error& error) {
                // The second call builds. For a program that was not built, PoCL 3 has no log, and PoCL 6 an empty one.
                const bool isOfLog = ++failed == 2 && error.err() == CL_INVALID_PROGRAM;
                QVERIFY2(isOfLog || error.err() == CL_OUT_OF_RESOURCES, qPrintable(QString::number(error.err())));
            }
        }
        QCOMPARE(failed, 2); // made, built
    }

    void errorNamesFileAndLine() {
        try {
            built({}, "#line 1 \"first.cl\"\n\n#line 1 \"second.cl\"\n\n__kernel void k() { nothing(); }\n");
            QFAIL("it was built");
        } catch (const std::runtime_error& error) {
            const QString text = error.what();
            QVERIFY2(text.contains("second.cl:2:") && text.contains("nothing"), error.what());
            QVERIFY2(!text.contains(u'\n'), error.what());
        }
    }

    void errorOfOpenClIsItsOwn() {
        try {
            built("-no-such-option");
            QFAIL("it was built");
        } catch (const cl::Error& error) {
            QCOMPARE(sentenceOf(error), std::string("clBuildProgram: invalid compiler options (-43)"));
        }
        QCOMPARE(sentenceOf(cl::Error(-77, "clFinish")), std::string("clFinish: error -77"));
        QCOMPARE(sentenceOf(cl::Error(CL_MEM_OBJECT_ALLOCATION_FAILURE, "clCreateBuffer")),
                 std::string("clCreateBuffer: out of device memory (-4)"));
    }

    void allKernelsAreBuilt() {
        const QDir kernels(QStringLiteral(HEADLIGHT_SOURCE_DIR "/core/backend/opencl/kernels"));
        QByteArray expected;
        QStringList names = kernels.entryList({"*.cl"}, QDir::Files, QDir::Name);
        QVERIFY(names.removeOne("common.cl"));
        names.prepend("common.cl");
        for (const QString& name : names) {
            QFile file(kernels.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            expected += "#line 1 \"" + name.toUtf8() + "\"\n" + file.readAll() + '\n';
        }
        QCOMPARE(QByteArray::fromStdString(kernelSource()), expected);
        built({}, kernelSource());
    }
};

QTEST_APPLESS_MAIN(ProgramTest)
#include "tst_program.moc"
