// Too little memory while numbers are pasted or copied: the caller gets a Problem, and can try again.
#include "paste/matrixFormats.h"
#include "paste/matrixText.h"
#include "support/memoryTests.h"

using namespace headlight;
using namespace headlight::testing;
using memory::Ends;

namespace {

/// Turns std::bad_alloc into a Problem, as callers do.
template <class T, class Make>
Result<T> said(const Make& make) {
    try {
        return Result<T>(make());
    } catch (const std::bad_alloc&) {
        return Problem{"not enough memory"};
    }
}

} // namespace

class PasteMemoryTest : public QObject {
    Q_OBJECT

private slots:
    void pasting_data() {
        QTest::addColumn<Ends>("how");
        QTest::addColumn<QByteArray>("text");
        const std::pair<const char*, const char*> texts[] = {
            {"tabs", "1.5\t2.25\n-1e-3\t4\n"},
            {"decimal commas", "1,5;2,25\n3;4"},
            {"NumPy", "array([[1., 2.],\n       [3., 4.]])"},
            {"PyTorch", "tensor([[1., 2.], [3., 4.]], device='cuda:0', dtype=torch.float64)"},
            {"a notebook", "import torch\nW_q = [[1, 2]] # one\nW_k = torch.tensor([1, 2])\ntorch.Size([2])"},
            {"a calculation", "torch.rand([2, 3])"},
            {"not a number", "1 2\n3 x"},
            {"rows of other lengths", "1 2\n3"},
            {"typographic", "\xE2\x88\x92"
                            "1\xC2\xA0"
                            "2"}};
        for (const auto& [name, text] : texts)
            for (const Ends how : {Ends::Once, Ends::ForLarge, Ends::ForAll})
                QTest::addRow("%s, %d", name, int(how)) << how << QByteArray(text);
    }
    void pasting() {
        QFETCH(Ends, how);
        QFETCH(QByteArray, text);
        const auto paste = [&]() -> Result<Matrix> {
            auto read = matricesFromText({text.constData(), static_cast<std::size_t>(text.size())});
            return read ? Result<Matrix>(std::move(read->matrices.back().numbers)) : read.problem();
        };
        const auto right = paste();
        /// A text that cannot be pasted gets its usual Problem, or the one about memory.
        const auto work = [&]() -> Result<bool> {
            return said<bool>([&]() -> Result<bool> {
                const auto pasted = paste();
                if (pasted.ok() != right.ok()) return Problem{pasted ? "it was pasted" : pasted.text()};
                if (pasted ? *pasted != *right : pasted.text() != right.text()) return Problem{"it is another"};
                return true;
            });
        };
        report("pasting",
               memory::everyRequestFails(
                   work, [](const auto*) { return std::string(); }, how),
               3);
    }

    void copying_data() { waysToEnd(); }
    void copying() {
        QFETCH(Ends, how);
        const Matrix matrix = Matrix::Random(20, 30);
        const std::string right = *matrixAsText(matrix);
        const auto isRight = [&](const Result<std::string>* copied) {
            return copied && copied->ok() && **copied != right ? "another text" : "";
        };
        const auto copy = [&] { return said<std::string>([&] { return *matrixAsText(matrix); }); };
        report("copying", memory::everyRequestFails(copy, isRight, how), 5);
    }
};

QTEST_APPLESS_MAIN(PasteMemoryTest)
#include "tst_memory.moc"
