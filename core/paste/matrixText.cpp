#include "paste/matrixText.h"

#include "paste/brackets.h"
#include "paste/latexText.h"
#include "paste/tables.h"

namespace headlight {
namespace {

/// Returns the rows up to the first empty line.
Lines firstRows(const Survey& survey) {
    Lines rows;
    for (const Line& line : survey.lines) {
        if (!rows.empty() && line.text.empty()) break;
        if (!line.text.empty() && !line.isCode && !isNotice(line.text)) rows.push_back(line.text);
    }
    return rows;
}

} // namespace

Result<PastedText> matricesFromText(std::string_view text, const Watch& watch) {
    auto pasted = Pasted::from(text);
    if (!pasted) return pasted.problem();
    if (pasted->text().find("\\begin{") != std::string::npos) return matricesFromLatex(*std::move(pasted), watch);
    auto survey = surveyOf(*pasted);
    if (!survey) return survey.problem();
    std::string_view& line = survey->lines.front().text;
    if (std::string_view number; survey->lines.size() == 1 && endOfScalar(line, 0, &number) == line.size())
        line = number;
    if (survey->hasComments)
        if (auto whole = surveyOf(*pasted, {false, false, true}); whole && isPrintedTable(firstRows(*whole)))
            survey = std::move(whole);
    if (survey->hasLists && !isTable(firstRows(*survey))) {
        auto found = matricesFromNotebook(*pasted, *survey, watch);
        if (!found || !found->matrices.empty()) return found;
    }
    return matricesFromGrid(*pasted, *survey, watch);
}

} // namespace headlight
