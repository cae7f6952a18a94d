#include "controls/makeTrack.h"

#include <QAbstractButton>
#include <QFrame>
#include <QHBoxLayout>

namespace headlight {

QFrame* makeTrack(const std::vector<QAbstractButton*>& segments) {
    auto* track = new QFrame;
    track->setObjectName("track");
    auto* row = new QHBoxLayout(track);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    for (QAbstractButton* segment : segments) {
        segment->setObjectName("segment");
        segment->setCheckable(true);
        segment->setAutoExclusive(true);
        row->addWidget(segment);
    }
    return track;
}

} // namespace headlight
