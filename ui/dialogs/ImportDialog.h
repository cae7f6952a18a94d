#pragma once

#include "import/importArrays.h"

#include <QDialog>
#include <QString>

#include <functional>
#include <memory>
#include <vector>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QTableWidget;

namespace headlight {

/// Shows where the arrays of a file would go, and asks what the file does not say: which layer, how many heads, how one
/// array of q, k and v is cut, the causal mask, the layer norm, the sentence. If it cannot know an answer, none is
/// chosen at first. The user can give an array another role.
class ImportDialog : public QDialog {
    Q_OBJECT

public:
    using Arrays = std::shared_ptr<const std::vector<NamedArray>>;
    /// Makes the session and returns nothing, which ends the dialog; or returns why it cannot.
    using Take = std::function<QString(const ArraySet&, const ImportChoices&)>;
    struct Into {
        Session session; ///< the session that the arrays are brought into
        int layer = 0;
        bool isNew = true; ///< true for a new session, which has no sentence to keep
        FoundConfig config{};
    };
    ImportDialog(const QString& file, Arrays arrays, Into into, Take take, QWidget* parent = nullptr);

    void accept() override;

private:
    QWidget* makeForm();
    void readSet();   ///< makes the set, and shows its layers and heads
    void showLayer(); ///< shows the heads of the layer, and what goes where
    void change();    ///< takes the choices from the controls, but for the sentence
    void showTable();
    void offerRoles(int row); ///< opens the menu of that row
    bool isUnderstood() const { return set_.x || !set_.layers.empty(); }
    QString useOf(std::size_t array) const;
    QString whyNot(std::size_t array) const; ///< says why that array is not used
    QString summary() const;
    QString missing() const; ///< says what must still be chosen; empty: nothing
    QString note() const;
    void grow();                     ///< makes the dialog higher if a longer text would take space from the table
    QString preview() const;         ///< says which numbers of one array of q, k and v are head 1
    const ArrayLayer& layer() const; ///< returns the chosen layer
    void addWords();
    void showTokens(); ///< shows the tokens of the chosen words

    Arrays arrays_;
    Into into_;
    Take take_;
    ArrayHints hints_;
    std::vector<std::size_t> rows_; ///< the arrays in the rows of the table
    ArraySet set_;                  ///< empty if the arrays are not understood
    QString whyNoSet_;
    ImportChoices choices_;
    QFormLayout* form_ = nullptr;
    QLabel *summary_, *note_, *problem_;
    QTableWidget* table_;
    QComboBox *layer_, *heads_, *joined_, *norm_, *words_;
    QLineEdit* sentence_;
    QCheckBox *causal_, *transposed_;
    QPushButton* ok_;
};

} // namespace headlight
