#include "panels/parameters/ParametersHeads.h"

#include "document/Workbench.h"
#include "document/compared.h"
#include "document/costs.h"
#include "panels/headSwitch.h"
#include "session/edits.h"
#include "style/layouts.h"
#include "words/conventions.h"
#include "words/wording.h"

#include <QAbstractButton>
#include <QAction>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QSignalBlocker>
#include <QTabBar>

namespace headlight {

ParametersHeads::ParametersHeads(Workbench& workbench, QWidget* parent)
    : QWidget(parent),
      workbench_(workbench),
      tabs_(new QTabBar),
      add_(new QAction(tr("&Add head"), this)),
      duplicate_(new QAction(tr("&Duplicate head"), this)),
      remove_(new QAction(tr("Remove &head"), this)),
      switch_(new QAction(tr("Switch this head &off"), this)) {
    switch_->setCheckable(true);
    tabs_->setAccessibleName(tr("Head"));
    tabs_->setDrawBase(false);
    tabs_->setElideMode(Qt::ElideNone);
    tabs_->setFocusPolicy(Qt::StrongFocus);
    for (auto* scroller : tabs_->findChildren<QAbstractButton*>()) scroller->setFocusPolicy(Qt::NoFocus);
    tabs_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    tabs_->addTab(tr("All"));
    tabs_->setAccessibleTabName(0, tr("All heads as one W"));
    tabs_->setTabToolTip(0, tr("Show one matrix for each projection, with all heads side by side"));
    auto* row = laidOut<QHBoxLayout>(this, {0, 0, 0, 0});
    row->addWidget(tabs_);
    addActions({add_, duplicate_, remove_, switch_});
    connect(tabs_, &QTabBar::currentChanged, this, &ParametersHeads::pick);
    connectActions();
}

void ParametersHeads::pick(int tab) {
    const View& view = workbench_.state().view;
    const int head = presentHead(workbench_.state(), tab - 1);
    if (head >= 0) workbench_.select(head, view.query, view.key);
    emit allWanted(tab == 0);
}

void ParametersHeads::connectActions() {
    connect(add_, &QAction::triggered, this, [this] {
        const View v = workbench_.state().view;
        const Sizes sizes = sizesOf(workbench_.state().session, v.layer);
        if (workbench_.apply(
                tr("Add head"), [v](const Session& s, const Watch&) { return withHeadAdded(s, v.layer); }, 0,
                numbersOfHeads(1, sizes)))
            workbench_.select(sizes.heads, v.query, v.key);
    });
    connect(duplicate_, &QAction::triggered, this, [this] {
        const View v = workbench_.state().view;
        if (workbench_.apply(tr("Duplicate head %1").arg(placeText(v.head)),
                             [v](const Session& s, const Watch&) { return withHeadDuplicated(s, v.layer, v.head); }))
            workbench_.select(v.head + 1, v.query, v.key);
    });
    connect(remove_, &QAction::triggered, this, [this] {
        const View v = workbench_.state().view;
        workbench_.apply(tr("Remove head %1").arg(placeText(v.head)),
                         [v](const Session& s, const Watch&) { return withHeadRemoved(s, v.layer, v.head); });
    });
    connect(switch_, &QAction::triggered, this,
            [this](bool isOff) { switchHead(workbench_, workbench_.state().view.head, !isOff); });
}

/// Makes a tab for each head, and strikes out those of the heads that are off.
void ParametersHeads::presentTabs(std::span<const Head> heads) {
    const int count = static_cast<int>(heads.size());
    while (tabs_->count() > count + 1) tabs_->removeTab(tabs_->count() - 1);
    while (tabs_->count() < count + 1) tabs_->addTab({});
    if (const bool areSeveral = count > 1; tabs_->isTabVisible(0) != areSeveral) {
        tabs_->setTabVisible(0, areSeveral);
        tabs_->setTabEnabled(0, areSeveral); // the Left key and the wheel come to hidden tabs, too
    }
    for (int head = 0; head < count; ++head) {
        const bool isOn = heads[static_cast<std::size_t>(head)].isOn;
        const QString title = titleOfHead(head);
        QString text = count == 1 ? title : placeText(head);
        for (qsizetype end = text.size(); !isOn && end > 0; --end) text.insert(end, QChar(0x336)); // a tab has one font
        if (tabs_->tabText(head + 1) == text) continue; // to set it would paint
        tabs_->setTabText(head + 1, text);
        tabs_->setTabToolTip(head + 1, isOn ? title : tr("%1, switched off").arg(title));
        tabs_->setAccessibleTabName(head + 1, title);
    }
}

void ParametersHeads::present(std::span<const Head> all, int current, bool areAll, bool mayGrow, bool mayShrink) {
    const QSignalBlocker isPresenting(tabs_);
    const int heads = static_cast<int>(all.size());
    presentTabs(all);
    switch_->setChecked(!all[static_cast<std::size_t>(current)].isOn);
    switch_->setEnabled(mayShrink);
    tabs_->setCurrentIndex(areAll && heads > 1 ? 0 : current + 1);
    add_->setEnabled(mayGrow);
    duplicate_->setEnabled(mayGrow);
    remove_->setEnabled(mayShrink && heads > 1);
}

/// Handles Home and End: the tabs handle Left and Right.
void ParametersHeads::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Home)
        tabs_->setCurrentIndex(tabs_->isTabVisible(0) ? 0 : 1);
    else if (event->key() == Qt::Key_End)
        tabs_->setCurrentIndex(tabs_->count() - 1);
    else
        event->ignore();
}

} // namespace headlight
