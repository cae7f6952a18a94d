#pragma once

#include "document/ViewState.h"
#include "session/drawNumbers.h"

#include <map>
#include <tuple>
#include <vector>

namespace headlight {

/// Where the numbers of a matrix come from, so that a table can say which have been changed since.
struct Origin {
    FrozenMatrix numbers; ///< as they were drawn, or else opened; null: they are new. Of embeddings the whole table
    QString since;        ///< "when randomised"
    QString title;        ///< "Randomised with torch.rand, seed 123"; empty: they were in what was opened
};

/// Those of one table after the other; what was found is kept until it is another.
class Origins {
public:
    const Origin& of(const ViewState&, const ParameterRef&);

private:
    ParameterRef ref_;
    std::vector<DrawnBy> by_; ///< of each head that the matrix is of
    std::vector<FrozenMatrix> opened_;
    EmbeddingTable openedTable_;
    bool isKnown_ = false;
    Origin origin_;
};

/// In words, for any entry.
class EntryOrigins {
public:
    /// "W_q: Randomised with torch.rand, seed 123, edited since"
    QString ofMatrix(const ViewState&, const ParameterCell& entry);
    QString ofEntry(const ViewState&,
                    const ParameterCell& entry); ///< "W_q[2, 1]", and what it was before it was edited

private:
    const Origin& of(const ViewState&, const ParameterCell& entry);
    std::map<std::tuple<Parameter, int, int>, Origins> origins_; ///< of parameter, layer and head
};

} // namespace headlight
