#pragma once
// The text of a session, part by part. Members have a fixed order, so that the same session gives the same bytes.

#include "io/files.h"
#include "io/jsonObject.h"
#include "io/sessionDrawings.h"
#include "io/sessionFile.h"
#include "session/Session.h"
#include "session/View.h"

#include <cstddef>
#include <string>
#include <vector>

namespace headlight {

/// Makes the texts of matrices. The texts of large ones are made while they are written, some rows at a time.
class MatrixTexts {
public:
    std::string text(const EmbeddingTable&, std::size_t indent, bool isVector); ///< a mark for a large one
    /// Returns `text` with the letters of the large matrices in place of their marks.
    FilePieces pieces(std::string text) const;
    std::string whole(std::string text) const;

private:
    struct Large {
        EmbeddingTable rows;
        bool isVector;
    };
    class Pieces;
    std::vector<Large> large_; ///< in the order of their marks
};

/// The session that is being written, with its drawings and matrices.
struct Writing {
    const Session& session;
    WrittenDrawings drawings;
    MatrixTexts& matrices;
    bool isPin = false;
};

std::string pinsText(const Session&); ///< requires pins

/// True if version 1 can state the mask: one kind of mask, no window, nothing hidden, and nothing switched off.
bool isSimple(const Mask&);

} // namespace headlight
