#pragma once

#include "backend/Backend.h"

#include <memory>

namespace headlight {

/// Runs two backends side by side. The answers are those of the first one; the rows that they are made of are compared
/// with those of the second one.
class CheckedBackend : public Backend {
public:
    CheckedBackend(std::unique_ptr<Backend> checked, std::unique_ptr<Backend> reference);
    ~CheckedBackend() override;

    std::string description() const override;
    std::unique_ptr<BackendLayer> makeLayer() override;
    Result<Ran> finish(const Watch& watch) override;
    double scoresBytes(Index queries, Index keys) const override;
    double memory() const override { return checked_->memory(); }
    std::string whyNot(const Session& session) const override { return checked_->whyNot(session); }
    /// Returns a line for each stage that was read, with its largest difference so far.
    std::vector<std::string> remarks() const override;

private:
    friend class CheckedLayer;
    struct Findings;
    std::unique_ptr<Backend> checked_, reference_;
    std::shared_ptr<Findings> findings_;
};

} // namespace headlight
