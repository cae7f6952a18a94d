#pragma once
// Tests that run on every target of core/kernels that this machine offers, by name:
//     void initTestCase_data() { addTargets(); }
//     void init() { useTarget(); }

#include "kernels/kernels.h"

#include <QTest>

namespace headlight::testing {

/// A run of all test functions for each target.
inline void addTargets() {
    QTest::addColumn<QString>("target");
    for (const std::string& name : kernels::targets()) QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

inline void useTarget() {
    QFETCH_GLOBAL(QString, target);
    kernels::useTarget(target.toStdString());
    QCOMPARE(kernels::targets(), std::vector{target.toStdString()});
}

} // namespace headlight::testing
