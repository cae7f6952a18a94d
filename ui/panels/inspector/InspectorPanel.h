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

/// How the selected number came to be, step by step, with its numbers: a page whose numbers are links. Pointing at one
/// lights it in maps and tables, a click goes there; back and forward as in a browser.
class InspectorPanel : public Panel {
    Q_OBJECT

public:
    explicit InspectorPanel(Workbench& workbench, QWidget* parent = nullptr);
    void present(const ViewState&) override;
    void presentLight(const ViewState&) override;

protected:
    bool event(QEvent*) override;
    void forgetWords() override { shown_.reset(); }

private:
    void addHead(QLayout& all);
    void addDecimals();
    void say(const QString& text);
    void writeLater();
    void write();
    LessonPen pen() const; ///< of what is shown
    Explanations wayShown() const;
    void follow(const QUrl& link);
    void goTo(const Address& address);
    struct Place { ///< of the history
        Address subject;
        int head = 0, query = 0, key = 0; ///< that were selected
    };
    void leave(const Place&);
    void step(std::vector<Place>& from, std::vector<Place>& to);
    void showSteps();

    ElidedLabel* heading_;
    QToolButton *back_, *forward_, *decimals_;
    LessonPage* page_;
    QString html_; ///< of the page
    LessonLook look_;
    EntryOrigins origins_;
    QString lack_; ///< why there is no such number in the state compared with
    CellRef selected_;
    Place subject_;                     ///< the same, or an entry
    std::optional<Step> step_;          ///< of the walk, at which it is told
    bool reveals_ = false;              ///< it is another number than before
    int revealed_ = 0;                  ///< where the page was scrolled to then
    bool isBetween_ = false;            ///< a step back has selected only a part
    bool isFirst_ = true;               ///< of the document: it is shown from its top
    bool isOther_ = false;              ///< it explains the state compared with
    std::vector<Place> before_, after_; ///< where back and forward go
    std::shared_ptr<const Response> shown_;
};

} // namespace headlight
