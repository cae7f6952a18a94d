#pragma once

#include "document/Workbench.h"

#include <QStringList>

#include <functional>
#include <utility>

namespace headlight::testing {

/// Runs a workbench's jobs as long as it lives.
class JobsOf : public Jobs {
public:
    explicit JobsOf(Workbench& bench) : bench_(bench), before_(bench.jobs()) { bench.setJobs(this); }
    ~JobsOf() override { bench_.setJobs(&before_); }

private:
    Workbench& bench_;
    Jobs& before_;
};

/// Runs each job at once, or cancels it before it begins, and knows their names.
struct NamingJobs : JobsOf {
    using JobsOf::JobsOf;
    bool run(const QString& what, const Work& work, OnCancel onCancel) override {
        names << what;
        return !areCancelled && Jobs::run(what, work, onCancel);
    }
    QStringList names;
    bool areCancelled = false;
};

/// Cancels every job as soon as it asks, and waits for it.
struct StoppingJobs : JobsOf {
    using JobsOf::JobsOf;
    bool run(const QString&, const Work& work, OnCancel) override {
        work([](double) { return false; });
        return true;
    }
};

/// Does something else at the first look of each job.
struct MeddlingJobs : JobsOf {
    MeddlingJobs(Workbench& bench, std::function<void()> meddle) : JobsOf(bench), meddle_(std::move(meddle)) {}
    bool run(const QString&, const Work& work, OnCancel) override {
        work([this, isFirst = true](double) mutable {
            if (std::exchange(isFirst, false)) meddle_();
            return true;
        });
        return true;
    }

private:
    std::function<void()> meddle_;
};

} // namespace headlight::testing
