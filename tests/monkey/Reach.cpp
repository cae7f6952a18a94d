#include "Reach.h"

#include "MainWindow.h"
#include "sight.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCursor>
#include <QMenuBar>
#include <QMessageBox>
#include <QRegularExpression>

namespace headlight::monkey {
namespace {

constexpr std::size_t kLooksBetweenSessions = 20;
constexpr int kLetters = 40; ///< of a name; the rest may be numbers and names, which vary

QString shown(const QWidget& widget) {
    const auto* button = qobject_cast<const QAbstractButton*>(&widget);
    const QString name = !widget.accessibleName().isEmpty() ? widget.accessibleName()
                         : button                           ? button->text().remove(QLatin1Char('&'))
                                                            : widget.objectName();
    return QLatin1String(widget.metaObject()->className()) + QLatin1Char(' ') + name.left(kLetters).simplified();
}

/// Replaces quoted names and numbers by "*", so that each kind of message is counted once.
QString said(const QString& sentence) {
    static const QRegularExpression kVaries(QStringLiteral("“[^”]*”|\"[^\"]*\"|[0-9]+"));
    return QString(sentence).replace(kVaries, QStringLiteral("*")).simplified().left(2 * kLetters);
}

} // namespace

void Reach::follow(MainWindow& window) {
    connect(window.menuBar(), &QMenuBar::triggered, this,
            [this](const QAction* action) { count(QStringLiteral("menu: ") + nameOf(*action)); });
}

void Reach::countPressed() {
    if (const QWidget* widget = QApplication::widgetAt(QCursor::pos()))
        count(QStringLiteral("pressed: ") + shown(*widget));
}

void Reach::look(MainWindow& window) {
    if (QWidget* dialog = openDialog(); dialog != dialog_) {
        dialog_ = dialog;
        const auto* question = qobject_cast<QMessageBox*>(dialog);
        if (dialog)
            count(QStringLiteral("dialog: ") + (question ? said(question->text())
                                                         : QLatin1String(dialog->metaObject()->className()) +
                                                               QLatin1Char(' ') + dialog->objectName()));
    }
    const ViewState& state = window.workbench().state();
    if (state.problem != said_) {
        said_ = state.problem;
        if (!said_.isEmpty()) count(QStringLiteral("message: ") + said(said_));
    }
    if (looks_++ % kLooksBetweenSessions == 0) countSession(state);
}

void Reach::countSession(const ViewState& state) {
    const auto on = [this](const char* what, bool is) {
        counts_[QStringLiteral("session: ") + QLatin1String(what)] += is;
    };
    const Session& s = state.session;
    on("(all)", true);
    on("> 1 layer", s.layers.size() > 1);
    on("second sentence", s.source.has_value());
    on("second sentence is off", s.source.kept && !s.source);
    on("positions", s.positions.has_value());
    on("has a file", !state.filePath.isEmpty());
    on("modified", state.modified);
    on("split W", state.isSplit);
    on("overview", state.maps.overview);
    on("large head", state.maps.isEnlarged);
    on("refused words", !state.refused.empty());
    on("no tokens", sizesOf(s).tokens == 0);
    on("problem instead of maps", state.frame && !state.frame->problem.empty());
    const Layer& layer = s.layers[static_cast<std::size_t>(state.view.layer)];
    const Options& o = layer.options;
    on("causal", o.mask.causal);
    on("window mask", o.mask.window.isOn);
    on("hidden tokens", !o.mask.hidden.empty());
    on("mask by hand", bool(o.mask.given));
    on("mask after", o.maskMode == MaskMode::After);
    on("by the row's sum", o.normalisation == Normalisation::Sum);
    on("dropout", o.dropout.has_value());
    on("temperature", o.temperature != 1);
    on("another scale", o.scale.kind != Scale().kind);
    on("residual", layer.residual);
    on("norm", layer.norm.has_value());
    on("W_o", bool(layer[Parameter::Wo]));
    on("a bias", bool(layer.allHeads.front()[Parameter::Bq]));
    on("no trainable weights", !layer.allHeads.front()[Parameter::Wq]);
}

QString Reach::table() const {
    QString lines;
    for (const auto& [what, count] : counts_) lines += QStringLiteral("%1  %2\n").arg(count, 7).arg(what);
    return lines;
}

} // namespace headlight::monkey
