#pragma once

#include <vector>

class QAbstractButton;
class QFrame;

namespace headlight {

/// Makes a choice of exactly one: segments beside each other on a sunken track (roles "track" and "segment" of the
/// style sheet). To a screen reader the segments are radio buttons.
QFrame* makeTrack(const std::vector<QAbstractButton*>& segments);

} // namespace headlight
