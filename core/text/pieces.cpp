#include "text/pieces.h"

#include "base/utf8.h"

#include <unicode/brkiter.h>
#include <unicode/uchar.h>
#include <unicode/utext.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

namespace headlight {

namespace {

/// Bytes; more than ICU needs for one sentence.
constexpr std::size_t kIcuBytes = std::size_t{2} << 20;

/// Throws std::bad_alloc if there is too little memory for ICU, which would crash or never return then.
void requireMemory() { ::operator delete(::operator new(kIcuBytes)); }

/// Throws std::bad_alloc for an error of ICU. Only memory can be missing, as ICU's rules are linked in.
void require(UErrorCode status) {
    if (U_FAILURE(status)) throw std::bad_alloc();
}

std::unique_ptr<icu::BreakIterator> newIterator(Cut cut) {
    UErrorCode status = U_ZERO_ERROR;
    const auto& root = icu::Locale::getRoot();
    std::unique_ptr<icu::BreakIterator> iterator(cut == Cut::Words
                                                     ? icu::BreakIterator::createWordInstance(root, status)
                                                     : icu::BreakIterator::createCharacterInstance(root, status));
    require(status);
    return iterator;
}

bool isUnseen(char32_t point) {
    switch (u_charType(static_cast<UChar32>(point))) {
    case U_CONTROL_CHAR:
    case U_FORMAT_CHAR:
    case U_LINE_SEPARATOR:
    case U_PARAGRAPH_SEPARATOR: return true;
    default: return false;
    }
}

template <class Test>
bool all(std::string_view piece, Test test) {
    for (std::size_t at = 0; at < piece.size();)
        if (!test(nextCodePoint(piece, at))) return false;
    return true;
}

} // namespace

void forEachPiece(std::string_view text, Cut cut, const std::function<void(std::string_view)>& take) {
    requireMemory();
    const auto iterator = newIterator(cut);
    UErrorCode status = U_ZERO_ERROR;
    const icu::LocalUTextPointer source(
        utext_openUTF8(nullptr, text.data(), static_cast<std::int64_t>(text.size()), &status));
    require(status);
    iterator->setText(source.getAlias(), status);
    require(status);
    auto start = iterator->first();
    for (auto end = iterator->next(); end != icu::BreakIterator::DONE; start = end, end = iterator->next())
        take(text.substr(static_cast<std::size_t>(start), static_cast<std::size_t>(end - start)));
}

Piece pieceOf(std::string_view sentence, std::string_view part) {
    const auto begin = static_cast<std::size_t>(part.data() - sentence.data());
    return {std::string(part), {begin, begin + part.size()}};
}

bool isPythonSpace(char32_t point) {
    return (point >= 0x09 && point <= 0x0D) || (point >= 0x1C && point <= 0x20) || point == 0x85 || point == 0xA0 ||
           point == 0x1680 || (point >= 0x2000 && point <= 0x200A) || point == 0x2028 || point == 0x2029 ||
           point == 0x202F || point == 0x205F || point == 0x3000;
}

bool isInvisible(std::string_view piece) { return all(piece, isUnseen); }

bool isBlank(std::string_view piece) {
    return all(piece, [](char32_t point) { return isUnseen(point) || isPythonSpace(point); });
}

} // namespace headlight
