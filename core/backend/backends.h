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
    std::string id;          ///< the argument of `--backend`: "cpu", "opencl:NAME"
    std::string name;        ///< the name on the screen
    std::string description; ///< what it computes with, or why it is not available, as a sentence
    /// Makes it; null: not available. May take a second on a device, so it is not called on the GUI thread.
    std::function<Result<std::unique_ptr<Backend>>()> make;
    bool isChecked = false;             ///< its results are compared with the formulas: Backend::remarks()
    std::optional<OpenClDevice> device; ///< the device that it computes on, if there is one
};

inline constexpr const char* kDefaultBackend = "cpu"; ///< the CPU, always available
inline constexpr const char* kAutomaticBackend = "auto";
inline constexpr const char* kCheckedBackend = "checked";

/// Returns the list of backends, in the order of the menu: automatic, the CPU, each OpenCL device or why there is none,
/// checked. Each call looks for devices, which may take 0.1 s; with `withDevices` false they are left out.
std::vector<BackendInfo> backends(bool withDevices = true);

/// Finds the backend of an id: an entry of the list; "opencl" is the first available device, "opencl:NAME" the device
/// called NAME or else the only one whose name contains it in any case; "checked:ID" is that backend, compared with the
/// formulas. Problem: there is none, there are several, or it is not available.
Result<BackendInfo> findBackend(const std::vector<BackendInfo>& list, std::string_view id);

/// Returns true if the id may stand for a device, so that finding it asks the drivers, which may hang.
bool mayBeDevice(std::string_view id);

struct ChosenBackend {
    std::unique_ptr<Backend> backend;
    BackendInfo info; ///< its entry of the list; never the automatic one
};

/// Makes the backend of an id. "auto" becomes the first GPU that can be made, or else the CPU.
Result<ChosenBackend> chooseBackend(const std::vector<BackendInfo>& list, std::string_view id);
/// Makes it from backends(), which looks for devices only if the id may stand for one.
Result<ChosenBackend> chooseBackend(std::string_view id);
Result<std::unique_ptr<Backend>> makeBackend(std::string_view id);

} // namespace headlight
