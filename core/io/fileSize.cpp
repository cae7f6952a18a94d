#include "io/fileSize.h"

#include "io/JsonReader.h"
#include "io/MatrixJson.h"
#include "session/blocks.h"

#include <cmath>

namespace headlight {
namespace {

constexpr double kMegabyte = 1 << 20;

/// "-1.1754944e-38, " is the longest number of a row; base64 has four letters for three bytes.
double bytesOf(Index numbers) { return static_cast<double>(numbers) * (numbers > kMaxInRows ? 16.0 / 3 : 16.0); }

double bytesOf(const Text& text) { return bytesOf(text.embeddings.rows() * text.embeddings.cols()); }

} // namespace

double bytesInFile(const Session& session) {
    double bytes = bytesOf(session.text);
    for (const auto* second : {&session.source, &session.offSource})
        if (*second) bytes += bytesOf(**second);
    forEachBlock(session, [&](const FrozenMatrix& matrix) {
        if (matrix) bytes += bytesOf(matrix->size());
    });
    return bytes;
}

Result<void> fitsIntoFile(const Session& session, const Session& before) {
    const double most = static_cast<double>(JsonLimits().bytes), bytes = bytesInFile(session);
    if (bytes <= most || bytes <= bytesInFile(before)) return {};
    const auto megabytes = [](double b) { return std::to_string(std::llround(std::ceil(b / kMegabyte))) + " MB"; };
    return Problem{"Its numbers would take " + megabytes(bytes) + " of a file, and a file may have " + megabytes(most) +
                   ": choose smaller sizes, or fewer heads or layers."};
}

} // namespace headlight
