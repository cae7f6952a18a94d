#include "document/Workbench.h"

#include "document/Presenter.h"
#include "session/edits.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <filesystem>

namespace headlight {
namespace {

constexpr std::uint64_t kSeed = 123;
constexpr int kNoticeMs = 5000;

SessionFile newFile() { return {newSession(kSeed, 3, 2, 3, 3), View{}}; }

} // namespace

Workbench::Workbench(std::unique_ptr<Backend> backend, QObject* parent) : QObject(parent), runner_(std::move(backend)) {
    state_.backend = runner_.backendText();
    connect(&document_, &Document::changed, this, &Workbench::documentChanged);
    connect(&runner_, &EngineRunner::answered, this, &Workbench::takeFrame);
    noticeEnds_.setSingleShot(true);
    connect(&noticeEnds_, &QTimer::timeout, this, [this] { tell({}); });
    document_.reset(newFile().session, {}, {});
}

void Workbench::add(Presenter& presenter) {
    presenters_.push_back(&presenter);
    presenter.present(state_);
}

void Workbench::remove(Presenter& presenter) { std::erase(presenters_, &presenter); }

void Workbench::present() {
    // By index: a presenter's reaction to the user may come back here, and one may have left.
    for (std::size_t i = 0; i < presenters_.size(); ++i) presenters_[i]->present(state_);
}

void Workbench::request() {
    const View& v = state_.view;
    runner_.request(state_.session, {maps_, CellRef{v.layer, v.head, v.query, v.key}});
}

void Workbench::documentChanged() {
    const bool edited = state_.session != document_.session();
    state_.session = document_.session();
    state_.filePath = document_.path();
    state_.title = document_.title();
    state_.modified = document_.isModified();
    clampView();
    if (edited) {
        sinceEdit_.start();
        timing_ = true;
    }
    present();
    if (edited) request();
}

bool Workbench::apply(const QString& label, const Result<Session>& edited, int gesture) {
    if (!edited) {
        report(QString::fromStdString(edited.text()));
        return false;
    }
    state_.problem.clear();
    if (*edited == state_.session)
        present(); // the panel may have to show the old value again
    else
        document_.apply(label, *edited, gesture);
    return true;
}

void Workbench::clampView() {
    const Sizes sizes = sizesOf(state_.session);
    const auto cut = [](int& value, int count) { value = std::clamp(value, 0, std::max(0, count - 1)); };
    cut(state_.view.head, sizes.heads);
    cut(state_.view.query, sizes.tokens);
    cut(state_.view.key, sizes.keyTokens);
    if (state_.maps.largeHead >= sizes.heads) state_.maps.largeHead = -1;
    if (state_.hover && (state_.hover->query >= sizes.tokens || state_.hover->key >= sizes.keyTokens))
        state_.hover.reset();
}

void Workbench::select(int head, int query, int key) {
    const View before = state_.view;
    state_.view.head = head;
    state_.view.query = query;
    state_.view.key = key;
    clampView();
    if (state_.view == before) return;
    present();
    request();
}

void Workbench::setHover(std::optional<Hover> hover) {
    if (hover == state_.hover) return;
    state_.hover = hover;
    present();
}

void Workbench::setMapOptions(const MapOptions& options) {
    if (options == state_.maps) return;
    state_.maps = options;
    clampView();
    present();
}

void Workbench::setTheme(const Theme& theme) {
    if (&theme == state_.theme) return;
    state_.theme = &theme;
    present();
}

void Workbench::setMaps(std::vector<MapDemand> maps) {
    if (maps == maps_) return;
    maps_ = std::move(maps);
    request();
}

void Workbench::report(const QString& problem) {
    if (problem == state_.problem) return;
    state_.problem = problem;
    present();
}

void Workbench::tell(const QString& notice) {
    if (!notice.isEmpty()) noticeEnds_.start(kNoticeMs);
    if (notice == state_.notice) return;
    state_.notice = notice;
    present();
}

void Workbench::takeFrame(std::shared_ptr<const Frame> frame) {
    state_.frame = std::move(frame);
    present();
}

void Workbench::painted() {
    if (!timing_ || !state_.frame || state_.frame->session != state_.session) return;
    timing_ = false;
    state_.editToPixelsMs = static_cast<double>(sinceEdit_.nsecsElapsed()) * 1e-6;
    present();
}

void Workbench::replace(const SessionFile& file, const QString& path, const QString& title) {
    state_.view = file.view;
    state_.hover.reset();
    state_.problem.clear();
    state_.maps.largeHead = -1;
    document_.reset(file.session, path, title);
    timing_ = false; // opening is no edit
    state_.editToPixelsMs = -1;
    present();
    emit documentReplaced();
}

void Workbench::newDocument() { replace(newFile(), {}, {}); }

Result<void> Workbench::open(const QString& path) {
    auto file = readSession(std::filesystem::path(path.toStdU16String()));
    if (!file) return file.problem();
    replace(*file, path, QFileInfo(path).fileName());
    return {};
}

Result<void> Workbench::openExample(const QString& resource, const QString& title) {
    QFile file(resource);
    if (!file.open(QIODevice::ReadOnly)) return Problem{"The example \"" + title.toStdString() + "\" is missing."};
    const auto example = parseSession(file.readAll().toStdString());
    if (!example) return example.problem();
    replace(*example, {}, title);
    return {};
}

Result<void> Workbench::save(const QString& path) {
    const auto saved = document_.save(path, state_.view);
    if (saved) report({});
    return saved;
}

} // namespace headlight
