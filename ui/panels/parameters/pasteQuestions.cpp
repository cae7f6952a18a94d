#include "panels/parameters/pasteQuestions.h"

#include "base/quotedText.h"
#include "dialogs/NumbersDialog.h"
#include "panels/parameters/pasteWords.h"
#include "words/parameterWords.h"

namespace headlight {
namespace {

std::optional<int> askInPaste(QWidget* parent, const QString& question, std::vector<NumbersChoice> choices,
                              int current = 0) {
    return askForNumbers({inPaste("Paste"), question, inPaste("&Paste")}, std::move(choices), current, parent);
}

/// True for "W_q", "W_query.weight", "self_attn.q_proj.weight"; for a bias "W_query.bias".
bool isNamed(const QString& name, Parameter parameter) {
    const auto has = [&](const char* part) { return name.contains(QLatin1String(part), Qt::CaseInsensitive); };
    const auto isOf = [&](Parameter weight, Parameter bias, const char* word, const char* projection) {
        return parameter == (has("bias") ? bias : weight) && (has(word) || has(projection));
    };
    return name == symbolText(parameter) || isOf(Parameter::Wq, Parameter::Bq, "query", "q_proj") ||
           isOf(Parameter::Wk, Parameter::Bk, "key", "k_proj") || isOf(Parameter::Wv, Parameter::Bv, "value", "v_proj");
}

} // namespace

const PastedMatrix* askWhichMatrix(QWidget* parent, const PasteTarget& target, const PastedText& pasted,
                                   const QString& from) {
    if (pasted.matrices.size() == 1) return &pasted.matrices.front();
    std::vector<NumbersChoice> choices;
    int likely = 0, maxLikeness = 0;
    for (const auto& [name, numbers, isParameter] : pasted.matrices) {
        const auto place = static_cast<int>(choices.size());
        const QString title = name.empty() ? inPaste("Matrix %1").arg(place + 1)
                                           : QString::fromStdString(showable(name, kBriefly));
        const bool isSameShape = numbers.rows() == target.rows && numbers.cols() == target.columns;
        const int likeness = 2 * int(isNamed(title, target.ref.parameter)) + int(isSameShape);
        if (likeness > maxLikeness) likely = place;
        maxLikeness = std::max(maxLikeness, likeness);
        const QString size = inPaste("%1 × %2").arg(numbers.rows()).arg(numbers.cols());
        choices.push_back({inPaste("%1: %2").arg(title, size), numbers});
    }
    const QString question = inPaste("%1 holds %2 matrices. Which one goes into %3?")
                                 .arg(from, QString::number(choices.size()), nameText(target.ref));
    const auto chosen = askInPaste(parent, question, std::move(choices), likely);
    return chosen ? &pasted.matrices[static_cast<std::size_t>(*chosen)] : nullptr;
}

std::optional<PasteWay> askHowToPaste(QWidget* parent, const PasteTarget& target, const FrozenMatrix& block,
                                      bool isOutByIn) {
    auto plain = plainWay(target, block);
    if (plain && !isOutByIn) return plain;
    std::vector<PasteWay> ways = otherWays(target, block);
    if (plain) {
        plain->choice = inPaste("Paste it as it is, as [in, out]");
        ways = {ways.front(), *plain};
    }
    std::vector<NumbersChoice> choices;
    for (const PasteWay& way : ways) choices.push_back({way.choice, way.numbers, !way.isLossy});
    const auto chosen = askInPaste(parent,
                                   plain ? inPaste("PyTorch's nn.Linear has its weight as [out, in], but %1 is "
                                                   "[in, out]. Both have the same size.")
                                               .arg(nameText(target.ref))
                                         : pasteQuestion(target, *block),
                                   std::move(choices));
    return chosen ? std::optional(ways[static_cast<std::size_t>(*chosen)]) : std::nullopt;
}

} // namespace headlight
