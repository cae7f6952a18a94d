#pragma once

#include "document/origins.h"
#include "panels/Panel.h"
#include "panels/inspector/lessonHtml.h"

#include <memory>
#include <optional>
#include <vector>

class QToolButton;
class QUrl;

namespace headlight {

class ElidedLabel;
class LessonPage;

/// The calculation of the selected number, step by step: a page whose numbers are links. Pointing at one lights it in
/// maps and tables, a click goes there; back and forward as in a browser.
class InspectorPanel : public Panel {
    Q_OBJECT

public:
    explicit InspectorPanel(Workbench& workbench, QWidget* parent = nullptr);
    void present(const ViewState&) override;
    void presentLight(const ViewState&) override;

protected:
    bool event(QEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void forgetWords() override { shown_.reset(); }

private:
    void addHead(QLayout& all);
    void showDecimals();
    void presentWithNewSize();
    void say(const QString& text);
    void writeLater();
    void write();
    LessonPen pen() const; ///< for the shown response
    Explanations wayShown() const;
    void follow(const QUrl& link);
    struct Place {                        ///< a page, for back and forward
        Address subject, present;         ///< in the state that is shown; in the present one
        int head = 0, query = 0, key = 0; ///< the selection at that time
    };
    void goTo(const Place& place);
    void leave(const Place&);
    void step(std::vector<Place>& from, std::vector<Place>& to);
    void showSteps();

    ElidedLabel* heading_;
    QToolButton *decimals_, *back_, *forward_;
    LessonPage* page_;
    QString html_;        ///< the page
    double pageSize_ = 0; ///< the size of its text, at most that of the window; 0: is computed anew
    LessonLook look_;
    EntryOrigins origins_;
    QString lack_; ///< why the state compared with has no such number
    CellRef selected_;
    Place subject_;                     ///< the page's number: selected_, or an entry
    std::optional<Step> step_;          ///< the step of the walk, if the page is about one
    bool reveals_ = false;              ///< the page will scroll to its number
    int revealed_ = 0;                  ///< the scroll position after the page has scrolled to its number
    bool isFirst_ = true;               ///< the document's first page, shown from its top
    bool isOfCounterpart_ = false;      ///< it explains the state compared with
    std::vector<Place> before_, after_; ///< the targets of back and forward
    std::shared_ptr<const Response> shown_;
};

} // namespace headlight
