#pragma once

#include "base/Result.h"
#include "document/Document.h"
#include "document/Saver.h"
#include "import/openedFile.h"
#include "io/sessionFile.h"
#include "journal/unsavedWork.h"

#include <QCoreApplication>
#include <QString>

#include <functional>
#include <optional>

namespace headlight {

class Workbench;

/// Opens, replaces and saves the document of a workbench. Files are read and written in jobs. After a Problem, such as
/// cancelled(), the document is as it was.
class Files {
    Q_DECLARE_TR_FUNCTIONS(Files)

public:
    explicit Files(Workbench& bench);

    void newDocument();
    /// Opens a file of any kind (import/openedFile.h). `make` makes a session of arrays that may be taken in several
    /// ways; false: it was cancelled. A file that is no session file becomes a document without a file. Returns true
    /// if the file holds arrays without a session.
    using FromArrays = std::function<bool(OpenedFile&)>;
    Result<bool> open(const QString& path, const FromArrays& make = {});
    /// Opens a file of any kind beside the document, and compares the maps with it. A Problem unless it has as many
    /// layers, tokens and heads.
    Result<void> compareWith(const QString& path, const FromArrays& make = {});
    /// Shows work that was unsaved when the program ended. It is modified, and has the file of the note or none.
    void restore(const RestoredWork&, const JournalNote&);
    /// Returns true if the user agrees that the open document is closed.
    using Consent = std::function<bool()>;
    // These two replace the present session as a step of history, if it has no file, is not blank and can be brought
    // back (Document::canPut). Else they replace the document, as open() does, and call `mayClose` before.
    void startAnew(const Consent& mayClose = {});
    Result<void> openExample(const QString& resource, const QString& title, const Consent& mayClose = {});
    /// Waits for a running save, then begins to save the present session. False: none was begun, or it has failed.
    bool beginSaving(const QString& path, const Saver::Then& then = {});
    Result<void> save(const QString& path); ///< also waits for its end
    Saver& saver() { return saver_; }

private:
    void place(const QString& label, const SessionFile& file, const QString& title, const Consent& mayClose);

    Workbench& bench_;
    Document& document_;
    Saver saver_;
};

} // namespace headlight
