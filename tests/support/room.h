#pragma once
// The test classes of a room are one program, which runs one of them, so that each has a process of its own:
//   build/release/tests/test_core_session tst_edits [arguments of Qt Test]
// A test file is an ordinary Qt Test that ends in QTEST_MAIN. Where it is compiled with others (see
// tests/cmake/batch.cmake), the macros that define main() add the class to the program instead.

#include "support/patience.h"

#include <QTest>
// moc's output includes these. They must be included before, since the test files are included in namespaces.
#if __has_include(<QtCore/qtmochelpers.h>)
#include <QtCore/qtmochelpers.h>
#endif
#if __has_include(<QtCore/qxptype_traits.h>)
#include <QtCore/qxptype_traits.h>
#endif

namespace headlight::testing {

using RunTest = int (*)(int argc, char** argv);
/// Registers a test. Called before main(); returns true, since only a variable's initialiser runs so early.
bool addTest(const char* name, RunTest run);

} // namespace headlight::testing

#undef QTEST_MAIN_WRAPPER // behind QTEST_MAIN, QTEST_GUILESS_MAIN and QTEST_APPLESS_MAIN
#define QTEST_MAIN_WRAPPER(Test, ...)                                                                                  \
    static const bool isAdded = headlight::testing::addTest(HEADLIGHT_TEST, [](int argc, char** argv) {                \
        QTest::Internal::callInitMain<Test>();                                                                         \
        __VA_ARGS__                                                                                                    \
        Test test;                                                                                                     \
        QTEST_SET_MAIN_SOURCE_PATH                                                                                     \
        return QTest::qExec(&test, argc, argv);                                                                        \
    });
