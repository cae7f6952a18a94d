#pragma once

#include "backend/Backend.h"
#include "backend/opencl/devices.h"
#include "base/Result.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

struct BackendInfo {
    std::string id;          ///< as after `--backend`: "eigen", "opencl:NAME"
    std::string name;        ///< as on the screen
    std::string description; ///< if available what it computes with, else why it is not, as a sentence
    /// Null: not available. On a device it may take a second, so not on the thread of a window.
    std::function<Result<std::unique_ptr<Backend>>()> make;
    bool isChecked = false;             ///< compares what it computes, and remarks on it
    std::optional<OpenClDevice> device; ///< what it computes on, if that is one
};

inline constexpr const char* kDefaultBackend = "eigen"; ///< the CPU, always available
inline constexpr const char* kAutomaticBackend = "auto";
inline constexpr const char* kCheckedBackend = "checked";

/// THE list, in the order of the menu: automatic, the CPU, each OpenCL device or why there is none, checked. It looks
/// for devices whenever it is called, which may take 0.1 s; `withDevices` false: they are left out.
std::vector<BackendInfo> backends(bool withDevices = true);

/// What an id stands for: an entry of the list; "opencl" is the first device that is available, "opencl:NAME" the one
/// whose name is NAME or alone contains it, whatever its case; "checked:ID" that backend beside the formulas. Problem:
/// there is none, there are several, or it is not available and why.
Result<BackendInfo> findBackend(const std::vector<BackendInfo>& list, std::string_view id);

/// Whether an id may stand for a device, so that finding it means asking the drivers, which may hang.
bool mayBeDevice(std::string_view id);

struct ChosenBackend {
    std::unique_ptr<Backend> backend;
    BackendInfo info; ///< never the automatic one
};

/// Makes what an id stands for. "auto" is decided here: the first GPU that can be made, else the CPU.
Result<ChosenBackend> chooseBackend(const std::vector<BackendInfo>& list, std::string_view id);
/// The same, from THE list; it looks for devices only if the id may stand for one.
Result<ChosenBackend> chooseBackend(std::string_view id);
Result<std::unique_ptr<Backend>> makeBackend(std::string_view id);

} // namespace headlight
