#include "panels/inspector/terms.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace headlight {

constexpr std::size_t kTerms = 12;

TermRows termsOf(const LessonPen& pen, const Explanation& e, const std::vector<double>& values, int kept) {
    TermRows terms;
    terms.shown.resize(values.size());
    std::iota(terms.shown.begin(), terms.shown.end(), std::size_t{0});
    terms.isLong = values.size() > kTerms;
    terms.keepsFirst = kept >= 0;
    if (!terms.isLong || pen.look.whole.contains(e.of.stage)) return terms;
    const auto rank = [&](std::size_t i) {
        return std::pair(static_cast<int>(i) == kept, std::isnan(values[i]) ? HUGE_VAL : std::abs(values[i]));
    };
    std::ranges::stable_sort(terms.shown, std::greater(), rank);
    const auto end = terms.shown.begin() + kTerms;
    terms.others.assign(end, terms.shown.end());
    terms.shown.erase(end, terms.shown.end());
    return terms;
}

std::vector<double> TermRows::printed(const std::function<double(std::size_t)>& valueOf) const {
    std::vector<double> values;
    for (const std::size_t i : shown) values.push_back(valueOf(i));
    double rest = 0;
    for (const std::size_t i : others) rest += valueOf(i);
    if (isLong) values.push_back(rest);
    return values;
}

QString otherTerms(std::size_t count) {
    return count == 1 ? lessonWords("1 other term") : lessonWords("%1 other terms").arg(count);
}

Written orderHtml(const LessonPen& pen, const TermRows& terms) {
    if (terms.others.empty()) return {};
    return LessonPen::para(
        pen.muted(lessonWords(terms.keepsFirst ? "The chosen one, then the largest first" : "Largest first")));
}

std::vector<QString> restCells(const LessonPen& pen, Stage of, const TermRows& terms,
                               const std::vector<std::vector<double>>& columns) {
    const bool areSome = !terms.others.empty();
    const QString text = areSome ? otherTerms(terms.others.size()) : lessonWords("fewer terms");
    std::vector<QString> cells{QStringLiteral("<a href='all:%1'>%2</a>").arg(QLatin1String(infoOf(of).id), text)};
    for (const auto& column : columns) cells.push_back(areSome ? pen.number(column.back()) : QString());
    return cells;
}

} // namespace headlight
