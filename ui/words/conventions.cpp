#include "words/conventions.h"

#include <QApplication>
#include <QEvent>
#include <QWidget>

#include <atomic>

namespace headlight {
namespace {

std::atomic<bool> outByIn = false; // atomic, since pictures are drawn on other threads

} // namespace

Conventions conventions() { return {numberOf(0) == 0, outByIn}; }

void setConventions(const Conventions& wanted) {
    countFrom(wanted.fromZero ? 0 : 1);
    outByIn = wanted.outByIn;
}

void changeConventions(const Conventions& wanted, QWidget& window) {
    if (wanted == conventions()) return;
    setConventions(wanted);
    QEvent changed(QEvent::LanguageChange);
    QApplication::sendEvent(&window, &changed);
}

QString placeText(int place) { return QString::number(numberOf(place)); }

} // namespace headlight
