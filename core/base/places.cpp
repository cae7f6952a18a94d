#include "base/places.h"

#include <atomic>
#include <charconv>

namespace headlight {
namespace {

std::atomic<int> firstNumber = 1; // a Problem is worded on whichever thread meets it

const std::string kKept = "\uFFF9", kEnd = "\uFFFB"; // marks of an annotation, which no text of ours has

} // namespace

void countFrom(int first) { firstNumber = first; }
int numberOf(int place) { return place + firstNumber; }
int placeOf(int number) { return number - firstNumber; }

std::string keptPlace(int place) { return kKept + std::to_string(place) + kEnd; }

std::string withNumbers(const std::string& kept) {
    std::string said = kept;
    for (std::size_t from = 0; (from = said.find(kKept, from)) != said.npos;) {
        const std::size_t digits = from + kKept.size(), end = said.find(kEnd, digits);
        if (end == said.npos) break;
        int place = 0;
        std::from_chars(said.data() + digits, said.data() + end, place);
        said.replace(from, end + kEnd.size() - from, std::to_string(numberOf(place)));
    }
    return said;
}

} // namespace headlight
