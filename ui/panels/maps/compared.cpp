#include "panels/maps/compared.h"

#include "attention/firstChange.h"
#include "document/Workbench.h"
#include "panels/maps/HeatmapsPanel.h"
#include "text/alignment.h"
#include "words/conventions.h"
#include "words/numberWords.h"
#include "words/tokenText.h"
#include "words/wording.h"

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

bool has(const Session& session, const MapDemand& map) {
    if (map.layer >= static_cast<int>(session.layers.size()) || !hasStage(map.stage, session, map.layer)) return false;
    return infoOf(map.stage).scope != Scope::Head || map.head < sizesOf(session, map.layer).heads;
}

/// Where the token went that stands there; no token: it stays.
int placeIn(const Session& to, const Session& from, Side side, int place) {
    if (side != Side::Tokens && side != Side::KeyTokens) return place;
    const bool isKey = side == Side::KeyTokens;
    const Frozen<Tokens>&before = (isKey ? keyText(from) : from.text).tokens,
          &after = (isKey ? keyText(to) : to.text).tokens;
    if (before == after || !before || !after) return place;
    return nearestPlace(cameFrom(before->texts, after->texts), place);
}

CellRef cellIn(const Session& to, const Session& from, CellRef cell) {
    cell.row = placeIn(to, from, infoOf(cell.stage).rows, cell.row);
    cell.col = placeIn(to, from, infoOf(cell.stage).cols, cell.col);
    return cell;
}

struct Moved {
    const Tile* tile = nullptr;
    Index row = 0, col = 0; ///< of its values
    float by = 0;
};

/// Of what is not finite nobody can say by how much.
void takeMost(const Tile& tile, Moved& most) {
    for (Index r = 0; r < tile.values.rows(); ++r)
        for (Index c = 0; c < tile.values.cols(); ++c) {
            const float by = tile.values(r, c);
            if (tile.masked(r, c) || !std::isfinite(by) || std::abs(by) <= std::abs(most.by)) continue;
            most = {&tile, r, c, by};
        }
}

QString tokenAt(const Text& text, Index place) {
    return QStringLiteral(u"\u2068%1\u2069").arg(shownToken(text.tokens->texts[static_cast<std::size_t>(place)]));
}

QString placeOf(const Moved& most, const Session& session) {
    const Tile& tile = *most.tile;
    const StageInfo& info = infoOf(tile.demand.stage);
    const Index row = tile.demand.region.row + most.row * tile.demand.region.rows / tile.values.rows(),
                col = tile.demand.region.col + most.col * tile.demand.region.cols / tile.values.cols();
    const QString token = tokenAt(info.rows == Side::KeyTokens ? keyText(session) : session.text, row);
    return info.isMap() ? QStringLiteral(u"%1 \u2192 %2").arg(token, tokenAt(keyText(session), col))
                        : HeatmapsPanel::tr("%1, dimension %2").arg(token).arg(numberOf(static_cast<int>(col)));
}

QString movedMost(const Moved& most, const Session& session) {
    const MapDemand& map = most.tile->demand;
    const QString title = titleOf(map.stage, map.layer), number = inFull(static_cast<double>(most.by)),
                  by = most.by > 0 ? QLatin1Char('+') + number : number;
    const QString where = infoOf(map.stage).scope == Scope::Head
                              ? HeatmapsPanel::tr("%1, head %2").arg(title).arg(numberOf(map.head))
                              : title;
    return HeatmapsPanel::tr("%1: %2 moved most, by %3").arg(where, placeOf(most, session), by);
}

} // namespace

bool isOf(const MapDemand& map, Compared compared) {
    return (map.state == 0 && compared == Compared::Now) ||
           (map.state == Workbench::kBefore && map.isDifference == (compared == Compared::Difference) &&
            compared != Compared::Now);
}

Compared comparedIn(const Response* response, Compared wanted) {
    if (!response || response->request.maps.empty()) return wanted;
    for (const Compared one : {Compared::Before, Compared::Difference})
        if (isOf(response->request.maps.front(), one)) return one;
    return Compared::Now;
}

MapDemand demandOf(Compared compared, MapDemand map) {
    map.state = compared == Compared::Now ? 0 : Workbench::kBefore;
    map.isDifference = compared == Compared::Difference;
    return map;
}

View viewInMaps(const ViewState& state) {
    View view = state.view;
    if (state.maps.compared != Compared::Before) return view;
    view.query = placeIn(*state.before, state.session, Side::Tokens, view.query);
    view.key = placeIn(*state.before, state.session, Side::KeyTokens, view.key);
    return view;
}

std::vector<Address> numbersInMaps(const ViewState& state, std::vector<Address> numbers) {
    if (state.maps.compared == Compared::Before)
        for (Address& one : numbers)
            if (auto* cell = std::get_if<CellRef>(&one)) *cell = cellIn(*state.before, state.session, *cell);
    return numbers;
}

CellRef cellOfMaps(const ViewState& state, CellRef cell) {
    return state.maps.compared == Compared::Before ? cellIn(state.session, *state.before, cell) : cell;
}

std::vector<Address> numbersOfMaps(const ViewState& state, std::vector<Address> numbers) {
    for (Address& one : numbers)
        if (auto* cell = std::get_if<CellRef>(&one)) *cell = cellOfMaps(state, *cell);
    return numbers;
}

const Session* sessionOf(const Frame& frame, Compared compared) {
    if (compared != Compared::Before) return &frame.session;
    return frame.demand.others.empty() ? nullptr : &frame.demand.others.front();
}

QString whyWithoutCells(const Tile& tile, const Frame& frame) {
    if (tile.values.size() > 0 || isOf(tile.demand, Compared::Now)) return {};
    const Session* before = sessionOf(frame, Compared::Before);
    if (!before || !has(*before, tile.demand)) return HeatmapsPanel::tr("There was no such map before.");
    return HeatmapsPanel::tr("Before, this map had another width, so there is no difference.");
}

QString whatMoved(const ViewState& state) {
    std::map<Stage, Moved> moved;
    const Session* session = nullptr;
    for (const auto& [asker, response] : state.responses)
        for (const auto& tile : response->tiles) {
            if (!tile || !tile->demand.isDifference) continue;
            session = &response->frame->session;
            takeMost(*tile, moved[tile->demand.stage]);
        }
    if (!session) return {};
    std::erase_if(moved, [](const auto& one) { return one.second.tile == nullptr; });
    const QString sentence = moved.empty() ? HeatmapsPanel::tr("Nothing changed in these maps")
                                           : movedMost(moved.rbegin()->second, *session);
    const auto first = firstChange(*state.before, *session);
    return !first ? sentence
                  : HeatmapsPanel::tr("%1; the first stage that could change is %2")
                        .arg(sentence, titleOf(first->stage, first->layer));
}

} // namespace headlight
