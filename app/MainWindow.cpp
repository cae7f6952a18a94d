#include "MainWindow.h"

#include "ComputeActions.h"
#include "EditActions.h"
#include "ExportActions.h"
#include "FileActions.h"
#include "FocusKeeper.h"
#include "HiddenMenus.h"
#include "MainArea.h"
#include "Recovery.h"
#include "ViewActions.h"
#include "attentionMenu.h"
#include "backend/backends.h"
#include "controls/SentenceField.h"
#include "controls/accessibleBoxes.h"
#include "document/FileWatch.h"
#include "document/exportName.h"
#include "examples.h"
#include "focusKeys.h"
#include "helpMenu.h"
#include "panels/course/CoursePanel.h"
#include "panels/maps/HeatmapsPanel.h"
#include "panels/parameters/ParametersPanel.h"
#include "panels/pipeline/PipelinePanel.h"
#include "panels/sentence/SentencePanel.h"
#include "panels/statistics/StatisticsPanel.h"
#include "panels/steps/StepsPanel.h"
#include "plot/accessibleMap.h"
#include "style/KeyboardFocus.h"
#include "style/Theme.h"
#include "style/fieldHabits.h"
#include "style/textSize.h"
#include "words/conventions.h"

#include <QApplication>
#include <QCloseEvent>
#include <QComboBox>
#include <QDir>
#include <QDragEnterEvent>
#include <QKeyEvent>
#include <QMenuBar>
#include <QMimeData>
#include <QScreen>
#include <QSplitter>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

std::unique_ptr<Backend> defaultBackend() { return std::move(makeBackend(kDefaultBackend)).value(); }

/// Returns the local file of a drag; empty if there is none, or more than one.
QString draggedFile(const QMimeData* data) {
    const auto urls = data->urls();
    return urls.size() == 1 && urls[0].isLocalFile() ? urls[0].toLocalFile() : QString();
}

/// Returns where a window may be on a screen, without its frame.
QRect placeOn(const QScreen& screen) {
    constexpr QMargins kFrame(4, 32, 4, 8);
    return screen.availableGeometry() - kFrame;
}

constexpr int kScaleChange = 222; // QEvent::DevicePixelRatioChange, which Qt has from 6.6 on: a screen's other scale
constexpr int kLow = 720;         // px at the usual text size; in a lower window the pipeline is folded at first

/// Returns three quarters of a large screen; on a small one, all of it if that avoids scrolling.
QSize firstSize(const QScreen& screen) {
    constexpr QSize kUsual(1280, 800), kMax(1920, 1200);
    const QSize place = placeOn(screen).size();
    return (place * 3 / 4).expandedTo(kUsual).boundedTo(kMax).boundedTo(place);
}

} // namespace

MainWindow::MainWindow(const std::filesystem::path& journals, std::unique_ptr<Backend> backend,
                       std::unique_ptr<Backend> fallback)
    : workbench_(backend ? std::move(backend) : defaultBackend(), std::move(fallback)) {
    workbench_.setJobs(&jobs_);
    loadResources();
    setObjectName(QStringLiteral("MainWindow"));
    setWindowIcon(QIcon(QStringLiteral(":/icons/headlight.svg")));
    setAcceptDrops(true);
    const Theme* theme = findTheme(settings_.theme());
    workbench_.set(&ViewState::theme, theme ? theme : themes().front());
    // This comes before all widgets, whose size hints depend on it.
    applyTextSize(*qApp, *workbench_.state().theme, settings_.textPercent(false) / 100.0, screen());
    workbench_.set(&ViewState::decimals, decimals_);
    setConventions(settings_.conventions());
    settings_.tellUnwritten([this](const QString& file) {
        workbench_.messages().tell(
            tr("Settings that you change are lost when Headlight is closed, because “%1” cannot be written.")
                .arg(QDir::toNativeSeparators(file)));
    });
    makeBoxesAccessible();
    makeMapsAccessible();
    files_ = new FileActions(workbench_, settings_, this);
    connect(&workbench_, &Workbench::dropsRefusedText, this, [this](bool& may) { may = files_->mayDropRefused(); });
    edits_ = new EditActions(workbench_, settings_, *files_, panels_, this);
    if (!journals.empty()) recovery_ = std::make_unique<Recovery>(workbench_, *files_, journals, this);
    auto* area = new MainArea(this);
    setCentralWidget(area); // first, since the style polishes each widget again that gets another parent
    panels_ = Panels::in(*area, workbench_);
    views_ = new ViewActions(workbench_, settings_, panels_, *this);
    buildMenus();
    applyFieldHabits(*this);
    new KeyboardFocus(this);
    workbench_.closeables().add([this] { return isFullScreen(); },
                                [this] { setWindowState(windowState() & ~Qt::WindowFullScreen); });
    workbench_.closeables().add([this] { return views_->isPresenting(); }, [this] { views_->setPresenting(false); });
    new FocusKeeper(*this, [this] { panels_.maps->takeFocus(); });
    restoreLayout();
    views_->hidePanels(settings_.hiddenPanels()); // last, so that they keep the widths with which they are shown again
    fileWatch_ = std::make_unique<FileWatch>(workbench_, journals.empty() ? journals : journals.parent_path() / "open");
    workbench_.add(*compute_);
    workbench_.add(*this);
}

MainWindow::~MainWindow() {
    recovery_.reset();
    fileWatch_.reset();
    hide(); // an open cell editor commits while everything still exists
    workbench_.remove(*this);
    workbench_.remove(*compute_);
    for (Panel* panel : panels_.all) workbench_.remove(*panel);
    delete takeCentralWidget(); // destroys the panels before the workbench that they use
}

void MainWindow::buildMenus() {
    QMenu* file = menuBar()->addMenu(tr("&File"));
    auto* exports = new ExportActions(workbench_, settings_, this);
    files_->fill(*file, *exports, recovery_ ? recovery_->makeAction(file) : nullptr);
    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    connect(edit, &QMenu::aboutToShow, this, [this] {
        if (!focusHasMarkedText()) finishInput(*this); // so that Undo undoes it
    });
    edits_->fill(*edit);
    QMenu* view = menuBar()->addMenu(tr("&View"));
    views_->fill(*view);
    views_->fillGo(*menuBar()->addMenu(tr("&Go")));
    PipelinePanel* pipeline = panels_.pipeline;
    addSettings(*menuBar()->addMenu(tr("&Attention")), workbench_, *pipeline);
    connect(pipeline, &PipelinePanel::foldChosen, this, [this](bool folded) {
        if (!views_->isPresenting()) settings_.setPipelineFolded(folded);
    });
    connect(views_, &ViewActions::presentingChanged, pipeline, [this, pipeline, before = false](bool on) mutable {
        if (on) before = pipeline->isFolded();
        pipeline->setFolded(before || on);
    });
    connect(views_, &ViewActions::resized, this, &MainWindow::foldIfLow);
    compute_ = new ComputeActions(workbench_, settings_, this);
    compute_->fill(*menuBar()->addMenu(tr("C&ompute")));
    QMenu* helps = menuBar()->addMenu(tr("&Help"));
    QAction* lessons = helps->addAction(tr("&Course"));
    addHelp(*helps, workbench_, *this);
    connect(panels_.maps, &HeatmapsPanel::otherFileWanted, files_, &FileActions::compareWithFile);
    connect(panels_.maps, &HeatmapsPanel::exportWanted, exports, &ExportActions::exportMap);
    connect(panels_.statistics, &StatisticsPanel::exportWanted, exports, &ExportActions::exportStatistics);
    connect(panels_.parameters, &ParametersPanel::drawWanted, edits_, &EditActions::drawNumbers);
    CoursePanel* course = panels_.course;
    connect(lessons, &QAction::triggered, course, &CoursePanel::resume);
    connect(course, &CoursePanel::lessonWanted, files_, &FileActions::pickExample);
    connect(course, &CoursePanel::ownWanted, this, [this] {
        if (files_->newDocument()) views_->setPresenting(false); // which hides the field of the sentence
    });
    connect(course, &CoursePanel::offerDeclined, this, [this] { settings_.isCourseDeclined.set(true); });
    connect(files_, &FileActions::examplePicked, course, &CoursePanel::open);
    connect(files_, &FileActions::startedWithExample, course, [this, course] {
        if (!settings_.isCourseDeclined()) course->offer();
    });
    connect(course, &CoursePanel::lessonShown, panels_.steps, &StepsPanel::setLesson);
    connect(panels_.steps, &StepsPanel::lessonWanted, course, &CoursePanel::go);
    connect(panels_.steps, &StepsPanel::lessonClosed, course, &CoursePanel::closeCard);
    connect(panels_.steps, &StepsPanel::linkFollowed, course, &CoursePanel::follow);
    connect(panels_.statistics, &StatisticsPanel::appeared, course, &CoursePanel::setSpaceShared);
    auto* menus = new HiddenMenus(*this);
    connect(views_, &ViewActions::presentingChanged, menus, &HiddenMenus::setHidden);
    connect(panels_.maps, &HeatmapsPanel::cellPressed, views_, &ViewActions::showInspector);
    panels_.sentence->addTrailingWidget(newExamplesBox([this](const Example& one) { files_->pickExample(one); }));
}

/// Restores the arrangement. The settings file may contain anything; invalid values are ignored.
void MainWindow::restoreLayout() {
    const QScreen* first = screen();
    resize(firstSize(*first));
    if (restoreGeometry(settings_.windowGeometry()) && !isMaximized() && !isFullScreen()) {
        // It may be another screen than the last time. move() would place the frame, by whose width the window went on.
        const QRect place = placeOn(*screen());
        QRect window(QPoint(), size().boundedTo(place.size()));
        window.moveTo(std::clamp(geometry().left(), place.left(), place.right() + 1 - window.width()),
                      std::clamp(geometry().top(), place.top(), place.bottom() + 1 - window.height()));
        setGeometry(window);
    }
    if (screen() != first) views_->applySize();
    foldIfLow();
    const QList<int> widths = settings_.panelWidths();
    constexpr int kMaxWidth = 16'384; // wider than any screen
    const bool sane = std::ranges::all_of(widths, [&](int width) { return width >= 0 && width <= kMaxWidth; });
    if (!sane || widths.size() != panels_.columns->count()) return;
    views_->setWidths(widths);
}

void MainWindow::foldIfLow() {
    if (!views_->isPresenting())
        panels_.pipeline->setFolded(settings_.isPipelineFolded().value_or(height() < textPx(kLow)));
}

void MainWindow::present(const ViewState& state) {
    setWindowTitle(shownTitle(state) + QStringLiteral("[*] — ") + tr("Headlight"));
    setWindowFilePath(state.filePath);
    setWindowModified(state.modified);
    if (std::exchange(decimals_, state.decimals) != state.decimals) settings_.setDecimals(state.decimals);
}

void MainWindow::keepSafe(bool isInOrder) {
    if (!recovery_) return;
    if (isInOrder && !QApplication::activeModalWidget()) finishInput(*this);
    recovery_->journals().sync();
}

bool MainWindow::event(QEvent* event) {
    if (event->type() == QEvent::WindowActivate && fileWatch_) fileWatch_->look();
    // Lengths and pictures are made again after Qt has told the widgets in the window.
    if (views_ && (event->type() == QEvent::ScreenChangeInternal || event->type() == kScaleChange))
        QMetaObject::invokeMethod(views_, &ViewActions::applySize, Qt::QueuedConnection);
    if (event->type() == QEvent::WindowStateChange) workbench_.closeables().follow();
    // The maps get the focus, since single keys step and compare there. Without a sentence one is to be typed first.
    if (event->type() == QEvent::Show && !event->spontaneous() && !workbench_.state().session.text.sentence.empty())
        panels_.maps->takeFocus();
    return QMainWindow::event(event);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!files_->mayDiscard()) {
        event->ignore();
        return;
    }
    const auto [geometry, widths] = views_->arrangement();
    settings_.windowGeometry.set(geometry);
    settings_.setPanelWidths(widths);
    views_->setPresenting(false);
    if (recovery_) recovery_->journals().forgetAll();
    event->accept();
}

/// Handles keys that no other widget used; Esc also if no widget has the focus.
void MainWindow::keyPressEvent(QKeyEvent* event) {
    const bool isEsc = event->key() == Qt::Key_Escape;
    const bool ends = isEsc || event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isEsc && workbench_.closeables().closeNewest()) return;
    if (event->matches(QKeySequence::Paste))
        workbench_.messages().tell(tr("Nothing was pasted: first choose a cell of a table, or the sentence."));
    if (ends && qobject_cast<SentenceField*>(focusWidget()) && !workbench_.state().session.text.sentence.empty())
        panels_.maps->takeFocus(); // in the maps, N and D are shortcuts; in a field they would be typed
    else
        QMainWindow::keyPressEvent(event);
}

/// Closes an open field if the left button is pressed beside all controls. Other buttons open its menu.
void MainWindow::mousePressEvent(QMouseEvent* event) {
    if (QWidget* field = focusWidget(); field && event->button() == Qt::LeftButton) field->clearFocus();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (!draggedFile(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    const QString path = draggedFile(event->mimeData());
    if (path.isEmpty()) return;
    event->acceptProposedAction();
    // It is opened after the drop, since a question would block the program from which the file comes.
    QTimer::singleShot(0, this, [this, path] { files_->openPath(path); });
}

} // namespace headlight
