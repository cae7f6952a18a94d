#pragma once

#include "document/ViewState.h"
#include "session/drawNumbers.h"
#include "words/numberWords.h"

#include <map>
#include <tuple>
#include <vector>

namespace headlight {

/// The origin of the numbers of a matrix, so that a table can say which have been changed since.
struct Origin {
    FrozenMatrix numbers; ///< as drawn, or else as opened; null: they are new. For embeddings the whole table
    QString since;        ///< "when randomised"
    QString title;        ///< "Randomised with torch.rand, seed 123"; empty: they were in what was opened
};

/// Finds the origin of a table, and keeps it until another one is asked for.
class Origins {
public:
    const Origin& of(const ViewState&, const ParameterRef&);

private:
    struct Sources {
        ParameterRef ref;
        EmbeddingTable openedTable;
        std::vector<DrawnBy> by{}; ///< one for each head that the matrix covers
        std::vector<FrozenMatrix> opened{};
        friend bool operator==(const Sources&, const Sources&) = default;
    };
    std::optional<Sources> known_;
    Origin origin_; ///< made of these
};

/// Returns for each token the row of Origin::numbers, which may be beyond its end; -1: none.
std::vector<int> rowsBefore(const ViewState&, Parameter embeddings);

/// Describes the origin of any entry in words.
class EntryOrigins {
public:
    /// Returns "W_q: Randomised with torch.rand, seed 123, edited since".
    QString ofMatrix(const ViewState&, const ParameterCell& entry);
    /// Returns "W_q[2, 1]", and the number that it was before it was edited, with so many decimals.
    QString ofEntry(const ViewState&, const ParameterCell& entry, int decimals = kAllDigits);

private:
    const Origin& of(const ViewState&, const ParameterCell& entry);
    std::map<std::tuple<Parameter, int, int>, Origins> origins_; ///< by parameter, layer and head
};

} // namespace headlight
