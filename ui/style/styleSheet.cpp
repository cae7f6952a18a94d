#include "style/styleSheet.h"

#include "style/textSize.h"

#include <QApplication>
#include <QEvent>
#include <QPalette>
#include <QPointer>
#include <QProxyStyle>
#include <QRegularExpression>
#include <QStyleFactory>
#include <QStyleHintReturn>
#include <QTextCharFormat>
#include <QToolTip>

#include <utility>

namespace headlight {
namespace {

// @name stands for the theme's colour of that name.
const char* const kSheet = R"(
QWidget { color: @text; }
QMainWindow, QDialog, QScrollArea#maps, QWidget#maps { background: @window; }
QToolTip { background: @surface; color: @text; border: 1px solid @border; padding: 4px 6px; }

QMenuBar { background: @surface; border-bottom: 1px solid @border; padding: 2px 6px; }
QMenuBar::item { padding: 4px 9px; border-radius: 5px; background: transparent; }
QMenu { background: @surface; border: 1px solid @border; padding: 5px; menu-scrollable: 1; }
QMenu::item { padding: 5px 26px 5px 22px; border-radius: 5px; }
QMenuBar::item:selected, QMenu::item:selected { background: @sunken; }
QMenu::item:disabled { color: @muted; }
QMenu::indicator { left: 5px; width: 13px; height: 13px; border: 1px solid @muted; border-radius: 4px; background: @surface; }
QMenu::indicator:checked { background: @text; border-color: @text; image: url(:/icons/check-@id.svg); }
QMenu::indicator:exclusive { border-radius: 7px; }
QMenu::indicator:exclusive:checked { width: 5px; height: 5px; border: 5px solid @text; background: @surface; image: none; }
QMenu::separator { height: 1px; background: @border; margin: 5px 8px; }

QSlider::groove:horizontal { background: @border; height: 4px; border-radius: 2px; }
QSlider::sub-page:horizontal { background: @muted; border-radius: 2px; }
QSlider::handle:horizontal { background: @text; border: 1px solid @surface; width: 12px; margin: -5px 0; border-radius: 6px; }

QProgressBar { background: @sunken; border: 0; border-radius: 3px; max-height: 6px; }
QProgressBar::chunk { background: @muted; border-radius: 3px; }

QWidget#side { background: @surface; border: 0; }
QFrame#card { background: @surface; border: 1px solid @border; border-radius: 8px; }
QLabel#caption, QLabel#empty, QLabel#qt_msgbox_informativelabel { color: @muted; }
QLabel#empty { padding: 40px; qproperty-alignment: AlignCenter; }
QLabel#title, QLabel#qt_msgbox_label { font-weight: 600; }
QLabel#problem { color: @error; }
QWidget#message { background: @errorSoft; border: 1px solid @error; border-radius: 8px; }
QWidget#message QLabel { color: @error; }
QWidget#message[kind="caution"] { background: @sunken; border-color: @text; }
QWidget#message[kind="caution"] QLabel { color: @text; }
QWidget#message[kind="notice"] { background: @surface; border-color: @border; }
QWidget#message QLabel#notice { color: @text; }
QFrame#popup { background: @surface; border: 1px solid @border; }
QWidget#pipeline, QFrame#foot, QWidget#status { background: @surface; border-top: 1px solid @border; }
QWidget#status[isAtTop="true"] { border: none; }

QPushButton, QToolButton { background: @surface; border: 1px solid @border; border-radius: 6px; padding: 3px 8px; }
QWidget#side QPushButton { padding: 3px 5px; }
QPushButton:hover, QToolButton:hover { background: @sunken; }
QPushButton:pressed, QToolButton:pressed { background: @border; }
QPushButton:disabled, QToolButton:disabled { color: @muted; background: @window; }
QPushButton:checked, QToolButton:checked { background: @border; border-color: @muted; }
QPushButton:default:enabled { background: @text; color: @surface; border-color: @text; }
QPushButton#segment, QToolButton#segment { background: transparent; border-color: transparent; color: @muted; }
QPushButton#segment:checked, QToolButton#segment:checked { background: @surface; border-color: @border; color: @text; font-weight: 600; }
QPushButton#segment:disabled, QToolButton#segment:disabled { background: transparent; border-color: transparent; color: @muted; font-weight: normal; }
QFrame#track, QTabBar { background: @sunken; border-radius: 8px; }
QTabBar::tab { background: transparent; border: 1px solid transparent; border-radius: 6px; margin: 3px 1px; padding: 3px 7px; color: @muted; }
QTabBar::tab:first { margin-left: 3px; }
QTabBar::tab:last { margin-right: 3px; }
QTabBar::tab:hover { color: @text; }
QTabBar::tab:selected { background: @surface; border-color: @border; color: @text; font-weight: 600; }
QTabBar#pages::tab:selected { font-weight: normal; }
QTabBar::tear { width: 28px; border-top-left-radius: 8px; border-bottom-left-radius: 8px;
  background: qlineargradient(x1: 0, y1: 0, x2: 1, y2: 0, stop: 0.6 @sunken, stop: 1 @clear); }
QTabBar QToolButton, QTabBar QToolButton:disabled { background: @sunken; border: 0; border-radius: 0; padding: 0; }
QTabBar QToolButton#ScrollRightButton { border-top-right-radius: 8px; border-bottom-right-radius: 8px; }
QTabBar QToolButton::left-arrow { image: url(:/icons/chevron-left-@id.svg); width: 10px; height: 10px; }
QTabBar QToolButton::right-arrow { image: url(:/icons/chevron-right-@id.svg); width: 10px; height: 10px; }
QPushButton#link, QToolButton#link { border: 1px solid transparent; background: transparent; color: @muted; padding: 2px 6px; }
QPushButton#link:hover, QToolButton#link:hover { background: @sunken; color: @text; }
QToolButton#link:disabled { color: @border; }
QToolButton#link:checked { background: @border; color: @text; }
headlight--IconButton, headlight--IconButton#link { padding: 0; }
QToolButton#earlier, QToolButton#later { border: 0; border-radius: 0; padding: 0; }
QToolButton#earlier { padding-right: 16px; qproperty-icon: url(:/icons/chevron-left-@id.svg);
  background: qlineargradient(x1: 0, y1: 0, x2: 1, y2: 0, stop: 0 @surface, stop: 0.45 @surface, stop: 1 @clear); }
QToolButton#later { padding-left: 16px; qproperty-icon: url(:/icons/chevron-right-@id.svg);
  background: qlineargradient(x1: 1, y1: 0, x2: 0, y2: 0, stop: 0 @surface, stop: 0.45 @surface, stop: 1 @clear); }
QToolButton#stage { border: 1px solid transparent; background: transparent; padding: 1px 3px; }
QToolButton#stage:hover { background: @sunken; }
QToolButton#stage:checked { background: @border; }
QToolButton#operation, QToolButton#add { padding: 0px 5px; }
QToolButton#choice { padding: 3px 17px 3px 5px; }
QToolButton#operation:enabled { padding-right: 17px; }
QToolButton#operation:disabled { border-color: transparent; background: transparent; }
QToolButton#operation::menu-indicator, QToolButton#choice::menu-indicator { image: url(:/icons/chevron-down-@id.svg); width: 10px; subcontrol-origin: padding; subcontrol-position: right center; right: 4px; }
QFrame#line { background: @border; }
QToolButton::menu-indicator { image: none; width: 0; }
QToolButton#tool { padding: 1px 10px; }
QToolButton#tool[popupMode="2"] { padding-right: 20px; }
QToolButton#tool[popupMode="2"]::menu-indicator { image: url(:/icons/chevron-down-@id.svg); width: 10px; subcontrol-origin: padding; subcontrol-position: right center; right: 6px; }
QToolButton#state { padding: 0; qproperty-icon: url(:/icons/chevron-down-@id.svg); qproperty-iconSize: 10px 10px; }
QFileDialog QToolButton { padding: 3px; }

QLineEdit, QPlainTextEdit, QSpinBox, QDoubleSpinBox, QComboBox {
  background: @surface; border: 1px solid @border; border-radius: 6px; padding: 3px 7px;
  selection-background-color: @muted; selection-color: @surface; }
QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox { min-height: 20px; }
QTableView QLineEdit { min-height: 0; padding: 0 4px; }
QLineEdit:focus, QPlainTextEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus { border: 1px solid @text; }
QLineEdit:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled, QComboBox:disabled { color: @muted; background: @window; }
QLineEdit[invalid="true"], QPlainTextEdit[invalid="true"] { border: 1px solid @error; background: @errorSoft; }
QPlainTextEdit#sentence { font-size: @sentence; border: 2px solid @border; border-radius: 8px; padding: 2px 9px; }
QPlainTextEdit#sentence:focus { border: 2px solid @text; }
QComboBox#layer { combobox-popup: 0; } /* its list scrolls */
QComboBox::drop-down { border: 0; width: 20px; }
QComboBox::down-arrow { image: url(:/icons/chevron-down-@id.svg); width: 10px; height: 10px; }
QComboBox QAbstractItemView { background: @surface; border: 1px solid @border; selection-background-color: @sunken; selection-color: @text; padding: 3px; }
QSpinBox::up-button, QSpinBox::down-button { border: 0; width: 16px; background: transparent; }
QSpinBox::up-arrow { image: url(:/icons/chevron-up-@id.svg); width: 8px; height: 8px; }
QSpinBox::down-arrow { image: url(:/icons/chevron-down-@id.svg); width: 8px; height: 8px; }
QCheckBox { spacing: 6px; }
QCheckBox::indicator, QListWidget::indicator { width: 14px; height: 14px; border: 1px solid @muted; border-radius: 4px; background: @surface; }
QCheckBox::indicator:hover { border-color: @text; }
QCheckBox::indicator:checked, QListWidget::indicator:checked { background: @text; border-color: @text; image: url(:/icons/check-@id.svg); }
QListWidget { background: @surface; border: 1px solid @border; border-radius: 6px; padding: 3px; }
QListWidget::item { padding: 1px; }
QListWidget::item:selected { background: @border; color: @text; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }

QTableView { background: @surface; border: 0; gridline-color: transparent; selection-background-color: transparent; }
QTableView#lines::item { padding: 0 2px; border: 1px solid transparent; }
QTableView#lines::item:selected { background: @border; color: @text; }
QHeaderView, QHeaderView::section { background: @surface; color: @muted; border: 0; padding: 2px 4px; }
headlight--MatrixHeader { padding: 0; } /* else the labels are not level with their rows */
QTableView#lines QHeaderView::section { padding: 2px 10px 2px 0; }
QTableView#lines QHeaderView::up-arrow, QTableView#lines QHeaderView::down-arrow { image: none; width: 0; height: 0; }
QTableCornerButton::section { background: @surface; border: 0; }
QTableView#maps, QTableView#maps QHeaderView, QTableView#maps QHeaderView::section, QTableView#maps QTableCornerButton::section { background: @window; }
QTableView#maps QHeaderView::section { padding: 2px 0; }
QScrollArea { border: 0; background: transparent; }
QSplitter::handle { background: @border; }
QFocusFrame { border: 2px solid @muted; border-radius: 6px; }
)";

// These have one width at all text sizes. Maps are laid out beside scroll bars, and heads have little space. Four size
// fields, each with four digits, share a narrow panel.
const char* const kUnscaled = R"(
headlight--SizeField { padding: 3px 0 3px 5px; }
headlight--SizeField::up-button, headlight--SizeField::down-button { width: 14px; }
QTabBar::scroller { width: 32px; }
QScrollBar:vertical { background: transparent; width: 11px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 11px; margin: 0; }
QScrollBar::handle { background: @border; border-radius: 4px; margin: 2px; min-height: 24px; min-width: 24px; }
QScrollBar::handle:hover { background: @muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
)";

QPalette paletteOf(const Theme& t) {
    const std::pair<QPalette::ColorRole, QColor> colours[] = {{QPalette::Window, t.window},
                                                              {QPalette::WindowText, t.text},
                                                              {QPalette::Base, t.surface},
                                                              {QPalette::AlternateBase, t.sunken},
                                                              {QPalette::Text, t.text},
                                                              {QPalette::PlaceholderText, t.muted},
                                                              {QPalette::Button, t.surface},
                                                              {QPalette::ButtonText, t.text},
                                                              {QPalette::ToolTipBase, t.surface},
                                                              {QPalette::ToolTipText, t.text},
                                                              {QPalette::Highlight, t.muted},
                                                              {QPalette::HighlightedText, t.surface},
                                                              {QPalette::Link, t.text}};
    QPalette palette;
    for (const auto& [role, colour] : colours) palette.setColor(role, colour);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, t.muted);
    return palette;
}

/// Scales the lengths of a sheet with the text size, but not lines and distances of less than 5 px.
QString inTextSize(const QString& sheet) {
    static const QRegularExpression kLength(QStringLiteral("(?<![.\\d])(\\d+)px"));
    constexpr int kMin = 5;
    QString grown;
    qsizetype end = 0;
    for (auto found = kLength.globalMatch(sheet); found.hasNext();) {
        const auto length = found.next();
        const int pixels = length.captured(1).toInt();
        grown += QStringView(sheet).mid(end, length.capturedStart() - end);
        grown += QString::number(pixels < kMin ? pixels : textPx(pixels)) + QLatin1String("px");
        end = length.capturedEnd();
    }
    return grown.append(QStringView(sheet).mid(end));
}

/// Sets what the style sheet cannot: the space for the ticks of a list, and that QFocusFrame alone frames the widget
/// with the focus.
class Style : public QProxyStyle {
public:
    Style() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override {
        constexpr int kTick = 16; // px, with its border
        if (metric == PM_IndicatorWidth || metric == PM_IndicatorHeight) return textPx(kTick);
        if (metric == PM_FocusFrameHMargin || metric == PM_FocusFrameVMargin) return 0; // some widgets end at an edge
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* more) const override {
        const bool isByKeys = widget && widget->window()->testAttribute(Qt::WA_KeyboardFocusChange);
        auto* format = qstyleoption_cast<QStyleHintReturnVariant*>(more);
        if (hint == SH_TextControl_FocusIndicatorTextCharFormat && format && !isByKeys) {
            format->variant = QTextCharFormat(); // a link that was clicked has no frame
            return 1;
        }
        return hint == SH_FocusFrame_AboveWidget ? 1 : QProxyStyle::styleHint(hint, option, widget, more);
    }
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override {
        if (element != PE_FrameFocusRect) QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
};

} // namespace

QString styleSheet(const Theme& t) {
    QString sheet = inTextSize(QString::fromLatin1(kSheet)) + QLatin1String(kUnscaled);
    const std::pair<const char*, QColor> colours[] = {
        // The longer name first, so that @error does not eat the beginning of @errorSoft.
        {"@errorSoft", t.errorSoft}, {"@error", t.error},   {"@surface", t.surface}, {"@window", t.window},
        {"@sunken", t.sunken},       {"@border", t.border}, {"@muted", t.muted},     {"@text", t.text}};
    for (const auto& [name, colour] : colours) sheet.replace(QLatin1String(name), colour.name());
    sheet.replace(QLatin1String("@clear"), QStringLiteral("#00") + t.surface.name().mid(1));
    sheet.replace(QLatin1String("@id"), t.id);
    sheet.replace(QLatin1String("@sentence"), QStringLiteral("%1pt").arg(fieldFont(kSentencePoints).pointSizeF()));
    return sheet;
}

void setLook(QWidget& widget, const char* property, const QVariant& value) {
    if (widget.property(property) == value) return;
    widget.setProperty(property, value);
    widget.style()->unpolish(&widget);
    widget.style()->polish(&widget);
}

namespace {
const Theme* current = &lightTheme();
QPointer<Style> style; ///< the application's
} // namespace

const Theme& currentTheme() { return *current; }

void applyTheme(QApplication& application, const Theme& theme) {
    current = &theme;
    if (!style) application.setStyle(style = new Style); // once: it polishes every widget, as the sheet below does
    // The rules are forgotten first: else a new sheet polishes each widget once more for each of its parents.
    application.style()->unpolish(&application);
    application.setStyleSheet(styleSheet(theme));
    application.setPalette(paletteOf(theme));
    application.setFont(fieldFont());
    QToolTip::setFont(fieldFont());
    for (QWidget* widget : QApplication::allWidgets()) {
        if (!widget->testAttribute(Qt::WA_WState_Polished)) continue;
        widget->style()->polish(widget);
        QEvent changed(QEvent::StyleChange);
        QApplication::sendEvent(widget, &changed);
    }
}

} // namespace headlight
