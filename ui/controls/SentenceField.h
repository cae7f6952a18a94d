#pragma once

#include <QPlainTextEdit>
#include <QPointer>

#include <functional>
#include <utility>

namespace headlight {

/// The sentence, in one line. While it has the keyboard, a longer text opens it downwards over what is below it: it has
/// to be outside of any layout. Line breaks and odd blanks of a pasted text stay as they are. Enter ends the input, and
/// the window moves the keyboard on; Shift+Enter breaks the line; undo belongs to the window, whose history knows every
/// step.
class SentenceField : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit SentenceField(QWidget* parent = nullptr);

    QString sentence() const; ///< lines end with \n
    /// Changes only what differs, so that the cursor stays with the words it stood at.
    void setSentence(const QString& sentence);
    void setInvalid(bool invalid);
    int lineHeight() const { return heightOf(1); } ///< px, of the closed field

    /// `sentence` as the field holds it: \r\n and \r become \n.
    static QString normalised(QString sentence);
    static qsizetype longestWord(const QString& text); ///< letters between blanks

    /// What is wrong with a sentence, or nothing: asked before much is pasted, which then does not enter the field.
    void setCheck(std::function<QString(const QString& sentence)> check) { check_ = std::move(check); }

signals:
    void focusEntered();
    void entered(); ///< Enter
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
    QPointer<QWidget> above_; ///< while it is open: the neighbour that it was under
    bool isOnTop_ = false;
    std::pair<int, int> needsBar_{-1, -1}; ///< the last text, by its revision, and width that had too many lines
};

} // namespace headlight
