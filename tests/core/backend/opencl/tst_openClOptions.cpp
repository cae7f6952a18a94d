// Tests every option of a layer on an OpenCL device, pairwise: numbers are within the bounds of the formulas; masks,
// kinds of rows and the first number that is not finite are as on the CPU; nothing is written beside a buffer.
#include "engine/Engine.h"
#include "session/consistency.h"
#include "support/canaries.h"
#include "support/frames.h"
#include "support/incremental.h"
#include "support/openCl.h"
#include "support/openClCases.h"
#include "support/withinBounds.h"

#include <QTest>

#include <map>

using namespace headlight;
using namespace headlight::testing;

namespace {

std::map<std::string, OpenClCase> cases;

/// Returns HEADLIGHT_TOKENS, set under oclgrind (oclgrind.sh): only cases of this number of tokens run, and without
/// canaries, which oclgrind takes for a part of the buffer.
int onlyTokens() { return qEnvironmentVariableIntValue("HEADLIGHT_TOKENS"); }

void addCases(const std::vector<int>& sizes) {
    cases.clear();
    QTest::addColumn<QString>("name");
    for (OpenClCase& one : openClCases(sizes)) {
        if (onlyTokens() > 0 && one.tokens != onlyTokens()) continue;
        QTest::newRow(one.name().c_str()) << QString::fromStdString(one.name());
        cases.emplace(one.name(), one);
    }
}

/// Demands every stage number by number, and in few pixels by one of the three poolings in turn.
Demand allOf(const Session& session) {
    Demand demand;
    for (MapDemand map : everything(session).maps) {
        map.pixelHeight = map.pixelWidth = 300;
        demand.maps.push_back(map);
        map.pixelHeight = 5, map.pixelWidth = 3;
        map.pooling = static_cast<Pooling>(demand.maps.size() / 2 % 3);
        demand.maps.push_back(map);
    }
    return demand;
}

bool areSameOdd(float a, float b) {
    return a == b || (std::isnan(a) && std::isnan(b)) || (std::isfinite(a) && std::isfinite(b));
}

/// Returns nothing, or the first difference from the CPU that rounding cannot explain.
std::string differenceOfKind(const Frame& device, const Frame& cpu) {
    if (device.problem != cpu.problem) return "problem: \"" + device.problem + "\" and \"" + cpu.problem + "\"";
    for (std::size_t i = 0; i < cpu.tiles.size(); ++i) {
        const Tile &a = *device.tiles[i], &b = *cpu.tiles[i];
        const std::string name = nameOf(b.demand) + " of layer " + std::to_string(b.demand.layer + 1);
        if (!(a.masked == b.masked)) return name + ": masked cells";
        if (a.oddRows != b.oddRows) return name + ": rows without weights";
        if (a.firstNonFinite.has_value() != b.firstNonFinite.has_value()) return name + ": not finite in one only";
        if (a.firstNonFinite &&
            (a.firstNonFinite->row != b.firstNonFinite->row || a.firstNonFinite->col != b.firstNonFinite->col))
            return name + ": place of the first number that is not finite";
        for (Index n = 0; n < b.values.size(); ++n)
            if (!areSameOdd(a.values.data()[n], b.values.data()[n]))
                return name + ": value " + std::to_string(n) + " is " + shortest(a.values.data()[n]) + ", on the CPU " +
                       shortest(b.values.data()[n]);
    }
    return {};
}

void check(const OpenClCase& one) {
    const Session session = one.session(static_cast<unsigned>(one.tokens));
    QCOMPARE(firstInconsistency(session).value_or(""), std::string());
    DeviceLimits limits = one.limits();
    if (onlyTokens() == 0) limits.allocate = Canaries::allocate;
    const Demand demand = allOf(session);
    Engine engine(openCl(limits));
    const Frame frame = engine.answer(session, demand);
    std::string text = frame.problem + differenceOfKind(frame, Engine(eigen()).answer(session, demand));
    if (one.isFinite()) {
        const auto found = engine.traces(session, 0, static_cast<int>(session.layers.size()) - 1, {});
        QVERIFY2(found.ok(), found ? "" : found.text().c_str());
        text += WithinBounds{kOpenClPrecision}(session, *found);
    }
    text += Canaries::check();
    QVERIFY2(text.empty(), text.c_str());
}

} // namespace

class OpenClOptionsTest : public QObject {
    Q_OBJECT

private slots:
    void small_data() { addCases({1, 2, 3, 7}); }
    void small() {
        QFETCH(QString, name);
        check(cases.at(name.toStdString()));
    }

    void large_data() { addCases({1, 2, 3, 7, 63, 64, 65, 257}); }
    void large() {
        QFETCH(QString, name);
        check(cases.at(name.toStdString()));
    }
};

QTEST_GUILESS_MAIN(OpenClOptionsTest)
#include "tst_openClOptions.moc"
