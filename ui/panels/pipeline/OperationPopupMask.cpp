// The fields of masks: tokens that are hidden, and cells.

#include "document/Workbench.h"
#include "document/costs.h"
#include "document/mapActions.h"
#include "panels/pipeline/OperationPopup.h"
#include "panels/pipeline/givenMask.h"
#include "words/conventions.h"
#include "words/tokenText.h"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

namespace headlight {
namespace {

constexpr int kListHeight = 150;

QStringList tellableNames(const Tokens& tokens) {
    QStringList names;
    for (int place = 0; place < tokens.count(); ++place)
        names << shownToken(tokens.texts[static_cast<std::size_t>(place)]) + placeMark(tokens, place);
    return names;
}

} // namespace

OperationPopup::Shower OperationPopup::make(const Setting& setting, const Setting::Tokens& of) {
    auto* list = named(setting, new QListWidget);
    list->setUniformItemSizes(true);
    list->setMaximumHeight(kListHeight);
    struct Known {
        std::pair<Frozen<Tokens>, bool> named; ///< true: positions count from 0
        std::vector<int> hidden;
    };
    const auto known = std::make_shared<Known>();
    // This is called when present() writes, too: then the token is as shown, and there is no edit.
    connect(list, &QListWidget::itemChanged, this, [this, list, known, &setting, &of](const QListWidgetItem* item) {
        const int place = list->row(item);
        const bool wasHidden = std::ranges::binary_search(known->hidden, place);
        const bool isHidden = item->checkState() == Qt::Checked;
        if (isHidden != wasHidden) take(setting, of, Setting::TokenSwitch{place, isHidden});
    });
    auto* label = new QLabel(setting.shownName());
    label->setBuddy(list);
    form_->addRow(label);
    form_->addRow(list);
    return [list, known, &of](const Session& session, const View& view) {
        const Frozen<Tokens>& tokens = keyText(session).tokens;
        known->hidden = of.value(session, view);
        const auto stateOf = [&](int place) {
            return std::ranges::binary_search(known->hidden, place) ? Qt::Checked : Qt::Unchecked;
        };
        const std::pair named(tokens, conventions().fromZero);
        if (std::exchange(known->named, named) != named) {
            list->clear();
            for (const QString& name : tokens ? tellableNames(*tokens) : QStringList()) {
                auto* item = new QListWidgetItem(name);
                item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
                item->setCheckState(stateOf(list->count()));
                list->addItem(item);
            }
        }
        for (int place = 0; place < list->count(); ++place)
            if (list->item(place)->checkState() != stateOf(place)) list->item(place)->setCheckState(stateOf(place));
    };
}

/// Makes the buttons that edit the mask in the maps or fill it at once.
OperationPopup::Shower OperationPopup::make(const Setting& setting, const Setting::Cells&) {
    auto* box = new QWidget;
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    auto* edit = new QPushButton(tr("Edit in the map"));
    edit->setAccessibleName(edit->text());
    edit->setCheckable(true);
    connect(edit, &QPushButton::clicked, this, [this](bool on) {
        hide();
        turnMaps(workbench_, maskAction(), on);
    });
    auto* how = new QLabel(maskAction().shownTip());
    how->setObjectName("caption");
    how->setWordWrap(true);
    column->addWidget(edit);
    column->addWidget(how);
    const QString label = setting.shownName();
    struct Fill {
        MaskFill fill;
        QString name, tip;
    };
    auto* row = new QHBoxLayout;
    row->setSpacing(6);
    for (const Fill& one : {Fill{MaskFill::All, tr("Show all"), tr("Every query may attend to every key")},
                            Fill{MaskFill::None, tr("Hide all"), tr("No query may attend to any key")},
                            Fill{MaskFill::Causal, tr("Causal"), tr("No query may attend to keys after it")},
                            Fill{MaskFill::Invert, tr("Invert"), tr("Swap allowed and hidden cells")}}) {
        auto* button = new QPushButton(one.name);
        button->setAccessibleName(one.name);
        button->setToolTip(one.tip);
        const QString step = tr("%1: %2").arg(label, one.name.toLower());
        connect(button, &QPushButton::clicked, this, [this, step, fill = one.fill] {
            const ViewState& state = workbench_.state();
            const auto filled = [fill](const Session& s, const View& v) { return withMaskFilled(s, v.layer, fill); };
            take({step, filled, numbersOfMask(sizesOf(state.session, state.view.layer))}, gesture_);
        });
        row->addWidget(button);
    }
    row->addStretch();
    column->addLayout(row);
    form_->addRow(box);
    return [this, edit](const Session&, const View&) { edit->setChecked(maskAction().isOn(workbench_.state().maps)); };
}

} // namespace headlight
