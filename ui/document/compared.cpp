#include "document/compared.h"

#include "attention/firstChange.h"
#include "document/lookedAt.h"
#include "session/pairs.h"
#include "text/alignment.h"
#include "words/conventions.h"
#include "words/numberWords.h"
#include "words/tokenText.h"
#include "words/wording.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>

namespace headlight {
std::vector<int> placesBefore(const Session& to, const Session& from, Side side) {
    if (side != Side::Tokens && side != Side::KeyTokens) return {};
    const bool isKey = side == Side::KeyTokens;
    const Frozen<Tokens>&before = (isKey ? keyText(from) : from.text).tokens,
          &after = (isKey ? keyText(to) : to.text).tokens;
    return before == after || !before || !after ? std::vector<int>() : cameFrom(before->texts, after->texts);
}

namespace {

QString inWords(const char* text) { return QCoreApplication::translate("Compared", text); }

/// Returns the index in `to` of a token of `from`; along a side without tokens, the same index.
int placeIn(const Session& to, const Session& from, Side side, int place) {
    const std::vector<int> places = placesBefore(to, from, side);
    return places.empty() ? place : nearestPlace(places, place);
}

CellRef withTokensIn(const Session& to, const Session& from, CellRef cell) {
    cell.row = placeIn(to, from, infoOf(cell.stage).rows, cell.row);
    cell.col = placeIn(to, from, infoOf(cell.stage).cols, cell.col);
    return cell;
}

Address numberIn(const Session& to, const Session& from, Address number) {
    const auto move = [&](auto& at, bool isOfHead) {
        const auto [layer, head] = samePlace(to, from, {at.layer, at.head});
        at.layer = layer;
        if (isOfHead) at.head = head;
    };
    if (auto* cell = std::get_if<CellRef>(&number)) {
        *cell = withTokensIn(to, from, *cell);
        move(*cell, infoOf(cell->stage).scope == Scope::Head);
    } else if (auto* entry = std::get_if<ParameterCell>(&number); entry && !areEmbeddings(entry->parameter)) {
        move(*entry, belongsToHead(entry->parameter));
    }
    return number;
}

struct Moved {
    const Tile* tile = nullptr;
    Index row = 0, col = 0; ///< indices of the tile's values
    float by = 0;           ///< NaN: it is not finite
    bool hasMasked = false;
};

void takeMax(const Tile& tile, Moved& largest) {
    for (Index r = 0; r < tile.values.rows(); ++r)
        for (Index c = 0; c < tile.values.cols(); ++c) {
            const float by = tile.values(r, c);
            largest.hasMasked = largest.hasMasked || tile.masked(r, c);
            const bool isMore = std::isfinite(by) ? std::abs(by) > std::abs(largest.by) : !std::isnan(largest.by);
            if (!tile.masked(r, c) && isMore)
                largest = {&tile, r, c, std::isfinite(by) ? by : std::numeric_limits<float>::quiet_NaN(),
                           largest.hasMasked};
        }
}

QString tokenAt(const Text& text, Index place) {
    return QStringLiteral(u"\u2068%1\u2069").arg(shownToken(*text.tokens, static_cast<int>(place)));
}

/// Returns the token at `first` or, if cells share a pixel, the first and the last of them.
QString tokensAt(const Text& text, Index first, Index end) {
    const QString token = tokenAt(text, first);
    return end - first < 2 ? token : QStringLiteral(u"%1\u2026%2").arg(token, tokenAt(text, end - 1));
}

QString placeOf(const Moved& largest, const Session& session) {
    const Tile& tile = *largest.tile;
    const StageInfo& info = infoOf(tile.demand.stage);
    const Region& region = tile.demand.region;
    const auto row = [&](Index of) { return region.row + of * region.rows / tile.values.rows(); };
    const auto col = [&](Index of) { return region.col + of * region.cols / tile.values.cols(); };
    const Text& rows = info.rows == Side::KeyTokens ? keyText(session) : session.text;
    const QString token = tokensAt(rows, row(largest.row), row(largest.row + 1));
    return info.isMap() ? QStringLiteral(u"%1 \u2192 %2")
                              .arg(token, tokensAt(keyText(session), col(largest.col), col(largest.col + 1)))
                        : inWords("%1, dimension %2").arg(token).arg(numberOf(static_cast<int>(col(largest.col))));
}

QString largestMoveText(const QString& words, const Moved& largest, const Session& session) {
    const MapDemand& map = largest.tile->demand;
    const QString title = titleOf(map.stage), number = inFull(static_cast<double>(largest.by)),
                  by = largest.by > 0 ? QLatin1Char('+') + number : number, place = placeOf(largest, session);
    const QString where = infoOf(map.stage).scope == Scope::Head
                              ? inWords("%1, head %2").arg(title).arg(numberOf(map.head))
                              : title;
    if (std::isnan(largest.by)) return inWords("%1: the difference at %2 is not a finite number").arg(where, place);
    return words.arg(where, place, map.pooling == Pooling::Mean ? inWords("%1 on average").arg(by) : by);
}

/// True if the session does not have this stage because its layer starts with given ones behind it, or is not there.
/// Stages from the mask on are absent because they are switched off.
bool startsBehind(const Session& session, const StageOfLayer& at) {
    if (at.layer >= static_cast<int>(session.layers.size())) return true;
    return layerAt(session, at.layer).isGiven() && at.stage < Stage::Masked && !hasStage(at.stage, session, at.layer);
}

/// True for stages that no weights are made of. A context or a concatenation that changes first may be of a head that
/// is switched off or gone, which changes the mean of the heads, too.
bool isBesideWeights(Stage stage) {
    return stage == Stage::V || stage == Stage::Dropped || stage == Stage::Output || stage == Stage::Result;
}

/// The present session, with that head in the place of all heads of the layer.
Session withHeadEverywhere(Session session, int layer, std::size_t head) {
    session.layers.change(layer, [&](Layer& changed) {
        const Head one = changed.allHeads[head];
        for (Head& each : changed.allHeads) {
            static_cast<PerHeadParameter<ParameterValue>&>(each) = one;
            each.isOn = one.isOn;
        }
    });
    return session;
}

/// The present session, in which another layer counts as that one, and its heads as the heads there. It is computed in
/// its own place, so its numbers stay.
Session withLayerAs(Session session, int layer, int other) {
    const Layer shown = layerAt(session, layer);
    session.layers.change(layer,
                          [number = layerAt(session, other).number](Layer& changed) { changed.number = number; });
    session.layers.change(other, [&](Layer& changed) {
        changed.number = shown.number;
        for (std::size_t head = 0; head < std::min(changed.allHeads.size(), shown.allHeads.size()); ++head)
            changed.allHeads[head].number = shown.allHeads[head].number;
    });
    return session;
}

std::optional<Session> otherState(const ViewState& state) {
    const Counterpart& counterpart = state.maps.counterpart;
    if (const auto* name = std::get_if<std::string>(&counterpart)) {
        const Session* pin = pinned(state.session, *name);
        return pin ? std::optional(*pin) : std::nullopt;
    }
    if (const auto* file = std::get_if<OtherFile>(&counterpart)) return *file->session;
    const auto* head = std::get_if<int>(&counterpart);
    const auto* other = std::get_if<OtherLayer>(&counterpart);
    if (!head && !other) return state.before;
    const auto layers = static_cast<int>(state.session.layers.size());
    const int layer = std::min(state.view.layer, layers - 1);
    if (other) {
        const bool isThere = other->layer < layers && other->layer != layer;
        return isThere ? std::optional(withLayerAs(state.session, layer, other->layer)) : std::nullopt;
    }
    const bool has = layer >= 0 && *head < sizesOf(state.session, layer).heads && canCompareHeads(state.session, layer);
    return has ? std::optional(withHeadEverywhere(state.session, layer, static_cast<std::size_t>(*head)))
               : std::nullopt;
}

} // namespace

void takeOther(ViewState& state) {
    state.other = otherState(state);
    if (!state.other) {
        state.maps.counterpart = {};
        state.other = state.before;
    }
    if (!state.other && state.session.pins) { // such as after a file has been opened
        state.maps.counterpart = state.session.pins->back().name;
        state.other = state.session.pins->back().session;
    }
    if (!state.other) state.maps.compared = Compared::Now;
}

bool canCompareHeads(const Session& session, int layer) { return !layerAt(session, layer).options.dropout; }

QString shownPin(const std::string& name) {
    constexpr qsizetype kMaxLetters = 40; // names in files can be longer
    const QString shown = QString::fromStdString(name).left(4 * kMaxLetters).simplified();
    return shown.size() > kMaxLetters ? shown.left(kMaxLetters - 1) + QChar(0x2026) : shown;
}

QString nameOf(const Counterpart& counterpart) {
    if (const auto* name = std::get_if<std::string>(&counterpart)) return shownPin(*name);
    if (const auto* head = std::get_if<int>(&counterpart)) return inWords("head %1").arg(numberOf(*head));
    if (const auto* other = std::get_if<OtherLayer>(&counterpart)) return withinLine(titleOfLayer(other->layer));
    if (const auto* file = std::get_if<OtherFile>(&counterpart)) return file->name;
    return inWords("before");
}

QString whyNotCompared(const Session& now, const Session& other) {
    const auto told = [](const char* what, auto there, auto here) {
        return inWords("it has %1 %2, and this session has %3").arg(there).arg(inWords(what)).arg(here);
    };
    if (now.layers.size() != other.layers.size())
        return told(QT_TRANSLATE_NOOP("Compared", "layers"), other.layers.size(), now.layers.size());
    for (int layer = 0; layer < static_cast<int>(now.layers.size()); ++layer) {
        const Sizes here = sizesOf(now, layer), there = sizesOf(other, layer);
        for (const auto& [what, size] : {std::pair{QT_TRANSLATE_NOOP("Compared", "tokens"), &Sizes::tokens},
                                         {QT_TRANSLATE_NOOP("Compared", "keys"), &Sizes::keyTokens},
                                         {QT_TRANSLATE_NOOP("Compared", "heads"), &Sizes::heads}})
            if (here.*size != there.*size) return told(what, there.*size, here.*size);
    }
    return {};
}

bool isOf(const MapDemand& map, Compared compared) {
    if (compared == Compared::Now) return map.state == 0;
    return map.state == kOther && map.isDifference == (compared == Compared::Difference);
}

Compared comparedIn(const Response* response, Compared wanted) {
    if (!response || response->request.maps.empty()) return wanted;
    const auto has = [&](Compared one) {
        return std::ranges::any_of(response->request.maps, [one](const MapDemand& map) { return isOf(map, one); });
    };
    if (has(Compared::Difference)) return Compared::Difference;
    if (!has(Compared::Other)) return Compared::Now;
    return has(Compared::Now) ? Compared::SideBySide : Compared::Other;
}

MapDemand demandOf(Compared compared, MapDemand map) {
    map.state = compared == Compared::Now ? 0 : kOther;
    map.isDifference = compared == Compared::Difference;
    return map;
}

View viewIn(Compared compared, const ViewState& state) {
    View view = state.view;
    if (compared != Compared::Other || !state.other) return view; // maps of an earlier answer may outlive that state
    view.query = placeIn(*state.other, state.session, Side::Tokens, view.query);
    view.key = placeIn(*state.other, state.session, Side::KeyTokens, view.key);
    const auto [layer, head] = samePlace(*state.other, state.session, {view.layer, view.head});
    view.layer = layer;
    view.head = head;
    return view;
}

ViewState shownState(const ViewState& state) {
    ViewState shown = state;
    if (state.maps.compared != Compared::Other) return shown;
    shown.session = *state.other;
    shown.view = viewIn(Compared::Other, state);
    for (Address& one : shown.lit) one = numberIn(shown.session, state.session, one);
    if (state.entry) shown.entry = std::get<ParameterCell>(numberIn(shown.session, state.session, *state.entry));
    cutToWhatExists(shown);
    return shown;
}

std::vector<Address> presentNumbers(const ViewState& state, std::vector<Address> numbers) {
    if (state.maps.compared == Compared::Other)
        for (Address& one : numbers) one = numberIn(state.session, *state.other, one);
    return numbers;
}

int presentHead(const ViewState& state, int head) {
    const View view = viewIn(state.maps.compared, state);
    return state.maps.compared == Compared::Other ? samePlace(state.session, *state.other, {view.layer, head}).head
                                                  : head;
}

std::vector<Address> litInOther(const ViewState& state, std::vector<Address> numbers) {
    for (Address& one : numbers)
        if (auto* cell = std::get_if<CellRef>(&one); cell && state.other)
            *cell = withTokensIn(*state.other, state.session, *cell);
    return numbers;
}

CellRef presentCell(Compared compared, const ViewState& state, CellRef cell) {
    return compared == Compared::Other && state.other ? withTokensIn(state.session, *state.other, cell) : cell;
}

const Session* sessionOf(const Frame& frame, Compared compared) {
    if (compared != Compared::Other) return &frame.session;
    return frame.demand.others.empty() ? nullptr : &frame.demand.others.front();
}

std::vector<char> newTokens(const Session& now, const Session& other, Side side) {
    const std::vector<int> places = placesBefore(now, other, side);
    if (std::ranges::all_of(places, [](int place) { return place >= 0; })) return {};
    std::vector<char> areNew;
    for (const int place : places) areNew.push_back(place < 0);
    return areNew;
}

QString whyWithoutCells(const Tile& tile, const Frame& frame) {
    if (tile.values.size() > 0 || isOf(tile.demand, Compared::Now)) return {};
    const Session* other = sessionOf(frame, Compared::Other);
    const MapDemand& map = tile.demand;
    const auto [layer, head] = other ? samePlace(*other, frame.session, {map.layer, map.head}) : HeadPlace{-1, -1};
    const StageInfo& info = infoOf(map.stage);
    if (layer < 0 || !hasStage(map.stage, *other, layer) || (info.scope == Scope::Head && head < 0))
        return inWords("There is no such map in the state compared with.");
    if (const Sizes sizes = sizesOf(*other, layer); sizes.tokens == 0 || sizes.keyTokens == 0)
        return inWords("The state compared with has no sentence.");
    if (lengthOf(info.cols, sizesOf(*other, layer)) == lengthOf(info.cols, sizesOf(frame.session, map.layer)))
        return inWords("In the state compared with, the columns of this map are of other heads, so there is no "
                       "difference.");
    return inWords("In the state compared with, this map has another width, so there is no difference.");
}

QString whatMoved(const ViewState& state) {
    std::map<Stage, Moved> moved;
    const Session* session = nullptr;
    bool isAny = false;
    for (const auto& [asker, response] : state.responses)
        for (const auto& tile : response->tiles) {
            if (!tile || !tile->demand.isDifference) continue;
            session = &response->frame->session;
            isAny = isAny || tile->values.size() > 0;
            takeMax(*tile, moved[tile->demand.stage]);
        }
    if (!session || !isAny) return {}; // if sizes differ, the maps say so
    const bool hasMasked = std::ranges::any_of(moved, [](const auto& one) { return one.second.hasMasked; });
    std::erase_if(moved, [](const auto& one) { return one.second.tile == nullptr; });
    if (isOtherPart(state.maps.counterpart))
        return moved.empty() ? inWords("No difference in these maps")
                             : largestMoveText(inWords("%1: %2 differs most, by %3"), moved.rbegin()->second, *session);
    const QString sentence = moved.empty()
                                 ? hasMasked ? inWords("No number that both states have changed in these maps")
                                             : inWords("Nothing changed in these maps")
                                 : largestMoveText(inWords("%1: %2 moved most, by %3"), moved.rbegin()->second,
                                                   *session);
    const auto first = firstChange(*state.other, *session);
    return !first || startsBehind(*state.other, *first)
               ? sentence
               : inWords("%1; first affected: %2").arg(sentence, titleOf(first->stage));
}

QString changeOutOfSight(const ViewState& state) {
    const auto first = state.before ? firstChange(*state.before, state.session) : std::nullopt;
    if (!first || first->layer < state.view.layer) return {};
    const bool isHere = first->layer == state.view.layer;
    const auto follows = [&](Stage stage) {
        const bool isOfWeights = stage < Stage::Context || infoOf(stage).isAside();
        return stage >= first->stage && (stage == first->stage || !isOfWeights || !isBesideWeights(first->stage));
    };
    if (isHere && std::ranges::any_of(state.shownStages(), follows)) return {};
    const QString stage = titleOf(first->stage);
    return inWords("“%1” changes none of these maps; first affected: %2")
        .arg(state.stepFromBefore, isHere ? stage : inWords("%1 of layer %2").arg(stage, placeText(first->layer)));
}

} // namespace headlight
