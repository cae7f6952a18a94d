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
/// array of q, k and v is cut, the causal mask, the sentence. What it cannot know has no answer until one is chosen.
class ImportDialog : public QDialog {
    Q_OBJECT

public:
    using Arrays = std::shared_ptr<const std::vector<NamedArray>>;
    /// Makes the session, or says why it cannot; empty: it is made, and the dialog ends.
    using Take = std::function<QString(const ArraySet&, const ImportChoices&)>;
    struct Into {
        Session session; ///< what the arrays are brought into
        int layer = 0;
        bool isNew = true; ///< a new session: no sentence is there to be kept
    };
    /// `arrays` are a set: arraySet() of them is not a Problem.
    ImportDialog(const QString& file, Arrays arrays, Into into, Take take, QWidget* parent = nullptr);

    void accept() override;

private:
    QWidget* makeForm();
    void readSet();   ///< the set is another: its layers and heads
    void showLayer(); ///< its heads, and what goes where
    void change();    ///< the choices are what the controls say
    QString becomes(std::size_t array) const;
    QString summary() const;
    QString missing() const; ///< what is still to be chosen; empty: nothing
    QString note() const;
    void grow();                     ///< a longer sentence takes no room from the table
    QString preview() const;         ///< which numbers of one array of q, k and v are those of a head
    const ArrayLayer& layer() const; ///< the chosen one
    void addWords();
    void showTokens(); ///< of the chosen words

    Arrays arrays_;
    Into into_;
    Take take_;
    ArraySet set_;
    ImportChoices choices_;
    QFormLayout* form_ = nullptr;
    QLabel *summary_, *note_, *problem_;
    QTableWidget* table_;
    QComboBox *layer_, *heads_, *joined_, *words_;
    QLineEdit* sentence_;
    QCheckBox *causal_, *turned_;
    QPushButton* ok_;
};

} // namespace headlight
