#include "code/prelude.h"

#include "code/PythonText.h"

namespace headlight {

std::string importsOf(CodeLibrary library, CodeForm form, const std::string& beside) {
    const bool isTorch = library == CodeLibrary::PyTorch, isBeside = !beside.empty();
    std::string text;
    if (isBeside && form == CodeForm::Script) text += "from pathlib import Path\n\n";
    if (!isTorch || isBeside) text += "import numpy as np\n";
    text += isTorch ? "import torch\nfrom math import inf, nan\n\n"
                      "torch.set_default_dtype(torch.float64)\n"
                      "torch.set_printoptions(precision=4, sci_mode=False)\n"
                    : "from numpy import inf, nan\n\n"
                      "np.set_printoptions(precision=4, suppress=True)\n"
                      "# inf - inf, where both sides of a comparison are masked; what float32 has not, is inf; and a\n"
                      "# bound of shares of 0 is infinite\n"
                      "np.seterr(invalid=\"ignore\", over=\"ignore\", divide=\"ignore\")\n";
    if (isBeside)
        text += "data = np.load(" +
                (form == CodeForm::Script ? "Path(__file__).with_name(" + pythonText(beside) + ")"
                                          : pythonText(beside)) +
                ")\n";
    text += "\n\ndef matrix(numbers):\n"
            "    \"\"\"Headlight's numbers are float32; here they are computed with in double precision.\"\"\"\n";
    text += isTorch ? "    return torch.as_tensor(numbers, dtype=torch.float32).double()\n"
                    : "    return np.array(numbers, dtype=np.float32).astype(np.float64)\n";
    return text;
}

const char* const kFunctions = R"py(
ROUNDING = 2.0**-24  # of one operation of float32, at most, relative to its result
SMALLEST = 2.0**-149  # what is lost at most where float32 has no smaller number
LARGEST = 3.4e38  # beyond it float32 has infinity alone


def check(name, computed, bound, head=None):
    """Prints a stage. Headlight shows the same within `bound`, and its numbers are what the next stage begins with."""
    here = shown[name] if head is None else shown[name][head]
    print(name if head is None else f"{name}, head {head + 1}")
    print(computed)
    same = (abs(computed - here) <= bound) | (matrix(computed) == here) | (np.isnan(computed) & np.isnan(here))
    assert same.all(), f"{name} is not what Headlight shows"
    return here


def of_product(a, b, bias=0.0):
    """The bound of a @ b + bias: the sum of n products and the bias has n + 1 roundings. None, where a part of the sum
    may be beyond float32."""
    n = a.shape[-1]
    size = abs(a) @ abs(b) + abs(bias)
    return np.where(size > LARGEST, inf, (n + 1) * ROUNDING / (1 - (n + 1) * ROUNDING) * size + n * SMALLEST)


def softmax(scaled, allowed):
    """exp(s - max) of each row, divided by its sum, over the allowed keys; 0 for the others."""
    s = np.where(allowed, scaled, -inf)
    largest = np.amax(s, axis=-1, keepdims=True)
    e = np.exp(s - np.where(largest == -inf, 0.0, largest))
    total = e.sum(axis=-1, keepdims=True)
    return np.where(allowed, e / np.where(total == 0, 1.0, total), 0.0)


def of_softmax(weights, scaled, allowed):
    """Each exponent is off by at most 12 roundings of the largest score of its row, and so is the logarithm of the
    sum; exponentials, the sum and the quotient have less than 16 roundings together."""
    largest = np.amax(np.where(allowed, abs(scaled), 0.0), axis=-1, keepdims=True)
    return weights * (np.exp(24 * ROUNDING * largest) - 1 + 16 * ROUNDING) + 1.2e-38


def shares(scaled, allowed):
    """Each number divided by the sum of its row, over the allowed keys; 0 for the others."""
    s = np.where(allowed, scaled, 0.0)
    total = s.sum(axis=-1, keepdims=True)
    return np.where(allowed, s / np.where((total == 0) | (abs(total) == inf), nan, total), 0.0)


def of_shares(weights, scaled, allowed):
    """Two roundings of the quotient; the sum is taken in double."""
    s = np.where(allowed, scaled, 0.0)
    cancelled = abs(s).sum(axis=-1, keepdims=True) / abs(s.sum(axis=-1, keepdims=True))
    return abs(weights) * (2 * ROUNDING + s.shape[-1] * 2.0**-51 * cancelled) + SMALLEST


def layer_norm(x, gain, bias, eps):
    """Each row less its mean, divided by the root of its variance."""
    centred = x - x.mean(axis=-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + eps) * gain + bias


def of_layer_norm(x, off, gain, bias, eps):
    """The bound where x is off by at most `off`: all is double but for the last rounding."""
    centred = x - x.mean(axis=-1, keepdims=True)
    root = np.sqrt((centred**2).mean(axis=-1, keepdims=True) + eps)
    n = x.shape[-1]
    t = off + off.mean(axis=-1, keepdims=True) + (n + 4) * 2.0**-52 * np.amax(abs(x), axis=-1, keepdims=True)
    length = np.sqrt((t**2).mean(axis=-1, keepdims=True))
    least = np.where(root - length > eps**0.5, root - length, eps**0.5)
    z = abs(centred) / root
    dz = (t + z * length) / least
    return abs(gain) * dz + ROUNDING * (abs(gain) * (z + dz) + abs(bias)) + SMALLEST


def sinusoidal(count, d):
    """sin(p / 10000^(2i/d)) in column 2i of row p, cos of the same in column 2i + 1."""
    column = np.arange(d)
    angle = np.arange(count)[:, None] / 10000.0 ** ((column - column % 2) / d)
    return np.where(column % 2 == 0, np.sin(angle), np.cos(angle))
)py";

} // namespace headlight
