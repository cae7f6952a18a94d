#include "panels/pipeline/TokenChecks.h"

#include "words/conventions.h"
#include "words/tokenText.h"

#include <algorithm>
#include <string>

namespace headlight {
namespace {

constexpr int kListHeight = 150;

} // namespace

TokenChecks::TokenChecks(QWidget* parent) : QListWidget(parent) {
    setUniformItemSizes(true);
    setMaximumHeight(kListHeight);
    // This is called when present() writes, too: then the token is as shown, and there is no edit.
    connect(this, &QListWidget::itemChanged, this, [this](const QListWidgetItem* item) {
        if (item->checkState() != stateOf(row(item))) emit switched(row(item), item->checkState() == Qt::Checked);
    });
}

Qt::CheckState TokenChecks::stateOf(int place) const {
    return std::ranges::binary_search(on_, place) ? Qt::Checked : Qt::Unchecked;
}

void TokenChecks::present(const Frozen<Tokens>& tokens, std::vector<int> on) {
    on_ = std::move(on);
    const std::pair named(tokens, conventions().fromZero);
    if (std::exchange(named_, named) != named) {
        clear();
        for (int place = 0; tokens && place < tokens->count(); ++place) {
            const std::string& text = tokens->texts[static_cast<std::size_t>(place)];
            auto* item = new QListWidgetItem(shownToken(text) + placeMark(*tokens, place));
            item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
            item->setCheckState(stateOf(place));
            addItem(item);
        }
    }
    for (int place = 0; place < count(); ++place)
        if (item(place)->checkState() != stateOf(place)) item(place)->setCheckState(stateOf(place));
}

} // namespace headlight
