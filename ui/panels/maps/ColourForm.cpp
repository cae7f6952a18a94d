#include "panels/maps/ColourForm.h"

#include "base/numberText.h"
#include "controls/PopupBase.h"
#include "controls/numberFields.h"
#include "document/Workbench.h"
#include "plot/Colormap.h"
#include "style/fieldHabits.h"
#include "style/wrappedLabel.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QFormLayout>
#include <QHBoxLayout>

#include <algorithm>

namespace headlight {
namespace {

constexpr QSize kSwatch(56, 12);

QString inColours(const char* name) { return QCoreApplication::translate("Colours", name); }

QIcon swatchOf(const ColormapInfo& info, const Theme& theme) {
    const auto map = colormapFor(info.isDiverging, theme, info.id);
    QImage colours(kSwatch.width(), 1, QImage::Format_RGB32);
    for (int x = 0; x < colours.width(); ++x)
        colours.setPixel(x, 0, map->entry(x * (Colormap::kEntries - 1) / (colours.width() - 1)));
    return {QPixmap::fromImage(colours.scaled(kSwatch))};
}

std::vector<const ColormapInfo*> mapsFor(bool isSigned) {
    std::vector<const ColormapInfo*> maps;
    for (const ColormapInfo& info : colormaps())
        if (info.isDiverging == isSigned) maps.push_back(&info);
    return maps;
}

/// Returns the place of the chosen one; 0 if it is unknown.
template <class List, class Id>
int placeOf(const List& list, const std::string& chosen, Id id) {
    const auto found = std::ranges::find(list, chosen, id);
    return found == list.end() ? 0 : static_cast<int>(found - list.begin());
}

} // namespace

template <class Change>
void ColourForm::choose(Change change) {
    workbench_.look([change, own = isSigned_ ? &MapOptions::signedColours : &MapOptions::unsignedColours](
                        MapOptions& options) { change(options.*own); });
}

ColourForm::ColourForm(QFormLayout& layout, const QString& title, bool isSigned, Workbench& workbench, QObject* parent)
    : QObject(parent), workbench_(workbench), isSigned_(isSigned), title_(title) {
    auto* heading = new QLabel(title);
    heading->setObjectName("title");
    layout.addRow(heading);
    const auto named = [&](const QString& label, QWidget* field) {
        field->setAccessibleName(tr("%1, %2").arg(label, title.toLower()));
        layout.addRow(label, field);
    };
    map_ = new QComboBox;
    map_->setIconSize(kSwatch);
    for (const ColormapInfo* info : mapsFor(isSigned)) map_->addItem(inColours(info->name));
    connect(map_, &QComboBox::activated, this, [this](int index) {
        choose([chosen = mapsFor(isSigned_)[static_cast<std::size_t>(index)]](ColourChoice& c) { c.map = chosen->id; });
    });
    named(tr("Colours"), map_);
    layout.addRow(tr("Range"), makeRange());
    curve_ = new QComboBox;
    if (!isSigned) curve_->addItem(tr("Automatic"), QString());
    for (const ValueCurve& curve : valueCurves()) curve_->addItem(inColours(curve.name), QLatin1String(curve.id));
    curve_->setToolTip(isSigned
                           ? tr("Square root and logarithm give more colours to small numbers")
                           : tr("Square root and logarithm give more colours to small numbers. Automatic takes the "
                                "square root if the median weight is below a hundredth of the largest"));
    connect(curve_, &QComboBox::activated, this, [this](int index) {
        choose([id = curve_->itemData(index).toString().toStdString()](ColourChoice& c) { c.curve = id; });
    });
    named(tr("Curve"), curve_);
    problem_ = wrappedLabel({}, "problem");
    problem_->hide();
    layout.addRow(problem_);
}

QWidget* ColourForm::makeRange() {
    auto* box = new QWidget;
    auto* row = new QHBoxLayout(box);
    row->setContentsMargins(0, 0, 0, 0);
    rule_ = new QComboBox;
    rule_->setAccessibleName(tr("Range, %1").arg(title_.toLower()));
    rule_->addItem(tr("Automatic"), Automatic);
    if (!isSigned_) rule_->addItem(tr("0 to 1"), ZeroToOne);
    rule_->addItem(tr("Custom"), Typed);
    connect(rule_, &QComboBox::activated, this, &ColourForm::chooseRule);
    row->addWidget(rule_, 1);
    const auto field = [&](const QString& name) {
        auto* edit = new NumberField(tr("%1, %2").arg(name, title_.toLower()));
        edit->setMinimumWidth(64);
        keepOwnUndo(*edit);
        connect(edit, &NumberField::entered, this, &ColourForm::takeTyped);
        return edit;
    };
    low_ = field(tr("Lowest"));
    dash_ = new QLabel(isSigned_ ? QStringLiteral(u"\u00b1") : QStringLiteral(u"\u2013"));
    high_ = field(isSigned_ ? tr("Largest magnitude") : tr("Highest"));
    for (QWidget* widget : std::initializer_list<QWidget*>{low_, dash_, high_}) row->addWidget(widget);
    return box;
}

void ColourForm::chooseRule(int index) {
    const int rule = rule_->itemData(index).toInt();
    choose([rule, shown = shown_](ColourChoice& c) {
        if (rule == Automatic) c.range.reset();
        if (rule == ZeroToOne) c.range = Range{0, 1};
        if (rule == Typed) c.range = shown;
    });
    if (rule == Typed) {
        for (QWidget* widget : std::initializer_list<QWidget*>{dash_, high_}) widget->show();
        low_->setVisible(!isSigned_);
        rule_->setCurrentIndex(index); // also for 0 to 1, which may be typed, too
        high_->setFocus();
        high_->selectAll();
    }
}

void ColourForm::takeTyped() {
    const auto high = numberFromInput(high_->text().toStdString());
    const auto low = isSigned_ && high ? Result<float>(-*high) : numberFromInput(low_->text().toStdString());
    if (!low || !high) return say(QString::fromStdString(high ? low.text() : high.text()));
    if (!(*low < *high))
        return say(isSigned_ ? tr("The largest magnitude must be above 0. Type a larger number.")
                             : tr("The lowest number, %1, must be below the highest, %2. Type another one.")
                                   .arg(low_->text(), high_->text()));
    say({});
    low_->setModified(false);
    high_->setModified(false);
    choose([range = Range{*low, *high}](ColourChoice& c) { c.range = range; });
}

void ColourForm::say(const QString& problem) {
    showText(*problem_, problem);
    auto* popup = qobject_cast<PopupBase*>(problem_->window());
    if (popup && problem_->isVisible()) popup->fitHeight(); // shows all of the sentence
    for (NumberField* field : {low_, high_}) field->setRefused(!problem.isEmpty());
}

void ColourForm::present(const ColourChoice& choice, const Range& shown, const Theme& theme, const ValueCurve* curve) {
    shown_ = shown;
    const auto maps = mapsFor(isSigned_);
    if (theme_ != &theme)
        for (std::size_t i = 0; i < maps.size(); ++i) map_->setItemIcon(static_cast<int>(i), swatchOf(*maps[i], theme));
    theme_ = &theme;
    map_->setCurrentIndex(placeOf(maps, choice.map, [](const ColormapInfo* info) { return info->id; }));
    curve_->setCurrentIndex(std::max(0, curve_->findData(QString::fromStdString(choice.curve))));
    if (!isSigned_)
        curve_->setItemText(0, curve && choice.curve.empty() ? tr("Automatic: %1").arg(inColours(curve->name).toLower())
                                                             : tr("Automatic"));
    const bool isUnit = !isSigned_ && choice.range == Range{0, 1};
    const bool wasTyped = rule_->currentData().toInt() == Typed && choice.range == choice_.range && choice.range;
    const int rule = wasTyped ? Typed : !choice.range ? Automatic : isUnit ? ZeroToOne : Typed;
    rule_->setCurrentIndex(rule_->findData(rule));
    low_->setVisible(rule == Typed && !isSigned_);
    dash_->setVisible(rule == Typed);
    high_->setVisible(rule == Typed);
    if (choice.range && (choice.range != choice_.range || high_->text().isEmpty())) {
        const Range range = typedRange(*choice.range, isSigned_);
        low_->setText(QString::fromStdString(shortest(range.low)));
        high_->setText(QString::fromStdString(shortest(range.high)));
        say({});
    }
    if (!choice.range) say({});
    choice_ = choice;
}

} // namespace headlight
