#pragma once
// Private to core/io: libzip, reading from functions and writing to a string.

#include <zip.h>

#include <deque>
#include <exception>
#include <functional>
#include <optional>
#include <string>

namespace headlight {

/// A ZIP archive made in memory, so that its file is written as every other: aside, then renamed. Memory holds the
/// archive once, and one member at a time. What a member throws comes out of finish(); libzip,
/// which is C, never sees an exception.
class ZipInMemory {
public:
    /// `expected` bytes are asked for at once; more are possible.
    explicit ZipInMemory(std::size_t expected);
    ~ZipInMemory();
    ZipInMemory(const ZipInMemory&) = delete;
    ZipInMemory& operator=(const ZipInMemory&) = delete;

    /// Both throw std::bad_alloc. finish() calls `content`, and frees what it gave once it is packed. Stored, as
    /// numpy.savez does; 1980-01-01, so that the clock changes nothing.
    bool add(const std::string& name, std::function<std::string()> content);

    /// The whole archive; false, with a reason(), if libzip refuses.
    bool finish(std::string& bytes);
    std::string reason();

private:
    struct Input {
        std::function<std::string()> content;
        std::string bytes;
        std::optional<std::size_t> size; ///< once it was made
        std::size_t at = 0;
        bool isMade = false;
        std::exception_ptr* thrown;
    };
    static zip_int64_t read(void* input, void* data, zip_uint64_t length, zip_source_cmd_t command);
    static zip_int64_t write(void* self, void* data, zip_uint64_t length, zip_source_cmd_t command);
    zip_int64_t seek(void* data, zip_uint64_t length);
    bool failed(); ///< false; throws if it was for want of memory
    zip_int64_t take(const char* data, std::size_t length);

    std::deque<Input> inputs_; ///< they stay where they are
    std::string archive_;
    std::size_t at_ = 0;
    std::exception_ptr thrown_; ///< inside a callback
    zip_error_t error_, outputError_;
    zip_t* zip_ = nullptr;
};

} // namespace headlight
