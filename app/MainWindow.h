#pragma once

#include "Settings.h"
#include "dialogs/JobRunner.h"
#include "document/ViewState.h"
#include "document/Workbench.h"
#include "panels.h"

#include <QMainWindow>

#include <filesystem>
#include <memory>

namespace headlight {

class ComputeActions;
class EditActions;
class FileActions;
class FileWatch;
class Recovery;
class ViewActions;

/// Assembles the window: panels around a Workbench, menus from the action groups. Chooses and restores the arrangement.
/// Leaves dropped files, and the question whether to close, to FileActions.
class MainWindow : public QMainWindow, public Presenter {
    Q_OBJECT

public:
    /// `journals` is the folder for unsaved work; if it is empty, none is kept. If `backend` is null, the CPU computes.
    /// `fallback`: see Workbench.
    explicit MainWindow(const std::filesystem::path& journals = {}, std::unique_ptr<Backend> backend = nullptr,
                        std::unique_ptr<Backend> fallback = nullptr);
    ~MainWindow() override;

    void present(const ViewState&) override; ///< updates the title and the mark of changes; keeps the decimals

    Workbench& workbench() { return workbench_; }
    FileActions& files() { return *files_; }
    ComputeActions& compute() { return *compute_; }
    /// Writes unsaved work before an end of the program that nobody chose here. `isInOrder`: the window can still be
    /// used.
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
    void buildMenus();
    void restoreLayout();
    void foldIfLow();

    Settings settings_;
    Decimals decimals_ = settings_.decimals(); ///< as last presented
    JobRunner jobs_{this};
    Workbench workbench_;
    Panels panels_;
    FileActions* files_ = nullptr;
    EditActions* edits_ = nullptr;
    ComputeActions* compute_ = nullptr;
    ViewActions* views_ = nullptr;
    std::unique_ptr<Recovery> recovery_;
    std::unique_ptr<FileWatch> fileWatch_;
};

} // namespace headlight
