#include "document/exportName.h"

#include "document/Document.h"
#include "words/fileWords.h"

#include <QStringList>

namespace headlight {

QString exportName(const ViewState& state, const QString& what) {
    QString name = state.title;
    for (const char* ending : {".headlight", ".npz", ".npy", ".safetensors", ".txt"})
        if (name.endsWith(QLatin1String(ending), Qt::CaseInsensitive)) {
            name.chop(static_cast<int>(qstrlen(ending)));
            break;
        }
    name = allowedInFileName(name);
    if (name.isEmpty() || state.title == Document::tr("Untitled")) name = nameForFile(state.session.text.sentence);
    if (!what.isEmpty()) name += u' ' + allowedInFileName(what);
    return name.remove(u',').replace(u' ', u'-');
}

} // namespace headlight
