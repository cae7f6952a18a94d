#include "dialogs/DrawDialog.h"

#include "dialogs/dialogColumn.h"
#include "document/Workbench.h"
#include "session/Drawing.h"
#include "words/parameterWords.h"
#include "words/wording.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

namespace headlight {

using Which = DrawRequest::Which;

DrawDialog::DrawDialog(Workbench& workbench, const ParameterRef& ref, DrawRequest& last, QWidget* parent)
    : QDialog(parent), workbench_(workbench), last_(last), request_(last) {
    setWindowTitle(tr("Randomise weights"));
    addChoices(ref);
    auto* sides = new QHBoxLayout;
    sides->setSpacing(20);
    sides->addWidget(makeForm(), 0);
    sides->addWidget(makePython(), 1);
    problem_ = wrappedLabel({}, "problem");
    problem_->setAccessibleDescription(tr("Problem"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    ok_ = buttons->button(QDialogButtonBox::Ok);
    ok_->setText(tr("&Randomise"));
    QVBoxLayout* column = dialogColumn(*this);
    column->addLayout(sides, 1);
    column->addWidget(problem_);
    addButtons(*this, buttons);
    change();
    seed_->setFocus();
    seed_->selectAll();
}

void DrawDialog::addChoices(const ParameterRef& ref) {
    const Session& session = workbench_.state().session;
    const auto layers = static_cast<int>(session.layers.size());
    const bool isX = isTable(ref.parameter);
    const bool hasWeights = !isSimplified(session.layers.at(static_cast<std::size_t>(ref.layer)));
    if (!isX) choices_.push_back({nameText(ref), Which::Parameter, ref});
    if (isX || hasWeights) {
        const int head = isX || isOfAllHeads(ref) ? workbench_.state().view.head : ref.head;
        if (hasWeights && sizesOf(session, ref.layer).heads > 1 && (isX || belongsToHead(ref.parameter)))
            choices_.push_back(
                {tr("All weights of head %1").arg(placeText(head)), Which::Head, {Parameter::Wq, ref.layer, head}});
        const QString layer = layers > 1 ? tr("All weights of layer %1").arg(placeText(ref.layer)) : tr("All weights");
        if (hasWeights) choices_.push_back({layer, Which::Layer, {Parameter::Wq, ref.layer, 0}});
    }
    if (layers > 1) choices_.push_back({tr("All layers"), Which::Session, {}});
    std::vector<Choice> tables{{tr("Embeddings X"), Which::Parameter, {Parameter::X}}};
    if (session.source)
        tables.push_back({tr("Embeddings X_kv of the second sentence"), Which::Parameter, {Parameter::Xkv}});
    if (session.positions && session.positions->table)
        tables.push_back({tr("Positions P"), Which::Parameter, {Parameter::P}});
    for (const Choice& table : tables)
        choices_.insert(table.ref.parameter == ref.parameter ? choices_.begin() : choices_.end(), table);
}

QWidget* DrawDialog::makeForm() {
    auto* made = new QWidget;
    QFormLayout* form = form_ = makeDialogForm(*made);
    const auto box = [&](const QString& name, const QStringList& items, int current) {
        auto* control = named(*form, name, new QComboBox);
        control->addItems(items);
        control->setCurrentIndex(current);
        connect(control, &QComboBox::currentIndexChanged, this, &DrawDialog::change);
        return control;
    };
    QStringList which, titles;
    for (const Choice& choice : choices_) which << choice.text;
    for (const InitialiserInfo& info : initialisers()) titles << fromCore(info.title);
    which_ = box(tr("Apply to"), which, 0);
    embeddings_ = addSwitch(*form, tr("Include embeddings, first"));
    embeddings_->setChecked(request_.withEmbeddings);
    connect(embeddings_, &QCheckBox::toggled, this, &DrawDialog::change);
    initialiser_ = box(tr("Initialiser"), titles, static_cast<int>(request_.initialiser));
    draws_ = new QLabel;
    draws_->setObjectName("caption");
    draws_->setTextFormat(Qt::PlainText);
    form->addRow(QString(), draws_);
    seed_ = named(*form, tr("Seed"), new QLineEdit(QString::number(request_.seed)));
    connect(seed_, &QLineEdit::textChanged, this, &DrawDialog::change);
    order_ = box(tr("Order"),
                 {tr("By projection: all W_q, all W_k, …"), tr("By head: W_q, W_k, W_v, then the next head")},
                 static_cast<int>(request_.order));
    shape_ = box(tr("Weight shape"), {tr("[in, out], used as x W"), tr("[out, in], then transposed")},
                 request_.isTransposed ? 1 : 0);
    return made;
}

QWidget* DrawDialog::makePython() {
    auto* made = new QWidget;
    auto* rows = new QVBoxLayout(made);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(6);
    auto* head = new QHBoxLayout;
    auto* title = new QLabel(tr("The same in Python"));
    title->setObjectName("caption");
    auto* copy = new QPushButton(tr("&Copy"));
    copy->setAccessibleName(tr("Copy Python"));
    copy->setAutoDefault(false);
    connect(copy, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(python_->toPlainText()); });
    head->addWidget(title, 1);
    head->addWidget(copy);
    python_ = new QPlainTextEdit;
    python_->setAccessibleName(tr("Python"));
    python_->setReadOnly(true);
    python_->setLineWrapMode(QPlainTextEdit::NoWrap);
    python_->setTabChangesFocus(true);
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPointSizeF(font().pointSizeF());
    python_->setFont(fixed);
    const QFontMetrics metrics(fixed);
    python_->setMinimumSize(metrics.horizontalAdvance(QLatin1Char('x')) * 62, metrics.lineSpacing() * 13);
    rows->addLayout(head);
    rows->addWidget(python_, 1);
    return made;
}

void DrawDialog::change() {
    const Choice& choice = choices_[static_cast<std::size_t>(which_->currentIndex())];
    const bool isTableAlone = choice.which == Which::Parameter && isTable(choice.ref.parameter);
    request_.which = choice.which;
    request_.ref = choice.ref;
    request_.withEmbeddings = embeddings_->isChecked() && !isTableAlone;
    request_.initialiser = initialisers()[static_cast<std::size_t>(initialiser_->currentIndex())].initialiser;
    request_.order = static_cast<Drawing::Order>(order_->currentIndex());
    request_.isTransposed = shape_->currentIndex() == 1;
    bool isSeed = false;
    request_.seed = seed_->text().trimmed().toULongLong(&isSeed);
    const InitialiserInfo& info = infoOf(request_.initialiser);
    draws_->setText(fromCore(info.draws));
    embeddings_->setEnabled(!isTableAlone);
    shape_->setEnabled(!isTableAlone && !info.isModule);
    QString problem;
    if (!isSeed) problem = tr("The seed must be a whole number from 0 to 18446744073709551615.");
    const Drawing drawing = drawingFor(workbench_.state().session, request_);
    bool hasHeads = false;
    for (const Drawing::Part& part : drawing.parts) hasHeads = hasHeads || part.heads > 1;
    order_->setEnabled(hasHeads);
    form_->setRowVisible(order_, hasHeads); // fields without an effect are hidden
    form_->setRowVisible(shape_, shape_->isEnabled());
    form_->setRowVisible(embeddings_, !isTableAlone);
    if (const auto tooMany = tooMuch(drawing); tooMany && problem.isEmpty())
        problem = QString::fromStdString(tooMany->text);
    if (problem.isEmpty()) python_->setPlainText(QString::fromStdString(pythonOf(drawing)));
    python_->setEnabled(problem.isEmpty());
    ok_->setEnabled(problem.isEmpty());
    showText(*problem_, problem);
}

/// Returns "Randomise W_q of head 1: torch.rand, seed 123".
QString DrawDialog::stepLabel() const {
    const Choice& choice = choices_[static_cast<std::size_t>(which_->currentIndex())];
    return tr("Randomise %1: %2, seed %3")
        .arg(withinLine(choice.text), fromCore(infoOf(request_.initialiser).title))
        .arg(request_.seed);
}

void DrawDialog::accept() {
    if (!ok_->isEnabled()) return;
    last_ = request_;
    const Drawing drawing = drawingFor(workbench_.state().session, request_);
    double numbers = 0;
    forEachDraw(drawing, [&](const DrawnPlace&, const Drawing::Shape& shape) {
        numbers += static_cast<double>(shape.rows) * static_cast<double>(shape.cols);
        return true;
    });
    if (request_.initialiser == Initialiser::Orthogonal) numbers *= 100; // it takes longer, so it is a job sooner
    const auto draw = [request = request_](const Session& now, const Watch& watch) {
        return withDrawn(now, request, watch);
    };
    if (workbench_.apply(stepLabel(), draw, 0, numbers)) return QDialog::accept();
    showText(*problem_, workbench_.state().problem);
}

} // namespace headlight
