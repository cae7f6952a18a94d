#pragma once

#include "document/JournalKeeper.h"

#include <QObject>

#include <filesystem>
#include <memory>

class QAction;
class QWidget;

namespace headlight {

class FileActions;
class Workbench;
struct UnsavedWork;

/// Stores unsaved work, and offers the work of programs that have crashed or were killed.
class Recovery : public QObject {
    Q_OBJECT

public:
    /// `folder` is for unsaved work. The workbench must outlive this.
    Recovery(Workbench&, FileActions&, const std::filesystem::path& folder, QWidget* window);

    QAction* makeAction(QObject* parent); ///< for the menu of files
    void offer(bool isWanted);            ///< if `isWanted`, says so if there is no work
    JournalKeeper& journals() { return journals_; }

private:
    void restore(const std::shared_ptr<UnsavedWork>&);
    bool mayDelete(const QString& title);

    Workbench& workbench_;
    FileActions& files_;
    QWidget* window_;
    JournalKeeper journals_;
};

} // namespace headlight
