#include "exampleChoice.h"

#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QCoreApplication>
#include <QMenu>
#include <QStandardItemModel>

namespace headlight {
namespace {

/// Calls `group` before the first example of each group, for its heading and the line above it, and `one` for each
/// example.
void forEachExample(const std::function<void(const QString& heading, bool isFirst)>& group, const Picked& one) {
    QString last;
    for (const Example& example : examples()) {
        if (last != example.shownGroup()) group(example.shownGroup(), last.isEmpty());
        last = example.shownGroup();
        one(example);
    }
}

} // namespace

void addExamples(QMenu& menu, const Picked& picked) {
    const auto group = [&](const QString& heading, bool isFirst) {
        if (!isFirst) menu.addSeparator(); // the style shows no text in a separator
        menu.addAction(heading)->setEnabled(false);
    };
    forEachExample(group, [&](const Example& example) {
        QObject::connect(menu.addAction(example.shownTitle()), &QAction::triggered, &menu,
                         [picked, &example] { picked(example); });
    });
}

QComboBox* newExamplesBox(const Picked& picked) {
    auto* box = new QComboBox;
    box->setAccessibleName(QCoreApplication::translate("Examples", "Examples"));
    box->setToolTip(QCoreApplication::translate("Examples", "Open a lesson of the course"));
    box->setPlaceholderText(QCoreApplication::translate("Examples", "Examples"));
    const auto group = [box](const QString& heading, bool isFirst) {
        if (!isFirst) box->insertSeparator(box->count());
        box->addItem(heading);
        static_cast<QStandardItemModel*>(box->model())->item(box->count() - 1)->setFlags(Qt::NoItemFlags);
    };
    int place = 0; // the index in examples()
    forEachExample(group, [&](const Example& example) { box->addItem(example.shownTitle(), place++); });
    box->setMaxVisibleItems(box->count());
    box->setCurrentIndex(-1);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(9);
    box->view()->setMinimumWidth(260);
    QObject::connect(box, &QComboBox::activated, box, [box, picked](int index) {
        const int example = box->itemData(index).toInt();
        box->setCurrentIndex(-1);
        picked(examples()[static_cast<std::size_t>(example)]);
    });
    return box;
}

} // namespace headlight
