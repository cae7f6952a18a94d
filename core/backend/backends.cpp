#include "backend/backends.h"

#include "backend/checked/CheckedBackend.h"
#include "backend/cpu/CpuBackend.h"
#include "backend/reference/ReferenceBackend.h"
#include "base/quotedText.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

namespace headlight {
namespace {

using Made = Result<std::unique_ptr<Backend>>;

constexpr std::string_view kOpenCl = "opencl", kDevice = "opencl:", kCheckedOther = "checked:";

std::unique_ptr<Backend> checked(std::unique_ptr<Backend> backend) {
    return std::make_unique<CheckedBackend>(std::move(backend), std::make_unique<ReferenceBackend>());
}

std::unique_ptr<Backend> cpu() { return std::make_unique<CpuBackend>(); }

Made makeCpu() { return cpu(); }
Made makeChecked() { return checked(cpu()); }
Made makeAutomatic() { return makeBackend(kAutomaticBackend); }

BackendInfo entryOf(const OpenClDevice& device) {
    BackendInfo info{std::string(kDevice) + device.name, device.name, device.whyNot, nullptr, false, device};
    if (!device.whyNot.empty()) return info;
    info.description = "OpenCL " + device.version + " · " + device.platform + " · driver " + device.driver;
    info.make = [name = device.name] { return makeOpenCl(name); };
    return info;
}

std::vector<BackendInfo> deviceEntries() {
    std::vector<BackendInfo> entries;
    for (const OpenClDevice& device : openClDevices()) entries.push_back(entryOf(device));
    if (entries.empty()) entries.push_back({std::string(kOpenCl), "OpenCL", whyNoOpenCl(), nullptr, false, {}});
    return entries;
}

std::string lower(std::string_view text) {
    std::string made(text);
    for (char& c : made) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    return made;
}

/// Returns a list in words: "a, b and c".
std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return text;
}

std::string idsOf(const std::vector<BackendInfo>& list, bool ofDevices) {
    std::vector<std::string> ids;
    for (const BackendInfo& info : list)
        if (ofDevices ? info.device.has_value() : bool(info.make)) ids.push_back(showable(info.id));
    return listed(ids);
}

Result<BackendInfo> availableOr(const BackendInfo& info) {
    if (!info.make) return Problem{info.description};
    return info;
}

/// `part`: a part of the device's name; empty: the first available device, or else the first one.
Result<BackendInfo> findDevice(const std::vector<BackendInfo>& list, std::string_view part) {
    std::vector<const BackendInfo*> fit;
    for (const BackendInfo& info : list) {
        if (info.id == kOpenCl) return availableOr(info); // there are no devices, and the entry says why
        if (info.device && info.device->name == part) return availableOr(info);
        if (info.device && lower(info.device->name).find(lower(part)) != std::string::npos) fit.push_back(&info);
    }
    const std::string id = quotedBriefly(std::string(kDevice) + std::string(part));
    if (fit.empty()) return Problem{"There is no device " + id + ". Devices: " + idsOf(list, true) + "."};
    if (part.empty()) {
        const auto usable = std::ranges::find_if(fit, [](const BackendInfo* info) { return bool(info->make); });
        return availableOr(usable == fit.end() ? *fit.front() : **usable);
    }
    if (fit.size() > 1)
        return Problem{id + " fits more than one device. Give more of its name. Devices: " + idsOf(list, true) + "."};
    return availableOr(*fit.front());
}

} // namespace

std::vector<BackendInfo> backends(bool withDevices) {
    std::vector<BackendInfo> list{
        {kAutomaticBackend,
         "Automatic",
         "A GPU if there is one that passes its self-test, else the CPU",
         makeAutomatic,
         false,
         {}},
        {kDefaultBackend, "CPU", cpu()->description(), makeCpu, false, {}},
    };
    if (withDevices) std::ranges::move(deviceEntries(), std::back_inserter(list));
    list.push_back({kCheckedBackend, "Checked", checked(cpu())->description(), makeChecked, true, {}});
    return list;
}

Result<BackendInfo> findBackend(const std::vector<BackendInfo>& list, std::string_view id) {
    if (id.starts_with(kCheckedOther)) {
        auto other = findBackend(list, id.substr(kCheckedOther.size()));
        if (!other) return other.problem();
        other->id = std::string(kCheckedOther) + other->id;
        other->make = [make = std::move(other->make)]() -> Made {
            auto made = make();
            if (!made) return made.problem();
            return checked(std::move(*made));
        };
        other->isChecked = true;
        other->device.reset();
        return other;
    }
    if (id == "eigen") id = kDefaultBackend; // an alias that older scripts use
    if (id == kOpenCl) return findDevice(list, {});
    if (id.starts_with(kDevice)) return findDevice(list, id.substr(kDevice.size()));
    for (const BackendInfo& info : list)
        if (info.id == id) return availableOr(info);
    return Problem{"There is no backend " + quotedBriefly(std::string(id)) +
                   ". Available backends: " + idsOf(list, false) + ". \"headlight backends\" also lists devices."};
}

Result<ChosenBackend> chooseBackend(const std::vector<BackendInfo>& list, std::string_view id) {
    const auto info = findBackend(list, id);
    if (!info) return info.problem();
    if (info->id == kAutomaticBackend) {
        for (const BackendInfo& one : list)
            if (one.make && one.device && one.device->isGpu)
                if (auto made = one.make(); made) return ChosenBackend{std::move(*made), one};
        return chooseBackend(list, kDefaultBackend);
    }
    auto made = info->make();
    if (!made) return made.problem();
    return ChosenBackend{std::move(*made), *info};
}

bool mayBeDevice(std::string_view id) {
    if (id.starts_with(kCheckedOther)) return mayBeDevice(id.substr(kCheckedOther.size()));
    return id.starts_with(kOpenCl) || id == kAutomaticBackend;
}

Result<ChosenBackend> chooseBackend(std::string_view id) { return chooseBackend(backends(mayBeDevice(id)), id); }

Result<std::unique_ptr<Backend>> makeBackend(std::string_view id) {
    auto chosen = chooseBackend(id);
    if (!chosen) return chosen.problem();
    return std::move(chosen->backend);
}

} // namespace headlight
