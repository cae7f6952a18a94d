#include "document/exportName.h"

#include "words/fileWords.h"

#include <QStringList>

namespace headlight {

namespace {

/// Returns "mha" for "mha.npz"; null if the title is not that of a file.
std::optional<QString> fileBase(const QString& title) {
    for (const char* ending : {".headlight", ".npz", ".npy", ".safetensors", ".txt"})
        if (title.endsWith(QLatin1String(ending), Qt::CaseInsensitive))
            return title.chopped(static_cast<int>(qstrlen(ending)));
    return std::nullopt;
}

} // namespace

QString saveName(const ViewState& state) {
    const QString name = allowedInFileName(fileBase(state.title).value_or(QString()));
    return name.isEmpty() ? nameForFile(state.session.text.sentence) : name;
}

QString exportName(const ViewState& state, const QString& what) {
    QString name = saveName(state);
    if (!what.isEmpty()) name += u' ' + allowedInFileName(what);
    return name.remove(u',').replace(u' ', u'-');
}

} // namespace headlight
