#include "io/fileSize.h"

#include "io/MatrixJson.h"
#include "session/blocks.h"

#include <cmath>
#include <numeric>
#include <unordered_set>

namespace headlight {
namespace {

constexpr double kMegabyte = 1 << 20;
constexpr double kMaxBytes = 256 * kMegabyte; ///< for numbers; the rest of a file's limit is for its texts

// Bytes for each number: base64 has four letters for three bytes, and a row's longest number is "-1.1754944e-38, ".
constexpr double kInBase64 = 16.0 / 3, kInRows = 16;

Result<void> bytesFit(double bytes, const Session& before) {
    if (bytes <= kMaxBytes || bytes <= bytesInFile(before)) return {};
    const auto megabytes = [](double b) { return std::to_string(std::llround(std::ceil(b / kMegabyte))) + " MB"; };
    return Problem{"The session's numbers would take " + megabytes(bytes) + " in a file, but the limit is " +
                   megabytes(kMaxBytes) + ". Choose smaller sizes, or fewer heads or layers."};
}

/// Returns the bytes of those matrices of `other` that `session` does not have.
double bytesBeside(const Session& session, const Session& other) {
    std::unordered_set<const Matrix*> its;
    forEachBlock(session, [&](const FrozenMatrix& matrix) { its.insert(matrix.get()); });
    double bytes = 0;
    const auto add = [&](Index numbers) {
        bytes += static_cast<double>(numbers) * (numbers > kMaxInRows ? kInBase64 : kInRows);
    };
    const auto addText = [&](const Text& text) {
        if (text.embeddings != session.text.embeddings) add(text.embeddings.rows() * text.embeddings.cols());
    };
    addText(other.text);
    if (other.source.kept) addText(*other.source.kept);
    forEachBlock(other, [&](const FrozenMatrix& matrix) {
        if (matrix && !its.contains(matrix.get())) add(matrix->size());
    });
    return bytes;
}

} // namespace

double bytesInFile(const Session& session) {
    const double bytes = bytesBeside({}, session);
    if (!session.pins) return bytes;
    return std::accumulate(session.pins->begin(), session.pins->end(), bytes,
                           [&](double sum, const Pin& pin) { return sum + bytesBeside(session, pin.session); });
}

Result<void> numbersFit(double numbers, const Session& before) { return bytesFit(numbers * kInBase64, before); }

Result<void> fitsIntoFile(const Session& session, const Session& before) {
    return bytesFit(bytesInFile(session), before);
}

} // namespace headlight
