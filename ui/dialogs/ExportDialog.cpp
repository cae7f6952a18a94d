#include "dialogs/ExportDialog.h"

#include "dialogs/ExportForm.h"
#include "dialogs/savePath.h"
#include "document/Workbench.h"
#include "export/cellsBehind.h"
#include "export/screenSpec.h"
#include "io/files.h"
#include "words/fileWords.h"

#include <QApplication>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include <filesystem>

namespace headlight {
namespace {

constexpr QSize kPreview(440, 340);
constexpr QSize kFallback(1600, 1200); // where the maps want more than a picture may have
constexpr double kMaxPreviewed = 8e6;  // cells of all heads: more would make the dialog wait

QString suffixOf(ExportFormat format) {
    switch (format) {
    case ExportFormat::Svg: return QStringLiteral("svg");
    case ExportFormat::Pdf: return QStringLiteral("pdf");
    case ExportFormat::Png: break;
    }
    return QStringLiteral("png");
}

} // namespace

ExportDialog::ExportDialog(Workbench& workbench, ExportSpec& last, const QString& folder, QWidget* parent)
    : QDialog(parent), workbench_(workbench), last_(last), folder_(folder), spec_(last) {
    setWindowTitle(tr("Export maps"));
    const ViewState& state = workbench.state();
    const std::vector<Stage> shown = screenSpec(state).maps.stages;
    std::vector<std::vector<Stage>> choices{shown}; // what the window shows, and each of it alone
    if (shown.size() > 1)
        for (const Stage stage : shown) choices.push_back({stage});
    if (std::ranges::find(choices, spec_.maps.stages) == choices.end()) spec_.maps.stages = shown;
    spec_.maps.signedColours = state.maps.signedColours; // what they are chosen for is seen in the window
    spec_.maps.unsignedColours = state.maps.unsignedColours;
    spec_.maps.pooling = state.maps.pooling;
    spec_.maps.decimals = state.maps.decimals;
    spec_.layer = state.view.layer;
    if (spec_.head >= sizesOf(state.session, spec_.layer).heads) spec_.head = -1;

    form_ = new ExportForm(workbench, std::move(choices));
    connect(form_, &ExportForm::asked, this, &ExportDialog::change);
    preview_ = new QLabel;
    preview_->setFixedSize(kPreview);
    preview_->setAlignment(Qt::AlignCenter);
    preview_->setAccessibleName(tr("Preview"));
    problem_ = new QLabel;
    problem_->setProperty("role", "problem");
    problem_->setTextFormat(Qt::PlainText);
    problem_->setWordWrap(true);
    problem_->hide();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
    save_ = buttons->button(QDialogButtonBox::Save);
    save_->setText(tr("Save…"));
    for (QAbstractButton* button : buttons->buttons()) button->setIcon({});
    connect(buttons, &QDialogButtonBox::accepted, this, &ExportDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &ExportDialog::reject);

    auto* sides = new QHBoxLayout;
    sides->setSpacing(20);
    sides->addWidget(form_, 0, Qt::AlignTop);
    sides->addWidget(preview_, 1, Qt::AlignCenter);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(18, 18, 18, 14);
    column->setSpacing(12);
    column->addLayout(sides);
    column->addWidget(problem_);
    column->addWidget(buttons);

    drawing_ = std::make_unique<LatestWins<Picture, Drawn>>(
        [](const Picture& picture) {
            return Drawn{picture.choice, renderImage(picture.session, picture.view, picture.spec)};
        },
        [this](const Drawn& drawn) {
            QMetaObject::invokeMethod(
                this, [this, drawn] { showPreview(drawn); }, Qt::QueuedConnection);
        });
    previewing_.setSingleShot(true);
    previewing_.setInterval(120);
    connect(&previewing_, &QTimer::timeout, this, &ExportDialog::preview);
    change(spec_);
    previewing_.stop(); // at once instead
    preview();
}

ExportDialog::~ExportDialog() = default;

void ExportDialog::change(const ExportSpec& wanted) {
    ExportSpec spec = wanted, natural = wanted;
    natural.widthPx = natural.heightPx = 0;
    const auto size = exportSize(workbench_.state().session, natural);
    if (!size && spec.widthPx == 0 && spec_.widthPx > 0) { // too fine: what was chosen before stays
        form_->present(spec_, ratio_);
        showProblem(QString::fromStdString(size.text()));
        return;
    }
    const QSize wants = size ? *size : kFallback;
    ratio_ = static_cast<double>(wants.height()) / wants.width();
    if (spec.widthPx == 0) {
        spec.widthPx = wants.width();
        spec.heightPx = wants.height();
    }
    spec_ = spec;
    last_ = spec;
    last_.widthPx = last_.heightPx = 0; // another session, another size
    form_->present(spec, ratio_);
    const auto possible = exportSize(workbench_.state().session, spec);
    save_->setEnabled(possible.ok());
    showProblem(possible.ok() ? QString() : QString::fromStdString(possible.text()));
    ++choice_;
    if (isTooMuch()) {
        previewing_.stop();
        preview_->setText(tr("Too many tokens for a preview"));
    } else {
        previewing_.start();
    }
}

bool ExportDialog::isTooMuch() const { return cellsBehind(workbench_.state().session, spec_) > kMaxPreviewed; }

void ExportDialog::preview() {
    if (isTooMuch()) return;
    const ViewState& state = workbench_.state();
    const double dpr = devicePixelRatioF();
    const QSizeF shown = QSizeF(spec_.widthPx, spec_.heightPx).scaled(QSizeF(kPreview) * dpr, Qt::KeepAspectRatio);
    ExportSpec spec = spec_;
    spec.widthPx = std::max(kMinExportSide, static_cast<int>(shown.width()));
    spec.heightPx = std::max(kMinExportSide, static_cast<int>(shown.height()));
    drawing_->request({choice_, state.session, state.view, spec});
}

void ExportDialog::showPreview(const Drawn& drawn) {
    if (drawn.choice != choice_) return; // another one was made meanwhile
    if (!drawn.image) {
        preview_->clear();
        return showProblem(QString::fromStdString(drawn.image.text()));
    }
    QPixmap picture = QPixmap::fromImage(*drawn.image);
    picture.setDevicePixelRatio(devicePixelRatioF());
    preview_->setPixmap(picture);
}

void ExportDialog::showProblem(const QString& text) {
    problem_->setText(text);
    problem_->setVisible(!text.isEmpty());
}

bool ExportDialog::writeTo(const QString& path) {
    ExportSpec spec = spec_;
    spec.format = formatOfFile(path).value_or(spec.format);
    const ViewState& state = workbench_.state();
    spec.backend = state.backendId;
    Jobs& jobs = workbench_.jobs();
    const QString what = tr("Exporting %1").arg(QFileInfo(path).fileName());
    auto bytes = inJob<QByteArray>(jobs, what, Jobs::OnCancel::Leave,
                                   [session = state.session, view = state.view, spec](const Watch& watch) {
                                       return headlight::render(session, view, spec, watch);
                                   });
    if (!bytes) {
        showProblem(QString::fromStdString(bytes.text()));
        return false;
    }
    emit writing(path);
    const auto written = inJob<void>( // apart: what is being written is not left to itself
        jobs, what, Jobs::OnCancel::Wait,
        [to = std::filesystem::path(path.toStdU16String()), bytes = std::move(*bytes)](const Watch& watch) {
            return writeFile(to, {bytes.constData(), static_cast<std::size_t>(bytes.size())}, watch);
        });
    if (!written) showProblem(QString::fromStdString(written.text()));
    return written.ok();
}

void ExportDialog::accept() {
    const QString suffix = suffixOf(spec_.format);
    const QString name = allowedInFileName(QString(workbench_.state().title).remove(QStringLiteral(".headlight")));
    QFileDialog question(this, tr("Export maps as"), folder_, tr("%1 picture (*.%2)").arg(suffix.toUpper(), suffix));
    const QString path = savePath(question, (name.isEmpty() ? tr("maps") : name) + QLatin1Char('.') + suffix, suffix);
    if (path.isEmpty() || !writeTo(path)) return;
    folder_ = QFileInfo(path).absolutePath();
    QDialog::accept();
}

} // namespace headlight
