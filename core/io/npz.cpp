#include "io/npz.h"

#include <memory>
#include <span>

#include <zip.h>

#include "io/atomicFile.h"
#include "io/npy.h"

namespace headlight {
namespace {

struct SourceFree {
    void operator()(zip_source_t* source) const { zip_source_free(source); }
};

/// The archive's bytes, made in memory so that the file is written as every other: aside, then renamed.
class ZipInMemory {
public:
    ZipInMemory() {
        zip_error_init(&error_);
        target_.reset(zip_source_buffer_create(nullptr, 0, 0, &error_));
        if (!target_) return;
        zip_ = zip_open_from_source(target_.get(), ZIP_CREATE | ZIP_TRUNCATE, &error_);
        if (zip_) zip_source_keep(target_.get()); // zip_close gives up one of two claims
    }
    ~ZipInMemory() {
        if (zip_) zip_discard(zip_);
        zip_error_fini(&error_);
    }
    ZipInMemory(const ZipInMemory&) = delete;
    ZipInMemory& operator=(const ZipInMemory&) = delete;

    /// `bytes` must live until finish(). Stored, as numpy.savez does; 1980-01-01, so that the clock changes nothing.
    bool add(const std::string& name, const std::string& bytes) {
        if (!zip_) return false;
        zip_source_t* source = zip_source_buffer(zip_, bytes.data(), bytes.size(), 0);
        if (!source) return false;
        const zip_int64_t at = zip_file_add(zip_, name.c_str(), source, ZIP_FL_ENC_UTF_8);
        if (at < 0) {
            zip_source_free(source);
            return false;
        }
        const auto index = static_cast<zip_uint64_t>(at);
        return zip_set_file_compression(zip_, index, ZIP_CM_STORE, 0) == 0 &&
               zip_file_set_dostime(zip_, index, 0, 0x21, 0) == 0;
    }

    bool finish(std::string& bytes) {
        if (!zip_ || zip_close(zip_) != 0) return false;
        zip_ = nullptr;
        zip_stat_t about;
        if (zip_source_stat(target_.get(), &about) != 0 || zip_source_open(target_.get()) != 0) return false;
        bytes.resize(about.size);
        const zip_int64_t count = zip_source_read(target_.get(), bytes.data(), bytes.size());
        zip_source_close(target_.get());
        return count >= 0 && static_cast<std::size_t>(count) == bytes.size();
    }

    std::string reason() { return zip_ ? zip_strerror(zip_) : zip_error_strerror(&error_); }

private:
    zip_error_t error_;
    std::unique_ptr<zip_source_t, SourceFree> target_;
    zip_t* zip_ = nullptr;
};

using Shape = std::vector<std::int64_t>;

std::string npyOf(const Matrix& m) {
    return npyOfFloats({m.data(), static_cast<std::size_t>(m.size())}, {m.rows(), m.cols()});
}

/// One stage of all heads, [heads, rows, cols].
std::string npyOf(const std::vector<HeadTrace>& heads, Matrix HeadTrace::*stage) {
    std::vector<std::span<const float>> parts;
    for (const HeadTrace& head : heads) parts.emplace_back((head.*stage).data(), std::size_t((head.*stage).size()));
    return heads.empty() ? npyOfStack({}, 0, 0) : npyOfStack(parts, (heads[0].*stage).rows(), (heads[0].*stage).cols());
}

/// Where token i's bytes begin and, as the next one, end: [count + 1].
std::string npyOfOffsets(const std::vector<std::string>& texts) {
    std::vector<std::int64_t> offsets{0};
    for (const auto& text : texts) offsets.push_back(offsets.back() + static_cast<std::int64_t>(text.size()));
    return npyOfInts(offsets, {static_cast<std::int64_t>(offsets.size())});
}

std::string joined(const std::vector<std::string>& texts) {
    std::string all;
    for (const auto& text : texts) all += text;
    return all;
}

} // namespace

Result<void> writeNpz(const std::filesystem::path& path,
                      const std::vector<std::pair<std::string, std::string>>& members) {
    std::string bytes;
    ZipInMemory zip;
    bool good = true;
    for (const auto& [name, npy] : members) good = good && zip.add(name + ".npy", npy);
    if (!good || !zip.finish(bytes))
        return Problem{"Could not save " + shown(path) + ": packing failed, " + zip.reason() + "."};
    return writeFileAtomically(path, bytes);
}

Result<void> writeTrace(const std::filesystem::path& path, const Session& session, const Trace& trace) {
    std::vector<std::pair<std::string, std::string>> members;
    const std::vector<std::string>& tokens = session.text.tokens->texts;
    if (textArrayBytes(tokens) <= kMostTextArray) {
        members.emplace_back("tokens", npyOfTexts(tokens));
    } else {
        members.emplace_back("tokens_utf8", npyOfBytes(joined(tokens)));
        members.emplace_back("tokens_offsets", npyOfOffsets(tokens));
    }
    members.emplace_back("X", npyOf(trace.x));
    if (session.context) members.emplace_back("X_kv", npyOf(trace.xKv));
    const std::pair<const char*, Matrix HeadTrace::*> stages[] = {
        {"Q", &HeadTrace::q},           {"K", &HeadTrace::k},           {"V", &HeadTrace::v},
        {"scores", &HeadTrace::scores}, {"scaled", &HeadTrace::scaled}, {"weights", &HeadTrace::weights},
        {"context", &HeadTrace::context}};
    for (const auto& [name, stage] : stages) members.emplace_back(name, npyOf(trace.heads, stage));
    members.emplace_back("concat", npyOf(trace.concat));
    if (session.layers.at(0).wo) members.emplace_back("output", npyOf(trace.output));
    return writeNpz(path, members);
}

} // namespace headlight
