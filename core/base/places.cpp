#include "base/places.h"

#include <atomic>

namespace headlight {
namespace {

std::atomic<int> firstNumber = 1; // a Problem is worded on whichever thread meets it

} // namespace

void countFrom(int first) { firstNumber = first; }
int numberOf(int place) { return place + firstNumber; }
int placeOf(int number) { return number - firstNumber; }

} // namespace headlight
