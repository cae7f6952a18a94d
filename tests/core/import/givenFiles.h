#pragma once
// Files of given stages: arrays of a few numbers, written as .safetensors.

#include "import/openedFile.h"
#include "io/npy.h"

#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <fstream>

namespace headlight::testing {

struct Array {
    QString name, shape; ///< "2, 3, 3"
    std::vector<float> values;
};

inline std::size_t sizeOf(const QString& shape) {
    std::size_t size = 1;
    for (const QString& side : shape.split(',')) size *= side.trimmed().toULongLong();
    return size;
}

/// Returns an array whose rows sum to 1: each of its numbers is 1 / columns.
inline Array even(const char* name, const char* shape) {
    const QString columns = QString(shape).section(',', -1).trimmed();
    return {name, shape, std::vector<float>(sizeOf(shape), 1.0F / columns.toFloat())};
}
/// Returns an array of 0, 1, 2 ...
inline Array counted(const char* name, const char* shape) {
    Array array{name, shape, std::vector<float>(sizeOf(shape))};
    for (std::size_t i = 0; i < array.values.size(); ++i) array.values[i] = static_cast<float>(i);
    return array;
}

using Arrays = std::vector<Array>;

/// A folder with one file.
class ArrayFolder {
public:
    /// Opens a .safetensors of these arrays.
    Result<OpenedFile> opened(const Arrays& arrays) const {
        QStringList members;
        std::string numbers;
        for (const Array& array : arrays) {
            const std::size_t from = numbers.size();
            appendFloats(numbers, array.values);
            members << QString(R"("%1": {"dtype": "F32", "shape": [%2], "data_offsets": [%3, %4]})")
                           .arg(array.name, array.shape)
                           .arg(from)
                           .arg(numbers.size());
        }
        const std::string header = "{" + members.join(", ").toStdString() + "}";
        std::string size;
        for (int i = 0; i < 8; ++i) size.push_back(static_cast<char>(header.size() >> (8 * i) & 0xFFU));
        const auto path = std::filesystem::path(folder_.path().toStdString()) / "a.safetensors";
        std::ofstream(path, std::ios::binary) << size << header << numbers;
        return readOpened(path);
    }

private:
    QTemporaryDir folder_;
};

} // namespace headlight::testing
