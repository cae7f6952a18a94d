#pragma once

#include "document/ViewState.h"
#include "panels/Panel.h"
#include "words/Example.h"

#include <span>
#include <vector>

class QFrame;
class QLabel;
class QPushButton;
class QShortcut;
class QStackedWidget;

namespace headlight {

/// The course, below the maps: the card of the example that the document has, until it is closed; or one line that
/// offers the course. Else it is hidden and takes no room. Its height follows from its width and the size of text, the
/// same for all lessons, so that none moves the maps.
class CoursePanel : public Panel {
    Q_OBJECT

public:
    /// `lessons` outlive it.
    CoursePanel(Workbench& workbench, QWidget* parent, std::span<const Example> lessons);
    void present(const ViewState&) override;

    void open();   ///< shows the card of whichever lesson the document has
    void resume(); ///< likewise; the first lesson, where the document is none or its card is there already
    void offer();  ///< offers the course beside what the document has now
    void setPresenting(bool on); ///< PageDown and PageUp are then Next and Back; nothing is offered
    void setRoomShared(bool on); ///< with statistics: in a low window the card then has no text

    QSize minimumSizeHint() const override;

signals:
    void lessonWanted(const Example& lesson);
    void offerDeclined();

protected:
    void resizeEvent(QResizeEvent*) override;

private:
    QFrame* makeCard();
    QWidget* makeOffer();
    void go(int step);
    void select(); ///< what the text says to click
    void showCard(const ViewState&);

    std::span<const Example> lessons_;
    int lesson_ = -1;     ///< of the document; -1: none
    int offeredFor_ = -1; ///< the stretch of the history; -1: the course is not offered
    bool isClosed_ = true;
    bool isPresenting_ = false, isRoomShared_ = false;
    QLabel* title_ = nullptr;
    QStackedWidget* texts_ = nullptr; ///< one label for each lesson
    QPushButton *back_ = nullptr, *next_ = nullptr;
    QFrame* card_;
    QWidget* offer_;
    std::vector<QShortcut*> keys_;
};

} // namespace headlight
