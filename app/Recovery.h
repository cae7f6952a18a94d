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

/// Stores unsaved work, and offers that of programs which have crashed or were killed.
class Recovery : public QObject {
    Q_OBJECT

public:
    /// `folder`: where unsaved work is stored. Until this goes the workbench must not.
    Recovery(Workbench&, FileActions&, const std::filesystem::path& folder, QWidget* window);

    QAction* makeAction(QObject* parent); ///< for the menu of files
    void offer(bool isWanted);            ///< says so if there is nothing and it was wanted
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
