#pragma once

#include <QByteArray>
#include <QList>
#include <QObject>
#include <QStringList>

#include <optional>
#include <vector>

class QAction;
class QMainWindow;
class QMenu;
class QSplitter;

namespace headlight {

class Panel;
class Settings;
class Workbench;

/// View: how large text is, and the presentation: the whole screen with larger text and without the panel of
/// parameters, so that the maps are larger, too; for a projector. F5 or Esc ends it, and then all is as it was before.
class TextActions : public QObject {
    Q_OBJECT

public:
    /// What of the window is there the next time.
    struct Arrangement {
        QByteArray geometry;
        QList<int> widths; ///< of the panels beside each other
    };

    /// `panels`: those of panelList(); some of them stand in `splitter`.
    TextActions(Workbench&, Settings&, const std::vector<Panel*>& panels, QSplitter& splitter, QMainWindow& window);

    void fill(QMenu&);
    bool isPresenting() const { return before_.has_value(); }
    void setPresenting(bool);
    Arrangement arrangement() const;   ///< as it is without the presentation
    void setWidths(QList<int> widths); ///< of an arrangement

signals:
    void presentingChanged(bool on);

protected:
    bool eventFilter(QObject* window, QEvent*) override; ///< Esc that no other widget uses

private:
    struct Before {
        Arrangement arrangement;
        QByteArray panels; ///< the splitter's
        Qt::WindowStates window;
        std::vector<bool> isHidden; ///< of the panels
        QStringList hiddenNames;
    };
    void resize(int step); ///< to the next size; 0: the usual one
    int percent() const;   ///< of the usual size, now
    void applySize();

    Workbench& workbench_;
    Settings& settings_;
    std::vector<Panel*> panels_;
    QSplitter& splitter_;
    QMainWindow& window_;
    QAction* present_ = nullptr;
    std::optional<Before> before_; ///< while there is a presentation
};

} // namespace headlight
