#include "backend/opencl/Program.h"
#include "backend/opencl/found.h"
#include "support/OpenClFaults.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
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
    std::unique_ptr<QTemporaryDir> dir_;
    std::unique_ptr<ProgramCache> cache_;

    cl::Program built(const std::string& options = {}, const std::string& source = kSource) const {
        return builtProgram(*context_, device_, options, source, *cache_);
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

    /// Returns how many programs were compiled for these options.
    int compiledFor(const std::string& options = {}) const {
        OpenClFaults faults;
        resultOf(built(options));
        return int(faults.callsOf("clCreateProgramWithSource"));
    }

    QStringList files() const {
        QStringList paths;
        for (const QFileInfo& file : QDir(dir_->path()).entryInfoList(QDir::Files)) paths << file.filePath();
        return paths;
    }

private slots:
    void initTestCase() {
        const FoundDevices found = foundDevices();
        QVERIFY2(!found.list.empty(), found.whyNone.c_str()); // tests/run installs PoCL
        device_ = found.list.front().device;
        context_.emplace(device_);
    }
    void init() {
        dir_ = std::make_unique<QTemporaryDir>();
        cache_ = std::make_unique<ProgramCache>(dir_->path().toStdString());
    }

    void secondTimeIsFromTheCache() {
        QCOMPARE(resultOf(built()), 41);
        QCOMPARE(files().size(), 1);
        OpenClFaults faults;
        QCOMPARE(resultOf(built()), 41);
        QCOMPARE(faults.callsOf("clCreateProgramWithSource"), 0);
        QCOMPARE(faults.callsOf("clCreateProgramWithBinary"), 1);
    }

    void otherOptionsAreAnotherProgram() {
        QCOMPARE(resultOf(built("-DADDED=1")), 41);
        QCOMPARE(resultOf(built("-DADDED=2")), 42);
        QCOMPARE(resultOf(built("-DADDED=1")), 41);
        QCOMPARE(files().size(), 2);
    }

    void otherSourceOrDriverIsAnotherProgram() {
        QCOMPARE(compiledFor(), 1);
        QCOMPARE(compiledFor(), 0);
        built({}, std::string(kSource) + "// changed\n");
        QCOMPARE(files().size(), 2);
        for (const cl_device_info info : {CL_DEVICE_NAME, CL_DEVICE_VERSION, CL_DRIVER_VERSION}) {
            OpenClFaults faults;
            faults.say(info, std::string("OpenCL 1.2 newer\0", 17));
            built();
            QCOMPARE(faults.callsOf("clCreateProgramWithSource"), 1);
        }
        QCOMPARE(files().size(), 5);
    }

    void damagedFileIsCompiledAndReplaced() {
        QCOMPARE(compiledFor(), 1);
        QFile file(files().first());
        QVERIFY(file.open(QIODevice::ReadWrite) && file.resize(file.size() / 2));
        file.close();
        QCOMPARE(compiledFor(), 1);
        QCOMPARE(compiledFor(), 0);
    }

    /// The file's hash is right, so only the driver notices that it is no program.
    void binaryThatTheDriverRefusesIsCompiledAndReplaced() {
        QCOMPARE(compiledFor(), 1);
        QFile file(files().first());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const std::string content = file.readAll().toStdString();
        const std::string key = content.substr(16, content.find('\0') - 16);
        QVERIFY(cache_->find(key));
        cache_->keep(key, "not a program");
        QCOMPARE(compiledFor(), 1);
        QCOMPARE(compiledFor(), 0);
    }

    void withoutFolderItIsCompiled() {
        *cache_ = ProgramCache("/dev/null/opencl");
        QCOMPARE(compiledFor(), 1);
        QCOMPARE(compiledFor(), 1);
    }

    /// Whichever call fails, there is a program that computes, or OpenCL's error.
    void failureAtEachCall() {
        built();
        OpenClFaults faults;
        built();
        const auto calls = faults.traffic().calls;
        int worked = 0, failed = 0;
        for (long long n = 1; n <= calls; ++n) {
            faults.fail(n, CL_OUT_OF_RESOURCES);
            try {
                QCOMPARE(resultOf(built()), 41);
                ++worked;
            } catch (const cl::Error& error) {
                QCOMPARE(error.err(), CL_OUT_OF_RESOURCES);
                ++failed;
            }
        }
        QVERIFY(worked >= 2); // the cached program is not taken, or not built
        QVERIFY(failed >= 1); // the device's description fails
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
        QVERIFY(files().isEmpty());
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
        builtProgram(*context_, device_, {}, kernelSource(), *cache_);
    }
};

QTEST_APPLESS_MAIN(ProgramTest)
#include "tst_program.moc"
