#pragma once

#include "engine/Frame.h"

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace headlight {

class Presenter;

/// After an edit: at once, or when what comes first is there.
enum class Priority { First, Later };

/// What one panel wants computed.
struct Wish {
    std::vector<MapDemand> maps{};
    std::vector<std::optional<CellRef>> cells{}; ///< how they came to be; nullopt: the selected one, wherever it is
    Priority priority = Priority::First;
    friend bool operator==(const Wish&, const Wish&) = default;
};

/// What it gets for that, and keeps until there is more recent: tiles[i] is what maps[i] asked for.
struct Reply {
    std::shared_ptr<const Frame> frame; ///< the whole: which session it answers, and why there are no tiles
    std::vector<MapDemand> maps;
    std::vector<std::shared_ptr<const Tile>> tiles;           ///< as many, or none
    std::vector<std::shared_ptr<const CellArithmetic>> cells; ///< cells[i]: for the wish's cells[i]; may be null
};

/// The last one of each panel.
using Replies = std::map<const Presenter*, std::shared_ptr<const Reply>>;

/// The wishes of several panels as one Demand, that names each map and cell once.
struct Asked {
    struct Part {
        const Presenter* asker;
        Wish wish;
        std::vector<std::size_t> maps, cells; ///< their places in the demand
    };
    Demand demand;
    std::vector<Part> parts;
    bool isAll = true; ///< no wish was put off
};

/// Who wants what.
class Askers {
public:
    bool set(const Presenter& asker, const Wish& wish); ///< false: it wants that already
    void remove(const Presenter& asker);
    Asked asked(const CellRef& selected, Priority upTo) const;
    /// To those of `asked` that still want something.
    void handBack(const Asked& asked, const std::shared_ptr<const Frame>& frame, Replies& replies) const;

private:
    struct Asker {
        const Presenter* who;
        Wish wish;
    };
    std::vector<Asker> askers_; ///< in the order in which they came
};

} // namespace headlight
