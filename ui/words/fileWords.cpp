#include "words/fileWords.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

namespace headlight {

constexpr int kMaxWords = 4, kMaxLetters = 40;

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
    static const QRegularExpression kAround(QStringLiteral("^[\\p{P} ]+|[\\p{P} ]+$")); // characters around words
    name.remove(kAround);
    return name.isEmpty() ? QCoreApplication::translate("Files", "untitled") : name;
}

} // namespace headlight
