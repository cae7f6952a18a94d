#include "backend/opencl/found.h"
#include "support/OpenClFaults.h"

#include <QTest>

#include <functional>
#include <optional>
#include <thread>

using namespace headlight;
using headlight::testing::OpenClFaults;
using headlight::testing::OpenClTraffic;

/// Tests the faulty driver that other tests use.
class OpenClFaultsTest : public QObject {
    Q_OBJECT

    std::optional<cl::Context> context_;
    cl::CommandQueue queue_;
    cl::Buffer buffer_;

    static int codeOf(const std::function<void()>& call) {
        try {
            call();
            return CL_SUCCESS;
        } catch (const cl::Error& error) {
            return error.err();
        }
    }
    int flushed() {
        return codeOf([&] { queue_.flush(); });
    }

private slots:
    void initTestCase() {
        const FoundDevices found = foundDevices();
        QVERIFY2(!found.list.empty(), found.whyNone.c_str());
        context_.emplace(found.list.front().device);
        queue_ = cl::CommandQueue(*context_, found.list.front().device);
        buffer_ = cl::Buffer(*context_, CL_MEM_READ_WRITE, 16);
    }

    void oneCallFails() {
        OpenClFaults faults;
        faults.fail(2, CL_OUT_OF_RESOURCES);
        QCOMPARE(flushed(), CL_SUCCESS);
        QCOMPARE(flushed(), CL_OUT_OF_RESOURCES);
        QCOMPARE(flushed(), CL_SUCCESS);
    }

    void lostDeviceFailsFromThenOn() {
        {
            OpenClFaults faults;
            faults.failFrom(2, CL_INVALID_COMMAND_QUEUE);
            QCOMPARE(flushed(), CL_SUCCESS);
            for (int i = 0; i < 3; ++i) QCOMPARE(flushed(), CL_INVALID_COMMAND_QUEUE);
            QCOMPARE(codeOf([&] { cl::Buffer(*context_, CL_MEM_READ_WRITE, 16); }), CL_INVALID_COMMAND_QUEUE);
            QCOMPARE(codeOf([&] { queue_.enqueueMapBuffer(buffer_, CL_TRUE, CL_MAP_READ, 0, 4); }),
                     CL_INVALID_COMMAND_QUEUE);
        }
        QCOMPARE(flushed(), CL_SUCCESS);
    }

    void hangingCallGoesOnWhenReleased() {
        OpenClFaults faults;
        faults.hang(1);
        std::optional<int> code;
        std::thread thread([&] { code = flushed(); });
        const bool hung = QTest::qWaitFor([&] { return faults.isHanging(); });
        faults.release();
        thread.join();
        QVERIFY(hung);
        QCOMPARE(code, CL_SUCCESS);
        QVERIFY(!faults.isHanging());
    }

    void trafficIsCounted_data() {
        QTest::addColumn<int>("which");
        QTest::addColumn<OpenClTraffic>("expected");
        int which = 0;
        QTest::newRow("made from memory") << which++ << OpenClTraffic{1, 16, 0, 0};
        QTest::newRow("write") << which++ << OpenClTraffic{1, 12, 0, 0};
        QTest::newRow("blocking read") << which++ << OpenClTraffic{1, 0, 8, 1};
        QTest::newRow("blocking map") << which++ << OpenClTraffic{2, 0, 4, 1};
        QTest::newRow("map to write") << which++ << OpenClTraffic{2, 4, 0, 1};
        QTest::newRow("fill") << which++ << OpenClTraffic{1, 0, 0, 0};
        QTest::newRow("finish") << which++ << OpenClTraffic{1, 0, 0, 1};
    }
    void trafficIsCounted() {
        QFETCH(int, which);
        QFETCH(OpenClTraffic, expected);
        char bytes[16] = {};
        const auto mapped = [&](cl_map_flags flags) {
            queue_.enqueueUnmapMemObject(buffer_, queue_.enqueueMapBuffer(buffer_, CL_TRUE, flags, 0, 4));
        };
        const std::function<void()> calls[] = {
            [&] { cl::Buffer(*context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof bytes, bytes); },
            [&] { queue_.enqueueWriteBuffer(buffer_, CL_FALSE, 0, 12, bytes); },
            [&] { queue_.enqueueReadBuffer(buffer_, CL_TRUE, 0, 8, bytes); },
            [&] { mapped(CL_MAP_READ); },
            [&] { mapped(CL_MAP_WRITE); },
            [&] { queue_.enqueueFillBuffer(buffer_, 1, 0, 16); },
            [&] { queue_.finish(); },
        };
        OpenClTraffic traffic;
        {
            OpenClFaults faults;
            calls[which]();
            traffic = faults.traffic();
        }
        queue_.finish(); // before `bytes` is destroyed
        QVERIFY(traffic == expected);
    }
};

QTEST_APPLESS_MAIN(OpenClFaultsTest)
#include "tst_openClFaults.moc"
