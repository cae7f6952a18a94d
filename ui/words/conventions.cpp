#include "words/conventions.h"

#include <QApplication>
#include <QEvent>
#include <QWidget>

#include <atomic>

namespace headlight {
namespace {

std::atomic<bool> fromZero = false, outByIn = false; // a picture is drawn on a thread of its own

} // namespace

Conventions conventions() { return {fromZero, outByIn}; }

void setConventions(const Conventions& wanted) {
    fromZero = wanted.fromZero;
    outByIn = wanted.outByIn;
}

void changeConventions(const Conventions& wanted, QWidget& window) {
    if (wanted == conventions()) return;
    setConventions(wanted);
    QEvent changed(QEvent::LanguageChange);
    QApplication::sendEvent(&window, &changed);
}

int numberOf(int place) { return fromZero ? place : place + 1; }
int placeOf(int number) { return fromZero ? number : number - 1; }
QString placeText(int place) { return QString::number(numberOf(place)); }

} // namespace headlight
