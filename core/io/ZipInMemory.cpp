#include "io/ZipInMemory.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <utility>

namespace headlight {

ZipInMemory::ZipInMemory(std::size_t expected) {
    archive_.reserve(expected);
    zip_error_init(&error_);
    zip_error_init(&outputError_);
    zip_source_t* target = zip_source_function_create(&write, this, &error_);
    if (!target) return;
    zip_ = zip_open_from_source(target, ZIP_CREATE | ZIP_TRUNCATE, &error_);
    if (!zip_) zip_source_free(target);
}

ZipInMemory::~ZipInMemory() {
    if (zip_) zip_discard(zip_);
    zip_error_fini(&outputError_);
    zip_error_fini(&error_);
}

/// In some places libzip fails for want of memory and does not note that anything is wrong.
bool ZipInMemory::failed() {
    const int error = zip_error_code_zip(zip_ ? zip_get_error(zip_) : &error_);
    if (error == ZIP_ER_MEMORY || error == ZIP_ER_OK) throw std::bad_alloc();
    return false;
}

bool ZipInMemory::add(const std::string& name, std::function<std::string()> content) {
    if (!zip_) return failed();
    inputs_.push_back({std::move(content), {}, {}, 0, false, &thrown_});
    zip_source_t* source = zip_source_function(zip_, &read, &inputs_.back());
    if (!source) return failed();
    const zip_int64_t at = zip_file_add(zip_, name.c_str(), source, ZIP_FL_ENC_UTF_8);
    if (at < 0) {
        zip_source_free(source);
        return failed();
    }
    const auto index = static_cast<zip_uint64_t>(at);
    return (zip_set_file_compression(zip_, index, ZIP_CM_STORE, 0) == 0 &&
            zip_file_set_dostime(zip_, index, 0, 0x21, 0) == 0) ||
           failed();
}

bool ZipInMemory::finish(std::string& bytes) {
    const bool closed = zip_ && zip_close(zip_) == 0;
    if (thrown_) std::rethrow_exception(thrown_);
    if (!closed) return failed();
    zip_ = nullptr;
    bytes = std::move(archive_);
    return true;
}

std::string ZipInMemory::reason() { return zip_ ? zip_strerror(zip_) : zip_error_strerror(&error_); }

/// A member's bytes: made when libzip first asks for them or their size, gone when it closes them.
zip_int64_t ZipInMemory::read(void* input, void* data, zip_uint64_t length, zip_source_cmd_t command) {
    Input& in = *static_cast<Input*>(input);
    try {
        if (!in.isMade && (command == ZIP_SOURCE_OPEN || (command == ZIP_SOURCE_STAT && !in.size))) {
            in.bytes = in.content();
            in.size = in.bytes.size();
            in.isMade = true;
        }
    } catch (...) {
        *in.thrown = std::current_exception();
        return -1;
    }
    switch (command) {
    case ZIP_SOURCE_SUPPORTS: return ZIP_SOURCE_SUPPORTS_READABLE;
    case ZIP_SOURCE_OPEN: in.at = 0; return 0;
    case ZIP_SOURCE_READ: {
        const std::size_t count = std::min<std::size_t>(length, in.bytes.size() - in.at);
        std::memcpy(data, in.bytes.data() + in.at, count);
        in.at += count;
        return static_cast<zip_int64_t>(count);
    }
    case ZIP_SOURCE_CLOSE: {
        std::string().swap(in.bytes);
        in.isMade = false;
        return 0;
    }
    case ZIP_SOURCE_STAT: {
        auto& about = *static_cast<zip_stat_t*>(data);
        zip_stat_init(&about);
        about.size = about.comp_size = *in.size;
        about.comp_method = ZIP_CM_STORE;
        about.encryption_method = ZIP_EM_NONE;
        about.valid = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
        return sizeof(about);
    }
    case ZIP_SOURCE_ERROR: {
        zip_error_t error; // what it is is said by finish()
        zip_error_init(&error);
        zip_error_set(&error, ZIP_ER_MEMORY, 0);
        return zip_error_to_data(&error, data, length);
    }
    case ZIP_SOURCE_FREE: return 0;
    default: return -1;
    }
}

zip_int64_t ZipInMemory::take(const char* data, std::size_t length) {
    try {
        if (archive_.size() < at_ + length) archive_.resize(at_ + length);
    } catch (const std::exception&) { // bad_alloc, or a length beyond any memory
        thrown_ = std::make_exception_ptr(std::bad_alloc());
        zip_error_set(&outputError_, ZIP_ER_MEMORY, 0);
        return -1;
    }
    std::memcpy(archive_.data() + at_, data, length);
    at_ += length;
    return static_cast<zip_int64_t>(length);
}

zip_int64_t ZipInMemory::seek(void* data, zip_uint64_t length) {
    const zip_int64_t to = zip_source_seek_compute_offset(at_, archive_.size(), data, length, &outputError_);
    if (to < 0) return -1;
    at_ = static_cast<std::size_t>(to);
    return 0;
}

/// The archive itself, which libzip only ever writes: before the first byte it does not exist.
zip_int64_t ZipInMemory::write(void* self, void* data, zip_uint64_t length, zip_source_cmd_t command) {
    ZipInMemory& zip = *static_cast<ZipInMemory*>(self);
    switch (command) {
    case ZIP_SOURCE_SUPPORTS: return ZIP_SOURCE_SUPPORTS_WRITABLE;
    case ZIP_SOURCE_STAT: zip_error_set(&zip.outputError_, ZIP_ER_READ, ENOENT); return -1;
    case ZIP_SOURCE_BEGIN_WRITE:
        zip.archive_.clear();
        zip.at_ = 0;
        return 0;
    case ZIP_SOURCE_WRITE: return zip.take(static_cast<const char*>(data), length);
    case ZIP_SOURCE_SEEK_WRITE: return zip.seek(data, length);
    case ZIP_SOURCE_TELL_WRITE: return static_cast<zip_int64_t>(zip.at_);
    case ZIP_SOURCE_COMMIT_WRITE:
    case ZIP_SOURCE_ROLLBACK_WRITE:
    case ZIP_SOURCE_REMOVE:
    case ZIP_SOURCE_FREE: return 0;
    case ZIP_SOURCE_ERROR: return zip_error_to_data(&zip.outputError_, data, length);
    default: zip_error_set(&zip.outputError_, ZIP_ER_OPNOTSUPP, 0); return -1;
    }
}

} // namespace headlight
