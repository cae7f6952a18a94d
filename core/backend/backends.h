#pragma once

#include "backend/Backend.h"
#include "base/Result.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

struct BackendInfo {
    std::string id;          ///< as in `headlight eval --backend`
    std::string name;        ///< as on the screen
    std::string description; ///< if available what it computes with, else why it is not, as a sentence
    std::unique_ptr<Backend> (*make)() = nullptr; ///< null: not available
    bool isChecked = false;                       ///< compares what it computes, and remarks on it
};

std::vector<BackendInfo> backends(); ///< THE list. Looks what is available whenever it is called.
inline constexpr const char* kDefaultBackend = "eigen";

/// "checked:ID" is that backend beside the formulas, "checked" the default one. Problem: no such backend, or not
/// available and why.
Result<std::unique_ptr<Backend>> makeBackend(std::string_view id);

} // namespace headlight
