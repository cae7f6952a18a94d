#include "words/fileWords.h"

#include <QCoreApplication>
#include <QStringList>

namespace headlight {
namespace {

constexpr int kMaxWords = 4, kMaxLetters = 40;

/// Without what stands around a word.
QString bare(QString word) {
    while (!word.isEmpty() && (word.back().isPunct() || word.back().isSpace())) word.chop(1);
    while (!word.isEmpty() && (word.front().isPunct() || word.front().isSpace())) word.remove(0, 1);
    return word;
}

} // namespace

QString allowedInFileName(QString text) {
    static const QString kForbidden = QStringLiteral("/\\:*?\"<>|");
    for (QChar& c : text)
        if (kForbidden.contains(c) || !(c.isPrint() || c.isSurrogate())) c = u' ';
    return text.simplified();
}

QString nameForFile(const std::string& sentence) {
    const QString text = allowedInFileName(QString::fromStdString(sentence.substr(0, 4096)));
    QStringList words = text.split(u' ', Qt::SkipEmptyParts).mid(0, kMaxWords);
    while (words.size() > 1 && words.join(u' ').size() > kMaxLetters) words.removeLast();
    QString name = words.join(u' ').left(kMaxLetters);
    if (!name.isEmpty() && name.back().isHighSurrogate()) name.chop(1);
    name = bare(name);
    return name.isEmpty() ? QCoreApplication::translate("Files", "untitled") : name;
}

} // namespace headlight
