#include "io/SessionPieces.h"

#include "io/base64.h"
#include "io/sessionWriting.h"

#include <algorithm>
#include <span>

namespace headlight {
namespace {

/// No text of JSON has it: in a string it would be escaped. So nothing that a person has typed can be one.
constexpr char kMark = '\x01';

constexpr std::size_t kStretch = 3 * (std::size_t(1) << 17); ///< numbers; of three the letters come out even

} // namespace

class SessionPieces::Form : public MatrixForm {
public:
    explicit Form(std::vector<Large>& large) : large_(large) {}
    using MatrixForm::text;
    std::string text(const FrozenMatrix& matrix, std::size_t indent, bool isVector) const override {
        if (matrix->size() <= kMaxInRows) return MatrixForm::text(matrix, indent, isVector);
        large_.push_back({matrix, beforeLetters(*matrix, isVector)});
        return std::string(1, kMark);
    }

private:
    std::vector<Large>& large_;
};

SessionPieces::SessionPieces(const SessionFile& file) : text_(sessionText(file, Form(large_))) {}

bool SessionPieces::pour(const Poured::Put& put) const {
    std::string_view rest = text_;
    for (const auto& [matrix, before] : large_) {
        const std::size_t mark = rest.find(kMark);
        if (!put(rest.substr(0, mark)) || !put(before)) return false;
        const std::span<const float> numbers(matrix->data(), static_cast<std::size_t>(matrix->size()));
        for (std::size_t at = 0; at < numbers.size(); at += kStretch)
            if (!put(base64OfFloats(numbers.subspan(at, std::min(kStretch, numbers.size() - at))))) return false;
        if (!put(kBehindLetters)) return false;
        rest.remove_prefix(mark + 1);
    }
    return put(rest);
}

double SessionPieces::bytes() const {
    double all = static_cast<double>(text_.size());
    for (const auto& [matrix, before] : large_)
        all += static_cast<double>(before.size()) + 16.0 / 3 * static_cast<double>(matrix->size());
    return all;
}

Poured SessionPieces::poured() const {
    return {[this](const Poured::Put& put) { return pour(put); }, bytes()};
}

std::string SessionPieces::whole() const {
    if (large_.empty()) return text_;
    std::string all;
    all.reserve(static_cast<std::size_t>(bytes()) + 64 * large_.size());
    pour([&](std::string_view bytes) { return all += bytes, true; });
    return all;
}

std::string SessionPieces::outline() const {
    std::string all;
    std::size_t block = 0;
    for (const char c : text_)
        if (c == kMark)
            all += "{\"block\": " + std::to_string(block++) + "}";
        else
            all += c;
    return all;
}

MatrixSource SessionPieces::matrices() const {
    return [this](std::uint64_t block) { return Result<Matrix>(*large_.at(static_cast<std::size_t>(block)).matrix); };
}

} // namespace headlight
