#include "dialogs/ImportDialog.h"

#include "dialogs/dialogColumn.h"
#include "import/leftOut.h"
#include "style/textSize.h"
#include "text/tokenizers.h"
#include "words/parameterWords.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTableWidget>

#include <algorithm>
#include <utility>

namespace headlight {
namespace {

using Words = ImportChoices::Words;

constexpr int kRows = 8; // rows that are seen at once
constexpr int kTableWidth = 520, kRowHeight = 24;

QTableWidget* makeTable(int rows) {
    auto* table = new QTableWidget(rows, 3);
    for (int i = 0; i < rows * 3; ++i) table->setItem(i / 3, i % 3, new QTableWidgetItem);
    table->setAccessibleName(ImportDialog::tr("Arrays"));
    table->setHorizontalHeaderLabels(
        {ImportDialog::tr("Array"), ImportDialog::tr("Shape"), ImportDialog::tr("Becomes")});
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionMode(QAbstractItemView::NoSelection);
    table->setToolTip(ImportDialog::tr("Double-click a row, or press Enter in it, to give its array another role"));
    table->setTabKeyNavigation(false);
    table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(textPx(kRowHeight));
    for (int column = 0; column < 3; ++column) {
        QTableWidgetItem* title = table->horizontalHeaderItem(column);
        title->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    }
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setStretchLastSection(true);
    table->setMinimumSize(textPx(kTableWidth), textPx(kRowHeight) * (std::min(rows, kRows) + 1) + textPx(8));
    return table;
}

/// True if an array may be that stage of the layer, of one head or text or of several.
bool hasSidesOf(Stage stage, const NamedArray& array, const ArraySet& set, const ArrayLayer& layer,
                const std::vector<NamedArray>& all) {
    const auto& shape = array.shape;
    if (shape.size() < 2 || shape.size() > 4 || shape.back() < 1) return false;
    const StageInfo& info = infoOf(stage);
    if (info.cols == Side::Dk && layer.dk % shape.back() != 0) return false; // of all heads, or of one
    if ((info.cols == Side::Dv || info.cols == Side::Concat) && layer.dv % shape.back() != 0) return false;
    if (!set.x) return true;
    const auto queries = tokensOf(all[*set.x]), keys = set.xKv ? tokensOf(all[*set.xKv]) : queries;
    if (info.isMap()) return shape.end()[-2] == queries && shape.back() == keys;
    const auto last = shape.end() - 1; // before it are the tokens, before or after the heads
    return std::find(shape.begin(), last, info.rows == Side::KeyTokens ? keys : queries) != last;
}

} // namespace

ImportDialog::ImportDialog(const QString& file, Arrays arrays, Into into, Take take, QWidget* parent)
    : QDialog(parent),
      arrays_(std::move(arrays)),
      into_(std::move(into)),
      take_(std::move(take)),
      summary_(wrappedLabel({})),
      note_(wrappedLabel({}, "caption")),
      problem_(wrappedLabel({}, "problem")),
      table_(makeTable(static_cast<int>(arrays_->size()))) {
    setWindowTitle(into_.isNew ? tr("Open “%1”").arg(file) : tr("Import “%1”").arg(file));
    setAccessibleName(windowTitle());
    summary_->setAccessibleDescription(tr("Summary"));
    note_->setAccessibleDescription(tr("Note"));
    problem_->setAccessibleDescription(tr("Problem"));
    auto* buttons = new QDialogButtonBox;
    ok_ = buttons->addButton(into_.isNew ? tr("&Open") : tr("&Import"), QDialogButtonBox::AcceptRole);
    buttons->addButton(tr("&Cancel"), QDialogButtonBox::RejectRole);
    ok_->setDefault(true);
    QVBoxLayout* column = dialogColumn(*this);
    column->addWidget(summary_);
    column->addWidget(table_, 1);
    column->addWidget(makeForm());
    column->addWidget(note_);
    column->addWidget(problem_);
    addButtons(*this, buttons);
    hints_.config = into_.config;
    connect(table_, &QTableWidget::cellActivated, this, &ImportDialog::offerRoles);
    readSet();
    table_->resizeColumnsToContents(); // once: the mode ResizeToContents measures all rows after each change of a cell
    (form_->isRowVisible(heads_) ? static_cast<QWidget*>(heads_) : ok_)->setFocus();
}

QWidget* ImportDialog::makeForm() {
    auto* made = new QWidget;
    form_ = makeDialogForm(*made);
    layer_ = named(*form_, tr("Layer of the file"), new QComboBox);
    heads_ = named(*form_, tr("Heads"), new QComboBox);
    joined_ = named(*form_, tr("Order of q, k, v"), new QComboBox);
    joined_->addItem(tr("All of q, then of k, then of v"), static_cast<int>(Joined::Thirds));
    joined_->addItem(tr("q, k and v of each head"), static_cast<int>(Joined::Heads));
    joined_->setCurrentIndex(-1);
    norm_ = named(*form_, tr("Layer norm"), new QComboBox);
    norm_->addItem(tr("Not taken"));
    norm_->addItem(tr("Before the heads"), static_cast<int>(Norm::Place::Before));
    norm_->addItem(tr("After the heads"), static_cast<int>(Norm::Place::After));
    for (QComboBox* box : {heads_, joined_}) box->setPlaceholderText(tr("choose"));
    transposed_ = addSwitch(*form_, tr("Read W_q, W_k and W_v the other way round"));
    causal_ = addSwitch(*form_, tr("Causal mask"));
    words_ = named(*form_, tr("Sentence"), new QComboBox);
    sentence_ = named(*form_, tr("Text"), new QLineEdit);
    sentence_->setMaxLength(kMaxSentenceBytes); // by itself a field takes 32,767 characters
    connect(layer_, &QComboBox::activated, this, &ImportDialog::showLayer);
    for (QComboBox* box : {heads_, joined_, norm_}) connect(box, &QComboBox::activated, this, &ImportDialog::change);
    connect(words_, &QComboBox::activated, this, &ImportDialog::showTokens);
    connect(words_, &QComboBox::activated, this, &ImportDialog::change);
    connect(sentence_, &QLineEdit::textEdited, problem_, &QLabel::hide); // accept() takes the text
    connect(causal_, &QCheckBox::clicked, this, &ImportDialog::change);
    connect(transposed_, &QCheckBox::clicked, this, &ImportDialog::readSet);
    return made;
}

void ImportDialog::readSet() {
    hints_.areSidesSwapped = transposed_->isChecked();
    auto set = arraySet(*arrays_, hints_);
    if (!set && hints_.areSidesSwapped) {
        transposed_->setChecked(false); // the arrays fit only as they were
        return showText(*problem_, QString::fromStdString(set.text()));
    }
    whyNoSet_ = set ? QString() : QString::fromStdString(set.text());
    set_ = set ? *std::move(set) : ArraySet();
    const QString chosen = layer_->currentText();
    layer_->clear();
    for (const ArrayLayer& layer : set_.layers)
        layer_->addItem(layer.name.empty() ? tr("without a prefix") : QString::fromStdString(layer.name));
    layer_->setCurrentIndex(std::max(std::min(0, layer_->count() - 1), layer_->findText(chosen)));
    addWords();
    showTokens();
    showLayer();
}

void ImportDialog::offerRoles(int row) {
    const std::size_t array = rows_.at(static_cast<std::size_t>(row));
    QMenu menu(this);
    const auto add = [&](const QString& text, const std::optional<ArrayRole>& role) {
        menu.addAction(text, this, [=, this] {
            hints_.roles[array] = role;
            readSet();
        });
    };
    for (const ParameterInfo& info : parameters())
        if ((info.scope == Scope::Head && info.presence != Presence::Given) || info.parameter == Parameter::Wo ||
            info.parameter == Parameter::Bo)
            add(symbolText(info.parameter), roleAs((*arrays_)[array], info.parameter, layer().name));
    ArrayRole x;
    x.kind = ArrayRole::Kind::X;
    add(QStringLiteral("X"), x);
    add(tr("Not used"), std::nullopt);
    const QPoint below = table_->visualItemRect(table_->item(row, 2)).bottomLeft();
    menu.exec(table_->viewport()->mapToGlobal(below));
}

/// Puts the tokens of X into the field, to be named; for other words empties it.
void ImportDialog::showTokens() {
    QStringList tokens;
    if (static_cast<Words>(words_->currentData().toInt()) == Words::OfFile)
        for (const std::string& token : tokensOfX(set_, *arrays_, into_.session))
            tokens << QString::fromStdString(token);
    sentence_->setText(tokens.join(QLatin1Char(' ')));
}

/// Offers X only for the first layer, and to keep the sentence only if the session is not new.
void ImportDialog::addWords() {
    words_->clear();
    const bool hasWeights = !set_.layers.empty();
    if (into_.layer > 0 && hasWeights) return words_->addItem(tr("as it is"), static_cast<int>(Words::Kept));
    if (set_.x)
        words_->addItem(tr("X of the file, %1 tokens").arg(tokensOf((*arrays_)[*set_.x])),
                        static_cast<int>(Words::OfFile));
    if (!into_.isNew && hasWeights)
        words_->addItem(tr("keep the sentence and its embeddings"), static_cast<int>(Words::Kept));
    if (hasWeights) words_->addItem(tr("a new sentence, embeddings randomised"), static_cast<int>(Words::Typed));
}

const ArrayLayer& ImportDialog::layer() const {
    static const ArrayLayer none;
    return set_.layers.empty() ? none : set_.layers[static_cast<std::size_t>(layer_->currentIndex())];
}

void ImportDialog::showLayer() {
    const QString heads = heads_->currentText(); // the choice for another layer stays
    heads_->clear();
    choices_ = usualChoices(set_, std::max(0, layer_->currentIndex()));
    for (const int count : headCounts(layer())) heads_->addItem(QString::number(count));
    heads_->setCurrentIndex(heads_->findText(choices_.heads > 0 ? QString::number(choices_.heads) : heads));
    if (choices_.joined) joined_->setCurrentIndex(joined_->findData(static_cast<int>(*choices_.joined)));
    causal_->setChecked(choices_.isCausal || (!into_.isNew && layerAt(into_.session, into_.layer).options.mask.causal));
    norm_->setCurrentIndex(choices_.norm ? norm_->findData(static_cast<int>(choices_.norm->place)) : 0);
    form_->setRowVisible(norm_, layer().norm && layer().norm->isTakeable);
    form_->setRowVisible(layer_, set_.layers.size() > 1); // fields without a choice are hidden
    form_->setRowVisible(heads_, heads_->count() > 1);
    form_->setRowVisible(causal_, !set_.layers.empty());
    form_->setRowVisible(transposed_, !set_.layers.empty());
    change();
}

void ImportDialog::change() {
    choices_.heads = heads_->currentText().toInt(); // 0: not chosen
    choices_.joined.reset();
    if (joined_->currentIndex() >= 0) choices_.joined = static_cast<Joined>(joined_->currentData().toInt());
    choices_.isCausal = causal_->isChecked();
    choices_.norm.reset();
    if (norm_->currentIndex() > 0)
        choices_.norm = normWith(layer(), static_cast<Norm::Place>(norm_->currentData().toInt()));
    choices_.words = static_cast<Words>(words_->currentData().toInt());
    form_->setRowVisible(joined_, layer().isJoined && choices_.heads != 1);
    form_->setRowVisible(words_, words_->count() > 1);
    form_->setRowVisible(sentence_, choices_.words != Words::Kept);
    summary_->setText(summary());
    ok_->setEnabled(isUnderstood() && missing().isEmpty());
    showText(*note_, note());
    problem_->hide();
    showTable();
    grow();
}

/// Shows the used arrays before the others. Cells whose text stays are not touched.
void ImportDialog::showTable() {
    int row = 0;
    rows_.clear();
    for (const bool isUsed : {true, false})
        for (std::size_t i = 0; i < arrays_->size(); ++i) {
            const QString use = useOf(i);
            if (use.isEmpty() == isUsed) continue;
            const NamedArray& array = (*arrays_)[i];
            rows_.push_back(i);
            table_->item(row, 0)->setText(array.name.empty() ? tr("(no name)") : QString::fromStdString(array.name));
            table_->item(row, 1)->setText(QString::fromStdString(shapeText(array.shape)));
            table_->item(row++, 2)->setText(isUsed ? use : whyNot(i));
        }
}

QString ImportDialog::summary() const {
    if (!isUnderstood()) return whyNoSet_;
    if (set_.layers.empty()) return tr("Embeddings X with d = %1, and no weights.").arg((*arrays_)[*set_.x].shape[1]);
    if (const QString why = missing(); !why.isEmpty()) return why;
    return tr("Attention with d = %1, heads = %2, d_k = %3, d_v = %4.")
        .arg(layer().d)
        .arg(choices_.heads)
        .arg(layer().dk / choices_.heads)
        .arg(layer().dv / choices_.heads);
}

QString ImportDialog::missing() const {
    const bool isOrder = layer().isJoined && choices_.heads != 1 && !choices_.joined;
    if (choices_.heads > 0 && !isOrder) return {};
    if (choices_.heads > 0) return tr("The file does not say how q, k and v lie in their array. Choose the order.");
    return isOrder
               ? tr("The file does not say how many heads it has, and how q, k and v lie in their array. Choose both.")
               : tr("The file does not say how many heads it has. Choose a number.");
}

QString ImportDialog::note() const {
    if (!isUnderstood()) return tr("Double-click a row, or press Enter in it, to say what its array is.");
    QStringList sentences;
    for (const std::string& caution : cautionsOn(set_, *arrays_, choices_))
        sentences << QString::fromStdString(caution);
    if (layer().isJoined && choices_.heads > 1 && choices_.joined) sentences << preview();
    for (const std::string& assumption : assumptionsOn(set_, choices_)) sentences << QString::fromStdString(assumption);
    const int d = sizesOf(into_.session, into_.layer).d, now = static_cast<int>(layer().d);
    if (choices_.words == Words::Kept && into_.layer == 0 && d != now)
        sentences << tr("The embeddings have %1 numbers each and get %2: %3.")
                         .arg(d)
                         .arg(now)
                         .arg(d > now ? tr("the last ones are removed") : tr("the new ones are randomised"));
    return sentences.join(QLatin1Char('\n'));
}

QString ImportDialog::preview() const {
    QStringList ranges;
    bool isTransposed = false;
    for (const ArrayPart& part : layer().parts) {
        if (!part.isJoined || infoOf(part.parameter).weight) continue; // biases are cut in the same way
        const Index first = firstColumn(part, choices_.heads, 0, choices_.joined, layer().share),
                    each = part.cols / choices_.heads;
        const QString range = each == 1 ? QString::number(first + 1) : tr("%1 to %2").arg(first + 1).arg(first + each);
        ranges << tr("%1 (%2)").arg(symbolText(part.parameter), range);
        isTransposed = part.isTransposed;
    }
    return (isTransposed ? tr("Head 1 has these rows: %1.") : tr("Head 1 has these columns: %1."))
        .arg(ranges.join(QLatin1String(", ")));
}

/// Returns "W_q of head 1, transposed", "W_q, W_k, W_v" or "causal mask"; empty if the array is not used.
QString ImportDialog::useOf(std::size_t array) const {
    QStringList names;
    bool isTransposed = false;
    for (const ArrayPart& part : layer().parts) {
        if (part.array != array) continue;
        const bool isOfHead = part.head != kAllHeads && belongsToHead(part.parameter) && !part.slice;
        const QString name = isOfHead ? nameText({part.parameter, 0, part.head}) : symbolText(part.parameter);
        if (!names.contains(name)) names << name;
        isTransposed = isTransposed || part.isTransposed;
    }
    if (!names.isEmpty()) return names.join(QLatin1String(", ")) + (isTransposed ? tr(", transposed") : QString());
    if (choices_.norm && layer().norm->has(array))
        return layer().norm->gain == array ? tr("gain of the layer norm") : tr("bias of the layer norm");
    if (choices_.isCausal && std::ranges::find(set_.masks, array) != set_.masks.end())
        if (const std::string of = roleOf((*arrays_)[array])->layer; of.empty() || of == layer().name)
            return tr("causal mask");
    if (layer().headsArray == array) return tr("number of heads");
    if (layer().maskArray == array && takesMask(layer(), choices_)) return tr("custom mask");
    if (choices_.words == Words::OfFile && set_.x == array)
        return (*arrays_)[array].shape.size() == 2 ? QStringLiteral("X") : tr("X, the only one of its batch");
    if (choices_.words == Words::OfFile && set_.x && set_.tokens == array) return tr("tokens of X");
    if (usesXkv(set_, choices_) && set_.xKv == array) return tr("X_kv, the second sentence");
    if (usesXkv(set_, choices_) && set_.tokensKv == array) return tr("tokens of X_kv");
    if (const auto given = hints_.roles.find(array); !isUnderstood() && given != hints_.roles.end() && given->second)
        return symbolText(given->second->kind == ArrayRole::Kind::X ? Parameter::X : given->second->parameter);
    return {};
}

QString ImportDialog::whyNot(std::size_t array) const {
    const auto unused = set_.unused.find(array);
    const std::string& why = unused != set_.unused.end() ? unused->second : (*arrays_)[array].whyNot;
    const auto stage = stageOfName((*arrays_)[array].name, true);
    const bool mayBeStage = into_.isNew && !set_.layers.empty() && stage >= Stage::Q;
    if (why.empty() && mayBeStage && hasSidesOf(*stage, (*arrays_)[array], set_, layer(), *arrays_))
        return tr("compared with what is computed");
    return why.empty() ? tr("not used") : tr("not used: %1").arg(QString::fromStdString(why));
}

void ImportDialog::accept() {
    choices_.sentence = sentence_->text().toStdString();
    const QString problem = take_(set_, choices_);
    if (problem.isEmpty()) return QDialog::accept();
    showText(*problem_, problem);
    grow();
}

void ImportDialog::grow() {
    if (!isVisible()) return; // it gets its size when it is shown
    const int minHeight = layout()->totalHeightForWidth(width());
    if (height() < minHeight) resize(width(), minHeight);
}

} // namespace headlight
