#include "document/exportName.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

namespace headlight {
namespace {

constexpr int kMaxWords = 4, kMaxLetters = 40;

/// Returns "mha" for "mha.npz"; empty if the title is not that of a file.
QString fileBase(const ViewState& state) {
    for (const char* ending : {".headlight", ".npz", ".npy", ".safetensors", ".txt"})
        if (state.title.endsWith(QLatin1String(ending), Qt::CaseInsensitive))
            return state.title.chopped(static_cast<int>(qstrlen(ending)));
    return state.filePath.isEmpty() ? QString() : state.title;
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
    static const QRegularExpression kAround(QStringLiteral("^[\\p{P} ]+|[\\p{P} ]+$")); // characters around words
    name.remove(kAround);
    return name.isEmpty() ? QCoreApplication::translate("Files", "untitled") : name;
}

QString saveName(const ViewState& state) {
    const QString name = allowedInFileName(fileBase(state));
    return name.isEmpty() ? nameForFile(state.session.text.sentence) : name;
}

QString shownTitle(const ViewState& state) {
    const std::string& sentence = state.session.text.sentence;
    const bool isOther = state.filePath.isEmpty() && !sentence.empty() && sentence != state.opened.text.sentence;
    return isOther ? saveName(state) : state.title;
}

QString exportName(const ViewState& state, const QString& what) {
    QString name = saveName(state);
    if (!what.isEmpty()) name += u' ' + allowedInFileName(what);
    return name.remove(u',').replace(u' ', u'-');
}

} // namespace headlight
