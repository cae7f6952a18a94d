#include "panels/parameters/ParametersCaption.h"

#include "controls/buttons.h"
#include "controls/labels.h"
#include "panels/parameters/ParametersTable.h"
#include "style/layouts.h"
#include "words/parameterWords.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QScreen>

#include <algorithm>

namespace headlight {
namespace {

/// A menu below its button, or as much higher as the screen needs: Qt would place it above the button, over the title.
class MenuBelow : public QMenu {
public:
    using QMenu::QMenu;

protected:
    void showEvent(QShowEvent* event) override {
        const QWidget& button = *parentWidget();
        const int below = button.mapToGlobal(QPoint(0, button.height())).y();
        const QRect space = screen()->availableGeometry();
        move(x(), std::max(space.top(), std::min(below, space.bottom() + 1 - height())));
        QMenu::showEvent(event);
    }
};

} // namespace

ParametersCaption::ParametersCaption(ParametersTable* table, const QString& name, const QList<QAction*>& more)
    : caption_(new ElidedLabel({}, "title")), button_(new IconButton("more", name, name)) {
    caption_->setTextFormat(Qt::RichText);
    auto* row = laidOut<QHBoxLayout>(this, {0, 0, 0, 0}, 2); // before a button
    row->addWidget(caption_, 1);
    row->addWidget(button_);
    auto* menu = new MenuBelow(button_);
    menu->setAccessibleName(name);
    connect(menu, &QMenu::aboutToShow, table, [table, menu, more] {
        menu->clear();
        qDeleteAll(menu->findChildren<QMenu*>(Qt::FindDirectChildrenOnly));
        table->fillMenu(*menu, table->whole());
        if (more.isEmpty()) return;
        menu->addSeparator();
        menu->addActions(more);
    });
    connect(menu, &QMenu::aboutToHide, button_, [this] { // a dialog may open, and Qt would never see the pointer leave
        button_->setAttribute(Qt::WA_UnderMouse, false);
        button_->update();
    });
    button_->setMenu(menu);
    button_->setPopupMode(QToolButton::InstantPopup);
}

void ParametersCaption::present(const QStringList& texts, const QString& origin) {
    if (texts == texts_ && origin == origin_) return;
    texts_ = texts;
    origin_ = origin;
    fit();
}

void ParametersCaption::fit() {
    const int space = width() - button_->width() - layout()->spacing();
    for (const QString& text : texts_) {
        caption_->setText(text);
        if (caption_->sizeHint().width() <= space) break;
    }
    QStringList tip;
    if (caption_->text() != texts_.value(0)) tip << texts_.value(0);
    for (const QString& line : origin_.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) tip << symbolsHtml(line);
    caption_->setToolTip(tip.isEmpty() ? QString() : QStringLiteral("<p>%1</p>").arg(tip.join(QStringLiteral("<br>"))));
}

} // namespace headlight
