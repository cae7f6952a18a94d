// An exception in any function of a backend, even in its description, ends in the Frame or in a Problem; a fallback
// takes over.
#include "backend/backends.h"
#include "engine/GuardedEngine.h"
#include "support/RandomEdits.h"
#include "support/frames.h"

#include <QTest>

#include <stdexcept>

using namespace headlight;
using namespace headlight::testing;

namespace {

enum class Where { Description, Layer, ScoresBytes, Remarks };

/// Computes as the CPU does, but for one function.
class ThrowingBackend : public Backend {
public:
    ThrowingBackend(Where where, bool isError) : where_(where), isError_(isError) {}

    std::string description() const override { return at(Where::Description), "A rude backend"; }
    std::unique_ptr<BackendLayer> makeLayer() override { return at(Where::Layer), cpu_->makeLayer(); }
    double scoresBytes(Index queries, Index keys) const override {
        return at(Where::ScoresBytes), cpu_->scoresBytes(queries, keys);
    }
    double memory() const override { return cpu_->memory(); }
    std::vector<std::string> remarks() const override { return at(Where::Remarks), cpu_->remarks(); }

private:
    void at(Where where) const {
        if (where != where_) return;
        if (isError_) throw std::runtime_error("the device is gone");
        throw 7;
    }

    Where where_;
    bool isError_;
    std::unique_ptr<Backend> cpu_ = makeBackend(kDefaultBackend).value();
};

} // namespace

class ThrowingBackendTest : public QObject {
    Q_OBJECT

private slots:
    void isSaid_data() {
        QTest::addColumn<int>("where");
        QTest::addColumn<bool>("isError");
        QTest::addColumn<QString>("name");
        for (const bool isError : {true, false}) {
            const char* what = isError ? "an error" : "something else";
            const auto row = [&](const char* name, Where where) -> QTestData& {
                return QTest::addRow("%s: %s", name, what) << int(where) << isError;
            };
            row("description", Where::Description) << "The backend";
            row("a new layer", Where::Layer) << "A rude backend";
            row("bytes of the scores", Where::ScoresBytes) << "A rude backend";
            row("remarks", Where::Remarks) << "A rude backend";
        }
    }
    void isSaid() {
        QFETCH(int, where);
        QFETCH(bool, isError);
        QFETCH(QString, name);
        const RandomEdits edits(3);
        const std::string why = isError ? " (the device is gone)" : "";
        Engine engine(std::make_unique<ThrowingBackend>(static_cast<Where>(where), isError));
        for (int time = 0; time < 2; ++time) {
            const Frame frame = engine.answer(edits.session, edits.demand);
            QCOMPARE(frame.problem, "These maps could not be computed" + why + ". Change something to try again.");
            QCOMPARE(frame.backend, name.toStdString());
            QVERIFY(frame.tiles.empty());
        }
        const auto trace = engine.traces(edits.session, 0, 0, {});
        const bool isNeeded = where == int(Where::Layer) || where == int(Where::ScoresBytes);
        QCOMPARE(trace.ok() ? "" : trace.text(),
                 isNeeded ? "The stages of this layer could not be computed" + why + "." : std::string());
    }

    void anotherTakesOver_data() { isSaid_data(); }
    void anotherTakesOver() {
        QFETCH(int, where);
        QFETCH(bool, isError);
        QFETCH(QString, name);
        const RandomEdits edits(3);
        const std::string cpu = makeBackend(kDefaultBackend).value()->description();
        const std::string notice = name.toStdString() + " has failed" + (isError ? " (the device is gone)" : "") +
                                   ". Headlight now computes with " + cpu + ".";
        const Frame fresh = Engine(makeBackend(kDefaultBackend).value()).answer(edits.session, edits.demand);
        GuardedEngine engine(std::make_unique<ThrowingBackend>(static_cast<Where>(where), isError),
                             makeBackend(kDefaultBackend).value());
        const Frame frame = engine.answer(edits.session, edits.demand);
        QCOMPARE(frame.notice, notice);
        QCOMPARE(frame.backend, cpu);
        QCOMPARE(difference(frame, fresh), std::string());
    }
};

QTEST_GUILESS_MAIN(ThrowingBackendTest)
#include "tst_throwingBackend.moc"
