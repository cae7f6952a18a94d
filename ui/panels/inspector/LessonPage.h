#pragma once

#include <QTextBrowser>

#include <functional>

class QLabel;

namespace headlight {

/// The page that the Inspector writes. Its numbers have tips.
class LessonPage : public QTextBrowser {
    Q_OBJECT

public:
    explicit LessonPage(QWidget* parent = nullptr);
    /// Shows another page, scrolled to where the one before was. Its first two paragraphs, the question and
    /// what it is of, stay in sight.
    void setPage(const QString& html);
    /// Scrolls no farther than it takes to show what stands between two positions, the first one in any case.
    void reveal(int begin, int end);
    void setLatex(std::function<QString()> latex) { latex_ = std::move(latex); } ///< the page's calculations
    /// What is said of a link below the tip that its number has; empty: nothing.
    void setMoreTips(std::function<QString(const QString& link)> moreOf) { moreOf_ = std::move(moreOf); }

protected:
    QMimeData* createMimeDataFromSelection() const override;
    bool viewportEvent(QEvent*) override;
    void contextMenuEvent(QContextMenuEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    bool event(QEvent*) override;

private:
    void placeQuestion();
    QString tipAt(const QPoint& place) const; ///< px, of the viewport

    std::function<QString(const QString&)> moreOf_;
    std::function<QString()> latex_;
    QLabel* question_; ///< over the top of a page that is scrolled down
};

} // namespace headlight
