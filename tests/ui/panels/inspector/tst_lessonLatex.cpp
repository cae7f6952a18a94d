// The page's calculations as LaTeX: evaluated, each gives the number that it explains.
#include "panels/inspector/lessonHtml.h"
#include "ui/panels/inspector/randomLessons.h"

#include <QTest>

using namespace headlight;
using namespace headlight::testing;

namespace {

/// A value, and the sum of the magnitudes that it is made of: rounding errors are proportional to it.
struct Evaluated {
    double value = 0, size = 0;
};

/// Evaluates +, -, \cdot, /, \frac, \sqrt, \underbrace, \sin, \cos, ^{} and parentheses.
class Evaluator {
public:
    explicit Evaluator(const QString& latex) : text_(QString(latex).remove(u' ').toLatin1()) {}
    Evaluated all() {
        const Evaluated sum = this->sum();
        if (at_ != text_.size()) throw std::runtime_error("cannot read: " + text_.mid(at_).toStdString());
        return sum;
    }

private:
    bool takes(const char* word) {
        if (!text_.mid(at_).startsWith(word)) return false;
        at_ += qstrlen(word);
        return true;
    }
    void needs(const char* word) {
        if (!takes(word)) throw std::runtime_error(std::string(word) + " is missing: " + text_.mid(at_).toStdString());
    }
    Evaluated sum() {
        Evaluated sum = product();
        for (;;) {
            const double sign = takes("+") ? 1 : takes("-") ? -1 : 0;
            if (sign == 0) return sum;
            const Evaluated next = product();
            sum = {sum.value + sign * next.value, sum.size + next.size};
        }
    }
    Evaluated product() {
        Evaluated product = factor();
        for (;;) {
            const bool divides = takes("/");
            if (!divides && !takes("\\cdot")) return product;
            product = divides ? quotient(product, factor()) : times(product, factor());
        }
    }
    static Evaluated times(const Evaluated& a, const Evaluated& b) { return {a.value * b.value, a.size * b.size}; }
    static Evaluated quotient(const Evaluated& a, const Evaluated& b) {
        return {a.value / b.value, a.size / std::abs(b.value) * (b.size / std::abs(b.value))};
    }
    Evaluated braced() {
        needs("{");
        const Evaluated inside = sum();
        needs("}");
        return inside;
    }
    Evaluated factor() {
        if (takes("-")) {
            const Evaluated of = factor();
            return {-of.value, of.size};
        }
        if (takes("\\frac")) {
            const Evaluated above = braced();
            return quotient(above, braced());
        }
        if (takes("\\sqrt")) {
            const Evaluated of = braced();
            return {std::sqrt(of.value), std::sqrt(of.value) * of.size / of.value};
        }
        if (takes("\\underbrace")) {
            const Evaluated of = braced();
            needs("_{\\text{");
            at_ = text_.indexOf("}}", at_) + 2;
            return of;
        }
        const bool isSine = takes("\\sin");
        if (isSine || takes("\\cos")) {
            const Evaluated angle = factor();
            return {isSine ? std::sin(angle.value) : std::cos(angle.value), 1 + angle.size};
        }
        if (takes("(")) {
            const Evaluated inside = sum();
            needs(")");
            return inside;
        }
        char* end = nullptr;
        const char* begin = text_.constData() + at_;
        double value = std::strtod(begin, &end);
        if (end == begin) throw std::runtime_error("no number: " + text_.mid(at_).toStdString());
        at_ += end - begin;
        if (takes("^{")) {
            value = std::pow(value, text_.mid(at_).toDouble() + std::strtod(text_.constData() + at_, &end));
            at_ = end - text_.constData();
            needs("}");
        }
        return {value, std::abs(value)};
    }

    QByteArray text_;
    qsizetype at_ = 0;
};

QStringList linesOf(const QString& latex) {
    QStringList lines = latex.split(u'\n', Qt::SkipEmptyParts);
    lines.removeFirst();
    lines.removeLast();
    for (QString& line : lines) line = line.remove(QStringLiteral(" \\\\")).trimmed();
    return lines;
}

} // namespace

class LessonLatexTest : public QObject {
    Q_OBJECT

private slots:
    /// Printed numbers are float32, with a relative error of 2^-24. Each rounding of the result has this error, too;
    /// there are at most as many as additions, and eight of the rule.
    void evaluatesToTheResult() {
        int evaluated = 0;
        forRandomCells([&](const Explanation& e, const Session& session, const auto&) -> QString {
            const LessonLook look = everyDigit(true);
            const LessonPen pen{session, e.of, look};
            const QStringList lines = linesOf(lessonLatex(pen, {std::make_shared<Explanation>(e)}));
            if (e.rule == Rule::None) return lines.isEmpty() ? QString() : QString("unknown, and yet explained");
            if (lines.size() != 1) return "not one line";
            const QString line = lines.front();
            if (!std::isfinite(e.result) || line.contains("\\infty") || line.contains("NaN")) return {};
            const QStringList parts = QString(line).replace("\\approx", "=").split(" = ");
            const QString right = parts.size() < 2 ? parts.front().section("&= ", 1) : parts[parts.size() - 2];
            try {
                const Evaluated of = Evaluator(right.section("&= ", -1)).all();
                const double bound = double(e.terms.size() + 8) * 2 * 0x1p-24 * of.size + 1e-44;
                ++evaluated;
                if (std::abs(of.value - double(e.result)) <= bound) return {};
                return line + " is " + QString::number(of.value, 'g', 12);
            } catch (const std::runtime_error& error) {
                return line + ": " + error.what();
            }
        });
        QVERIFY2(evaluated > 1000, qPrintable(QString::number(evaluated)));
    }

    /// Numbers have the digits of the page; "=" is written if they add up.
    void asItIsWritten_data() {
        QTest::addColumn<Stage>("stage");
        QTest::addColumn<QString>("line");
        QTest::newRow("query") << Stage::Q
                               << "q_{\\text{a\\_b},1} &= 0.5000 \\cdot 2.0000 + (-1.0000) \\cdot 0.2500 = 0.7500";
        QTest::newRow("scaled") << Stage::Scaled
                                << "s'_{\\text{a\\_b},\\text{a\\_b}} &= \\frac{0.5625}{\\sqrt{1}} = 0.5625";
        QTest::newRow("weight")
            << Stage::Weights
            << "w_{\\text{a\\_b},\\text{a\\_b}} &= \\frac{e^{0.5625 - 0.5625}}{\\sum_{j} e^{s'_j - 0.5625}} "
               "= \\frac{1.0000}{1.0000} = 1.0000";
    }
    void asItIsWritten() {
        QFETCH(Stage, stage);
        QFETCH(QString, line);
        Session session = withSentence(newSession(7, 2, 1, 1, 1), "a_b").value();
        for (const auto& [ref, values] : {std::pair(ParameterRef{Parameter::X, 0, 0}, Matrix{{0.5F, -1}}),
                                          std::pair(ParameterRef{Parameter::Wq, 0, 0}, Matrix{{2}, {0.25F}}),
                                          std::pair(ParameterRef{Parameter::Wk, 0, 0}, Matrix{{2}, {0.25F}})})
            session = withBlock(session, ref, 0, 0, values).value();
        const CellRef cell{stage, 0, 0, 0, 0};
        const Frame frame = Engine(eigen()).answer(session, {{}, {cell}});
        const LessonLook look;
        QCOMPARE(linesOf(lessonLatex({session, cell, look}, frame.explanations)), QStringList{line});
    }

    /// Symbols that TeX would read differently: other letters, a difference, no product.
    void asTexReadsIt_data() {
        QTest::addColumn<Options>("options");
        QTest::addColumn<QString>("part");
        Options options;
        options.temperature = 1e-4;
        QTest::newRow("small temperature") << options << "\\sqrt{1} \\cdot 10^{-4}}";
        options = {};
        options.scale = {Scale::Kind::Factor, -0.5};
        QTest::newRow("negative factor") << options << " \\cdot (-0.5)";
        options.scale.factor = 2e-5;
        QTest::newRow("small factor") << options << " \\cdot 2 \\cdot 10^{-5}";
        QTest::newRow("token") << Options() << "_{\\text{\\textless{}},\\text{\\textbar{}}_{2}}";
    }
    void asTexReadsIt() {
        QFETCH(Options, options);
        QFETCH(QString, part);
        const Session session =
            withOptions(*withSentence(newSession(7, 2, 1, 1, 1), "<|end|> two"), 0, options).value();
        const CellRef cell{Stage::Scaled, 0, 0, 0, 1};
        const Frame frame = Engine(eigen()).answer(session, {{}, {cell}});
        const LessonLook look;
        const QString line = linesOf(lessonLatex({session, cell, look}, frame.explanations)).front();
        QVERIFY2(line.contains(part), qPrintable(line));
    }

    /// If a mask comes after the softmax, the weights are computed over the visible keys, and the formula says so; the
    /// masked weights are computed over all keys.
    void behindASoftmax() {
        Session session = withSentence(newSession(7, 1, 1, 1, 1), "one two").value();
        for (const Parameter p : {Parameter::Wq, Parameter::Wk})
            session = withBlock(session, {p, 0, 0}, 0, 0, Matrix{{1}}).value();
        session = withBlock(session, {Parameter::X, 0, 0}, 0, 0, Matrix{{1}, {40}}).value();
        Options options;
        options.mask.causal = true;
        options.maskMode = MaskMode::After;
        session = withOptions(session, 0, options).value();
        const LessonLook look;
        const auto lineOf = [&](Stage stage) {
            const CellRef cell{stage, 0, 0, 0, 0};
            const Frame frame = Engine(eigen()).answer(session, {{}, {cell}});
            return linesOf(lessonLatex({session, cell, look}, frame.explanations)).front();
        };
        const QString weights = lineOf(Stage::Weights), masked = lineOf(Stage::Masked);
        QVERIFY2(weights.contains("\\sum_{j \\text{ visible}} e^{s'_j - 1.0000}"), qPrintable(weights));
        QVERIFY2(masked.startsWith("w''_") && masked.contains("\\sum_{j} e^{s'_j - 40.0000}"), qPrintable(masked));
    }

    /// A number that the walk has not finished has no result yet.
    void anUnfinishedNumberIsLeftOut() {
        const Session session = withSentence(newSession(7, 2, 1, 2, 2), "one two").value();
        const CellRef scaled{Stage::Scaled, 0, 0, 0, 1}, weight{Stage::Weights, 0, 0, 0, 1};
        const Frame frame = Engine(eigen()).answer(session, {{}, {scaled, weight}});
        LessonLook look;
        QCOMPARE(linesOf(lessonLatex({session, weight, look}, frame.explanations)).size(), 2);
        look.unfinished = Step{Stage::Weights, Step::Part::Sum};
        const QStringList lines = linesOf(lessonLatex({session, weight, look}, frame.explanations));
        QVERIFY2(lines.size() == 1 && lines[0].startsWith("s'_"), qPrintable(lines.join('\n')));
        QCOMPARE(lessonLatex({session, weight, look}, {frame.explanations.back()}),
                 QString()); // TeX does not allow an empty align*
    }

    /// Other terms are counted, and their sum is given.
    void longSumsAreFolded() {
        Session session = withSentence(newSession(7, 40, 1, 2, 2), "one two").value();
        const CellRef cell{Stage::Q, 0, 0, 0, 0};
        const Frame frame = Engine(eigen()).answer(session, {{}, {cell}});
        const LessonLook look;
        const QString line = linesOf(lessonLatex({session, cell, look}, frame.explanations)).front();
        QCOMPARE(line.count("\\cdot"), 12);
        QVERIFY2(line.contains("}_{\\text{28 other terms}}"), qPrintable(line));
    }
};

QTEST_MAIN(LessonLatexTest)
#include "tst_lessonLatex.moc"
