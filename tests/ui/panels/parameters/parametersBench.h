#pragma once

#include "dialogs/NumbersDialog.h"
#include "panels/parameters/ParametersPanel.h"
#include "support/bench.h"
#include "support/controls.h"
#include "support/givenEdit.h"
#include "support/menuOf.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QTableView>
#include <QTextDocumentFragment>
#include <QTimer>

namespace headlight::testing {

/// A ParametersPanel of its usual size on a real Workbench, with functions that find its tables and type into them.
class ParametersBench {
protected:
    void start(const Session& session) {
        t_.reset();
        t_ = std::make_unique<PanelBench<ParametersPanel>>(session, QSize(290, 640));
        QVERIFY(QTest::qWaitForWindowActive(t_->panel.get()));
    }
    QTableView* table(const QString& name) { return control<QTableView>(*t_->panel, name); }
    QTableView* focused(const QString& name, int row, int column) {
        QTableView* view = table(name);
        view->setFocus();
        view->setCurrentIndex(view->model()->index(row, column));
        return view;
    }
    QString shown(const QString& name, int row, int column) {
        return table(name)->model()->index(row, column).data().toString();
    }
    Matrix weight(int head) { return *t_->session().layers[0].allHeads[std::size_t(head)][Parameter::Wq]; }
    QPoint centre(QTableView* view, int row, int column) {
        return view->visualRect(view->model()->index(row, column)).center();
    }
    QPoint press(QTableView* view, int row, int column, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        const QPoint at = centre(view, row, column);
        sendMouse(view->viewport(), QEvent::MouseButtonPress, at, Qt::LeftButton, modifiers);
        return at;
    }
    void type(const QString& name, int row, int column, const QString& text) {
        QTest::keyClicks(focused(name, row, column), text.left(1)); // opens the editor
        QTest::keyClicks(QApplication::focusWidget(), text.mid(1));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    }
    /// The bold and the grey line, and the choices, of a question for numbers.
    struct Asked {
        QString question, reason;
        QStringList choices;
    };
    /// Answers the next question for numbers. `name` is the choice, or empty for Esc.
    void answer(const QString& name, Asked* asked = nullptr) {
        QTimer::singleShot(0, t_->panel.get(), [=] {
            auto* dialog = qobject_cast<NumbersDialog*>(QApplication::activeModalWidget());
            if (!dialog) qFatal("nothing was asked");
            auto* list = control<QListWidget>(*dialog, "Choices");
            QStringList choices;
            for (int row = 0; row < list->count(); ++row) choices << list->item(row)->text();
            const auto line = [dialog](const char* look) {
                return QTextDocumentFragment::fromHtml(
                           dialog->findChild<QLabel*>(look, Qt::FindDirectChildrenOnly)->text())
                    .toPlainText();
            };
            if (asked) *asked = {line("title"), line("caption"), choices};
            const auto place = static_cast<int>(choices.indexOf(name));
            if (!name.isEmpty() && place < 0) qWarning("There is no %s.", qPrintable(name));
            if (place < 0) return dialog->reject();
            list->setCurrentRow(place);
            control<QPushButton>(*dialog, "Paste")->click();
        });
    }
    void pressPaste() { chooseOf(*t_->panel, kWeightsMenu, "Paste"); }
    QString notice() { return t_->bench.state().notice; }
    /// Chooses an entry of a cell's menu.
    void choose(QTableView* view, int row, int column, const QString& text) {
        QTimer::singleShot(0, t_->panel.get(), [=] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            if (!menu) qFatal("there is no menu");
            QAction* chosen = nullptr;
            for (QAction* action : menu->findChildren<QAction*>()) // entries of its submenus, too
                if (action->text().remove('&') == text && action->isEnabled()) chosen = action;
            if (!chosen) qWarning("There is no %s to choose.", qPrintable(text));
            menu->close();
            if (chosen) chosen->trigger();
        });
        const QPoint at = centre(view, row, column);
        QTest::mouseClick(view->viewport(), Qt::RightButton, Qt::NoModifier, at);
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, view->viewport()->mapToGlobal(at));
        QApplication::sendEvent(view->viewport(), &event);
    }
    void fillWithNines() {
        const ParameterRef ref{Parameter::Wq, 0, 0};
        QVERIFY(t_->bench.apply("Nines",
                                testing::givenEdit(withBlock(t_->session(), ref, 0, 0, Matrix::Constant(2, 3, 9)))));
    }

    std::unique_ptr<PanelBench<ParametersPanel>> t_;
};

} // namespace headlight::testing
