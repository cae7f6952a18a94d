// Reads numbers copied from notebooks: from the code of a cell, or from its output.
#include "paste/matrixText.h"

#include <QTest>

using namespace headlight;

namespace {

/// Returns all matrices as "W_q 2 x 1: 1 / 2; 1 x 2: 3 4".
QString written(const PastedText& text) {
    QStringList all;
    for (const auto& [name, m, isParameter] : text.matrices) {
        QStringList rows;
        for (Index r = 0; r < m.rows(); ++r) {
            QStringList row;
            for (Index c = 0; c < m.cols(); ++c) row << QString::number(double(m(r, c)), 'g', 6);
            rows << row.join(" ");
        }
        const QString size = QString("%1 x %2: ").arg(m.rows()).arg(m.cols());
        all << (name.empty() ? "" : QString::fromStdString(name) + " ") + size + rows.join(" / ");
    }
    return all.join("; ");
}

const char* const kJourney = "6 x 3: 0.43 0.15 0.89 / 0.55 0.87 0.66 / 0.57 0.85 0.64 / 0.22 0.58 0.33 / 0.77 0.25 0.1 "
                             "/ 0.05 0.8 0.55";
const char* const kWeight = "3 x 2: 0.2961 0.5166 / 0.2517 0.6886 / 0.074 0.8665";

} // namespace

class NotebookTextTest : public QObject {
    Q_OBJECT

private slots:
    void oneMatrix_data() {
        QTest::addColumn<QString>("pasted");
        QTest::addColumn<QString>("matrix");
        const auto row = [](const char* name, const char* pasted, const QString& matrix) {
            QTest::newRow(name) << QString::fromUtf8(pasted) << matrix;
        };
        row("the code of a cell",
            "inputs = torch.tensor(\n"
            "  [[0.43, 0.15, 0.89], # Your     (x^1)\n"
            "   [0.55, 0.87, 0.66], # journey  (x^2)\n"
            "   [0.57, 0.85, 0.64], # starts   (x^3)\n"
            "   [0.22, 0.58, 0.33], # with     (x^4)\n"
            "   [0.77, 0.25, 0.10], # one      (x^5)\n"
            "   [0.05, 0.80, 0.55]] # step     (x^6)\n"
            ")\n",
            QString("inputs ") + kJourney);
        row("rows of it",
            "   [0.43, 0.15, 0.89], # Your     (x^1)\n"
            "   [0.55, 0.87, 0.66], # journey  (x^2)\n"
            "   [0.57, 0.85, 0.64], # starts   (x^3)\n"
            "   [0.22, 0.58, 0.33], # with     (x^4)\n"
            "   [0.77, 0.25, 0.10], # one      (x^5)\n"
            "   [0.05, 0.80, 0.55]  # step     (x^6)\n",
            kJourney);
        row("rows without its comments", "[0.2961, 0.5166],\n[0.2517, 0.6886],\n[0.0740, 0.8665]\n", kWeight);
        row("rows, as NumPy prints them", "[0.2961 0.5166]\n[0.2517 0.6886]\n[0.074  0.8665]", kWeight);
        row("rows, a comment at their end", "0.2961 0.5166 # x1\n0.2517 0.6886 # x2\n# all\n0.0740 0.8665", kWeight);
        row("a parameter",
            "Parameter containing:\ntensor([[0.2961, 0.5166],\n        [0.2517, 0.6886],\n        [0.0740, 0.8665]])",
            kWeight);
        row("a parameter that is trained",
            "Parameter containing:\ntensor([[0.2961, 0.5166],\n        [0.2517, 0.6886],\n"
            "        [0.0740, 0.8665]], requires_grad=True)",
            kWeight);
        row("with its shape",
            "tensor([[0.2961, 0.5166],\n        [0.2517, 0.6886],\n        [0.0740, 0.8665]])\ntorch.Size([3, 2])\n",
            kWeight);
        row("its shape first",
            "torch.Size([3, 2])\ntensor([[0.2961, 0.5166],\n        [0.2517, 0.6886],\n        [0.0740, 0.8665]])\n",
            kWeight);
        row("made by a layer",
            "tensor([[0.2961, 0.5166],\n        [0.2517, 0.6886],\n        [0.0740, 0.8665]], device='cuda:0',\n"
            "       grad_fn=<MmBackward0>)",
            kWeight);
        row("named on the line before", "W_query.weight\nParameter containing:\ntensor([[1., 2.]])",
            "W_query.weight 1 x 2: 1 2");
        row("named in the line", "W_query.weight Parameter containing:\ntensor([[1., 2.]])",
            "W_query.weight 1 x 2: 1 2");
        row("named with a colon", "q.weight: Parameter containing:\ntensor([[1., 2.]])", "q.weight 1 x 2: 1 2");
        row("named before a tensor", "W_query.weight tensor([[1., 2.]])", "W_query.weight 1 x 2: 1 2");
        row("behind prompts",
            ">>> W_query = np.array([[0.2961, 0.5166],\n[0.2517, 0.6886],\n[0.0740, 0.8665]], dtype=np.float32)\n",
            QString("W_query ") + kWeight);
        row("of IPython",
            "In [12]: W_query\nOut[12]: \ntensor([[0.2961, 0.5166],\n        [0.2517, 0.6886],\n        [0.0740, 0.8665]])",
            QString("W_query ") + kWeight);
        row("with a title",
            "Query weights:\ntensor([[0.2961, 0.5166],\n        [0.2517, 0.6886],\n        [0.0740, 0.8665]])",
            QString("Query weights ") + kWeight);
        row("in another order of calls",
            "W = nn.Parameter(torch.tensor([[0.2961, 0.5166], [0.2517, 0.6886], [0.0740, 0.8665]]).float().to('cpu'))",
            QString("W ") + kWeight);
        row("of NumPy's numbers", "W = torch.from_numpy(np.array([[1, 2]]).astype(np.float32)).to('cpu')",
            "W 1 x 2: 1 2");
        row("behind a function", "y = f(x)\nW = (\n np.array([[1, 2]], dtype=float)\n)", "W 1 x 2: 1 2");
        row("copied into a weight", "W_q.weight.copy_(torch.tensor([[1, 2]]))", "1 x 2: 1 2");
        row("with a name in a function", "load({'W': torch.tensor([[1, 2]])})", "W 1 x 2: 1 2");
        row("values of a dict", "dict_values([array([[1, 2]])])", "1 x 2: 1 2");
        row("a batch of one", "tensor([[[0.2961, 0.5166],\n         [0.2517, 0.6886],\n         [0.0740, 0.8665]]])",
            kWeight);
        row("of TensorFlow",
            "<tf.Tensor: shape=(3, 2), dtype=float32, numpy=\narray([[0.2961, 0.5166],\n       [0.2517, 0.6886],\n"
            "       [0.0740, 0.8665]], dtype=float32)>",
            QString("numpy ") + kWeight);
        row("one row, a comma begins a line", "[0.5, 0.5\n, 1, 0]", "1 x 4: 0.5 0.5 1 0");
        row("one row", "tensor([0.4419, 0.6515, 0.5683])", "1 x 3: 0.4419 0.6515 0.5683");
        row("row after row", "tensor([0.2961, 0.5166])\ntensor([0.2517, 0.6886])\ntensor([0.0740, 0.8665])", kWeight);
        row("a list of rows", "[tensor([0.2961, 0.5166]), tensor([0.2517, 0.6886]), tensor([0.0740, 0.8665])]",
            kWeight);
        row("a comment sign in quotes", "{\"#\": [[1, 2]]}", "# 1 x 2: 1 2");
        row("a method without brackets", "[[1, 2]].numpy", "1 x 2: 1 2");
        row("a setting that does not end", "tensor([[1, 2]], dtype=float", "1 x 2: 1 2");
        row("a positional setting", "np.array([[1, 2]], float)", "1 x 2: 1 2");
    }
    void oneMatrix() {
        QFETCH(QString, pasted);
        QFETCH(QString, matrix);
        const auto found = matricesFromText(pasted.toStdString());
        QVERIFY2(found.ok(), found ? "" : found.text().c_str());
        QCOMPARE(written(*found), matrix);
    }

    /// A matrix has its own name or none, never another one's.
    void names_data() {
        QTest::addColumn<QString>("pasted");
        QTest::addColumn<QString>("names");
        const auto row = [](const char* pasted, const char* names) { QTest::newRow(pasted) << pasted << names; };
        row("W_q, W_k = np.array([[1]]), np.array([[2]])", ", ");
        row("Q, K, V = tensor([[1.]]), tensor([[2.]]), tensor([[3.]])", ", , ");
        row("b, W = np.zeros(2), [[1]]", "");
        row("*a, b = [[1]], [[2]]", ", ");
        row(">>> a, b = [[1]], [[2]]", ", ");
        row("In [3]: W_q, W_k = np.array([[1]]), np.array([[2]])", ", ");
        row("x = f(1); W_q, W_k = [[1]], [[2]]", ", ");
        row("p['W_q'], W_k = [[1]], [[2]]", ", ");
        row("heads[0].W_q, heads[0].W_k = [[1]], [[2]]", ", ");
        row("W_q, \\\nW_k = [[1]], [[2]]", ", ");
        row("W_q: [[1, 2]], W_k: [[3, 4]]", "W_q, W_k");
        row("x = 1, 2\ny, W = [[1]]\nV = [[2]]", ", V");
        row("Weights, transposed: [[1]]", "");
        row("f(x, W_q=[[1]], W_k=[[2]])", "W_q, W_k");
        row("loss=0.5, W_q=[[1]]", "W_q");
        row("W_q: np.ndarray = np.array([[1]])", "W_q");
        row("W_q: Tensor = tensor([[1.]])", "W_q");
        row("matrix = [[1]]", "matrix");
        row("W_q = pd.DataFrame(data=[[1]], columns=['a'])", "W_q");
        row("np.array(object=[[1]])", "");
        row("params = dict(W_q=[[1]], W_k=np.array([[2]]))", "W_q, W_k");
        row("W_q += [[1]]", "");
        row("W_q -= np.array([[1]])", "");
        row("assert x != [[1]]", "");
        row("x == [[1]]", "x");
        row("W_q = []\n[[1]]", "");
        row("W_q = {}\n[[1]]", "");
        row("W_q = ()\n[[1]]", "");
        row("shape: (2, 3)\n[[1]]", "");
        row("step: 3\n[[1]]", "");
        row("loss: 0.25 [[1]]", "");
        row("07:21:43 [[1]]", "");
        row("2026-11-28 07:21:43,123 - INFO - W_q = [[1]]", "");
        row("INFO:root:W_q: [[1]]", "W_q");
        row("layer 0: W_q = [[1]]", "W_q");
        row("W_q: torch.Size([2, 3])\nW_k: torch.Size([2, 3])\ntensor([[1.]])", "");
        row("W_q.weight\nW_k.weight\nW_v.weight\ntensor([[1.]])\ntensor([[2.]])", ", ");
        row("W_q.weight\ntensor([[1.]])\nW_k.weight\ntensor([[2.]])", "W_q.weight, W_k.weight");
        row("print(W_query)\nParameter containing:\ntensor([[1.]])", "W_query");
        row("keys = x @ W_key\nkeys\ntensor([[1.]])", "keys");
        row("print(q)\nprint(k.shape)\nk\ntensor([[1.]])\ntorch.Size([1, 1])\ntensor([[2.]])", "q, k");
        row("print(d)\nprint(W)\n2\ntensor([[1.]])", "W");
        row("print(a)\ntensor([[1.]],\n       device='cpu')\nprint(b)\ntensor([[2.]])", "a, b");
        row("In [1]: W_q = torch.rand(2, 3)\nIn [2]: W_q\nOut[2]:\ntensor([[1.]])", "W_q");
        row("print('W:', W_q)\nW: tensor([[1.]])", "W");
        row("print(f(x))\ntensor([[1.]])", "");
        row("print(q)\nprint(k)\ntensor([[1.]])", ""); // one of them is missing
        row("f('W_q', 'W_k', [[1]])", "");
        row("('W_q', 'float32', [[1]])", "");
        row("[('W_q', [[1]]), ('W_k', [[2]])]", "W_q, W_k");
        row("['a', 'b',]\n[[1]]", "");
        row(">> A = [1; 2]", "A");
        row("julia> W = [1; 2]", "W");
        row("octave:1> A = [1; 2]", "A");
    }
    void names() {
        QFETCH(QString, pasted);
        const auto found = matricesFromText(pasted.toStdString());
        QVERIFY2(found.ok(), found ? "" : found.text().c_str());
        QStringList names;
        for (const PastedMatrix& one : found->matrices) names << QString::fromStdString(one.name);
        QTEST(names.join(", "), "names");
    }

    /// A printed parameter is marked, since it may be a weight in PyTorch's order.
    void aParameterIsKnown_data() {
        QTest::addColumn<QString>("pasted");
        QTest::addColumn<QString>("which");
        QTest::newRow("printed") << "Parameter containing:\ntensor([[1.]], requires_grad=True)"
                                 << "1";
        QTest::newRow("named") << "q.weight Parameter containing:\ntensor([[1.]])"
                               << "1";
        QTest::newRow("none") << "tensor([[1.]])"
                              << "0";
        QTest::newRow("one of two") << "Parameter containing:\ntensor([[1.]])\ntensor([[1.]])"
                                    << "10";
        QTest::newRow("text between") << "Parameter containing:\nnothing\ntensor([[1.]])"
                                      << "0";
        QTest::newRow("a named one") << "Parameter containing:\nx = tensor([[1.]])"
                                     << "0";
    }
    void aParameterIsKnown() {
        QFETCH(QString, pasted);
        const auto found = matricesFromText(pasted.toStdString());
        QVERIFY2(found.ok(), found ? "" : found.text().c_str());
        QString which;
        for (const PastedMatrix& one : found->matrices) which += one.isParameter ? u'1' : u'0';
        QTEST(which, "which");
    }

    void several_data() {
        QTest::addColumn<QString>("pasted");
        QTest::addColumn<QString>("matrices");
        QTest::newRow("named") << "W_q = [[1, 2]]\nW_k = [[3, 4]]"
                               << "W_q 1 x 2: 1 2; W_k 1 x 2: 3 4";
        QTest::newRow("printed") << "tensor([[1., 2.]])\ntensor([[3., 4.]])"
                                 << "1 x 2: 1 2; 1 x 2: 3 4";
        QTest::newRow("a tuple") << "(tensor([[1., 2.]]), tensor([[3., 4.]]))"
                                 << "1 x 2: 1 2; 1 x 2: 3 4";
        QTest::newRow("a state_dict") << "OrderedDict([('W_query.weight', tensor([[1., 2.]])),\n"
                                         "             ('W_key.weight',\n              tensor([[3., 4.]]))])"
                                      << "W_query.weight 1 x 2: 1 2; W_key.weight 1 x 2: 3 4";
        QTest::newRow("JSON") << R"({"W_q": [[1, 2]], "W_k": [[3, 4], [5, 6]]})"
                              << "W_q 1 x 2: 1 2; W_k 2 x 2: 3 4 / 5 6";
        QTest::newRow("heads") << "Q = tensor([[[1., 2.]],\n\n        [[3., 4.]]])"
                               << "Q 1 x 2: 1 2; Q 1 x 2: 3 4";
        QTest::newRow("rows and a matrix") << "x = [1, 2]\n[[3, 4]]"
                                           << "x 1 x 2: 1 2; 1 x 2: 3 4";
        QTest::newRow("named rows") << "q = [1, 2]\nk = [3, 4]"
                                    << "q 1 x 2: 1 2; k 1 x 2: 3 4";
        QTest::newRow("MATLAB, a row and a matrix") << "[1 0 0]\n[0 0.5 0.5; 0 0 1]"
                                                    << "1 x 3: 1 0 0; 2 x 3: 0 0.5 0.5 / 0 0 1";
        QTest::newRow("MATLAB") << "A = [1 2; 3 4];\nB = [5 6];"
                                << "A 2 x 2: 1 2 / 3 4; B 1 x 2: 5 6";
    }
    void several() {
        QFETCH(QString, pasted);
        QFETCH(QString, matrices);
        const auto found = matricesFromText(pasted.toStdString());
        QVERIFY2(found.ok(), found ? "" : found.text().c_str());
        QCOMPARE(written(*found), matrices);
    }

    /// The time is in proportion to the length; if it grew with its square, ctest would stop this after its time.
    void aLongTextIsRead_data() {
        QTest::addColumn<QByteArray>("part");
        for (const char* part : {"{", "{\n\n\n", "[", "(", "f(", "{[(", "f({\n", "x = {", "W = (\n", "%\n", "# 1\n"})
            QTest::newRow(part) << QByteArray(part);
    }
    void aLongTextIsRead() {
        QFETCH(QByteArray, part);
        const auto found = matricesFromText("[[0.5, 0.5]]\n" + part.repeated(200'000 / part.size()).toStdString());
        QVERIFY2(found.ok(), found ? "" : found.text().c_str());
        QCOMPARE(written(*found), QString("1 x 2: 0.5 0.5"));
    }

    void otherText_data() {
        QTest::addColumn<QString>("pasted");
        QTest::addColumn<QString>("matrices");
        QTest::newRow("behind it") << "[[1, 2]]\nThese are the inputs."
                                   << "1 x 2: 1 2";
        QTest::newRow("behind it, in its line") << "[[1, 2]] are the inputs."
                                                << "1 x 2: 1 2";
        QTest::newRow("a sentence that ends with it") << "The inputs are: [[1, 2]]. And so on."
                                                      << "The inputs are 1 x 2: 1 2";
        QTest::newRow("code before it") << "import torch\nx = torch.tensor([[1, 2]])\nprint(x[0], x.shape)"
                                        << "x 1 x 2: 1 2";
        QTest::newRow("lists of words") << "words = ['Your', 'journey']\nx = [[1, 2]]"
                                        << "x 1 x 2: 1 2";
        QTest::newRow("another function") << "x = [[1, 2]]\ny = torch.rand([2, 3])"
                                          << "x 1 x 2: 1 2";
        QTest::newRow("an index of a result") << "x = [[1, 2]]\nmodel(x)[0]"
                                              << "x 1 x 2: 1 2";
        QTest::newRow("an apostrophe") << "isn't it: [[1, 2]] it's"
                                       << "isn't it 1 x 2: 1 2";
        QTest::newRow("numbers behind it") << "x = [[1, 2]]\n0.25"
                                           << "x 1 x 2: 1 2";
        QTest::newRow("a call without arguments") << "W.numpy()\n[[1, 2]]"
                                                  << "1 x 2: 1 2";
        QTest::newRow("a calculation elsewhere") << "x = 2 * f()\n[[1, 2]]"
                                                 << "1 x 2: 1 2";
        QTest::newRow("a list of Markdown below it") << "[[1, 2]]\n- one\n* two"
                                                     << "1 x 2: 1 2";
        QTest::newRow("a quoted text behind it") << "[[1, 2]] 'one'"
                                                 << "1 x 2: 1 2";
        QTest::newRow("a loop") << "x = [[1, 2]]\nfor i in [0, 1]: print(i)"
                                << "x 1 x 2: 1 2";
        QTest::newRow("a second position") << "tensor([[1, 2]], 3)"
                                           << "1 x 2: 1 2";
    }
    void otherText() {
        QFETCH(QString, pasted);
        QFETCH(QString, matrices);
        const auto found = matricesFromText(pasted.toStdString());
        QVERIFY2(found.ok(), found ? "" : found.text().c_str());
        QCOMPARE(written(*found), matrices);
        QVERIFY(found->hasOtherText);
    }
};

QTEST_APPLESS_MAIN(NotebookTextTest)
#include "tst_notebookText.moc"
