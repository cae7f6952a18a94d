// Reads what pandas, polars, tabulate, psql, R, MATLAB, Octave, Julia, and the libraries of Python print and write.
#include "base/numberText.h"
#include "paste/matrixText.h"

#include <QTest>

using namespace headlight;

namespace {

/// Returns "W 1 2 / 3 4; 5", each matrix behind its name; or the message.
QString written(const Result<PastedText>& text) {
    if (!text) return QString::fromStdString(text.text());
    QStringList all;
    for (const PastedMatrix& one : text->matrices) {
        QStringList rows;
        for (Index r = 0; r < one.numbers.rows(); ++r) {
            QStringList row;
            for (Index c = 0; c < one.numbers.cols(); ++c) row << QString::fromStdString(shortest(one.numbers(r, c)));
            rows << row.join(" ");
        }
        all << (one.name.empty() ? "" : QString::fromStdString(one.name) + " ") + rows.join(" / ");
    }
    return all.join("; ");
}

const char* const kTwo = "0.5 0.25 / 1 -2";

} // namespace

class PrintsTest : public QObject {
    Q_OBJECT

    static void read(const char* name, const char* pasted, const char* found = kTwo) {
        QTest::newRow(name) << QString::fromUtf8(pasted) << QString::fromUtf8(found);
    }
    static void columns() {
        QTest::addColumn<QString>("pasted");
        QTest::addColumn<QString>("found");
    }
    static void compare() {
        QFETCH(QString, pasted);
        const auto text = matricesFromText(pasted.toStdString());
        QTEST(written(text), "found");
    }

private slots:
    void pandas_data() {
        columns();
        read("a print", "     a     b\n0  0.5  0.25\n1  1.0 -2.00");
        read("tokens that are signs and numbers", "         [     1\n#     0.50  0.25\n1990  1.00 -2.00");
        read("years above an index", "   1990  1991\n0   0.5  0.25\n1   1.0 -2.00");
        read("with its size", "     0     1\n0  0.5  0.25\n1  1.0 -2.00\n\n[2 rows x 2 columns]");
        read("cut", "     0  ...     9\n0  0.5  ...  0.25\n1  1.0  ... -2.00\n\n[2 rows x 10 columns]",
             "Line 2, column 9: numbers were left out (...). Print the whole matrix and copy it again.");
        read("cut rows", "      0     1\n0   0.5  0.25\n..  ...   ...\n9   1.0 -2.00\n\n[10 rows x 2 columns]",
             "Line 3, column 5: numbers were left out (...). Print the whole matrix and copy it again.");
        read("blocks with names", "         x1  \\\ntok            \nthe     0.5   \ncat     1.0   \n\n          x2  \n"
                                  "tok             \nthe     0.25  \ncat    -2.00  ");
        read("blocks, one with the name of the index",
             "    a     b  \\\nx  0.5  0.25   \ny  1.0 -2.00   \nz  3.0  4.00   \n\n    c\ntok\nx  5.0\ny  6.0",
             "Line 6, column 1: the blocks of columns have different numbers of rows; copy all of them.");
        read("the name of the index", "         a     b\ntok             \nthe    0.5  0.25\ncat    1.0 -2.00");
        read("names of index and columns", "key      a     b\ntok             \nthe    0.5  0.25\ncat    1.0 -2.00");
        read("without index", "  a     b\n0.5  0.25\n1.0 -2.00");
        read("a series", "0    0.50\n1    0.25\nName: x, dtype: float64", "0.5 / 0.25");
        read("a series of tokens", "My       0.50\n1990     0.25\ndtype: float64", "0.5 / 0.25");
        read("CSV, a named index", "token,My,1990\nMy,0.5,0.25\n1990,1,-2");
        read("CSV, tokens that are signs", ",[CLS],#\n[CLS],0.5,0.25\n#,1,-2");
        read("CSV, a quoted comma", ",My,\",\"\nMy,0.5,0.25\n\",\",1,-2");
        read("TSV, brackets", "\t[\t]\n[\t0.5\t0.25\n]\t1\t-2");
        read("CSV, years", ",1990,1991\n0,0.5,0.25\n1,1,-2");
        read("CSV, signs above numbers", "[CLS],.\n0.5,0.25\n1,-2");
        read("LaTeX",
             "\\begin{tabular}{lrr}\n\\toprule\n & a & b \\\\\n\\midrule\nMy & 0.5 & 0.25 \\\\\n1990 & 1 & -2 \\\\\n"
             "\\bottomrule\n\\end{tabular}");
    }
    void pandas() { compare(); }

    void frames_data() {
        columns();
        read("polars", "shape: (2, 3)\n┌──────┬─────┬──────┐\n│ tok  ┆ a   ┆ b    │\n│ ---  ┆ --- ┆ ---  │\n"
                       "│ str  ┆ f64 ┆ f64  │\n╞══════╪═════╪══════╡\n│ My   ┆ 0.5 ┆ 0.25 │\n│ 1990 ┆ 1.0 ┆ -2.0 │\n"
                       "└──────┴─────┴──────┘");
        read("DuckDB",
             "┌────────┬────────┐\n│   a    │   b    │\n│ double │ double │\n├────────┼────────┤\n│    0.5 │   "
             "0.25 │\n│    1.0 │   -2.0 │\n└────────┴────────┘");
        read("psql", "  a  |  b   \n-----+------\n 0.5 | 0.25\n   1 |   -2\n(2 rows)\n");
        read("MySQL",
             "+-----+------+\n| a   | b    |\n+-----+------+\n| 0.5 | 0.25 |\n|   1 |   -2 |\n+-----+------+\n2 "
             "rows in set (0.00 sec)");
        read("grid", "+----+-----+------+\n|    |   0 |    1 |\n+====+=====+======+\n|  0 | 0.5 | 0.25 |\n"
                     "+----+-----+------+\n|  1 | 1   | -2   |\n+----+-----+------+");
        read("grid without names",
             "+-----+-------+\n| 0.5 |  0.25 |\n+-----+-------+\n| 1   | -2    |\n+-----+-------+");
        read("fancy grid", "╒════╤═════╤══════╕\n│    │   a │    b │\n╞════╪═════╪══════╡\n│ My │ 0.5 │ 0.25 │\n"
                           "├────┼─────┼──────┤\n│ ,  │ 1   │ -2   │\n╘════╧═════╧══════╛");
        read("simple", "      a      b\n--  ---  -----\n 0  0.5   0.25\n 1  1    -2");
        read("reStructuredText",
             "====  ===  =====\n..      a      b\n====  ===  =====\nMy    0.5   0.25\n1990  1    -2\n"
             "====  ===  =====");
        read("org", "|    |   a |    b |\n|----+-----+------|\n| #  | 0.5 | 0.25 |\n| My | 1   | -2   |");
        read("Markdown below a heading", "## Weights\n\nThese are they.\n\n| a | b |\n|---|---|\n| 0.5 | 0.25 |\n| 1 | "
                                         "-2 |\n\nThat is all.");
        read("Markdown, tokens", "|    | [CLS] | 3 |\n|:---|---:|---:|\n| [CLS] | 0.5 | 0.25 |\n| 3 | 1 | -2 |");
        read("Markdown, counted", "|    |   0 |    1 |\n|---:|----:|-----:|\n|  0 | 0.5 | 0.25 |\n|  1 | 1   | -2   |");
        read("two tables", "| a |\n|---|\n| 1 |\n\n| b |\n|---|\n| 2 |", "1; 2");
        read("brackets of SymPy", "⎡0.5  0.25⎤\n⎢         ⎥\n⎣ 1    -2 ⎦");
    }
    void frames() { compare(); }

    void mathematics_data() {
        columns();
        const char* const three = "W 0.5 0.25 / 1 -2";
        read("MATLAB, single", "W =\n\n  2×2 single matrix\n\n    0.5000    0.2500\n    1.0000   -2.0000\n", three);
        read("MATLAB, a factor and integers",
             "W =\n\n  2×2 int32 matrix\n\n   1   2\n   3   4\n\nV =\n\n   1.0e+03 *\n\n "
             "1.5 2\n",
             "W 1 2 / 3 4; V 1500 2000");
        read("MATLAB, a table", "    Var1    Var2\n    ____    ____\n\n    0.5     0.25\n      1       -2\n");
        read("MATLAB, pages", "W(:,:,1) =\n\n     1     2\n\n\nW(:,:,2) =\n\n     3     4\n",
             "W(:,:,1) 1 2; W(:,:,2) 3 4");
        read("MATLAB, a prompt", ">> W\n\nW =\n\n    0.5000    0.2500\n    1.0000   -2.0000\n\n", three);
        read("MATLAB, lines in brackets", "W = [0.5 0.25 % one\n 1 -2; ];", three);
        read("Octave, diagonal", "C =\n\nDiagonal Matrix\n\n   1   0\n   0   1\n\n", "C 1 0 / 0 1");
        read("Octave, two", "X =\n\n  1  2\n\nY =\n\n Columns 1 and 2:\n\n  3  4\n\n Column 3:\n\n  5\n",
             "X 1 2; Y 3 4 5");
        read("Octave, a prompt", "octave:3> W = [0.5, 0.25\n> 1, -2]\nW =\n\n   0.5000   0.2500\n   1.0000  -2.0000\n",
             "Line 2, column 1: \">\" is not a number.");
        read("Julia", "2×2 Matrix{Float64}:\n 0.5   0.25\n 1.0  -2.0");
        read("Julia, a prompt", "julia> W = [0.5 0.25\n            1 -2]\n", three);
        read("Julia, a vector", "3-element Vector{Float64}:\n 0.5\n 1.0\n 2.0", "0.5 / 1 / 2");
        read("Julia, a type", "W = Float32[0.5 0.25; 1.0 -2.0]", three);
        read("Julia, cut", "100×2 Matrix{Float64}:\n 0.5  0.25\n ⋮    \n 1.0  -2.0",
             "Line 3, column 2: numbers were left out (...). Print the whole matrix and copy it again.");
        read("C", "float W[2][2] = {{0.5, 0.25}, {1, -2}};");
        read("C, floats", "std::vector<std::vector<float>> W = {{.5f, 0.25f}, {1.f, -2.f}};", three);
        read("C, a vector", "double v[] = {1, 2, 3};", "1 2 3");
        read("Mathematica", "{{0.5, 0.25}, {1., -2.}}");
        read("Mathematica, a power", "{{1.*^-3, 2}}",
             "Line 1, column 3: \"1.*^-3\" is a number of Mathematica. Print the matrix with CForm.");
        const char* const r = "This is R's print or code. Print the matrix with write.csv(W) and copy that.";
        read("R, a matrix", "     [,1] [,2]\n[1,]  0.5 0.25\n[2,]  1.0 -2.0", r);
        read("R, a vector", "[1] 0.5 0.25 1.0", r);
        read("R, a tibble", "# A tibble: 1 × 2\n      a     b\n  <dbl> <dbl>\n1   0.5  0.25", r);
        read("R, code", "W <- matrix(c(0.5, 1), 1)", r);
        read("R, a frame", "    x     y\n1 0.5  0.25\n2 1.0 -2.00");
        read("R, write.csv", "\"\",\"V1\",\"V2\"\n\"1\",0.5,0.25\n\"2\",1,-2");
        read("R, write.table", "\"a\" \"b\"\n\"My\" 0.5 0.25\n\"1990\" 1 -2");
        read("a page", "<table><tr><td>1</td></tr></table>",
             "This is HTML. Copy the table from the page that shows it.");
        read("Jira", "||a||b||\n|1|2|", "This is Jira markup. Copy the table from the page that shows it.");
        read("MediaWiki", "{|\n! a !! b\n|-\n| 1 || 2\n|}",
             "This is MediaWiki markup. Copy the table from the page that shows it.");
        read("Markdown, an empty corner", "||a|b|\n|---|---|---|\n|x|0.5|0.25|\n|y|1|-2|");
    }
    void mathematics() { compare(); }

    void makers_data() {
        columns();
        for (const char* maker :
             {"torch.FloatTensor", "torch.HalfTensor", "torch.Tensor", "jnp.array", "jnp.asarray", "tf.constant",
              "tf.Variable", "tf.convert_to_tensor", "mx.nd.array", "cp.array", "sympy.Matrix", "ImmutableMatrix",
              "paddle.to_tensor", "np.asarray", "np.matrix", "keras.ops.array", "math.matrix", "pd.DataFrame"})
            read(maker, qPrintable(QString(maker) + "([[0.5, 0.25], [1, -2]])"));
        read("TensorFlow", "tf.Tensor(\n[[ 0.5   0.25]\n [ 1.   -2.  ]], shape=(2, 2), dtype=float32)");
        read("Paddle",
             "Tensor(shape=[2, 2], dtype=float32, place=Place(cpu), stop_gradient=True,\n       [[0.5, 0.25],\n "
             "       [1. , -2. ]])");
        read("MXNet", "\n[[ 0.5   0.25]\n [ 1.   -2.  ]]\n<NDArray 2x2 @cpu(0)>");
        read("PyTorch of 2016", "\n 0.5000  0.2500\n 1.0000 -2.0000\n[torch.FloatTensor of size 2x2]\n");
        read(
            "a maker that is none", "rotation([[0.5, 0.25], [1, -2]])",
            "Line 1, column 1: \"rotation\" is a calculation, but only numbers can be pasted. Paste the result that it "
            "prints.");
    }
    void makers() { compare(); }

    void prompts_data() {
        columns();
        read("IPython", "In [1]: W = np.array([[0.5, 0.25],\n   ...:               [1, -2]])", "W 0.5 0.25 / 1 -2");
        read("IPython, a table", "In [3]: df\nOut[3]: \n     a     b\n0  0.5  0.25\n1  1.0 -2.00");
        read("Python, lists on lines of their own",
             ">>> W = np.array([\n...     [0.5, 0.25], # one\n...     [1, -2],\n... ])", "W 0.5 0.25 / 1 -2");
        read("comments between brackets", "W = [ # all\n [0.5, 0.25], # one\n [1, -2]]", "W 0.5 0.25 / 1 -2");
        read("Python, printed", ">>> W\narray([[0.5, 0.25],\n       [1. , -2. ]])", "W 0.5 0.25 / 1 -2");
        read("Python, cut", ">>> W\narray([[0.5],\n       ...,\n       [1. ]])",
             "Line 3, column 8: numbers were left out (...). Print the whole matrix and copy it again.");
    }
    void prompts() { compare(); }

    void cells_data() {
        columns();
        for (const int unseen : {0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0x00AD, 0x200E, 0x202A, 0xFE0F, 0x0007})
            QTest::newRow(qPrintable(QString("unseen %1").arg(unseen, 4, 16)))
                << QString("%10.5\t0%1.25\n1%1\t-%12").replace("%1", QString(QChar(unseen))) << QString(kTwo);
        read("fractions between tabs", "1 / 2\t1/4\n1\t-4/2");
        read("fractions in brackets", "[[1/2, 1/4], [1, -2]]");
        read("a fraction by zero", "1 1/0", "Line 1, column 3: \"1/0\" divides by zero.");
        read("empty columns", "0.5,,0.25,\n1,,-2,");
        read("an empty cell at the end", "0.5\t0.25\n1\t", "Line 2, column 3: a number is missing here.");
        read("an empty cell before empty ones", "0.5\t0.25\t\n1\t\t", "Line 2, column 3: a number is missing here.");
        read("blocks of columns, the first with tabs behind it",
             "Columns 1 through 2\n\n0.5\t0.5\t\n1\t0\t\n\nColumns 3 through 5\n\n0\t0\t0.25\n0\t0\t0.75",
             "0.5 0.5 0 0 0.25 / 1 0 0 0 0.75");
        read("blocks of two shapes", "1 2\n3 4\n\n5 6 7\n", "1 2 / 3 4; 5 6 7");
        read("blocks below names", "W_q:\n1 2\n3 4\n\nW_k:\n5 6\n7 8", "W_q 1 2 / 3 4; W_k 5 6 / 7 8");
        read("empty rows of a sheet", "1\t2\n3\t4\n\t\n5\t6\n7\t8", "1 2 / 3 4; 5 6 / 7 8");
        read(
            "a long vector of NumPy",
            "[0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1.0 1.1 1.2 1.3 1.4 1.5 1.6\n 2.1 2.2 2.3 2.4 2.5 2.6 2.7 2.8 2.9 3.0 "
            "3.1 3.2 3.3 3.4 3.5 3.6]",
            "0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1 1.1 1.2 1.3 1.4 1.5 1.6 2.1 2.2 2.3 2.4 2.5 2.6 2.7 2.8 2.9 3 3.1 3.2 "
            "3.3 3.4 3.5 3.6");
    }
    void cells() { compare(); }
};

QTEST_APPLESS_MAIN(PrintsTest)
#include "tst_prints.moc"
