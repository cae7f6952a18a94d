#include "panels/parameters/ParametersSizes.h"

#include "controls/SizeField.h"
#include "document/Workbench.h"
#include "document/costs.h"
#include "session/Limits.h"
#include "session/edits.h"
#include "style/textSize.h"
#include "words/parameterWords.h"

#include <QGridLayout>
#include <QLabel>
#include <QSignalBlocker>

#include <algorithm>

namespace headlight {
namespace {

constexpr int kColumns = 4, kSizesGap = 6;
constexpr int kMinField = 52; // px of four digits at the usual text size

int widthOf(int columns) { return columns * textPx(kMinField) + (columns - 1) * kSizesGap; }

Result<Session> withHeads(Session session, int layer, int heads, const Watch& watch) {
    const int before = sizesOf(session, layer).heads;
    for (int now; (now = sizesOf(session, layer).heads) != heads;) {
        if (!shouldContinue(watch, double(now - before) / (heads - before))) return stopped();
        auto next = now < heads ? withHeadAdded(session, layer) : withHeadRemoved(session, layer, now - 1);
        if (!next) return next;
        session = std::move(*next);
    }
    return session;
}

} // namespace

ParametersSizes::ParametersSizes(Workbench& workbench, QWidget* parent) : QWidget(parent), workbench_(workbench) {
    grid_ = new QGridLayout(this);
    grid_->setContentsMargins(0, 0, 0, 0);
    grid_->setHorizontalSpacing(kSizesGap);
    grid_->setVerticalSpacing(2);
    const std::array<QString, 4> names{QStringLiteral("d"), QStringLiteral("d_k"), QStringLiteral("d_v"), tr("Heads")};
    const std::array<QString, 4> tips{tr("Size of an embedding"), tr("Size of a query and of a key"),
                                      tr("Size of a value"), tr("Number of heads")};
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        auto* field = new SizeField(names[i], i == Heads ? kMaxHeads : kMaxDims);
        tips_[i] = tr("%1 (max. %2)").arg(tips[i]).arg(field->maximum());
        field->setToolTip(tips_[i]);
        auto* label = new QLabel(i == Heads ? tr("Hea&ds") : symbolHtml(names[i]));
        label->setObjectName("caption");
        label->setBuddy(field);
        labels_[i] = label;
        connect(field, &QSpinBox::valueChanged, this, [this, i](int value) { change(static_cast<Size>(i), value); });
        connect(field, &SizeField::refused, this,
                [this](const QString& message) { workbench_.messages().report(message); });
        fields_[i] = field;
    }
    arrange(kColumns);
}

void ParametersSizes::arrange(int columns) {
    if (columns == columns_) return;
    columns_ = columns;
    for (int i = 0; i < kColumns; ++i) {
        const auto place = static_cast<std::size_t>(i);
        grid_->addWidget(labels_[place], i / columns * 2, i % columns);
        grid_->addWidget(fields_[place], i / columns * 2 + 1, i % columns);
        grid_->setColumnStretch(i, i < columns ? 1 : 0);
    }
}

QSize ParametersSizes::minimumSizeHint() const { return {widthOf(kColumns / 2), QWidget::minimumSizeHint().height()}; }

void ParametersSizes::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange(width() < widthOf(kColumns) ? kColumns / 2 : kColumns);
}

void ParametersSizes::change(Size which, int value) {
    const ViewState& state = workbench_.state();
    const int layer = state.view.layer;
    Sizes now = sizesOf(state.session, layer);
    const auto ask = [&](int Sizes::*size, double others, const QString& label, const Workbench::Edit& edit) {
        now.*size = value;
        workbench_.apply(label, edit, 0, numbersOfHeads(now.heads, now) + others);
    };
    switch (which) {
    case D:
        return ask(&Sizes::d, double(state.session.text.embeddings.rows()) * value, tr("Change d to %1").arg(value),
                   [=](const Session& s, const Watch& w) { return withEmbeddingSize(s, value, w); });
    case Dk:
        return ask(&Sizes::dk, 0, tr("Change d_k to %1").arg(value),
                   [=](const Session& s, const Watch& w) { return withKeySize(s, layer, value, w); });
    case Dv:
        return ask(&Sizes::dv, 0, tr("Change d_v to %1").arg(value),
                   [=](const Session& s, const Watch& w) { return withValueSize(s, layer, value, w); });
    case Heads:
        return ask(&Sizes::heads, 0, tr("Change the number of heads to %1").arg(value),
                   [=](const Session& s, const Watch& w) { return withHeads(s, layer, value, w); });
    }
}

void ParametersSizes::show(const Sizes& sizes, bool simplified) {
    const std::array now{sizes.d, sizes.dk, sizes.dv, sizes.heads};
    for (std::size_t i = 0; i < fields_.size(); ++i) {
        SizeField& field = *fields_[i];
        const QSignalBlocker silent(field);
        const bool isFree = i == D || !simplified;
        field.setEnabled(isFree);
        field.setToolTip(isFree ? tips_[i]
                                : tr("Without trainable weights, queries, keys and values have size d and all heads "
                                     "would be the same. Use trainable weights to change this"));
        // A file may have larger sizes than the window allows. Setting an equal value would repaint.
        const int max = std::max(i == Heads ? kMaxHeads : kMaxDims, now[i]);
        if (field.maximum() != max) field.setMaximum(max);
        if (field.value() != now[i]) field.setValue(now[i]);
    }
}

} // namespace headlight
