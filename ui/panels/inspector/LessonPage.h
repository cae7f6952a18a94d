#pragma once

#include "panels/inspector/Written.h"

#include <QTextBrowser>

#include <functional>
#include <vector>

class QLabel;

namespace headlight {

/// The page that the Inspector writes. Its numbers are links, and have tips; its sections begin with a link "open:...".
class LessonPage : public QTextBrowser {
    Q_OBJECT

public:
    static constexpr int kMargin = 10; ///< px around the text, at the usual text size

    explicit LessonPage(QWidget* parent = nullptr);
    /// Shows another page at the same scroll position. Its first two paragraphs, the question and its place, stay
    /// visible.
    void setPage(Written page);
    QString text() const { return page_.text(); }
    /// Shows the section that begins with this link; empty: the top of the page. It does not scroll if the section is
    /// in sight, and else as little as it can to a heading.
    void reveal(const QString& link);
    void light(const QStringList& links, const QColor& colour); ///< highlights these links and no others
    void setLatex(std::function<QString()> latex) { latex_ = std::move(latex); } ///< the page's calculations
    /// `moreOf` returns a text below the tip of a link's number; empty: none.
    void setMoreTips(std::function<QString(const QString& link)> moreOf) { moreOf_ = std::move(moreOf); }

protected:
    QMimeData* createMimeDataFromSelection() const override;
    bool viewportEvent(QEvent*) override;
    void contextMenuEvent(QContextMenuEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    bool focusNextPrevChild(bool next) override;
    bool event(QEvent*) override;
    void changeEvent(QEvent*) override;

private:
    void findLinks();
    void placeQuestion();
    QString tipAt(const QPoint& place) const; ///< `place`: px of the viewport

    std::function<QString(const QString&)> moreOf_;
    std::function<QString()> latex_;
    struct Link {
        QString address;
        int begin, end; ///< positions
    };
    std::vector<Link> links_;
    Written page_;
    QLabel* question_; ///< covers the top of a page that is scrolled down
};

} // namespace headlight
