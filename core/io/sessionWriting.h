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

/// Stands for a matrix of a written pin that equals the session's at the same place; its text is "null".
const FrozenMatrix& matrixOfSession();

/// Makes the texts of matrices. The texts of large ones are made while they are written, some rows at a time.
class MatrixTexts {
public:
    std::string text(const FrozenMatrix&, std::size_t indent, bool isVector = false); ///< a mark for a large one
    std::string text(const EmbeddingTable& table, std::size_t indent, bool isVector = false);
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
    const Session* pinnedIn = nullptr; ///< the session whose pin this is
};

using Members = std::vector<std::string>; ///< the members of an object, each as "key": value

std::string member(const char* key, std::string value);
/// Adds the members of the object that the reader did not know.
void addUnknown(Members&, const Frozen<std::string>& unknown);
/// Adds `key` with a list of names, unless the list is empty.
void addNames(Members&, const char* key, const std::vector<std::string>& names);
std::string inOneLine(const Members&);
/// Returns an object with one member a line, and `indent` blanks before the closing brace.
std::string inLines(const Members&, std::size_t indent);

std::string layerText(const Writing&, int index, std::size_t indent);
std::string viewText(const View&);
/// Adds all members but the header, the view, the pins, and those that the reader did not know.
void addSession(Members&, const Writing&, std::size_t indent);
std::string pinsText(const Session&, std::size_t indent); ///< requires pins

/// True if version 1 can state the mask: one kind of mask, no window, nothing hidden, and nothing switched off.
bool isSimple(const Mask&);

} // namespace headlight
