#include "panels/MessagePanel.h"

#include "document/Workbench.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStyle>

#include <algorithm>
#include <array>

namespace headlight {
namespace {

constexpr int kMargin = 14, kAboveStatus = 44, kWidest = 760;

} // namespace

MessagePanel::MessagePanel(Workbench& bench, QWidget* parent) : Panel(bench, parent) {
    setProperty("role", "message");
    setAttribute(Qt::WA_StyledBackground);
    setAccessibleName(tr("Message"));
    text_ = new QLabel;
    text_->setAccessibleDescription(tr("Message")); // its name is its text
    text_->setTextFormat(Qt::PlainText);
    text_->setWordWrap(true);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* dismiss = new QPushButton(tr("Dismiss"));
    dismiss->setAccessibleName(tr("Dismiss"));
    dismiss->setProperty("role", "link");
    connect(dismiss, &QPushButton::clicked, this, [this] { workbench().report({}); });
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 8, 8, 8);
    row->addWidget(text_, 1);
    row->addWidget(dismiss, 0, Qt::AlignTop);
    hide();
}

void MessagePanel::showKind(MessageKind kind) {
    static constexpr std::array kKinds{"failure", "caution", "success"};
    const QString name = QLatin1String(kKinds[static_cast<std::size_t>(kind)]);
    if (property("kind") == name) return;
    setProperty("kind", name);
    for (QWidget* widget : {static_cast<QWidget*>(this), static_cast<QWidget*>(text_)}) {
        widget->style()->unpolish(widget); // the sheet looks at them anew
        widget->style()->polish(widget);
    }
}

void MessagePanel::present(const ViewState& state) {
    if (!state.problem.isEmpty()) showKind(state.problemKind);
    if (state.problem == text_->text()) return;
    text_->setText(state.problem);
    setVisible(!state.problem.isEmpty());
    settle();
    raise();
}

void MessagePanel::settle() {
    if (!parentWidget() || isHidden()) return;
    const int width = std::min(kWidest, parentWidget()->width() - 2 * kMargin);
    const int height = heightForWidth(width) > 0 ? heightForWidth(width) : sizeHint().height();
    setGeometry((parentWidget()->width() - width) / 2, parentWidget()->height() - height - kAboveStatus, width, height);
}

bool MessagePanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == parent() && event->type() == QEvent::Resize) settle();
    return Panel::eventFilter(watched, event);
}

bool MessagePanel::event(QEvent* event) {
    if (event->type() == QEvent::LayoutRequest) settle(); // also for text of another size
    if (event->type() == QEvent::ParentChange && parentWidget()) parentWidget()->installEventFilter(this);
    return Panel::event(event);
}

} // namespace headlight
