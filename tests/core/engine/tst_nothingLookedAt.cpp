// A state of a demand that no map looks at costs nothing, even if it is there to be looked at.
#include "backend/backends.h"
#include "engine/Engine.h"
#include "session/edits.h"

#include <QTest>

#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
#include <malloc.h>

using namespace headlight;

namespace {

std::size_t allocated() {
    const auto info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

} // namespace

class NothingLookedAtTest : public QObject {
    Q_OBJECT

private slots:
    void itsTokensAreNotGathered() {
        std::string words;
        for (int i = 0; i < 4000; ++i) words += "a ";
        const Session session = *withSentence(newSession(1, 1000, 1, 2, 2), words); // X has 16 MB
        const std::size_t whole = 4000 * 1000 * sizeof(float);
        Engine engine(makeBackend(kDefaultBackend).value());
        const auto growth = [&](const Demand& demand) {
            const std::size_t before = allocated();
            engine.answer(session, demand);
            return allocated() - before;
        };
        Demand demand;
        QVERIFY(growth(demand) < whole / 4);
        demand.others = {session};
        QVERIFY(growth(demand) < whole / 4);
        if (allocated() == 0) QSKIP("another allocator counts"); // a sanitizer's
        demand.maps = {{Stage::X, 0, 0, {}, 9, 9}};
        demand.maps[0].state = 1;
        QVERIFY(growth(demand) > whole / 2);
    }
};

#else

class NothingLookedAtTest : public QObject {
    Q_OBJECT
};

#endif

QTEST_GUILESS_MAIN(NothingLookedAtTest)
#include "tst_nothingLookedAt.moc"
