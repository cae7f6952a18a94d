#pragma once

#include "Settings.h"
#include "dialogs/JobRunner.h"
#include "document/Presenter.h"
#include "document/Workbench.h"

#include <QMainWindow>

#include <filesystem>
#include <memory>
#include <vector>

class QSplitter;

namespace headlight {

class AttentionActions;
class ComputeActions;
class EditActions;
class FileActions;
class FileWatch;
class Panel;
class Recovery;
class TextActions;
class ViewActions;

/// Assembles the window: panels around a Workbench, menus from the action groups. Decides the arrangement, and what is
/// restored of it; a dropped file, and whether to close, it leaves to FileActions.
class MainWindow : public QMainWindow, public Presenter {
    Q_OBJECT

public:
    /// `journals`: the folder where what no file has is kept; empty: it is not kept. `backend`: null: the CPU.
    /// `fallback`: see Workbench.
    explicit MainWindow(const std::filesystem::path& journals = {}, std::unique_ptr<Backend> backend = nullptr,
                        std::unique_ptr<Backend> fallback = nullptr);
    ~MainWindow() override;

    void present(const ViewState&) override; ///< title and modified mark

    Workbench& workbench() { return workbench_; }
    FileActions& files() { return *files_; }
    ComputeActions& compute() { return *compute_; }
    /// Before an end that nobody chose here: what is edited is on the disk. `isInOrder`: the window can still be used.
    void keepSafe(bool isInOrder);
    Recovery* recovery() { return recovery_.get(); } ///< null without journals

protected:
    bool event(QEvent*) override;
    void closeEvent(QCloseEvent*) override;
    void keyPressEvent(QKeyEvent*) override;
    void mousePressEvent(QMouseEvent*) override;
    void dragEnterEvent(QDragEnterEvent*) override;
    void dropEvent(QDropEvent*) override;

private:
    void buildPanels();
    void buildMenus();
    void restoreLayout();

    Settings settings_;
    JobRunner jobs_{this};
    Workbench workbench_;
    std::vector<Panel*> panels_;
    QSplitter* splitter_ = nullptr;
    FileActions* files_ = nullptr;
    EditActions* edits_ = nullptr;
    AttentionActions* attention_ = nullptr;
    ComputeActions* compute_ = nullptr;
    ViewActions* views_ = nullptr;
    TextActions* texts_ = nullptr;
    std::unique_ptr<Recovery> recovery_;
    std::unique_ptr<FileWatch> fileWatch_;
};

} // namespace headlight
