// The fields of tokens: those that are hidden, and the cells of a mask.

#include "document/Workbench.h"
#include "panels/pipeline/MaskGrid.h"
#include "panels/pipeline/OperationPopup.h"
#include "plot/MapStage.h"
#include "words/conventions.h"
#include "words/tokenText.h"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <map>
#include <memory>
#include <string>

namespace headlight {
namespace {

constexpr int kListHeight = 150, kShortList = 90; // beside a map of the same tokens

/// Tokens as a person reads them; of those that occur more than once each with its place: "are (3)".
QStringList tellableNames(const Tokens& tokens) {
    std::map<std::string, int> counts;
    for (const std::string& text : tokens.texts) ++counts[text];
    QStringList names;
    for (int place = 0; place < tokens.count(); ++place) {
        const std::string& text = tokens.texts[static_cast<std::size_t>(place)];
        names << (counts[text] == 1 ? shownToken(text)
                                    : QStringLiteral(u"\u2068%1\u2069 (%2)").arg(shownToken(text), placeText(place)));
    }
    return names;
}

} // namespace

OperationPopup::Shower OperationPopup::makeTokens(const Setting& setting) {
    auto* list = named(setting, new QListWidget);
    list->setUniformItemSizes(true);
    struct Known {
        Frozen<Tokens> tokens;
        bool fromZero = false; ///< places count so
        std::vector<int> hidden;
    };
    const auto known = std::make_shared<Known>();
    // Also comes when present() writes; then the token is as it is shown and nothing is asked.
    connect(list, &QListWidget::itemChanged, this, [this, list, known, &setting](const QListWidgetItem* item) {
        const int place = list->row(item);
        const bool wasHidden = std::ranges::binary_search(known->hidden, place);
        const bool isHidden = item->checkState() == Qt::Checked;
        if (isHidden != wasHidden) take(setting, 2 * place + (isHidden ? 1 : 0));
    });
    auto* label = new QLabel(setting.shownName());
    label->setBuddy(list);
    form_->addRow(label);
    form_->addRow(list);
    return [list, known](const Session& session, const View& view) {
        const Frozen<Tokens>& tokens = keyText(session).tokens;
        const bool hasMap = static_cast<bool>(
            session.layers.at(static_cast<std::size_t>(view.layer)).options.mask.given);
        list->setMaximumHeight(hasMap ? kShortList : kListHeight);
        known->hidden = session.layers.at(static_cast<std::size_t>(view.layer)).options.mask.hidden;
        const auto stateOf = [&](int place) {
            return std::ranges::binary_search(known->hidden, place) ? Qt::Checked : Qt::Unchecked;
        };
        if (tokens != known->tokens || conventions().fromZero != known->fromZero) {
            known->tokens = tokens;
            known->fromZero = conventions().fromZero;
            list->clear();
            const QStringList names = tokens ? tellableNames(*tokens) : QStringList();
            for (int place = 0; place < names.size(); ++place) {
                auto* item = new QListWidgetItem(names[place]);
                item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
                item->setCheckState(stateOf(place));
                list->addItem(item);
            }
        }
        for (int place = 0; place < list->count(); ++place)
            if (list->item(place)->checkState() != stateOf(place)) list->item(place)->setCheckState(stateOf(place));
    };
}

/// The mask's own map, and below it what it can be made at once.
OperationPopup::Shower OperationPopup::makeCells(const Setting& setting) {
    auto* box = new QWidget;
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    grid_ = named(setting, new MaskGrid);
    column->addWidget(grid_);
    connect(grid_, &MaskGrid::strokeBegan, this, [this] { setDragging(true); });
    connect(grid_, &MaskGrid::strokeCancelled, this, &OperationPopup::takeBack);
    connect(grid_, &MaskGrid::strokeEnded, this, [this] { setDragging(false); });
    const QString label = setting.shownName();
    // No job, however large the mask is: there would be one for each move of the pointer, and it takes a copy.
    connect(grid_, &MaskGrid::painted, this, [this, label](const std::vector<MaskCell>& cells, bool mayAttend) {
        takeEdit(
            label,
            [cells, mayAttend](const Session& s, const View& v) { return withMaskCells(s, v.layer, cells, mayAttend); },
            1);
    });
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
            takeEdit(
                step, [fill](const Session& s, const View& v) { return withMaskFilled(s, v.layer, fill); },
                double(grid_->rows()) * grid_->cols());
        });
        row->addWidget(button);
    }
    row->addStretch();
    column->addLayout(row);
    form_->addRow(box);
    const auto stages = std::make_shared<MapStages>(); // makes labels once for the same tokens
    return [this, stages](const Session& session, const View& view) {
        const auto& given = session.layers.at(static_cast<std::size_t>(view.layer)).options.mask.given;
        grid_->present(given, stages->of(Stage::Weights, session, view.layer).axes, *workbench_.state().theme);
    };
}

} // namespace headlight
