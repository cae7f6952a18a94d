#pragma once

#include "document/ViewState.h"
#include "panels/Panel.h"

#include <QPointer>

#include <map>
#include <vector>

class QButtonGroup;
class QHBoxLayout;
class QLabel;
class QLineEdit;

namespace headlight {

/// A bar that finds tokens by their text, or goes to a cell by query and key. It is hidden until it is opened; Esc
/// closes it and gives the focus back.
class FindPanel : public Panel {
    Q_OBJECT

public:
    explicit FindPanel(Workbench& workbench, QWidget* parent = nullptr);
    void present(const ViewState&) override;

    void openFind();
    void openGoTo();
    void findNext() { step(1); } ///< also while the bar is closed
    void findPrevious() { step(-1); }

protected:
    void keyPressEvent(QKeyEvent*) override;
    void forgetWords() override; ///< typed numbers would mean other places

private:
    QWidget* makeFind();
    QWidget* makeGoTo();
    QLineEdit* makeField(QHBoxLayout& row, const QString& name, const QString& hint);
    void open(QWidget& page, QLineEdit& field);
    void close();
    struct Found {
        const std::vector<int>& places; ///< of the tokens that contain the text
        int at;                         ///< the selected one
    };
    Found found();     ///< searches anew if the tokens or the text changed
    void find();       ///< selects the first match from the selected token on
    void step(int by); ///< 1: to the match behind the selected token, -1: to the one before it, 0: from it on
    void goTo();
    /// Returns the place that a field names; if it names none, says so and returns -1.
    int placeIn(QLineEdit& field, const Tokens& tokens, const QString& what);
    Side side() const;                              ///< Tokens: queries, or KeyTokens
    void choose(const std::map<Side, int>& places); ///< selects these tokens, and shows them in the maps
    QString nothingFound() const;
    void showCount();
    void say(const QString& text, bool isProblem);

    QLineEdit *text_, *query_, *key_;
    QButtonGroup* side_;
    QWidget *find_, *goTo_; ///< the two pages of the bar
    QLabel* said_;
    Frozen<Tokens> searched_; ///< for typed_
    QString typed_;
    std::vector<int> places_;  ///< what was found
    QPointer<QWidget> before_; ///< the widget that had the focus before
};

} // namespace headlight
