#include "panels/inspector/way.h"

#include "document/compared.h"
#include "document/selection.h"
#include "panels/inspector/LessonPen.h"
#include "words/tokenText.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace headlight {
namespace {

/// The one number of the stage before that goes into it at the same place.
std::optional<CellRef> sourceOf(const CellRef& cell, const Session& session) {
    CellRef from = cell;
    if (cell.stage == Stage::Result) {
        from.stage = hasStage(Stage::Output, session, cell.layer) ? Stage::Output : Stage::Concat;
    } else if (cell.stage == Stage::Concat) {
        const int dv = sizesOf(session, cell.layer).dv;
        from = {Stage::Context, cell.layer, cell.col / dv, cell.row, cell.col % dv};
    } else {
        return std::nullopt;
    }
    return from;
}

bool isIn(const Region& region, const CellRef& cell) {
    return cell.row >= region.row && cell.row < region.row + region.rows && cell.col >= region.col &&
           cell.col < region.col + region.cols;
}

} // namespace

std::vector<CellRef> wayTo(const CellRef& selected, const Session& session) {
    const StageInfo& info = infoOf(selected.stage);
    const Sizes sizes = sizesOf(session, selected.layer);
    const bool isWeighing = info.scope == Scope::Head && info.isMap();
    CellRef cell = selected;
    std::vector<CellRef> way;
    for (const StageInfo& one : stages()) {
        const bool isAlike = one.scope == info.scope && one.rows == info.rows && one.cols == info.cols &&
                             one.isRollout == info.isRollout;
        cell.stage = one.stage;
        if (isAlike && (isWeighing || one.stage <= selected.stage) && hasStage(one.stage, session, cell.layer) &&
            (!one.isRollout || one.stage == selected.stage))
            way.push_back(cell);
    }
    cell.stage = Stage::Context;
    for (cell.col = 0; isWeighing && cell.col < std::min<Index>(kContextColumns, sizes.dv); ++cell.col)
        way.push_back(cell);
    while (const auto source = way.empty() ? std::nullopt : sourceOf(way.front(), session))
        way.insert(way.begin(), *source);
    return way;
}

CellRef toldCell(const ViewState& state, const Session& session, const View& view) {
    if (!state.step) return selectedCell(session, view);
    CellRef cell = state.walk().examples(*state.step, 1).front();
    if (infoOf(cell.stage).isMap()) cell.col = view.key;
    if (cell.stage == Stage::Concat) cell.col = view.head * static_cast<int>(sizesOf(session, cell.layer).dv);
    return cell;
}

std::vector<CellRef> computedOf(std::vector<CellRef> way, const ViewState& state) {
    if (!state.step) return way;
    const Walk walk = state.walk();
    std::erase_if(way, [&](const CellRef& cell) {
        const bool isBegun = cell.stage == state.step->stage && cell.stage != Stage::Scores;
        return !isBegun && isIn(walk.blank(*state.step, cell.stage, cell.head), cell);
    });
    return way;
}

std::optional<Step> unfinishedOf(const ViewState& state, const CellRef& cell) {
    const bool isLater = state.step && isIn(state.walk().blank(*state.step, cell.stage, cell.head), cell);
    return isLater ? state.step : std::nullopt;
}

QString whyNoCounterpart(const ViewState& state) {
    const auto hasLayer = [](const Session& session, const View& view) {
        return view.layer < static_cast<int>(session.layers.size());
    };
    const auto has = [&](const Session& session, const View& view) {
        return hasLayer(session, view) && exists(session, selectedCell(session, view));
    };
    if (state.maps.compared == Compared::Now) return {};
    const View then = viewIn(Compared::Other, state);
    const QString none = lessonWords("There is no such number in the state compared with.");
    if (!has(state.session, state.view)) return hasLayer(*state.other, then) ? QString() : none;
    const CellRef cell = toldCell(state, state.session, state.view);
    const StageInfo& info = infoOf(cell.stage);
    for (const auto& [side, place] : {std::pair(info.rows, cell.row), std::pair(info.cols, cell.col)}) {
        const std::vector<char> areNew = newTokens(state.session, *state.other, side);
        const auto at = static_cast<std::size_t>(place);
        if (areNew.empty() || areNew[at] == 0) continue;
        const Text& text = side == Side::KeyTokens ? keyText(state.session) : state.session.text;
        return lessonWords("%1 is new: the state compared with has no such number.")
            .arg(quotedToken(text.tokens->texts[at]));
    }
    return has(*state.other, then) ? QString() : none;
}

} // namespace headlight
