#pragma once
// ui/dialogs: questions that need more than a line. They read the state of the Workbench, and what they change goes
// through it. GUI thread only.

#include "base/LatestWins.h"
#include "export/render.h"

#include <QDialog>
#include <QTimer>

#include <memory>
#include <vector>

class QLabel;
class QPushButton;

namespace headlight {

class ExportForm;
class Workbench;

/// Asks what to export and how, with a preview; then asks for the file and writes it. A problem is shown in the dialog,
/// and nothing is lost.
class ExportDialog : public QDialog {
    Q_OBJECT

public:
    /// `last`: the last choices, which the dialog replaces. `folder`: where the question for the file begins.
    ExportDialog(Workbench& workbench, ExportSpec& last, const QString& folder, QWidget* parent = nullptr);

    const QString& folder() const { return folder_; } ///< after it was accepted: that of the picture
    const ExportSpec& spec() const { return spec_; }
    /// Writes the picture, or that of each head into a file of its own, in the format that the name ends in. False
    /// after a problem, which is then shown.
    bool writeTo(const QString& path);

public slots:
    void accept() override; ///< asks for the file

signals:
    void writing(const QString& path); ///< before writing begins

protected:
    void resizeEvent(QResizeEvent*) override;

private:
    struct Picture {
        int choice;
        Session session;
        View view;
        ExportSpec spec;
        QSize within;
    };
    struct Drawn {
        int choice;
        Result<QImage> image;
        bool lacksNumbers = false;
    };
    /// Sets what follows the window, and returns the choices of maps: those of the window, then each of them alone.
    std::vector<std::vector<Stage>> chooseFromScreen();
    void build();
    void change(const ExportSpec& spec); ///< called after a choice by the user
    bool writeOne(const QString& path, const ExportSpec& spec);
    QStringList ofHeads(const QString& path) const; ///< a file for each head: "maps-head-2.png"
    bool isTooMuch() const;                         ///< true if there are too many cells for a preview
    void preview();
    void showPreview(const Drawn& drawn);

    Workbench& workbench_;
    ExportSpec& spec_; ///< the owner's, which keeps it for the next time
    QString folder_;
    QTimer previewing_;
    ExportForm* form_;
    QPushButton* save_;
    QLabel *preview_, *size_, *problem_;
    QString words_;  ///< of the size
    int choice_ = 0; ///< the number of the present choice; pictures of earlier ones are not shown
    std::unique_ptr<LatestWins<Picture, Drawn>> drawing_; ///< declared last, since its answers use the members above
};

} // namespace headlight
