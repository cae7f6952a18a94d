"""Attention in a notebook: a picture at once, and a window in which every number can be edited.

    import headlight_attention as headlight
    view = headlight.show(X=x, W_q=w_q, W_k=w_k, W_v=w_v, tokens=["your", "journey"])
    view                # the picture; numbers: view.stages(), view.check()
    view.open()         # the window; save there with Ctrl+S, then view.reload() here

The program `headlight` computes. It is looked for in the environment variable HEADLIGHT, beside this file, and on the
PATH. Only files are handed over; nothing listens on a port.
"""

import contextlib
import io
import json
import numbers
import os
import re
import shutil
import subprocess
import sys
import tempfile
import uuid
import warnings
import weakref
import zipfile
from array import array
from pathlib import Path

_HEADS = ("num_heads", "n_heads", "num_attention_heads", "n_head", "heads")  # a module's attributes
_OPTIONS = ("heads", "prefix", "joined", "layers", "batch", "mask", "causal", "norm", "sentence")  # of the program
_SECONDS = 0.5  # in which the program ends if it cannot open its window


def program():
    """Returns the path of the program, or raises FileNotFoundError with a sentence that says what to do."""
    own = os.environ.get("HEADLIGHT")
    found = shutil.which(own or Path(__file__).with_name("bin") / "headlight") or (not own and shutil.which("headlight"))
    if not found:
        raise FileNotFoundError("The program headlight was not found. Install it, or set HEADLIGHT to its path.")
    return found


def show(source=None, x=None, /, *, tokens=None, attention=None, path=None, overwrite=False, **given):
    """Returns a View of attention.

    `source` is a module or its state_dict, with the input `x` of shape [tokens, d]; or a file that Headlight opens.
    Else arrays are given by name: X, W_q, W_k and W_v, or Q, K and V, or scores, or stages that belong together.
    `attention` is finished attention, [heads, N, N], [layers, heads, N, N], or a list of one array per layer, such as
    `outputs.attentions` of one text. Arrays are of NumPy or PyTorch, or nested lists. The options of the program have
    its names: heads=4, causal=True. `path` is a .headlight file; one with other numbers is replaced only with
    `overwrite`. Without `path` the file is kept in the user's data folder only if the window saved into it. Raises
    ValueError with a sentence if the arrays do not fit, and FileNotFoundError if the program is not installed.
    """
    def is_option(value):
        return isinstance(value, (str, numbers.Integral)) or getattr(value, "shape", None) == ()  # such as numpy.True_

    options = {name: given.pop(name) for name in _OPTIONS if is_option(given.get(name))}
    for name, value in given.items():
        if isinstance(value, (str, numbers.Number)):
            raise TypeError(f"show() has no option {name}. Its options are {', '.join(_OPTIONS)}.")
    if tokens is not None:
        given["tokens"] = [str(token) for token in (tokens.split() if isinstance(tokens, str) else tokens)]
    given.update({} if x is None else {"X": x})
    if attention is not None:
        given["weights"] = _stacked(attention, options)
    if isinstance(source, (str, os.PathLike)):
        if given:
            raise ValueError(f"The file has its own arrays. Leave out {', '.join(given)}.")
        return View(Path(source).absolute(), None, options, path, overwrite)
    if source is not None:
        heads = (getattr(source, name, None) for name in _HEADS)
        options.setdefault("heads", next((count for count in heads if isinstance(count, int)), None))
        arrays = source.state_dict() if hasattr(source, "state_dict") else source
        if not hasattr(arrays, "keys"):
            raise TypeError("The first argument is a module, a state_dict or a file. Give arrays by name, such as X=x.")
        given = {**arrays, **given}
    if not given:
        raise ValueError("Nothing to show. Give arrays by name, such as X=x, W_q=w_q, W_k=w_k, W_v=w_v.")
    return View(None, _npz(given), options, path, overwrite)


def _stacked(attention, options):
    """Returns [heads, N, N], or [layers, heads, N, N] with the option that says so."""
    if isinstance(attention, (list, tuple)) and (not attention or any(layer is None for layer in attention)):
        raise ValueError('The model returned no attention. Load it with attn_implementation="eager".')
    if isinstance(attention, (list, tuple)) and hasattr(attention[0], "shape"):
        if any(len(layer.shape) == 4 and layer.shape[0] != 1 for layer in attention):
            raise ValueError("The attention is of several texts. Choose one: [layer[:1] for layer in attention].")
        attention = [_plain(layer)[0] if len(layer.shape) == 4 else _plain(layer) for layer in attention]
        options["layers"] = attention[0].ndim == 3 and len(attention) > 1
        return attention if len(attention) > 1 else attention[0]
    if len(getattr(attention, "shape", ())) == 4 and attention.shape[0] > 1 and "batch" not in options:
        options["layers"] = True
    return attention


class View:
    """A session, as a picture, numbers, or a window. See show()."""

    def __init__(self, source, arrays, options, path, overwrite):
        """`arrays` are the bytes of an .npz, or None if `source` is a file."""
        self._source, self._arrays, self._windows = source, arrays, []
        folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "headlight"
        self.path = Path(folder / f"notebook-{uuid.uuid4().hex[:8]}.headlight" if path is None else path).absolute()
        if self.path.suffix != ".headlight":
            raise ValueError(f"{self.path}: the name of a session must end in .headlight.")
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self.path.parent) as folder:
            made = Path(folder, self.path.name)
            for remark in self._on_arrays("eval", "-o", str(made), *_words(options)).stderr.splitlines():
                warnings.warn(_sentence(remark), stacklevel=3)
            if not overwrite and self.path.exists() and self.path.read_bytes() != made.read_bytes():
                raise FileExistsError(f"{self.path} has other numbers. Give overwrite=True, or another path.")
            made.replace(self.path)
        if path is None:
            written = self.path.stat().st_mtime_ns
            weakref.finalize(self, _remove_unless_saved, self.path, written, self._windows, os.getpid())

    def svg(self, **options):
        """Returns a picture as text. Options are those of `headlight render`: stage="scores", head=[2, 5], mm=85."""
        return _run("render", str(self.path), "-o", "-", "--format", "svg", *_words(options)).stdout.decode()

    def _repr_svg_(self):
        return self.svg()

    def open(self):
        """Opens the window, which lives on without Python. A missing program or screen is a warning, no exception."""
        try:
            if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
                raise OSError(f"There is no screen here. Copy {self.path} to your computer, and open it there.")
            with tempfile.TemporaryFile() as said, contextlib.suppress(subprocess.TimeoutExpired):
                streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": said}
                self._windows.append(subprocess.Popen([program(), str(self.path)], start_new_session=True, **streams))
                self._windows[-1].wait(_SECONDS)
                said.seek(0)
                raise OSError(_sentence(said.read()) or "The window was closed.")
        except OSError as error:
            warnings.warn(str(error), stacklevel=2)

    def stages(self):
        """Returns what `headlight eval` writes as arrays of NumPy: every stage, the tokens, and the session."""
        import numpy  # only here: the picture and the window need none

        with numpy.load(io.BytesIO(_run("eval", str(self.path), "-o", "-", "--format", "npz").stdout)) as file:
            return {name: file[name] for name in file.files}

    def check(self, **options):
        """Returns what `headlight check --json` says of the given arrays: does each follow from the one before it?

        Options are scale="none", "sqrt_dk" or a number, mask="causal" or "none", and tolerance=1e-3.
        """
        return json.loads(self._on_arrays("check", "--json", *_words(options), allowed=(0, 1)).stdout)

    def reload(self):
        """Returns the view itself, so that a notebook draws what the window saved."""
        return self

    def save(self, path):
        """Copies the session file; the name must end in .headlight."""
        if Path(path).suffix != ".headlight":
            raise ValueError(f"{path}: the name of a session must end in .headlight. A picture is svg().")
        shutil.copyfile(self.path, Path(path).expanduser())

    def _on_arrays(self, command, *words, **allowed):
        """Runs a command on what show() was given: a file, or arrays."""
        with tempfile.TemporaryDirectory() as folder:
            if self._arrays is not None:
                Path(folder, "arrays.npz").write_bytes(self._arrays)
            return _run(command, str(self._source or Path(folder, "arrays.npz")), *words, **allowed)


def _run(*words, allowed=(0,)):
    done = subprocess.run([program(), *words], stdin=subprocess.DEVNULL, capture_output=True)
    if done.returncode not in allowed:
        raise ValueError(_sentence(done.stderr) or f"The program headlight ended with the status {done.returncode}.")
    return done


def _sentence(remark):
    """Returns what is for a shell as Python has it: without the temporary file, and heads= for --heads."""
    text = remark.decode().strip().removeprefix("headlight: ").split('arrays.npz": ')[-1]
    return re.sub(r"--(\w+)", r"\1=", text)


def _words(options):
    """Returns options as the program has them: heads=2 becomes --heads 2, causal=True --causal, head=[2, 5] --head 2,5."""
    words = []
    for name, value in options.items():
        is_list = hasattr(value, "__len__") and not isinstance(value, str)
        text = ",".join(map(str, value)) if is_list else str(value)
        is_flag = not isinstance(value, str) and text == "True"  # of numpy, too
        if isinstance(value, str) or text not in ("None", "False"):
            words += ["--" + name.replace("_", "-")] + [text] * (not is_flag)
    return words


def _remove_unless_saved(path, written, windows, process):
    """Keeps a file that the window wrote, and one that a window still shows, or a parent process."""
    with contextlib.suppress(OSError):  # it was moved or deleted by hand
        is_shown = any(window.poll() is None for window in windows)
        if path.stat().st_mtime_ns == written and not is_shown and os.getpid() == process:
            path.unlink()


def _plain(value):
    """Returns an array of NumPy for a tensor, else the value."""
    if not hasattr(value, "detach"):
        return value
    value = value.detach().cpu()
    return (value.float() if "bfloat16" in str(value.dtype) else value).numpy()  # which has no bfloat16


def _npz(arrays):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, value in arrays.items():
            with archive.open(name + ".npy", "w", force_zip64=True) as entry:
                _write(entry, _plain(value))
    return file.getvalue()


def _write(file, value):
    """Writes an array as NumPy does, nested lists also without NumPy."""
    numpy = sys.modules.get("numpy")
    if numpy:
        return numpy.save(file, numpy.asarray(value), allow_pickle=False)
    shape, flat = (), [value]
    while isinstance(flat[0], (list, tuple)):
        if len({len(row) for row in flat}) != 1 or not flat[0]:
            raise ValueError("The rows of a list have different lengths, or none has an element.")
        shape, flat = (*shape, len(flat[0])), [one for row in flat for one in row]
    if isinstance(flat[0], str):
        width = max(map(len, flat)) or 1
        form, data = f"<U{width}", "".join(text.ljust(width, "\0") for text in flat).encode("utf-32-le")
    else:
        form, data = "<f8" if sys.byteorder == "little" else ">f8", array("d", flat).tobytes()
    head = f"{{'descr': '{form}', 'fortran_order': False, 'shape': {shape}, }}"
    head += " " * (-(len(head) + 11) % 64) + "\n"
    file.write(b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head.encode() + data)
