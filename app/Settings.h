#pragma once

#include "backend/backends.h"
#include "backend/cpu/CpuBackend.h"
#include "backend/opencl/devices.h"
#include "base/parallel.h"
#include "document/ViewState.h"
#include "plot/CellFormat.h"
#include "style/Theme.h"
#include "style/textSize.h"
#include "words/conventions.h"

#include <QByteArray>
#include <QDir>
#include <QList>
#include <QSettings>
#include <QStringList>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace headlight {

/// Values that the program remembers from one start to the next. They are not about the document.
class Settings : private QSettings {
public:
    static constexpr int kMaxRecent = 10;
    static constexpr int kMaxMegabytes = 1 << 20;
    static constexpr std::size_t bytesOf(int megabytes) { return std::size_t(megabytes) << 20; }

    /// A value of the file, which may have anything. Anything but a number from `min` to `max` is read as `usual`.
    template <class T>
    class Kept {
    public:
        Kept(Settings& in, const char* key, T usual = {}, T min = {}, T max = {})
            : in_(in), key_(QString::fromLatin1(key)), usual_(usual), min_(min), max_(max) {}
        T operator()() const {
            if constexpr (std::is_same_v<T, int>) {
                bool isNumber = false;
                const int number = in_.value(key_).toInt(&isNumber);
                return isNumber && number >= min_ && number <= max_ ? number : usual_;
            } else {
                return in_.value(key_, usual_).template value<T>();
            }
        }
        void set(const T& value) const { in_.changed().setValue(key_, value); }

    private:
        Settings& in_;
        QString key_;
        T usual_, min_, max_;
    };

    Settings();

    /// Called once, with the name of the file, if the file cannot be written. Settings that were changed then hold
    /// until the program ends, and are written with the next change if that is possible.
    using Tell = std::function<void(const QString& file)>;
    void tellUnwritten(Tell tell) { tellUnwritten_ = std::move(tell); }

    /// Absolute paths, the latest first, at most kMaxRecent.
    const Kept<QStringList> recentFiles{*this, "files/recent"};
    void addRecentFile(const QString& path);
    void removeRecentFile(const QString& path);
    const Kept<QString> lastFolder{*this, "files/folder", QDir::homePath()}; ///< of the file opened or saved last
    /// The files that were written last, at most kMaxRecent. They are noted before they are written, since a kill
    /// during the writing leaves a temporary file.
    const Kept<QStringList> writings{*this, "files/writing"};
    void addWriting(const QString& path);
    QString exportFolder() const; ///< the folder of the last picture; lastFolder() at first
    void setExportFolder(const QString& folder);
    const Kept<QString> theme{*this, "window/theme", themes().front()->id};
    int textPercent(bool presenting) const; ///< from 80 to 200; at first usualTextPercent()
    void setTextPercent(bool presenting, int percent);
    static int usualTextPercent(bool presenting); ///< larger for a presentation, by the height of the screen
    Conventions conventions() const { return {fromZero_(), outByIn_()}; }
    void setConventions(const Conventions&);
    Decimals decimals() const { return {decimals_(), copiedDecimals_()}; }
    void setDecimals(const Decimals&);
    const Kept<int> historyMegabytes{*this, "history/megabytes", 256, 1, kMaxMegabytes}; ///< the bound of the history
    const Kept<int> threads{*this, "compute/threads", 0, 0, kMaxThreads}; ///< of the CPU; 0: one for each core
    /// See scoreMemory().
    const Kept<int> scoreMegabytes{*this, "compute/scoreMegabytes", static_cast<int>(kScoreMemory / (1 << 20)), 1,
                                   kMaxMegabytes};
    std::string backend() const { return backend_().toStdString(); } ///< an id of backends.h, which may be gone
    void setBackend(const std::string& id) { backend_.set(QString::fromStdString(id)); }
    /// Returns the multiplications from which on a device is faster than the CPU (measuredBreakEven). Nothing if it was
    /// not measured, or never is faster; a busy moment may have caused that, so it is measured again.
    std::optional<double> minWork(const OpenClDevice&) const;
    void setMinWork(const OpenClDevice&, double multiplications);
    void forgetMinWork();                                             ///< forgets the minimum work of all devices
    const Kept<bool> isCourseDeclined{*this, "course/declined"};      ///< the first session no longer offers the course
    const Kept<QByteArray> windowGeometry{*this, "window/geometry1"}; ///< 1: the version of the arrangement
    QList<int> panelWidths() const; ///< empty at first; not checked, whatever the file has
    void setPanelWidths(const QList<int>& widths);
    const Kept<QStringList> hiddenPanels{*this, "window/hidden", {QStringLiteral("Statistics")}}; ///< names of panels
    std::optional<bool> isPipelineFolded() const; ///< nothing if it was never folded or unfolded
    void setPipelineFolded(bool folded);

private:
    static constexpr int kMinText = static_cast<int>(kMinTextSize * 100),
                         kMaxText = static_cast<int>(kMaxTextSize * 100);

    void putFirst(const Kept<QStringList>& files, const QString& path);
    QSettings& changed();

    const Kept<bool> fromZero_{*this, "reading/fromZero"}, outByIn_{*this, "reading/outByIn"};
    const Kept<int> decimals_{*this, "reading/decimals", Decimals().inspector, kAllDigits, kMaxDecimals},
        copiedDecimals_{*this, "reading/copiedDecimals", Decimals().copied, kAllDigits, kMaxDecimals},
        text_{*this, "window/text", 0, kMinText, kMaxText},
        presentedText_{*this, "window/presentedText", 0, kMinText, kMaxText}; // 0: the usual one
    const Kept<QString> backend_{*this, "compute/backend", QLatin1String(kAutomaticBackend)};
    Tell tellUnwritten_;
};

} // namespace headlight
