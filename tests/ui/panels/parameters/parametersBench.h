#pragma once

#include "panels/parameters/ParametersPanel.h"
#include "support/bench.h"
#include "support/controls.h"
#include "support/verbs.h"

#include <QApplication>
#include <QPushButton>
#include <QTableView>

namespace headlight::test {

/// A ParametersPanel at its usual size with a real Workbench, and hands that find its tables and type into them.
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
    Matrix weight(int head) { return *t_->session().layers[0].heads[std::size_t(head)][Parameter::Wq]; }
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
    void fillWithNines() {
        const ParameterRef ref{Parameter::Wq, 0, 0};
        QVERIFY(
            t_->bench.apply("Nines", testing::giving(withBlock(t_->session(), ref, 0, 0, Matrix::Constant(2, 3, 9)))));
    }

    std::unique_ptr<PanelBench<ParametersPanel>> t_;
};

} // namespace headlight::test
