#include "SettingsFile.h"

#include "io/files.h"

#include <QDataStream>
#include <QSettings>
#include <QStringList>

#include <filesystem>
#include <utility>

namespace headlight {
namespace {

bool isHexDigit(QChar c) { return (c >= u'0' && c <= u'9') || (c >= u'a' && c <= u'f') || (c >= u'A' && c <= u'F'); }

/// In quotation marks, so that nothing in it means anything.
QString quoted(const QString& text) {
    QString out = QStringLiteral("\"");
    bool isAfterCode = false; // a digit would belong to it
    for (const QChar c : text) {
        const bool isCode = c < u' ' || c == u'\x7F' || (isAfterCode && isHexDigit(c));
        if (c == u'"' || c == u'\\') out += u'\\';
        if (isCode)
            out += QStringLiteral("\\x%1").arg(c.unicode(), 0, 16);
        else
            out += c;
        isAfterCode = isCode;
    }
    return out + u'"';
}

QString wordsOf(const QVariant& value) {
    switch (value.typeId()) {
    case QMetaType::UnknownType: return QStringLiteral("@Invalid()");
    case QMetaType::QByteArray: return QStringLiteral("@ByteArray(") + QString::fromLatin1(value.toByteArray()) + u')';
    case QMetaType::QString:
    case QMetaType::Bool:
    case QMetaType::Int:
    case QMetaType::Double: {
        const QString text = value.toString();
        return text.startsWith(u'@') ? u'@' + text : text;
    }
    default: break;
    }
    QByteArray bytes;
    QDataStream stream(&bytes, QIODevice::WriteOnly);
    stream.setVersion(QDataStream::Qt_4_0);
    stream << value;
    return QStringLiteral("@Variant(") + QString::fromLatin1(bytes) + u')';
}

QString lineOf(const QVariant& value) {
    if (value.typeId() != QMetaType::QVariantList && value.typeId() != QMetaType::QStringList)
        return quoted(wordsOf(value));
    const QVariantList list = value.toList();
    if (list.isEmpty()) return quoted(wordsOf({}));
    QStringList words;
    for (const QVariant& one : list) words << quoted(wordsOf(one));
    return words.join(QStringLiteral(", "));
}

QString keyOf(const QString& name) {
    QString out;
    for (const QChar c : name) {
        const bool isPlain = c.unicode() < 0x80 && (c.isLetterOrNumber() || c == u'_' || c == u'-' || c == u'.');
        if (isPlain)
            out += c;
        else if (c == u'/')
            out += u'\\';
        else
            out += c.unicode() <= 0xFF ? QStringLiteral("%%1").arg(c.unicode(), 2, 16, QLatin1Char('0')).toUpper()
                                       : QStringLiteral("%U%1").arg(c.unicode(), 4, 16, QLatin1Char('0')).toUpper();
    }
    return out;
}

} // namespace

SettingsFile::SettingsFile()
    : path_(QSettings(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("headlight"),
                      QStringLiteral("headlight"))
                .fileName()),
      values_(read(path_).value_or(QMap<QString, QVariant>())) {}

std::optional<QMap<QString, QVariant>> SettingsFile::read(const QString& path) {
    const QSettings file(path, QSettings::IniFormat);
    QMap<QString, QVariant> values;
    for (const QString& key : file.allKeys()) values[key] = file.value(key);
    if (file.status() == QSettings::AccessError) return std::nullopt;
    return values;
}

QByteArray SettingsFile::textOf(const QMap<QString, QVariant>& values) {
    QMap<QString, QString> groups; // the lines of each
    for (auto one = values.begin(); one != values.end(); ++one) {
        const qsizetype slash = one.key().indexOf(u'/');
        const QString group = slash > 0 ? keyOf(one.key().left(slash)) : QStringLiteral("General");
        groups[group] += keyOf(one.key().mid(slash > 0 ? slash + 1 : 0)) + u'=' + lineOf(one.value()) + u'\n';
    }
    QString text;
    for (auto group = groups.begin(); group != groups.end(); ++group)
        text += (text.isEmpty() ? "[" : "\n[") + group.key() + QStringLiteral("]\n") + group.value();
    return text.toUtf8();
}

void SettingsFile::set(const QMap<QString, QVariant>& values) {
    for (auto one = values.begin(); one != values.end(); ++one) {
        if (values_.value(one.key()) == one.value() && values_.contains(one.key()) == one.value().isValid()) continue;
        unwritten_[one.key()] = one.value();
        if (one.value().isValid())
            values_[one.key()] = one.value();
        else
            values_.remove(one.key());
    }
    if (unwritten_.isEmpty()) return;
    const auto written = write();
    if (written || std::exchange(hasSaid_, true) || !problems_) return;
    problems_(written.problem());
}

Result<void> SettingsFile::write() {
    const std::filesystem::path path(path_.toStdU16String());
    auto all = read(path_);
    if (!all) return Problem{quotedPath(path) + " cannot be read, so it is not overwritten."};
    for (auto one = unwritten_.begin(); one != unwritten_.end(); ++one) {
        if (one.value().isValid())
            (*all)[one.key()] = one.value();
        else
            all->remove(one.key());
    }
    if (const auto made = makeFolder(path.parent_path()); !made)
        return Problem{"Could not create the folder " + quotedPath(path.parent_path()) + ": " + made.text() + "."};
    const QByteArray text = textOf(*all);
    const auto written = writeFileSoon(path, {text.constData(), static_cast<std::size_t>(text.size())});
    if (!written) return written;
    values_ = *std::move(all);
    unwritten_.clear();
    return {};
}

} // namespace headlight
