#pragma once

#include "document/ViewState.h"
#include "panels/Panel.h"
#include "words/Example.h"

#include <span>
#include <vector>

class QFrame;
class QLabel;
class QPushButton;
class QStackedWidget;

namespace headlight {

/// The course, below the maps: the card of the lesson that the document is, until it is closed; or one line that
/// offers the course; else, and in a presentation, hidden. Its height depends on its width and the text size, not on
/// the lesson, so that no lesson moves the maps.
class CoursePanel : public Panel {
    Q_OBJECT

public:
    /// `lessons` outlive it.
    CoursePanel(Workbench& workbench, QWidget* parent, std::span<const Example> lessons);
    void present(const ViewState&) override;

    void open();      ///< shows the card of the lesson in the document
    void closeCard(); ///< until open()
    void resume();    ///< open(), or the first lesson if the document is none or its card is already visible
    void offer();     ///< offers the course beside the current document
    void setSpaceShared(bool on); ///< if on, statistics are visible, too, and in a low window the card has no text

    void go(int step);                ///< to the next or previous lesson; from the offer, to the first
    void follow(const QString& link); ///< selects the cell that the text tells to click, or ends the course

    QSize minimumSizeHint() const override;

signals:
    /// Says what a presentation shows instead of the card, and whether lessons are before and after it; empty: nothing.
    void lessonShown(const QString& html, bool hasBack, bool hasNext);
    void lessonWanted(const Example& lesson);
    void ownWanted(); ///< the course is finished: the user wants an empty session
    void offerDeclined();

protected:
    void resizeEvent(QResizeEvent*) override;

private:
    QFrame* makeCard();
    QWidget* makeOffer();
    void placeText();
    bool isLast() const { return lesson_ + 1 == static_cast<int>(lessons_.size()); }
    const Example& lesson() const { return lessons_[static_cast<std::size_t>(lesson_)]; }
    QString titleIn(const ViewState&) const;
    void showCard(const ViewState&);

    std::span<const Example> lessons_;
    int lesson_ = -1;     ///< the lesson that the document is; -1: none
    int offeredFor_ = -1; ///< a segment of the history; -1: the course is not offered
    bool isClosed_ = true;
    bool isSpaceShared_ = false;
    QLabel* title_ = nullptr;
    QStackedWidget* texts_ = nullptr; ///< one label for each lesson
    QPushButton *back_ = nullptr, *next_ = nullptr;
    std::vector<QWidget*> buttons_; ///< of the card, from left to right
    QFrame* card_;
    QWidget* offer_;
};

} // namespace headlight
