#include "dialogs/ExportDialog.h"

#include "dialogs/ExportForm.h"
#include "dialogs/Question.h"
#include "dialogs/dialogColumn.h"
#include "document/Workbench.h"
#include "document/exportName.h"
#include "export/render.h"
#include "io/files.h"
#include "style/textSize.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>

#include <filesystem>
#include <functional>

namespace headlight {
namespace {

constexpr QSize kPreview(620, 520), kMinPreview(200, 160);
constexpr int kFrame = 40;            // px that the frame of a window takes
constexpr double kMaxPreviewed = 8e6; // cells of all heads: more would make the dialog wait

/// Returns "85 × 62 mm, 1004 × 732 pixels; tokens 6.5 pt".
QString sizeWords(const PictureSize& size, const ExportSpec& spec) {
    const QSize pixels = size.pixels;
    const bool isOfPixels = spec.format == ExportFormat::Png;
    const QString paper =
        ExportDialog::tr("%1 × %2 mm").arg(size.paper.width(), 0, 'f', 0).arg(size.paper.height(), 0, 'f', 0);
    const QString all = isOfPixels
                            ? ExportDialog::tr("%1, %2 × %3 pixels").arg(paper).arg(pixels.width()).arg(pixels.height())
                            : paper;
    return ExportDialog::tr("%1; tokens %2 pt").arg(all).arg(size.textPt, 0, 'f', 1);
}

} // namespace

ExportDialog::ExportDialog(Workbench& workbench, ExportSpec& last, const QString& folder, QWidget* parent)
    : QDialog(parent), workbench_(workbench), spec_(last), folder_(folder) {
    setWindowTitle(tr("Export maps"));
    form_ = new ExportForm(workbench, chooseFromScreen());
    connect(form_, &ExportForm::asked, this, &ExportDialog::change);
    build();
    drawing_ = std::make_unique<LatestWins<Picture, Drawn>>(
        [](const Picture& picture, auto) {
            Drawn drawn{picture.choice, Problem{}};
            drawn.image = renderImage(picture.session, picture.view, picture.spec, {}, picture.within,
                                      &drawn.lacksNumbers);
            return drawn;
        },
        [this](const Drawn& drawn) {
            QMetaObject::invokeMethod(
                this, [this, drawn] { showPreview(drawn); }, Qt::QueuedConnection);
        });
    previewing_.setSingleShot(true);
    previewing_.setInterval(120);
    connect(&previewing_, &QTimer::timeout, this, &ExportDialog::preview);
    const QSize wanted = form_->sizeHint().expandedTo(kPreview) +
                         QSize(form_->sizeHint().width() + textPx(60), textPx(110));
    resize(wanted.boundedTo(QWidget::screen()->availableSize() - QSize(kFrame, kFrame)));
    change(spec_);
    previewing_.stop(); // the preview is made at once instead
    layout()->activate();
    preview();
}

std::vector<std::vector<Stage>> ExportDialog::chooseFromScreen() {
    const ViewState& state = workbench_.state();
    const ExportSpec screen = screenSpec(state);
    const std::vector<Stage>& shown = screen.maps.stages;
    std::vector<std::vector<Stage>> choices{shown};
    if (shown.size() > 1)
        for (const Stage stage : shown) choices.push_back({stage});
    if (std::ranges::find(choices, spec_.maps.stages) == choices.end()) spec_.maps.stages = shown;
    spec_.maps.signedColours = state.maps.signedColours; // these are chosen by what the window shows
    spec_.maps.unsignedColours = state.maps.unsignedColours;
    spec_.maps.rangeWithoutFirst = state.maps.rangeWithoutFirst;
    spec_.curves = screen.curves;
    spec_.maps.pooling = state.maps.pooling;
    spec_.maps.decimals = state.maps.decimals;
    spec_.maps.zoom = screen.maps.zoom;
    spec_.maps.compared = screen.maps.compared;
    spec_.other = screen.other;
    spec_.otherName = screen.otherName;
    spec_.layer = state.view.layer;
    if (!spec_.heads.empty() && spec_.heads.back() >= sizesOf(state.session, spec_.layer).heads) spec_.heads = {};
    if (screen.maps.compared == Compared::SideBySide) spec_.heads = screen.heads;
    return choices;
}

void ExportDialog::build() {
    preview_ = new QLabel;
    preview_->setMinimumSize(kMinPreview);
    preview_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored); // it is as large as there is space
    preview_->setAlignment(Qt::AlignCenter);
    preview_->setAccessibleName(tr("Preview"));
    size_ = new QLabel;
    size_->setObjectName("caption");
    size_->setAccessibleName(tr("Size of the picture"));
    size_->setAlignment(Qt::AlignCenter);
    problem_ = wrappedLabel({}, "problem");
    problem_->hide();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
    save_ = buttons->button(QDialogButtonBox::Save);
    save_->setText(tr("Save…"));
    auto* sides = new QHBoxLayout;
    sides->setSpacing(20);
    auto* scroll = new QScrollArea; // for low screens
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidgetResizable(true);
    scroll->setWidget(form_);
    scroll->setFixedWidth(form_->sizeHint().width() + scroll->verticalScrollBar()->sizeHint().width());
    sides->addWidget(scroll);
    auto* right = new QVBoxLayout;
    right->addWidget(preview_, 1);
    right->addWidget(size_);
    sides->addLayout(right, 1);
    QVBoxLayout* column = dialogColumn(*this);
    column->addLayout(sides);
    column->addWidget(problem_);
    addButtons(*this, buttons);
}

void ExportDialog::change(const ExportSpec& wanted) {
    spec_ = wanted;
    form_->present(spec_);
    const auto size = pictureSize(workbench_.state().session, spec_);
    save_->setEnabled(size.ok());
    showText(*problem_, size.ok() ? QString() : QString::fromStdString(size.text()));
    size_->setText(words_ = size.ok() ? sizeWords(*size, spec_) : QString());
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
    drawing_->request({choice_, state.session, state.view, spec_, preview_->size() * devicePixelRatioF()});
}

void ExportDialog::resizeEvent(QResizeEvent* event) {
    QDialog::resizeEvent(event);
    previewing_.start();
}

void ExportDialog::showPreview(const Drawn& drawn) {
    if (drawn.choice != choice_) return; // the choice has changed meanwhile
    if (!drawn.image) {
        preview_->clear();
        return showText(*problem_, QString::fromStdString(drawn.image.text()));
    }
    size_->setText(drawn.lacksNumbers ? tr("%1; no room for numbers").arg(words_) : words_);
    QPixmap picture = QPixmap::fromImage(*drawn.image);
    picture.setDevicePixelRatio(devicePixelRatioF());
    preview_->setPixmap(picture);
}

QStringList ExportDialog::ofHeads(const QString& path) const {
    const QFileInfo file(path);
    QStringList files;
    for (int head = 1; head <= sizesOf(workbench_.state().session, spec_.layer).heads; ++head)
        files << file.dir().filePath(tr("%1-head-%2.%3").arg(file.completeBaseName()).arg(head).arg(file.suffix()));
    return files;
}

bool ExportDialog::writeTo(const QString& path) {
    ExportSpec spec = spec_;
    spec.format = formatOfFile(path).value_or(spec.format);
    spec.backend = workbench_.state().backendId;
    if (!spec.isEachHead) return writeOne(path, spec);
    const QStringList files = ofHeads(path);
    for (int head = 0; head < files.size(); ++head) {
        spec.heads = {head};
        if (!writeOne(files[head], spec)) return false;
    }
    return true;
}

bool ExportDialog::writeOne(const QString& path, const ExportSpec& spec) {
    const ViewState& state = workbench_.state();
    Jobs& jobs = workbench_.jobs();
    const QString what = tr("Exporting %1").arg(QFileInfo(path).fileName());
    auto bytes = inJob<QByteArray>(jobs, what, Jobs::OnCancel::Leave,
                                   [session = state.session, view = state.view, spec](const Watch& watch) {
                                       return headlight::render(session, view, spec, watch);
                                   });
    if (!bytes) {
        showText(*problem_, QString::fromStdString(bytes.text()));
        return false;
    }
    emit writing(path);
    const auto written = inJob<void>( // a second job, since writing must be waited for
        jobs, what, Jobs::OnCancel::Wait,
        [to = std::filesystem::path(path.toStdU16String()), bytes = std::move(*bytes)](const Watch& watch) {
            return writeFile(to, {bytes.constData(), static_cast<std::size_t>(bytes.size())}, watch);
        });
    if (!written) showText(*problem_, QString::fromStdString(written.text()));
    return written.ok();
}

void ExportDialog::accept() {
    const QString suffix = suffixOf(spec_.format);
    QFileDialog question(this, tr("Export maps as"), folder_, tr("%1 picture (*.%2)").arg(suffix.toUpper(), suffix));
    std::function<QStringList(const QString&)> written;
    if (spec_.isEachHead) written = [this](const QString& path) { return ofHeads(path); };
    const QString path = savePath(question, exportName(workbench_.state()) + QLatin1Char('.') + suffix, suffix,
                                  written);
    if (path.isEmpty() || !writeTo(path)) return;
    folder_ = QFileInfo(path).absolutePath();
    QDialog::accept();
}

} // namespace headlight
