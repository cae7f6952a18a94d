#include "table/TintLegend.h"

#include "table/cellTint.h"
#include "words/parameterWords.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

namespace headlight {
namespace {

constexpr int kBar = 72, kHeight = 8, kGap = 10;

} // namespace

TintLegend::TintLegend(QWidget* parent) : QWidget(parent) {
    said_ = new QLabel;
    said_->setAccessibleDescription(tr("Tints"));
    said_->setProperty("role", "caption");
    said_->setTextFormat(Qt::RichText);
    said_->setToolTip(tr("The largest number of a table has the strongest tint"));
    said_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(kBar + kGap, 0, 0, 0);
    row->addWidget(said_, 1);
}

void TintLegend::show(const std::vector<Scale>& scales) {
    QStringList html;
    for (const auto& [of, largest] : scales) {
        if (!(largest > 0)) continue;
        const QString most = QStringLiteral("±") + QString::number(static_cast<double>(largest), 'g', 3);
        html << symbolHtml(of) + QStringLiteral("&nbsp;") + most;
    }
    setVisible(!html.isEmpty());
    const QString text = html.join(QStringLiteral(" &nbsp;·&nbsp; "));
    if (said_->text() == text) return;
    said_->setText(text);
}

void TintLegend::setTheme(const Theme& theme) {
    if (theme_ == &theme) return;
    theme_ = &theme;
    update();
}

void TintLegend::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF bar(0, (height() - kHeight) / 2.0, kBar, kHeight);
    QLinearGradient tints(bar.topLeft(), bar.topRight());
    for (const double at : {0.0, 0.5, 1.0}) tints.setColorAt(at, cellTint(*theme_, static_cast<float>(2 * at - 1), 1));
    painter.setPen(QPen(theme_->border, 1));
    painter.setBrush(tints);
    painter.drawRoundedRect(bar.adjusted(0.5, 0.5, -0.5, -0.5), kHeight / 2.0, kHeight / 2.0);
}

} // namespace headlight
