#include "io/MatrixJson.h"

#include "base/numberText.h"
#include "io/jsonObject.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace headlight {
namespace {

/// The members that an object has, read in any order.
struct Parts {
    std::vector<float> numbers;
    Index rows = 0, cols = 0; ///< the size of "rows"
    std::vector<Index> shape;
    Names keys{};
    bool has(const char* key) const { return keys.contains(key); }
};

/// Returns the number of elements; 0 if the shape was not read yet.
std::size_t sizeOf(const std::vector<Index>& shape) {
    std::size_t size = shape.empty() ? 0 : 1;
    for (const Index side : shape) size *= static_cast<std::size_t>(side);
    return size;
}

std::string textOf(const Columns& columns) {
    return "from " + std::to_string(columns.min) + " to " + std::to_string(columns.max) + " are possible";
}

void readRows(JsonReader& reader, Parts& parts, const Columns& columns) {
    reader.list([&](std::size_t row) {
        const std::size_t before = parts.numbers.size();
        reader.floats(parts.numbers, static_cast<std::size_t>(columns.max));
        if (!reader.ok()) return;
        const auto count = static_cast<Index>(parts.numbers.size() - before);
        if (row == 0) parts.cols = count;
        if (count != parts.cols)
            reader.fail("has " + std::to_string(count) + " numbers, but the rows before it have " +
                        std::to_string(parts.cols));
        if (count < columns.min) reader.fail("has " + std::to_string(count) + " numbers; " + textOf(columns));
        parts.rows = static_cast<Index>(row) + 1;
        if (parts.rows > kMaxFileRows) reader.fail("exceeds the limit of 1000000 rows");
    });
}

std::string sizeText(Index rows, Index cols) { return "[" + std::to_string(rows) + ", " + std::to_string(cols) + "]"; }

void settle(JsonReader& reader, Parts& parts, MatrixJson& form) {
    const bool hasRows = parts.has("rows"), hasBase64 = parts.has("base64"), isDrawn = parts.has("init");
    if (hasRows + hasBase64 + isDrawn != 1)
        return reader.fail("must have exactly one of \"rows\", \"base64\" and \"init\"");
    if (!isDrawn && (parts.has("seed") || parts.has("skip")))
        return reader.fail("has a \"seed\" or \"skip\" without \"init\"");
    form.hasShape = !parts.shape.empty();
    if (form.hasShape) {
        form.rows = parts.shape.size() == 2 ? parts.shape[0] : 1;
        form.cols = parts.shape.back();
    }
    form.kind = isDrawn ? MatrixJson::Kind::Drawn : MatrixJson::Kind::Values;
    if (isDrawn) return;
    if (!form.hasShape && (hasBase64 || parts.rows == 0)) return reader.fail("needs a \"shape\"");
    if (!form.hasShape) form.rows = parts.rows, form.cols = parts.cols;
    if (hasRows && (parts.rows != form.rows || (parts.rows > 0 && parts.cols != form.cols)))
        return reader.fail("has the shape " + sizeText(form.rows, form.cols) + ", but its rows have the shape " +
                           sizeText(parts.rows, parts.cols));
    if (static_cast<Index>(parts.numbers.size()) != form.rows * form.cols)
        return reader.fail("has the shape " + sizeText(form.rows, form.cols) + ", but its base64 holds " +
                           std::to_string(parts.numbers.size()) + " numbers");
    form.values = Matrix(Eigen::Map<const Matrix>(parts.numbers.data(), form.rows, form.cols));
}

std::string rowText(const Matrix& matrix, Index row) {
    std::string text = "[";
    for (Index col = 0; col < matrix.cols(); ++col) {
        if (col > 0) text += ", ";
        const float value = matrix(row, col);
        text += std::isfinite(value) ? shortest(value) : "\"" + shortest(value) + "\"";
    }
    return text + "]";
}

std::string headText(Index rows, Index cols, bool isVector) {
    const std::string vector = "[" + std::to_string(cols) + "]";
    return "{\"dtype\": \"F32\", \"shape\": " + (isVector ? vector : sizeText(rows, cols));
}

} // namespace

Initialiser readInitialiser(JsonReader& reader, bool toBeDrawn) {
    std::vector<std::string> names;
    std::vector<Initialiser> meant;
    for (const InitialiserInfo& info : initialisers()) {
        if (toBeDrawn && !info.inFiles) continue;
        names.emplace_back(info.id);
        meant.push_back(info.initialiser);
    }
    const std::size_t which = oneOf(reader, names);
    return reader.ok() ? meant[which] : Initialiser::Zeros;
}

std::vector<Index> readShape(JsonReader& reader, Index min) {
    std::vector<Index> shape;
    reader.list([&](std::size_t index) {
        if (index >= 2 && reader.next() != JsonReader::Kind::Nothing) // at once: a hostile list may go on for 100 MB
            return reader.fail("is not allowed: a shape has one or two sizes, such as [8, 2]");
        shape.push_back(reader.whole(min, kMaxFileRows));
    });
    if (reader.ok() && shape.empty()) reader.fail("must have one or two sizes, such as [8, 2]");
    return shape;
}

MatrixJson readMatrix(JsonReader& reader, const Columns& columns) { return readMatrix(reader, columns, {}, nullptr); }

MatrixJson readMatrix(JsonReader& reader, const Columns& columns, const std::vector<Member>& others,
                      Frozen<std::string>* unknown) {
    MatrixJson form;
    if (takeNull(reader)) {
        form.kind = MatrixJson::Kind::Null;
        return form;
    }
    Parts parts;
    const std::vector<Member> own{
        {"dtype", [&] { oneOf(reader, {"F32"}); }},
        {"shape",
         [&] {
             parts.shape = readShape(reader, 0);
             if (!reader.ok() || (parts.shape.back() >= columns.min && parts.shape.back() <= columns.max)) return;
             reader.fail("asks for " + std::to_string(parts.shape.back()) + " columns; " + textOf(columns));
         }},
        {"rows", [&] { readRows(reader, parts, columns); }},
        {"base64", [&] { reader.base64(parts.numbers, sizeOf(parts.shape)); }},
        {"init", [&] { form.init = readInitialiser(reader, true); }},
        {"seed", [&] { form.seed = reader.unsignedWhole(); }},
        {"skip", [&] { form.skip = static_cast<int>(reader.whole(0, kMaxSkipped)); }},
    };
    std::vector<Member> known = own;
    known.insert(known.end(), others.begin(), others.end());
    parts.keys = readMembers(reader, unknown, known);
    const auto hasAny = [&](const std::vector<Member>& members) {
        return std::ranges::any_of(
            members, [&](const std::string& key) { return parts.keys.contains(key); }, &Member::key);
    };
    const bool isMatrix = others.empty() || hasAny(own);
    if (reader.ok() && isMatrix && (hasAny(others) || (unknown && *unknown)))
        reader.fail("must not mix the members of a matrix with others");
    if (reader.ok() && isMatrix) settle(reader, parts, form);
    return form;
}

std::string base64Begin(Index rows, Index cols, bool isVector) {
    return headText(rows, cols, isVector) + ", \"base64\": \"";
}

std::string rowsText(const Matrix& matrix, std::size_t indent, bool isVector) {
    std::string text = headText(matrix.rows(), matrix.cols(), isVector) + ", \"rows\": [";
    const std::string blanks(indent, ' ');
    for (Index row = 0; row < matrix.rows(); ++row) {
        if (!isVector) text += (row > 0 ? ",\n  " : "\n  ") + blanks;
        text += rowText(matrix, row);
    }
    if (!isVector && matrix.rows() > 0) text += "\n" + blanks;
    return text + "]}";
}

} // namespace headlight
