#include "panels/inspector/folded.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

namespace headlight {
namespace {

constexpr std::size_t kTerms = 12;

} // namespace

Folded folded(const std::vector<double>& values, bool isWhole, int kept) {
    Folded terms;
    terms.shown.resize(values.size());
    std::iota(terms.shown.begin(), terms.shown.end(), std::size_t{0});
    terms.isLong = values.size() > kTerms;
    if (isWhole || !terms.isLong) return terms;
    const auto rank = [&](std::size_t i) {
        return std::pair(static_cast<int>(i) == kept, std::isnan(values[i]) ? HUGE_VAL : std::abs(values[i]));
    };
    std::ranges::stable_sort(terms.shown, std::greater(), rank);
    const auto end = terms.shown.begin() + kTerms;
    terms.others.assign(end, terms.shown.end());
    terms.shown.erase(end, terms.shown.end());
    return terms;
}

double restOf(const Folded& terms, const std::function<double(std::size_t)>& valueOf) {
    double rest = 0;
    for (const std::size_t i : terms.others) rest += valueOf(i);
    return rest;
}

std::vector<QString> restCells(const LessonPen& pen, Stage of, const Folded& terms, const std::vector<double>& rests,
                               bool isNarrow) {
    const bool isFolded = !terms.others.empty();
    const QString folded = lessonWords(isNarrow ? "%1 smaller" : "%1 smaller terms").arg(terms.others.size());
    const QString text = isFolded ? folded : lessonWords(isNarrow ? "fewer" : "fewer terms");
    std::vector<QString> cells{
        QStringLiteral("<a href='all:%1' style='text-decoration:none'>%2</a>").arg(QLatin1String(infoOf(of).id), text)};
    for (const double rest : rests) cells.push_back(isFolded ? pen.number(rest) : QString());
    return cells;
}

} // namespace headlight
