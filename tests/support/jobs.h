#pragma once

#include "document/Jobs.h"

namespace headlight::testing {

/// Whoever cancels every job as soon as it asks, and waits for it.
struct StoppingJobs : Jobs {
    bool run(const QString&, const Work& work, OnCancel) override {
        work([](double) { return false; });
        return true;
    }
};

} // namespace headlight::testing
