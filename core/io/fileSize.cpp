#include "io/fileSize.h"

#include "io/MatrixJson.h"
#include "session/Limits.h"
#include "session/blocks.h"

#include <cmath>

namespace headlight {
namespace {

constexpr double kMegabyte = 1 << 20;
constexpr const char* kWayOut = ". Choose smaller sizes, or fewer heads or layers.";
constexpr double kMaxBytes = 256 * kMegabyte; ///< of numbers; the rest of a file's limit is for its words

/// "-1.1754944e-38, " is the longest number of a row; base64 has four letters for three bytes.
double bytesOf(Index numbers) { return static_cast<double>(numbers) * (numbers > kMaxInRows ? 16.0 / 3 : 16.0); }

/// f(how many numbers) for every matrix and table.
template <class F>
void forEachSize(const Session& session, F f) {
    const auto ofText = [&](const Text& text) { f(text.embeddings.rows() * text.embeddings.cols()); };
    ofText(session.text);
    if (session.source.kept) ofText(*session.source.kept);
    forEachBlock(session, [&](const FrozenMatrix& matrix) {
        if (matrix) f(matrix->size());
    });
}

/// "67.2 million"
std::string millions(double numbers) {
    const auto tenths = std::llround(std::ceil(numbers / 1e5));
    return std::to_string(tenths / 10) + (tenths % 10 == 0 ? "" : "." + std::to_string(tenths % 10)) + " million";
}

} // namespace

double bytesInFile(const Session& session) {
    double bytes = 0;
    forEachSize(session, [&](Index numbers) { bytes += bytesOf(numbers); });
    return bytes;
}

double numbersIn(const Session& session) {
    double all = 0;
    forEachSize(session, [&](Index numbers) { all += static_cast<double>(numbers); });
    return all;
}

Result<void> numbersFit(double numbers, const Session& before) {
    if (numbers <= kMaxNumbers || numbers <= numbersIn(before)) return {};
    return Problem{"The session would hold " + millions(numbers) + " numbers, but the limit is " +
                   millions(kMaxNumbers) + kWayOut};
}

Result<void> fitsIntoFile(const Session& session, const Session& before) {
    if (const auto fits = numbersFit(numbersIn(session), before); !fits) return fits;
    const double most = kMaxBytes, bytes = bytesInFile(session);
    if (bytes <= most || bytes <= bytesInFile(before)) return {};
    const auto megabytes = [](double b) { return std::to_string(std::llround(std::ceil(b / kMegabyte))) + " MB"; };
    return Problem{"The session's numbers would take " + megabytes(bytes) + " in a file, but the limit is " +
                   megabytes(most) + kWayOut};
}

} // namespace headlight
