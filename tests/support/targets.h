#pragma once
// Tests that run on every target of core/kernels that this machine offers, by name:
//     void initTestCase_data() { addTargets(); }
//     void init() { useTarget(); }

#include "kernels/kernels.h"

#include <QTest>

namespace headlight::testing {

/// A run of all test functions for each target; of a test that `isLong`, without optimisation, for the best one alone.
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
