#pragma once
// Maps of two states, or of their difference.

#include "document/compared.h"
#include "engine/Engine.h"
#include "ui/panels/maps/mapsBench.h"

#include <QMenu>

namespace headlight::testing {

struct ComparedBench : MapsBench {
    void compareWith(const Counterpart& counterpart) {
        bench_->look([counterpart](MapOptions& maps) { maps.counterpart = counterpart; });
    }
    static constexpr ParameterRef kWq{Parameter::Wq, 0, 1}, kWv{Parameter::Wv, 0, 1};

    void editWq(float value) {
        edit(withCell(session(), kWq, 0, 0, value));
        QTRY_VERIFY(settled());
    }
    void editWv(float value) {
        edit(withCell(session(), kWv, 0, 0, value));
        QTRY_VERIFY(settled());
    }
    float value() const { return view(1, 0)->valueAt(1, 3).value_or(1e30F); }
    static float valueOf(const Session& session) {
        Engine engine(std::move(*makeBackend("cpu")));
        return engine.answer(session, {.maps = {{Stage::Scores, 0, 1, {}, 100, 100}}}).tiles[0]->values(1, 3);
    }
    QAction* action(const QString& name) const {
        for (QAction* one : panel_->actions())
            if (one->iconText() == "Compare with")
                for (QAction* of : one->menu()->actions())
                    if (of->iconText() == name) return of;
        return nullptr;
    }
    bool isShown(Compared compared) const {
        const auto response = bench_->state().responseTo(*panel_);
        return settled() && comparedIn(response.get(), Compared::Now) == compared;
    }
    void show(Compared compared) {
        bench_->look([compared](MapOptions& maps) { maps.compared = compared; });
        QTRY_VERIFY(isShown(compared));
    }
    void press() {
        const auto next = static_cast<Compared>((static_cast<int>(bench_->state().maps.compared) + 1) % 3);
        QTest::keyClick(view(1, 0), Qt::Key_D);
        QCOMPARE(bench_->state().maps.compared, next);
        QTRY_VERIFY(isShown(next));
    }
};

} // namespace headlight::testing
