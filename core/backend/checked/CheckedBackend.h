#pragma once

#include "backend/Backend.h"

#include <memory>

namespace headlight {

/// Two backends side by side: the answers are those of the first, and each is compared with the second's.
class CheckedBackend : public Backend {
public:
    CheckedBackend(std::unique_ptr<Backend> checked, std::unique_ptr<Backend> reference);
    ~CheckedBackend() override;

    std::string description() const override;
    std::unique_ptr<BackendLayer> makeLayer() const override;
    double scoresBytes(Index queries, Index keys) const override;
    /// A line for each stage that was read: its largest difference so far.
    std::vector<std::string> remarks() const override;

private:
    struct Findings;
    std::unique_ptr<Backend> checked_, reference_;
    std::shared_ptr<Findings> findings_;
    friend class CheckedLayer;
};

} // namespace headlight
