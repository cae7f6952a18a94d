#pragma once

#include "document/Document.h"
#include "document/Jobs.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <utility>

namespace headlight::testing {

/// A disk that lets a document's saves wait until letGo(), and takes them at once from then on. A user notices that.
class SlowDisk {
public:
    explicit SlowDisk(Document& document) : document_(document), before_(document.beforeSaving()) {
        Jobs::unseen = std::chrono::milliseconds(150);
        document.setBeforeSaving([before = before_, gate = gate_]() -> Document::Saving {
            return [noted = before ? before() : Document::Saving(), gate](const auto& file, std::string_view text) {
                if (noted) noted(file, text);
                std::unique_lock lock(gate->mutex);
                gate->changed.wait(lock, [&] { return gate->isOpen; });
            };
        });
    }
    ~SlowDisk() {
        letGo();
        document_.setBeforeSaving(before_);
        Jobs::unseen = unseen_;
    }
    void letGo() {
        const std::lock_guard lock(gate_->mutex);
        gate_->isOpen = true;
        gate_->changed.notify_all();
    }

private:
    struct Gate {
        std::mutex mutex;
        std::condition_variable changed;
        bool isOpen = false;
    };
    Document& document_;
    std::chrono::milliseconds unseen_ = Jobs::unseen;
    std::function<Document::Saving()> before_;
    std::shared_ptr<Gate> gate_ = std::make_shared<Gate>();
};

} // namespace headlight::testing
