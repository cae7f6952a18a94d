#pragma once
// Helpers for tests of scarce memory. To be included in one file of a program, see scarceMemory.h.

#include "support/scarceMemory.h"

#include <QTest>

namespace headlight::testing {

inline void waysToEnd() {
    QTest::addColumn<memory::Ends>("how");
    QTest::newRow("one request is refused") << memory::Ends::Once;
    QTest::newRow("from one on all large ones are") << memory::Ends::ForLarge;
    QTest::newRow("from one on all are") << memory::Ends::ForAll;
}

/// Prints a figure for the reports and checks the result. At least `atLeast` requests must have been there to be
/// refused, or a quarter where only operator new is counted.
inline void report(const char* what, const memory::Refusals& refusals, long long atLeast) {
    qInfo("memory: %s: %lld requests refused, %lld of them without a word", what, refusals.requests, refusals.survived);
    QVERIFY2(refusals.wrong.empty(), (what + (": " + refusals.wrong)).c_str());
    QVERIFY(refusals.requests >= (memory::kCountsMalloc ? atLeast : atLeast / 4));
}

} // namespace headlight::testing
