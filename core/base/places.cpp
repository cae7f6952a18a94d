#include "base/places.h"

#include <atomic>

namespace headlight {
namespace {

std::atomic<int> firstNumber = 1; // atomic: any thread may write a Problem

} // namespace

void countFrom(int first) { firstNumber = first; }
int numberOf(int place) { return place + firstNumber; }
int placeOf(int number) { return number - firstNumber; }

} // namespace headlight
