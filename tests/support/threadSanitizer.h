#pragma once
// Qt Test's own watchdog thread lives in libraries that ThreadSanitizer cannot see into, so it takes the destruction of
// its wait condition for a race. Only calls that Qt itself makes are silenced: none of our functions calls them.

#if defined(__SANITIZE_THREAD__)
extern "C" const char* __tsan_default_suppressions();
extern "C" const char* __tsan_default_suppressions() { return "race:QWaitCondition::\nrace:^QTest::qRun"; }
#endif
