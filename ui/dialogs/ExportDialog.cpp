#include "dialogs/ExportDialog.h"

#include "document/Workbench.h"
#include "document/mapActions.h"
#include "io/files.h"
#include "plot/MapStage.h"
#include "words/wording.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>

#include <cmath>
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

/// "Scores and weights"
QString titleOfAll(const std::vector<Stage>& stages) {
    QString title = titleOf(stages[0]);
    for (std::size_t s = 1; s < stages.size(); ++s)
        title = (s + 1 < stages.size() ? ExportDialog::tr("%1, %2") : ExportDialog::tr("%1 and %2"))
                    .arg(title, titleOf(stages[s]).toLower());
    return title;
}

template <class Control>
Control* named(QFormLayout& form, const QString& name, Control* control) {
    control->setAccessibleName(name);
    form.addRow(name, control);
    return control;
}

} // namespace

ExportDialog::ExportDialog(Workbench& workbench, ExportSpec& last, const QString& folder, QWidget* parent)
    : QDialog(parent), workbench_(workbench), last_(last), folder_(folder), spec_(last) {
    setWindowTitle(tr("Export maps"));
    const ViewState& state = workbench.state();
    const std::vector<Stage> shown = state.shownStages();
    if (!shown.empty()) choices_.push_back(shown);
    if (shown.size() > 1)
        for (const Stage stage : shown) choices_.push_back({stage});
    if (std::ranges::find(choices_, spec_.maps.stages) == choices_.end()) spec_.maps.stages = shown;
    spec_.layer = state.view.layer;
    if (spec_.maps.largeHead >= sizesOf(state.session, spec_.layer).heads) spec_.maps.largeHead = -1;

    preview_ = new QLabel;
    preview_->setFixedSize(kPreview);
    preview_->setAlignment(Qt::AlignCenter);
    preview_->setAccessibleName(tr("Preview"));
    problem_ = new QLabel;
    problem_->setProperty("role", "problem");
    problem_->setWordWrap(true);
    problem_->hide();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
    buttons->button(QDialogButtonBox::Save)->setText(tr("Save..."));
    for (QAbstractButton* button : buttons->buttons()) button->setIcon({});
    connect(buttons, &QDialogButtonBox::accepted, this, &ExportDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &ExportDialog::reject);

    auto* sides = new QHBoxLayout;
    sides->setSpacing(20);
    sides->addWidget(makeForm(), 0, Qt::AlignTop);
    sides->addWidget(preview_, 1, Qt::AlignCenter);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(18, 18, 18, 14);
    column->setSpacing(12);
    column->addLayout(sides);
    column->addWidget(problem_);
    column->addWidget(buttons);

    drawing_ = std::make_unique<LatestWins<Picture, Result<QImage>>>(
        [](const Picture& picture) { return renderImage(picture.session, picture.view, picture.spec); },
        [this](const Result<QImage>& image) {
            QMetaObject::invokeMethod(
                this, [this, image] { showPreview(image); }, Qt::QueuedConnection);
        });
    previewing_.setSingleShot(true);
    previewing_.setInterval(120);
    connect(&previewing_, &QTimer::timeout, this, &ExportDialog::preview);
    change(spec_);
    previewing_.stop(); // at once instead
    preview();
}

ExportDialog::~ExportDialog() = default;

QWidget* ExportDialog::makeForm() {
    auto* widget = new QWidget;
    auto* form = new QFormLayout(widget);
    form->setContentsMargins(0, 0, 0, 0);
    form->setVerticalSpacing(8);
    form->setLabelAlignment(Qt::AlignLeft);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    addChoices(*form);
    addSize(*form);
    addSwitches(*form);
    return widget;
}

void ExportDialog::addChoices(QFormLayout& form) {
    const auto onActivated = [this](QComboBox* box, auto set) {
        connect(box, &QComboBox::activated, this, [this, set](int index) {
            ExportSpec spec = spec_;
            set(spec, index);
            change(spec);
        });
    };
    format_ = named(form, tr("Format"), new QComboBox);
    format_->addItems({tr("PNG, pixels"), tr("SVG, vectors"), tr("PDF, vectors")});
    onActivated(format_, [](ExportSpec& spec, int index) { spec.format = static_cast<ExportFormat>(index); });

    stages_ = named(form, tr("Maps"), new QComboBox);
    for (const auto& stages : choices_) stages_->addItem(titleOfAll(stages));
    onActivated(stages_, [this](ExportSpec& spec, int index) {
        spec.maps.stages = choices_[static_cast<std::size_t>(index)];
        spec.widthPx = spec.heightPx = 0;
    });

    heads_ = named(form, tr("Heads"), new QComboBox);
    heads_->addItem(tr("All heads"));
    for (int i = 1; i <= sizesOf(workbench_.state().session, spec_.layer).heads; ++i)
        heads_->addItem(tr("Head %1").arg(i));
    onActivated(heads_, [](ExportSpec& spec, int index) {
        spec.maps.largeHead = index - 1;
        spec.widthPx = spec.heightPx = 0;
    });

    theme_ = named(form, tr("Theme"), new QComboBox);
    theme_->addItems({tr("Light"), tr("Dark")});
    onActivated(theme_, [](ExportSpec& spec, int index) { spec.theme = index == 1 ? &darkTheme() : &lightTheme(); });
}

void ExportDialog::addSize(QFormLayout& form) {
    const auto pixels = [&](const QString& name) {
        auto* box = named(form, name, new QSpinBox);
        box->setRange(kMinExportSide, kMaxExportSide);
        box->setSuffix(tr(" px"));
        box->setKeyboardTracking(false);
        return box;
    };
    // valueChanged comes from the program, too; then it brings what is known already.
    width_ = pixels(tr("Width"));
    connect(width_, &QSpinBox::valueChanged, this, [this](int value) {
        if (value == spec_.widthPx) return;
        resized(value, keepRatio_->isChecked() ? static_cast<int>(std::lround(value * ratio_)) : spec_.heightPx);
    });
    height_ = pixels(tr("Height"));
    connect(height_, &QSpinBox::valueChanged, this, [this](int value) {
        if (value == spec_.heightPx) return;
        resized(keepRatio_->isChecked() ? static_cast<int>(std::lround(value / ratio_)) : spec_.widthPx, value);
    });
    keepRatio_ = new QCheckBox(tr("Keep ratio"));
    keepRatio_->setAccessibleName(tr("Keep ratio"));
    keepRatio_->setChecked(true);
    form.addRow(QString(), keepRatio_);

    dpi_ = named(form, tr("Resolution"), new QSpinBox);
    dpi_->setRange(36, 1200);
    dpi_->setSuffix(tr(" dpi"));
    dpi_->setKeyboardTracking(false);
    connect(dpi_, &QSpinBox::valueChanged, this, [this](int value) {
        if (value == spec_.dpi) return;
        ExportSpec spec = spec_;
        spec.dpi = value;
        spec.widthPx = spec.heightPx = 0; // the same picture, finer
        change(spec);
    });
}

void ExportDialog::addSwitches(QFormLayout& form) {
    const auto add = [&](const QString& name, auto turn) {
        auto* box = new QCheckBox(name);
        box->setAccessibleName(name);
        form.addRow(QString(), box);
        connect(box, &QCheckBox::clicked, this, [this, turn](bool on) {
            ExportSpec spec = spec_;
            turn(spec, on);
            change(spec);
        });
        return box;
    };
    for (const MapAction& action : mapActions())
        if (action.isOfPictures)
            switches_[&action] = add(action.shownName(), [this, &action](ExportSpec& spec, bool on) {
                action.turn(spec.maps, on, workbench_.state().view);
            });
    crosshair_ = add(tr("Crosshair"), [](ExportSpec& spec, bool on) { spec.showsSelection = on; });
}

void ExportDialog::resized(int width, int height) {
    ExportSpec spec = spec_;
    spec.widthPx = std::clamp(width, kMinExportSide, kMaxExportSide);
    spec.heightPx = std::clamp(height, kMinExportSide, kMaxExportSide);
    change(spec);
}

void ExportDialog::change(const ExportSpec& wanted) {
    ExportSpec spec = wanted, natural = wanted;
    natural.widthPx = natural.heightPx = 0;
    const auto size = exportSize(workbench_.state().session, natural);
    if (!size && spec.widthPx == 0 && spec_.widthPx > 0) { // too fine: what was chosen before stays
        present(spec_);
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
    present(spec);
    showProblem({});
    previewing_.start();
}

void ExportDialog::present(const ExportSpec& spec) {
    format_->setCurrentIndex(static_cast<int>(spec.format));
    stages_->setCurrentIndex(static_cast<int>(std::ranges::find(choices_, spec.maps.stages) - choices_.begin()));
    heads_->setCurrentIndex(spec.maps.largeHead + 1);
    theme_->setCurrentIndex(spec.theme->dark ? 1 : 0);
    width_->setValue(spec.widthPx);
    height_->setValue(spec.heightPx);
    dpi_->setValue(spec.dpi);
    dpi_->setEnabled(spec.format == ExportFormat::Png);
    for (const auto& [action, box] : switches_) box->setChecked(action->isOn(spec.maps));
    crosshair_->setChecked(spec.showsSelection);
}

void ExportDialog::preview() {
    const ViewState& state = workbench_.state();
    const double tokens = state.session.text.tokens ? state.session.text.tokens->count() : 0;
    if (tokens * tokens * sizesOf(state.session, spec_.layer).heads > kMaxPreviewed) {
        preview_->setText(tr("Too many tokens to preview here"));
        return;
    }
    const double dpr = devicePixelRatioF();
    const QSizeF shown = QSizeF(spec_.widthPx, spec_.heightPx).scaled(QSizeF(kPreview) * dpr, Qt::KeepAspectRatio);
    ExportSpec spec = spec_;
    spec.widthPx = std::max(kMinExportSide, static_cast<int>(shown.width()));
    spec.heightPx = std::max(kMinExportSide, static_cast<int>(shown.height()));
    drawing_->request({state.session, state.view, spec});
}

void ExportDialog::showPreview(const Result<QImage>& image) {
    if (!image) return showProblem(QString::fromStdString(image.text()));
    QPixmap picture = QPixmap::fromImage(*image);
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
    Jobs& jobs = workbench_.jobs();
    const QString what = tr("Exporting %1").arg(QFileInfo(path).fileName());
    auto bytes = inJob<QByteArray>(jobs, what, Jobs::OnCancel::Leave,
                                   [session = state.session, view = state.view, spec](const Watch&) {
                                       return headlight::render(session, view, spec);
                                   });
    if (!bytes) {
        showProblem(QString::fromStdString(bytes.text()));
        return false;
    }
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
    QString name = workbench_.state().title;
    name.remove(QStringLiteral(".headlight"));
    static const QString kForbidden = QStringLiteral("/\\:*?\"<>|");
    for (const QChar c : kForbidden) name.remove(c);
    QFileDialog question(this, tr("Export maps as"), folder_, tr("%1 picture (*.%2)").arg(suffix.toUpper(), suffix));
    question.setAcceptMode(QFileDialog::AcceptSave);
    question.setDefaultSuffix(suffix);
    question.selectFile((name.isEmpty() ? tr("maps") : name) + QLatin1Char('.') + suffix);
    if (question.exec() != QDialog::Accepted || question.selectedFiles().isEmpty()) return;
    if (writeTo(question.selectedFiles().first())) QDialog::accept();
}

} // namespace headlight
