#pragma once
// Runs tests on every target of core/kernels that this machine offers, by name:
//     void initTestCase_data() { addTargets(); }
//     void init() { useTarget(); }

#include "kernels/kernels.h"

#include <QTest>

namespace headlight::testing {

/// Adds a run of all test functions for each target. If `isLong`, a build without optimisation runs the best target
/// alone.
inline void addTargets([[maybe_unused]] bool isLong = false) {
    std::vector<std::string> names = kernels::targets();
#ifndef NDEBUG
    if (isLong) names.resize(1);
#endif
    QTest::addColumn<QString>("target");
    for (const std::string& name : names) QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

inline void useTarget() {
    QFETCH_GLOBAL(QString, target);
    kernels::useTarget(target.toStdString());
    QCOMPARE(kernels::targets(), std::vector{target.toStdString()});
}

} // namespace headlight::testing
