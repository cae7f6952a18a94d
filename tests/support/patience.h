#pragma once
// The time that a test waits for something to happen. Where this is included, QTRY_VERIFY, QTRY_VERIFY2 and
// QTRY_COMPARE wait as long.

#include <QTest>

namespace headlight::testing {

/// Returns milliseconds: four times Qt's five seconds, since a machine may be busy, or the `usual` ones. Under a
/// sanitizer, where everything is slower and other tests run beside it, six times as many.
constexpr int patience(int usual = 20'000) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return 6 * usual;
#else
    return usual;
#endif
}

} // namespace headlight::testing

/// Like Qt's, these macros count the time that they have waited, so that a busy machine gets more. They look ten times
/// as often, since most waits end after a few milliseconds.
#define HEADLIGHT_WAIT_FOR(expression)                                                                                 \
    for (int headlightWaited = 0; headlightWaited < ::headlight::testing::patience() && !(expression);                 \
         headlightWaited += 5)                                                                                         \
        QTest::qWait(5);

#undef QTRY_VERIFY
#undef QTRY_VERIFY2
#undef QTRY_COMPARE
#define QTRY_VERIFY(expression)                                                                                        \
    do {                                                                                                               \
        HEADLIGHT_WAIT_FOR(expression)                                                                                 \
        QVERIFY(expression);                                                                                           \
    } while (false)
#define QTRY_VERIFY2(expression, message)                                                                              \
    do {                                                                                                               \
        HEADLIGHT_WAIT_FOR(expression)                                                                                 \
        QVERIFY2(expression, message);                                                                                 \
    } while (false)
#define QTRY_COMPARE(actual, expected)                                                                                 \
    do {                                                                                                               \
        HEADLIGHT_WAIT_FOR((actual) == (expected))                                                                     \
        QCOMPARE(actual, expected);                                                                                    \
    } while (false)
