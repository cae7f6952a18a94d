#include "document/exportName.h"

#include "words/fileWords.h"

namespace headlight {

namespace {

/// Returns "mha" for "mha.npz"; empty if the title is not that of a file.
QString fileBase(const ViewState& state) {
    for (const char* ending : {".headlight", ".npz", ".npy", ".safetensors", ".txt"})
        if (state.title.endsWith(QLatin1String(ending), Qt::CaseInsensitive))
            return state.title.chopped(static_cast<int>(qstrlen(ending)));
    return state.filePath.isEmpty() ? QString() : state.title;
}

} // namespace

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
