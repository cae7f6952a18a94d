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

bool isMapOfHead(const StageInfo& info) { return info.scope == Scope::Head && info.isMap(); }

void addVector(std::vector<CellRef>& way, CellRef cell, const Session& session) {
    const int maxColumns = cell.stage == Stage::Context ? kVectorColumns : kProjectedColumns;
    for (cell.col = 0; cell.col < maxColumns && exists(session, cell); ++cell.col) way.push_back(cell);
}

/// Returns the cells of the context's query and that key in all maps.
std::vector<CellRef> mapsOf(const CellRef& context, int key, const Session& session) {
    std::vector<CellRef> way;
    for (const StageInfo& one : stages())
        if (isMapOfHead(one) && hasStage(one.stage, session, context.layer))
            way.push_back({one.stage, context.layer, context.head, context.row, key});
    return way;
}

/// Adds the vectors of the score of the context's query and that key.
void addQueryAndKey(std::vector<CellRef>& way, const CellRef& context, int key, const Session& session) {
    addVector(way, {Stage::Q, context.layer, context.head, context.row, 0}, session);
    addVector(way, {Stage::K, context.layer, context.head, key, 0}, session);
}

/// Returns the number, and those of the same place in the stages before: for a result its output, or the concat.
std::vector<CellRef> samePlace(CellRef cell, const Session& session) {
    const StageInfo& info = infoOf(cell.stage);
    std::vector<CellRef> way{cell};
    const auto add = [&](Stage stage) {
        if (!hasStage(stage, session, cell.layer)) return false;
        cell.stage = stage;
        way.push_back(cell);
        return true;
    };
    if (cell.stage == Stage::X || cell.stage == Stage::XKv)
        for (const StageInfo& one : stages())
            if (one.stage < info.stage && one.scope == info.scope && one.rows == info.rows && one.cols == info.cols)
                add(one.stage);
    if (cell.stage == Stage::Result && !add(Stage::Output)) add(Stage::Concat);
    if (cell.stage == Stage::Concat) {
        const int dv = sizesOf(session, cell.layer).dv;
        way.push_back({Stage::Context, cell.layer, cell.col / dv, cell.row, cell.col % dv});
    }
    return way;
}

/// Adds the numbers that a context is made of for one key, the last step first.
void addSteps(std::vector<CellRef>& way, int key, const Session& session) {
    const CellRef context = way.back();
    if (way.size() > 1 && way.end()[-2].stage == Stage::Context)
        addVector(way, {Stage::V, context.layer, context.head, key, 0}, session);
    else
        way.push_back({Stage::V, context.layer, context.head, key, context.col});
    const std::vector<CellRef> maps = mapsOf(context, key, session);
    way.insert(way.end(), maps.rbegin(), maps.rend());
    addQueryAndKey(way, context, key, session);
}

bool isIn(const Region& region, const CellRef& cell) {
    return cell.row >= region.row && cell.row < region.row + region.rows && cell.col >= region.col &&
           cell.col < region.col + region.cols;
}

} // namespace

bool isWeighed(const CellRef& selected) {
    const StageInfo& info = infoOf(selected.stage);
    return isMapOfHead(info) && !info.isRollout;
}

std::vector<CellRef> wayTo(const CellRef& selected, const Session& session, const View& view) {
    if (isWeighed(selected)) {
        const CellRef context{Stage::Context, selected.layer, selected.head, selected.row, 0};
        std::vector<CellRef> way = mapsOf(context, selected.col, session);
        addVector(way, context, session);
        addQueryAndKey(way, context, selected.col, session);
        return way;
    }
    std::vector<CellRef> way = samePlace(selected, session);
    if (way.back().stage == Stage::Output)
        addVector(way, {Stage::Context, selected.layer, view.head, selected.row, 0}, session);
    if (way.back().stage == Stage::Context) addSteps(way, view.key, session);
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
