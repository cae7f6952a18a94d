#include "words/Example.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace headlight {
namespace {

QString shown(const char* text) { return QCoreApplication::translate("Examples", text); }

} // namespace

QString Example::shownGroup() const { return shown(group); }
QString Example::shownTitle() const { return shown(title); }

QString Example::shownText() const {
    static const QRegularExpression symbol(QStringLiteral("\\b([Wbd])_([a-z])\\b")),
        click(QStringLiteral("\\[(.+?)\\]"));
    return shown(text)
        .toHtmlEscaped()
        .replace(symbol, QStringLiteral("\\1<sub>\\2</sub>"))
        .replace(click, QStringLiteral("<a href='look'>\\1</a>"));
}

} // namespace headlight
