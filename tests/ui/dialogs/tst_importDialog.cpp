#include "dialogs/ImportDialog.h"
#include "session/edits.h"
#include "support/controls.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QStyledItemDelegate>
#include <QTableWidget>
#include <QTest>
#include <QTimer>

#include <algorithm>

using namespace headlight;
using headlight::testing::control;

namespace {

const QString kUnknown = QStringLiteral("The file does not say how many heads it has. Choose a number.");

std::vector<NamedArray> dataFile(const char* name) {
    return *readArrays(std::filesystem::path(HEADLIGHT_TEST_DATA) / "arrays" / name);
}

/// Counts how often a cell is measured.
struct Ruler : QStyledItemDelegate {
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        ++measured;
        return QStyledItemDelegate::sizeHint(option, index);
    }
    mutable int measured = 0;
};

std::vector<NamedArray> twoLayers() {
    std::vector<NamedArray> arrays;
    for (const std::string prefix : {"h.0.", "h.1."})
        for (NamedArray one : dataFile("v2.npz")) {
            one.name = prefix + one.name;
            arrays.push_back(one);
        }
    return arrays;
}

} // namespace

/// The preview of an import of matrices.
class ImportDialogTest : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { dialog_.reset(); }

    void whatGoesWhere_data() {
        QTest::addColumn<QString>("shown");
        QTest::newRow("v1.npz")
            << "W_query [3, 2] W_q | W_key [3, 2] W_k | W_value [3, 2] W_v | X [6, 3] X | made [6, 2] "
               "not used";
        QTest::newRow("wrapper.npz")
            << "heads.0.mask [6, 6] causal mask | heads.0.W_query.weight [2, 3] W_q of head 1, transposed | "
               "heads.0.W_key.weight [2, 3] W_k of head 1, transposed | heads.0.W_value.weight [2, 3] W_v of head 1, "
               "transposed | heads.1.mask [6, 6] causal mask | heads.1.W_query.weight [2, 3] W_q of head 2, transposed | "
               "heads.1.W_key.weight [2, 3] W_k of head 2, transposed | heads.1.W_value.weight [2, 3] W_v of head 2, "
               "transposed | X [6, 3] X | made [6, 4] not used";
        QTest::newRow("split.npz")
            << "mask [6, 6] causal mask | W_query.weight [4, 3] W_q, transposed | W_key.weight "
               "[4, 3] W_k, transposed | W_value.weight [4, 3] W_v, transposed | out_proj.weight "
               "[4, 4] W_o, transposed | out_proj.bias [4] b_o | X [6, 3] X | made [6, 4] not used";
        QTest::newRow("torch.safetensors")
            << "X [5, 4] X | in_proj_bias [12] b_q, b_k, b_v | in_proj_weight [12, 4] W_q, W_k, W_v, transposed | made "
               "[5, 4] not used | out_proj.bias [4] b_o | out_proj.weight [4, 4] W_o, transposed";
    }
    void whatGoesWhere() {
        QFETCH(QString, shown);
        ask(dataFile(QTest::currentDataTag()));
        QStringList rows = table(), meant = shown.split(" | ");
        if (QString(QTest::currentDataTag()).startsWith("torch")) rows.sort(), meant.sort();
        QCOMPARE(rows, meant);
    }

    void whatCannotBeUsedSaysWhy() {
        std::vector<NamedArray> arrays = dataFile("v1.npz");
        const auto x = std::ranges::find(arrays, std::string("X"), &NamedArray::name);
        x->shape = {1, 6, 3};
        arrays.push_back({"b_q", {2}, {}, {}, "its numbers are complex"});
        ask(arrays);
        QVERIFY(table().contains("X [1, 6, 3] X, the only one of its batch"));
        QVERIFY(table().contains("b_q [2] not used: its numbers are complex"));
        x->shape = {2, 3, 3};
        ask(arrays);
        QVERIFY(table().contains("X [2, 3, 3] not used: it is a batch of 2; save one of them, such as X[0]"));
    }

    /// The file may say the number of heads; a mask is taken with the X whose tokens it is for.
    void headsAndMaskOfTheFile() {
        std::vector<NamedArray> arrays = dataFile("v1.npz");
        arrays.push_back({"num_heads", {}, {2}});
        arrays.push_back({"attention_mask", {6}, {1, 1, 1, 1, 1, 0}});
        ask(arrays);
        QCOMPARE(field<QComboBox>("Heads")->currentText(), QString("2"));
        QVERIFY(table().contains("num_heads [] number of heads"));
        QVERIFY(table().contains("attention_mask [6] custom mask"));
        QVERIFY(label("Note")->text().contains("Its mask is taken: 1 means that a query may attend."));
        choose(*control<QComboBox>(*dialog_, "Sentence"), "a new sentence, embeddings randomised");
        QVERIFY(table().contains("attention_mask [6] not used"));
    }

    /// A new session is compared with the stages that its file has, and an open one is not.
    void itsOwnStagesAreCompared_data() {
        QTest::addColumn<bool>("isNew");
        QTest::newRow("opened") << true;
        QTest::newRow("imported") << false;
    }
    void itsOwnStagesAreCompared() {
        QFETCH(const bool, isNew);
        std::vector<NamedArray> arrays = dataFile("v1.npz");
        arrays.push_back({"attn_weights", {6, 6}, std::vector<float>(36), {}, {}});
        arrays.push_back({"scores", {6, 5}, std::vector<float>(30), {}, {}}); // of no 6 tokens
        ask(arrays, isNew);
        QVERIFY(table().contains("scores [6, 5] not used"));
        QVERIFY(table().contains(isNew ? "attn_weights [6, 6] compared with what is computed"
                                       : "attn_weights [6, 6] not used"));
        QVERIFY(table().contains("made [6, 2] not used"));
    }

    /// X_kv of the file is used together with its X, and always if W_k and W_v need it.
    void aSecondSentence() {
        std::vector<NamedArray> arrays = dataFile("v1.npz");
        arrays.push_back({"X_kv", {2, 3}, {1, 2, 3, 4, 5, 6}, {}, {}});
        arrays.push_back({"tokens_kv", {2}, {}, {"a", "b"}, {}});
        const QString used = "X_kv [2, 3] X_kv, the second sentence", named = "tokens_kv [2] tokens of X_kv";
        ask(arrays);
        QVERIFY(table().contains(used) && table().contains(named));
        choose(*control<QComboBox>(*dialog_, "Sentence"), "a new sentence, embeddings randomised");
        QVERIFY(table().contains("X_kv [2, 3] not used") && table().contains("tokens_kv [2] not used"));
        for (const char* name : {"W_key", "W_value"}) {
            NamedArray& one = *std::ranges::find(arrays, std::string(name), &NamedArray::name);
            one.shape = {4, 2};
            one.values.resize(8);
        }
        arrays[arrays.size() - 2] = {"X_kv", {2, 4}, std::vector<float>(8), {}, {}};
        ask(arrays);
        choose(*control<QComboBox>(*dialog_, "Sentence"), "a new sentence, embeddings randomised");
        QVERIFY(table().contains("X_kv [2, 4] X_kv, the second sentence") && table().contains(named));
    }

    void headsAreAskedFor() {
        ask(dataFile("split.npz"));
        auto* heads = field<QComboBox>("Heads");
        QVERIFY(heads->isVisible());
        QCOMPARE(QStringList({heads->itemText(0), heads->itemText(1), heads->itemText(2)}),
                 QStringList({"1", "2", "4"}));
        QCOMPARE(heads->currentIndex(), -1); // no number is guessed
        QCOMPARE(summary(), kUnknown);
        QVERIFY(!button("Open")->isEnabled());
        QTest::keyClick(dialog_.get(), Qt::Key_Return);
        QVERIFY(!taken_);
        choose(*heads, "4");
        QCOMPARE(summary(), QString("Attention with d = 3, heads = 4, d_k = 1, d_v = 1."));
        press("Open");
        ask(dataFile("wrapper.npz")); // a file that says the number of heads
        QVERIFY(summary().startsWith("Attention with d = ") && button("Open")->isEnabled());
        ask(dataFile("split.npz"));
        choose(*field<QComboBox>("Heads"), "4");
        press("Open");
        QCOMPARE(taken_->heads, 4);
        QVERIFY(taken_->isCausal);
        QVERIFY(taken_->words == ImportChoices::Words::OfFile);
    }

    /// With one head both orders are equal, so the dialog does not ask.
    void theOrderIsAskedFor() {
        ask(dataFile("joined.safetensors"));
        auto* order = field<QComboBox>("Order of q, k, v");
        QVERIFY(order->isVisible() && order->currentIndex() == -1);
        choose(*field<QComboBox>("Heads"), "2");
        QCOMPARE(summary(), QString("The file does not say how q, k and v lie in their array. Choose the order."));
        QVERIFY(!button("Open")->isEnabled());
        choose(*order, "All of q, then of k, then of v");
        QCOMPARE(label("Note")->text(), QString("Head 1 has these rows: W_q (1 to 2), W_k (5 to 6), W_v (9 to 10)."));
        choose(*order, "q, k and v of each head");
        QCOMPARE(label("Note")->text(), QString("Head 1 has these rows: W_q (1 to 2), W_k (3 to 4), W_v (5 to 6)."));
        press("Open");
        QVERIFY(taken_->joined == Joined::Heads);
        ask(dataFile("joined.safetensors"));
        choose(*field<QComboBox>("Heads"), "1");
        QVERIFY(!field<QComboBox>("Order of q, k, v")->isVisible() && button("Open")->isEnabled());
        ask(dataFile("torch.safetensors")); // a file whose name says the order
        QCOMPARE(field<QComboBox>("Order of q, k, v")->currentText(), QString("All of q, then of k, then of v"));
        ask(dataFile("v1.npz"));
        QVERIFY(!field<QComboBox>("Order of q, k, v")->isVisible());
    }

    void whatIsNotComputedIsSaid() {
        ask(dataFile("bias_k.safetensors"));
        QCOMPARE(label("Note")->text(), QString("Not computed, but the model does: a key and a value more "
                                                "(bias_k, bias_v)."));
    }

    void cAttnIsCausal() {
        auto arrays = dataFile("torch.safetensors");
        for (NamedArray& one : arrays)
            if (one.name == "in_proj_weight") one.name = "c_attn.weight";
        std::erase_if(arrays, [](const NamedArray& one) { return one.name == "in_proj_bias"; });
        ask(arrays);
        QVERIFY(field<QCheckBox>("Causal mask")->isChecked());
        choose(*field<QComboBox>("Heads"), "2");
        QVERIFY(label("Note")->text().contains("Its c_attn is that of GPT-2, so the causal mask is on."));
    }

    void headsOfTheFileAreNot() {
        ask(dataFile("wrapper.npz"));
        QVERIFY(!field<QComboBox>("Heads")->isVisible());
        QVERIFY(!field<QComboBox>("Layer of the file")->isVisible());
    }

    void theMaskIsAnOffer() {
        ask(dataFile("causal.npz"));
        QVERIFY(field<QCheckBox>("Causal mask")->isChecked());
        field<QCheckBox>("Causal mask")->click();
        QVERIFY(table().contains("mask [8, 8] not used"));
        choose(*field<QComboBox>("Heads"), "1");
        press("Open");
        QVERIFY(!taken_->isCausal);
    }

    void aSentenceIsTyped() {
        auto arrays = dataFile("v2.npz");
        std::erase_if(arrays, [](const NamedArray& array) { return array.name == "X"; });
        ask(arrays);
        QVERIFY(!field<QComboBox>("Sentence")->isVisible()); // there is only one choice
        QVERIFY(field<QLineEdit>("Text")->isVisible());
        QTest::keyClicks(field<QLineEdit>("Text"), "one two");
        QCOMPARE(label("Note")->text(), QString("X is random: the file has no vectors for these tokens."));
        choose(*field<QComboBox>("Heads"), "1");
        press("Open");
        QVERIFY(taken_->words == ImportChoices::Words::Typed);
        QCOMPARE(taken_->sentence, std::string("one two"));
    }

    void theTokensOfXAreNamed() {
        ask(dataFile("v1.npz"));
        auto* text = field<QLineEdit>("Text");
        QCOMPARE(text->text(), QString("x1 x2 x3 x4 x5 x6"));
        text->selectAll();
        QTest::keyClicks(text, "Your journey starts with one step");
        choose(*field<QComboBox>("Heads"), "1");
        press("Open");
        QVERIFY(taken_->words == ImportChoices::Words::OfFile);
        QCOMPARE(taken_->sentence, std::string("Your journey starts with one step"));
    }

    void manyTokensAreNamed() {
        auto arrays = dataFile("v1.npz");
        NamedArray& x = *std::ranges::find(arrays, "X", &NamedArray::name);
        x.shape[0] = 6'000;
        x.values.assign(static_cast<std::size_t>(6'000 * x.shape[1]), 0.5F);
        ask(arrays);
        QVERIFY(field<QLineEdit>("Text")->text().endsWith(" x5999 x6000"));
        choose(*field<QComboBox>("Heads"), "1");
        press("Open");
        QVERIFY(taken_);
    }

    void theSentenceIsKept() {
        ask(dataFile("torch.safetensors"), false);
        choose(*field<QComboBox>("Sentence"), "keep the sentence and its embeddings");
        QCOMPARE(label("Note")->text(),
                 QString("The embeddings have 3 numbers each and get 4: the new ones are randomised."));
        QVERIFY(table().contains("X [5, 4] not used"));
        choose(*field<QComboBox>("Heads"), "2");
        press("Import");
        QVERIFY(taken_->words == ImportChoices::Words::Kept);
    }

    void aLayerIsChosen() {
        std::vector<NamedArray> arrays = twoLayers();
        for (const std::string name : {"h.0.mask", "h.1.mask", "mask"}) arrays.push_back({name, {2, 2}, {0, 1, 0, 0}});
        ask(arrays);
        auto* layer = field<QComboBox>("Layer of the file");
        QVERIFY(layer->isVisible());
        QVERIFY(table().contains("h.0.mask [2, 2] causal mask") && table().contains("h.1.mask [2, 2] not used"));
        choose(*field<QComboBox>("Heads"), "1");
        choose(*layer, "h.1"); // the number of heads is kept
        QVERIFY(table().contains("h.0.mask [2, 2] not used") && table().contains("h.1.mask [2, 2] causal mask"));
        QVERIFY(table().contains("mask [2, 2] causal mask")); // it belongs to all layers
        QVERIFY(table().contains("h.0.W_query.weight [2, 3] not used"));
        QVERIFY(table().contains("h.1.W_query.weight [2, 3] W_q, transposed"));
        QVERIFY(table()[0].startsWith("h.1.") && table().last().endsWith("not used")); // the used ones come first
        press("Open");
        QCOMPARE(taken_->layer, 1);
    }

    /// The table may have thousands of rows, so a choice must change only the cells whose text changes.
    void theTableIsFilledOnce() {
        ask(twoLayers());
        auto* arrays = field<QTableWidget>("Arrays");
        for (const QString& row : table()) {
            const QString name = row.section(' ', 0, 0);
            QVERIFY2(arrays->columnWidth(0) > arrays->fontMetrics().horizontalAdvance(name), qPrintable(name));
        }
        auto* ruler = new Ruler(arrays);
        arrays->setItemDelegate(ruler);
        const QTableWidgetItem* first = arrays->item(0, 0);
        QSignalSpy changed(arrays, &QTableWidget::itemChanged);
        QTest::keyClicks(field<QLineEdit>("Text"), "one two");
        choose(*field<QComboBox>("Heads"), "1");
        QCOMPARE(changed.count(), 0);
        choose(*field<QComboBox>("Layer of the file"), "h.1");
        QVERIFY(changed.count() > 0 && arrays->item(0, 0) == first);
        QCoreApplication::processEvents(); // the header may have deferred it
        QCOMPARE(ruler->measured, 0);
        press("Open");
        QCOMPARE(taken_->sentence, std::string("one two"));
    }

    void theOtherWayRound() {
        std::vector<NamedArray> arrays{
            {"W_q", {2, 2}, {1, 2, 3, 4}}, {"W_k", {2, 2}, {1, 2, 3, 4}}, {"W_v", {2, 2}, {1, 2, 3, 4}}};
        ask(arrays);
        field<QCheckBox>("Read W_q, W_k and W_v the other way round")->click();
        QCOMPARE(table()[0], QString("W_q [2, 2] W_q, transposed"));
        arrays[2] = {"W_v", {2, 1}, {1, 2}};
        ask(arrays);
        field<QCheckBox>("Read W_q, W_k and W_v the other way round")->click(); // refused: W_v would read one number
        QVERIFY(!field<QCheckBox>("Read W_q, W_k and W_v the other way round")->isChecked());
        QVERIFY(label("Problem")->text().contains("its W_v [1, 2]"));
        QCOMPARE(table()[0], QString("W_q [2, 2] W_q"));
    }

    void theNormIsAskedFor() {
        std::vector<NamedArray> arrays;
        for (const char* name : {"q_proj", "k_proj", "v_proj", "out_proj"})
            arrays.push_back({"l.self_attn." + std::string(name) + ".weight", {2, 2}, {1, 2, 3, 4}});
        for (const char* name : {"l.norm1.weight", "l.norm1.bias"}) arrays.push_back({name, {2}, {1, 2}});
        ask(arrays);
        auto* norm = field<QComboBox>("Layer norm");
        QVERIFY(norm->isVisible());
        QCOMPARE(norm->currentText(), QString("Not taken")); // nn.TransformerEncoderLayer has it before or after
        QVERIFY(label("Note")->text().contains("layer norm before or after the heads (l.norm1.weight, l.norm1.bias)"));
        QVERIFY(table().contains("l.norm1.bias [2] not used"));
        choose(*norm, "Before the heads");
        QVERIFY(table().contains("l.norm1.weight [2] gain of the layer norm"));
        QVERIFY(!label("Note")->text().contains("Not computed"));
        choose(*field<QComboBox>("Heads"), "2");
        press("Open");
        QVERIFY(taken_->norm && taken_->norm->place == Norm::Place::Before);
        ask(dataFile("v1.npz"));
        QVERIFY(!field<QComboBox>("Layer norm")->isVisible());
    }

    void theConfigIsUsed() {
        ModelConfig config;
        config.d = 3, config.heads = 2, config.causal = ModelConfig::Causal::All, config.headSize = 2;
        ask(dataFile("split.npz"), true, {config, {}});
        QCOMPARE(field<QComboBox>("Heads")->currentText(), QString("2"));
        QVERIFY(label("Note")->text().startsWith("Taken from config.json: 2 heads, causal mask."));
        press("Open");
        QCOMPARE(taken_->heads, 2);
    }

    /// An array gets another role in the menu of its row, also if the names of the file say nothing.
    void anotherRole() {
        ask({{"a", {2, 2}, {1, 2, 3, 4}}, {"b", {2, 2}, {1, 2, 3, 4}}, {"c", {2, 2}, {1, 2, 3, 4}}, {"d", {3, 2}, {}}});
        QVERIFY2(summary().startsWith("It has a [2, 2], b [2, 2], c [2, 2] and d [3, 2], but no W_q, W_k and W_v"),
                 qPrintable(summary()));
        QVERIFY(!button("Open")->isEnabled());
        QVERIFY(label("Note")->text().startsWith("Double-click a row"));
        QStringList roles; // of a layer that is computed, not of given stages
        giveRole("b W_k", &roles);
        QCOMPARE(roles.join(' '), QString("W_q W_k W_v b_q b_k b_v W_o b_o X Not used"));
        QCOMPARE(table()[0], QString("b [2, 2] W_k")); // seen before there is a layer
        for (const char* role : {"a W_q", "c W_v", "d X"}) giveRole(role);
        QCOMPARE(table(), QStringList({"a [2, 2] W_q", "b [2, 2] W_k", "c [2, 2] W_v", "d [3, 2] X"}));
        choose(*field<QComboBox>("Heads"), "1");
        QVERIFY(button("Open")->isEnabled());
        ask(dataFile("v1.npz"));
        giveRole("made W_q"); // of two arrays, the one that was given the role
        QVERIFY(table()[0].startsWith("made [6, 2]") || summary().contains("made"));
        giveRole("made Not used");
        QVERIFY(table().contains("W_query [3, 2] W_q") && table().contains("made [6, 2] not used"));
    }

    void xAlone() {
        ask(dataFile("little_f4.npy"));
        QCOMPARE(table(), QStringList{"(no name) [2, 3] X"});
        QCOMPARE(summary(), QString("Embeddings X with d = 3, and no weights."));
        for (const char* name : {"Heads", "Layer of the file", "Sentence", "Causal mask"})
            QVERIFY2(!field<QWidget>(name)->isVisible(), name);
        press("Open");
        QVERIFY(taken_->words == ImportChoices::Words::OfFile);
    }

    void aProblemIsSaid() {
        why_ = "It does not fit.";
        ask(dataFile("v1.npz"));
        choose(*field<QComboBox>("Heads"), "1");
        press("Open");
        QVERIFY(dialog_->isVisible());
        QCOMPARE(label("Problem")->text(), why_);
        QTest::keyClick(field<QLineEdit>("Text"), Qt::Key_A);
        QVERIFY(!label("Problem")->isVisible());
        why_ = QString("It does not fit, for a reason of many words. ").repeated(9);
        press("Open");
        QVERIFY(dialog_->height() >= dialog_->layout()->totalHeightForWidth(dialog_->width()));
        why_.clear();
        press("Open");
        QVERIFY(!dialog_->isVisible());
    }

private:
    /// Chooses an entry in the menu of a row: "made W_q". Notes the texts of all entries.
    void giveRole(const QString& what, QStringList* texts = nullptr) {
        auto* arrays = field<QTableWidget>("Arrays");
        for (int row = 0; row < arrays->rowCount(); ++row) {
            if (arrays->item(row, 0)->text() != what.section(' ', 0, 0)) continue;
            QTimer::singleShot(0, arrays, [&] {
                auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
                QVERIFY(menu);
                for (QAction* action : menu->actions()) {
                    if (texts) *texts << action->text();
                    if (action->text() == what.section(' ', 1)) action->trigger();
                }
                menu->close();
            });
            return emit arrays->cellActivated(row, 2);
        }
    }
    void ask(std::vector<NamedArray> arrays, bool isNew = true, const FoundConfig& config = {}) {
        taken_.reset();
        dialog_ = std::make_unique<ImportDialog>(
            "file.npz", std::make_shared<const std::vector<NamedArray>>(std::move(arrays)),
            ImportDialog::Into{*withSentence(blankSession(), isNew ? "" : "my shoes"), 0, isNew, config},
            [this](const ArraySet&, const ImportChoices& choices) {
                taken_ = choices;
                return why_;
            });
        dialog_->show();
    }
    template <class T>
    T* field(const char* name) {
        return control<T>(*dialog_, name);
    }
    QLabel* label(const char* what) {
        for (auto* one : dialog_->findChildren<QLabel*>())
            if (one->accessibleDescription() == what) return one;
        return nullptr;
    }
    QString summary() { return label("Summary")->text(); }
    QStringList table() {
        auto* arrays = field<QTableWidget>("Arrays");
        QStringList rows;
        for (int row = 0; row < arrays->rowCount(); ++row) {
            QStringList cells;
            for (int column = 0; column < 3; ++column) cells << arrays->item(row, column)->text();
            rows << cells.join(' ');
        }
        return rows;
    }
    /// Chooses an entry as a user does, with the signal of the box.
    static void choose(QComboBox& box, const QString& text) {
        box.setCurrentText(text);
        emit box.activated(box.currentIndex());
    }
    void press(const QString& name) {
        auto* one = button(name);
        QVERIFY2(one && one->isEnabled(), qPrintable(name));
        one->click();
    }
    QAbstractButton* button(const QString& name) {
        for (auto* one : dialog_->findChildren<QAbstractButton*>())
            if (one->text().remove('&') == name) return one;
        return nullptr;
    }

    std::unique_ptr<ImportDialog> dialog_;
    std::optional<ImportChoices> taken_;
    QString why_;
};

QTEST_MAIN(ImportDialogTest)
#include "tst_importDialog.moc"
