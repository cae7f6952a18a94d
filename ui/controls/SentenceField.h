#pragma once

#include <QPlainTextEdit>
#include <QPointer>

#include <functional>
#include <utility>

namespace headlight {

/// A field of one line for the sentence. While it has the focus, a longer text opens it downwards over the widgets
/// below, up to six lines, so it must be outside of any layout. Line breaks and odd blanks of a pasted text stay as
/// they are. Enter ends the input, and the window moves the focus on; Shift+Enter breaks the line; undo belongs to the
/// window, whose history has every step.
class SentenceField : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit SentenceField(QWidget* parent = nullptr);

    QString sentence() const; ///< lines end with \n
    /// Changes only what differs, so that the cursor stays with the words it stood at.
    void setSentence(const QString& sentence);
    void setInvalid(bool invalid);
    int lineHeight() const { return heightOf(1); } ///< px, of the closed field
    QString shortened() const;                     ///< the line of the closed field, with dots if there is more

    /// Returns `sentence` as the field holds it: \r\n and \r become \n.
    static QString normalised(QString sentence);
    static qsizetype longestWord(const QString& text); ///< returns the number of letters of the longest word

    /// `check` returns what is wrong with a sentence, or nothing. A long text that it refuses cannot be pasted.
    void setCheck(std::function<QString(const QString& sentence)> check) { check_ = std::move(check); }

signals:
    void focusEntered();
    void entered(); ///< Enter was pressed
    void textPasted(const QString& text);
    void pasteRefused(const QString& why);

protected:
    bool event(QEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void focusInEvent(QFocusEvent*) override;
    void focusOutEvent(QFocusEvent*) override;
    void paintEvent(QPaintEvent*) override;
    void showEvent(QShowEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    bool canInsertFromMimeData(const QMimeData*) const override;
    void insertFromMimeData(const QMimeData*) override;

private:
    int heightOf(int lines) const;
    int lines() const;
    void fitHeight();
    void setOnTop(bool onTop);
    void wrapFor(const QString& text);
    bool turnsPage(const QKeyEvent& key);

    std::function<QString(const QString&)> check_;
    QPointer<QWidget> above_; ///< while the field is open: the widget below which it is stacked again when it closes
    bool isOnTop_ = false;
    std::pair<int, int> needsBar_{-1, -1}; ///< revision and width of the last text with too many lines
};

} // namespace headlight
