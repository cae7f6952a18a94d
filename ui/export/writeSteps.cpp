#include "export/writeSteps.h"

#include "engine/Walk.h"
#include "io/files.h"

namespace headlight {

Result<void> writeSteps(const Session& session, const View& view, const ExportSpec& spec,
                        const std::filesystem::path& folder, const Watch& watch) {
    const Walk walk(session, spec.layer, view.head, view.query, view.key);
    ExportSpec one = spec;
    one.format = ExportFormat::Png;
    const auto digits = QString::number(walk.count()).size();
    for (int at = 0; at < walk.count(); ++at) {
        one.step = walk.at(at);
        const Watch part = partOf(watch, at / double(walk.count()), (at + 1) / double(walk.count()));
        const auto bytes = render(session, view, one, part);
        if (!bytes) return bytes.problem();
        const QString name = QStringLiteral("%1.png").arg(at + 1, static_cast<int>(digits), 10, QLatin1Char('0'));
        const auto written = writeFile(folder / name.toStdString(),
                                       {bytes->constData(), static_cast<std::size_t>(bytes->size())});
        if (!written) return written;
    }
    return {};
}

} // namespace headlight
