#pragma once

#include <QByteArray>
#include <QList>
#include <QObject>
#include <QStringList>

#include <optional>

class QAction;
class QMainWindow;
class QMenu;

namespace headlight {

struct Panels;
class Settings;
class Workbench;

/// The menus View (the panels, what they show, the theme, the size of text, and the presentation) and Go (steps, heads,
/// layers and a cell). The presentation is for a projector. It takes the whole screen, with larger text and without
/// what is only for editing (ViewState::isPresenting), so that the maps are larger, too. F5 or Esc (see MainWindow)
/// ends it and restores everything.
class ViewActions : public QObject {
    Q_OBJECT

public:
    /// The arrangement of the window that is restored the next time.
    struct Arrangement {
        QByteArray geometry;
        QList<int> widths; ///< widths of the panels beside each other
    };

    ViewActions(Workbench&, Settings&, const Panels&, QMainWindow& window);

    void fill(QMenu&);
    void fillGo(QMenu&);
    void hidePanels(const QStringList& hidden); ///< shows all optional panels but those
    void applySize(); ///< applies the size of text; also after the window came to another screen
    bool isPresenting() const { return before_.has_value(); }
    void setPresenting(bool);
    void showInspector();              ///< in a presentation, which begins without it
    Arrangement arrangement() const;   ///< the arrangement without the presentation
    void setWidths(QList<int> widths); ///< restores the widths of an arrangement

signals:
    void presentingChanged(bool on);
    void resized(); ///< the text, by the user

private:
    struct Before {
        Arrangement arrangement;
        QByteArray panels; ///< the state of the splitter
        Qt::WindowStates window;
        QStringList hidden; ///< the optional panels that were hidden
    };
    void addSteps(QMenu&);
    void addHeads(QMenu&); ///< adds the entries for heads and layers
    void addConventions(QMenu&);
    void addPanels(QMenu&);
    void addTheme(QMenu&);
    void addSizes(QMenu&);
    void resize(int step); ///< changes the text to the next size (-1 or 1) or to the usual size (0)
    int percent() const;   ///< the current size in percent of the usual one

    Workbench& workbench_;
    Settings& settings_;
    const Panels& panels_;
    QMainWindow& window_;
    QAction* present_ = nullptr;
    std::optional<Before> before_; ///< set during a presentation
};

} // namespace headlight
