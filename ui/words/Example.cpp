#include "words/Example.h"

#include "words/parameterWords.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace headlight {
namespace {

QString shown(const char* text) { return QCoreApplication::translate("Examples", text); }

} // namespace

QString Example::shownGroup() const { return shown(group); }
QString Example::shownTitle() const { return shown(title); }

QString Example::shownText() const {
    static const QRegularExpression click(QStringLiteral("\\[(.+?)\\]"));
    return symbolsHtml(shown(text)).replace(click, QStringLiteral("<a href='look'>\\1</a>"));
}

QString Example::presentedText() const { return hint ? shownText() + u' ' + symbolsHtml(shown(hint)) : shownText(); }

} // namespace headlight
