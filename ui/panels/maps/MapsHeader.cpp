#include "panels/maps/MapsHeader.h"

#include "controls/SegmentButton.h"
#include "controls/buttons.h"
#include "controls/keyboardStop.h"
#include "document/Workbench.h"
#include "document/compared.h"
#include "document/mapActions.h"
#include "panels/maps/CompareMenu.h"
#include "panels/maps/MapSwitches.h"
#include "plot/Colormap.h"
#include "style/fieldHabits.h"
#include "style/textSize.h"
#include "style/wrappedLabel.h"
#include "words/wording.h"

#include <QAction>
#include <QComboBox>
#include <QFrame>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QMenu>

#include <algorithm>

namespace headlight {
namespace {

QString numbersWords(const MapOptions& options, const ShownMaps& shown) {
    if (!options.numbers) return MapsHeader::tr("no numbers");
    const auto [fewest, most] = *shown.decimals;
    if (most < 0) return MapsHeader::tr("colours only");
    const QString count = counted(QT_TRANSLATE_N_NOOP("Counts", "%n decimal(s)"), most);
    if (fewest < 0) return QStringLiteral(u"\u2264 %1").arg(count);
    return fewest == most ? count : QStringLiteral(u"%1\u2013%2").arg(fewest).arg(count);
}

} // namespace

QString shownWords(const ViewState& state) {
    constexpr int kMost = 3;
    if (state.maps.overview) return MapsHeader::tr("overview");
    const std::vector<Stage> stages = state.shownStages();
    QStringList names;
    qsizetype lastOfHead = -1;
    for (const Stage stage : stages) {
        if (infoOf(stage).scope == Scope::Head) lastOfHead = names.size();
        names << withinLine(titleOf(stage));
    }
    const int count = static_cast<int>(names.size());
    if (count > kMost) names = {counted(QT_TRANSLATE_N_NOOP("Counts", "%n stage(s)"), count)};
    if (state.maps.isEnlarged && lastOfHead >= 0) {
        QString& name = names[std::min(lastOfHead, names.size() - 1)];
        name = MapsHeader::tr("%1 of %2").arg(name, withinLine(titleOfHead(state.view.head)));
    }
    return names.join(QStringLiteral(", "));
}

QString displayWords(const MapOptions& options, const ShownMaps& shown) {
    QStringList parts;
    if (shown.decimals) parts << numbersWords(options, shown);
    if (shown.curve && shown.curve->bend)
        parts << withinLine(QCoreApplication::translate("Colours", shown.curve->name));
    return parts.isEmpty() ? MapsHeader::tr("colours") : parts.join(QStringLiteral(", "));
}

MapsHeader::MapsHeader(Workbench& workbench, MapSwitches& switches, CompareMenu& compare)
    : workbench_(workbench),
      switches_(switches),
      layer_(new QComboBox),
      shown_(new StateButton(tr("Show"), switches.show().menuAction()->toolTip())),
      look_(new StateButton(tr("Display"), tr("Choose numbers and colours"), tr("2–4 decimals"))),
      display_(new QAction(tr("&Display\u2026"), this)) {
    setAccessibleName(tr("Options of the maps"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 0, 8, 0); // in line with the cards below
    row->setSpacing(6);
    row->addWidget(layer_);
    row->addWidget(shown_);
    makeLayer();
    mask_ = addTool(switches.of(maskAction()));
    drag_ = addTool(*switches.drag().menuAction());
    row->addWidget(compared_ = makeCompared());
    with_ = addTool(*compare.menuAction()); // last, since it appears with the comparison
    row->addStretch(1);
    row->addWidget(look_);
    makeOneStop(*this);
    display_->setIconText(look_->accessibleName());
    display_->setToolTip(look_->toolTip());
    connect(display_, &QAction::triggered, this, &MapsHeader::openDisplay);
    connect(look_, &QToolButton::clicked, this, &MapsHeader::openDisplay);
    connect(shown_, &QToolButton::clicked, this, &MapsHeader::openShow);
    followTextSize(*this, [this] {
        setFixedHeight(textPx(32)); // the same, whatever stands in it
        fitTools();
    });
}

void MapsHeader::makeLayer() {
    layer_->setAccessibleName(tr("Layer"));
    layer_->setToolTip(tr("Layer shown in all panels; press { or } to change it"));
    layer_->setFocusPolicy(Qt::StrongFocus);
    layer_->setMaxVisibleItems(16);
    layer_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    layer_->setObjectName("layer");
    connect(layer_, &QComboBox::activated, this,
            [this](int layer) { workbench_.look([layer](View& view) { view.layer = layer; }); });
}

QToolButton* MapsHeader::addTool(QAction& action) {
    auto* button = new QToolButton;
    button->setObjectName("tool");
    button->setDefaultAction(&action);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setAccessibleName(action.iconText());
    layout()->addWidget(button);
    if (!action.menu()) return button;
    button->setPopupMode(QToolButton::InstantPopup);
    // Qt does not tell a button that the pointer left it for its menu.
    const auto look = [button] {
        button->setAttribute(Qt::WA_UnderMouse, button->rect().contains(button->mapFromGlobal(QCursor::pos())));
        button->update();
    };
    connect(action.menu(), &QMenu::aboutToHide, button, look, Qt::QueuedConnection);
    return button;
}

QFrame* MapsHeader::makeCompared() {
    const auto add = [this](Compared compared, const QString& text, const QString& tip) {
        auto* button = states_[compared] = new SegmentButton(text);
        button->setToolTip(tr("%1 (D)").arg(tip));
        connect(button, &QPushButton::clicked, this, [this, compared] {
            workbench_.look([compared](MapOptions& options) { options.compared = compared; });
        });
        return button;
    };
    QFrame* track = makeTrack(
        {add(Compared::Now, tr("Now"), tr("The maps as they are")),
         add(Compared::Other, tr("Before"), tr("The maps of the other state")),
         add(Compared::Difference, tr("Difference"), tr("Now minus the other state")),
         add(Compared::SideBySide, tr("Both"), tr("Both states of the selected head side by side"))});
    track->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred); // what appears beside it narrows it not
    return track;
}

/// Shows the entries of the menu as buttons, in a popup that stays open while several are chosen.
void MapsHeader::openShow() {
    constexpr int kColumns = 2;
    auto* popup = new PopupBase(switches_.show().accessibleName(), this);
    popup->setAttribute(Qt::WA_DeleteOnClose);
    auto* grid = new QGridLayout(popup);
    grid->setContentsMargins(16, 12, 16, 14);
    int place = 0;
    for (QAction* action : switches_.show().actions()) {
        if (action->isSeparator()) {
            place = (place + kColumns - 1) / kColumns * kColumns;
            grid->addWidget(wrappedLabel(action->text(), "title"), place / kColumns, 0, 1, kColumns);
            place += kColumns;
        } else if (action->isVisible()) {
            auto* button = new QToolButton;
            button->setDefaultAction(action);
            button->setAccessibleName(action->iconText());
            button->setFocusPolicy(Qt::StrongFocus);
            button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
            if (!action->isCheckable()) connect(action, &QAction::triggered, popup, &QWidget::close);
            grid->addWidget(button, place / kColumns, place % kColumns);
            ++place;
        }
    }
    popup->showBelow(*shown_);
}

/// Makes the popup when it is first opened: its samples of all colours take a tenth of the time of a window's start.
void MapsHeader::openDisplay() {
    if (!popup_) {
        popup_ = new DisplayPopup(workbench_, this);
        applyFieldHabits(*popup_);
        popup_->present(workbench_.state().maps, last_, *workbench_.state().theme);
    }
    popup_->showBelow(*look_);
}

void MapsHeader::presentCompared(const ViewState& state) {
    constexpr int kLongest = 16; // letters
    const Counterpart& counterpart = state.maps.counterpart;
    QString name = nameOf(counterpart);
    if (name.size() > kLongest) name = name.left(kLongest - 1) + QChar(0x2026);
    if (!std::holds_alternative<OtherFile>(counterpart)) name[0] = name[0].toUpper(); // a file keeps its letters
    QPushButton* other = states_[Compared::Other];
    if (other->text() != name) other->setText(name.replace(QLatin1Char('&'), QStringLiteral("&&")));
    other->setAccessibleName(name);
    states_[state.maps.compared]->setChecked(true);
}

void MapsHeader::presentLayers(const ViewState& state) {
    const auto layers = static_cast<int>(state.session.layers.size());
    if (layer_->count() != layers || layer_->itemText(0) != titleOfLayer(0)) { // layers may be counted from 0 now
        layer_->clear();
        for (int layer = 0; layer < layers; ++layer) layer_->addItem(titleOfLayer(layer));
    }
    layer_->setCurrentIndex(state.view.layer);
    layer_->setVisible(layers > 1);
}

/// Shows those of the wanted tools that have space beside the names of the two buttons.
void MapsHeader::fitTools() {
    const int between = layout()->spacing();
    int left = contentsRect().width() - layout()->contentsMargins().left() - layout()->contentsMargins().right();
    if (!layer_->isHidden()) left -= layer_->minimumSizeHint().width() + between;
    for (const StateButton* button : {shown_, look_}) left -= button->minimumSizeHint().width() + between;
    int used = 0;
    for (QWidget* tool : QWidgetList{mask_, drag_, compared_, with_}) {
        const int wide = tool->sizeHint().width() + between;
        const bool fits = wanted_.contains(tool) && used + wide <= left;
        tool->setVisible(fits);
        if (fits) used += wide;
    }
    const int least = shown_->minimumSizeHint().width(), leastLook = look_->minimumSizeHint().width();
    const int free = left - used + least + leastLook; // for both buttons; if it is too little, only for their states
    const bool isEnough = shown_->sizeHint().width() + look_->sizeHint().width() <= free;
    const int forLook = std::max(leastLook, look_->widthOfState());
    look_->setMaximumWidth(isEnough ? QWIDGETSIZE_MAX : forLook);
    shown_->setMaximumWidth(isEnough ? QWIDGETSIZE_MAX : std::max(least, free - forLook));
    layout()->activate();
}

void MapsHeader::resizeEvent(QResizeEvent*) { fitTools(); }

void MapsHeader::present(const ViewState& state, const ShownMaps& shown) {
    const MapOptions& maps = state.maps;
    const Layer& layer = layerAt(state.session, state.view.layer);
    const bool isComparing = maps.compared != Compared::Now;
    presentLayers(state);
    presentCompared(state);
    shown_->setState(shownWords(state));
    look_->setState(displayWords(maps, shown));
    switches_.of(maskAction()).setEnabled(!isComparing); // not hidden, which would move what is beside it
    std::set<QWidget*> wanted;
    if (!maps.overview && layer.options.mask.given) wanted.insert(mask_);
    if (!maps.overview && state.other) wanted.insert(compared_);
    if (!maps.overview && isComparing) wanted.insert(with_);
    if (!maps.overview && maps.hand == MapHand::Pull) wanted.insert(drag_);
    const QStringList texts{shown_->text(), look_->text(), states_[Compared::Other]->text(), layer_->currentText()};
    const bool isSame = wanted == wanted_ && texts == texts_; // measuring takes as long as the rest
    wanted_ = std::move(wanted);
    texts_ = texts;
    if (!isSame) fitTools();
    last_ = shown;
    if (popup_) popup_->present(maps, shown, *state.theme);
}

} // namespace headlight
