#pragma once
// A workbench with two heads, a sentence, and a presenter that has been answered.

#include "backend/backends.h"
#include "document/ViewState.h"
#include "document/Workbench.h"
#include "session/edits.h"
#include "support/givenEdit.h"

#include <QTest>

#include <memory>

namespace headlight::testing {

/// Counts presents, and keeps the last state.
struct Watcher : Presenter {
    void present(const ViewState& state) override {
        ++presented;
        last = state;
    }
    void presentLight(const ViewState& state) override {
        ++lights;
        lit = state.lit;
    }
    int presented = 0, lights = 0;
    ViewState last;
    std::vector<Address> lit; ///< of the last presentLight()
};

inline MapDemand whole(Stage stage, int head) { return {stage, 0, head, {}, 200, 200}; }

/// Makes a minimal edit.
inline bool editCell(Workbench& bench, float value) {
    return bench.apply("Edit", testing::givenEdit(withCell(bench.state().session, {Parameter::Wq, 0, 0}, 0, 0, value)));
}

struct WorkbenchBench {
    void begin(std::unique_ptr<Backend> backend = std::move(*makeBackend("cpu"))) {
        bench_ = std::make_unique<Workbench>(std::move(backend));
        watcher_ = {};
        bench_->add(watcher_);
        QVERIFY(bench_->apply("Type sentence",
                              testing::givenEdit(withSentence(bench_->state().session, "my shoes are my shoes"))));
        bench_->scheduler().ask(
            watcher_, {{whole(Stage::Scores, 0), whole(Stage::Weights, 0), whole(Stage::Scores, 1)}, {CellRef{}}});
        QTRY_VERIFY(answered() && watcher_.last.frame->tiles.size() == 3);
    }
    void end() {
        bench_->remove(watcher_);
        bench_.reset();
    }
    bool answered() const { return watcher_.last.frame && watcher_.last.frame->session == bench_->state().session; }

    std::unique_ptr<Workbench> bench_;
    Watcher watcher_;
};

} // namespace headlight::testing
