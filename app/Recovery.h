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
struct OrphanedJournal;

/// Keeps journals of what is edited, and offers those whose program came to its end without a person's wish.
class Recovery : public QObject {
    Q_OBJECT

public:
    /// `folder`: where the journals lie. Goes before the workbench.
    Recovery(Workbench&, FileActions&, const std::filesystem::path& folder, QWidget* window);

    QAction* makeAction(QObject* parent); ///< for the menu of files
    void offer(bool isWanted);            ///< says so if there is nothing and it was wanted
    JournalKeeper& journals() { return journals_; }

private:
    void restore(const std::shared_ptr<OrphanedJournal>&);
    bool mayDelete(const QString& title);

    Workbench& workbench_;
    FileActions& files_;
    QWidget* window_;
    JournalKeeper journals_;
};

} // namespace headlight
