#pragma once
// Sessions and specifications for pictures.

#include "export/render.h"
#include "session/edits.h"

#include <QStringList>
#include <QXmlStreamReader>

namespace headlight::testing {

inline const QStringList kTokens{"My", "shoes", "are", "small", "my", "feet", "are", "big"};

inline Session sessionOf(const QString& sentence, int heads = 2) {
    return withSentence(newSession(7, 3, heads, 2, 4), sentence.toStdString()).value();
}
inline Session eight(int heads = 2) { return sessionOf(kTokens.join(' '), heads); }

inline ExportSpec specFor(ExportFormat format, int width = 0, int height = 0) {
    ExportSpec spec;
    spec.format = format;
    spec.widthPx = width;
    spec.heightPx = height;
    return spec;
}

/// Returns the texts of the <text> elements of an SVG.
inline QStringList textsOf(const QByteArray& svg) {
    QStringList texts;
    QXmlStreamReader xml(svg);
    while (!xml.atEnd())
        if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == QLatin1String("text"))
            texts << xml.readElementText().trimmed();
    return xml.hasError() ? QStringList() : texts;
}

} // namespace headlight::testing
