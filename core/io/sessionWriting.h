#pragma once
// The text of a session, part by part. Every member in its place, so that the same session gives the same bytes.

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

/// Stands in a pin that is written for a matrix that the session has at the same place: its text is null.
const FrozenMatrix& matrixOfSession();

/// The texts of matrices. Those of large ones are made when they are written, some rows at a time.
class MatrixTexts {
public:
    std::string text(const FrozenMatrix&, std::size_t indent, bool isVector = false); ///< of a large one a mark
    std::string text(const EmbeddingTable& table, std::size_t indent, bool isVector = false);
    /// With the letters of the large ones in the places of their marks.
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

/// What is being written, and how.
struct Writing {
    const Session& session;
    WrittenDrawings drawings;
    MatrixTexts& matrices;
    const Session* pinnedIn = nullptr; ///< it is a pin of that session
};

using Members = std::vector<std::string>; ///< of an object: "key": value

std::string member(const char* key, std::string value);
/// What a reader did not know of the object.
void addUnknown(Members&, const Frozen<std::string>& unknown);
/// `key`: a list of names, unless it is empty.
void addNames(Members&, const char* key, const std::vector<std::string>& names);
std::string inOneLine(const Members&);
/// One member a line, `indent` blanks before the closing brace.
std::string inLines(const Members&, std::size_t indent);

std::string layerText(const Writing&, int index, std::size_t indent);
std::string viewText(const View&);
/// All members but those of the header, the view, the pins, and those that no reader knows.
void addSession(Members&, const Writing&, std::size_t indent);
std::string pinsText(const Session&, std::size_t indent); ///< there must be pins

/// True if version 1 has a word for it: one kind of mask, no window, nothing hidden, and nothing switched off.
bool isSimple(const Mask&);

} // namespace headlight
