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
import os
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

__all__ = ["show", "View", "program"]

_HEADS = ("num_heads", "n_heads", "num_attention_heads", "n_head", "heads")  # a module's attributes
_OPTIONS = ("heads", "prefix", "joined", "layers", "batch", "mask", "causal", "norm", "sentence")  # of the program


def program():
    """Returns the path of the program, or raises FileNotFoundError with a sentence that says what to do."""
    places = (os.environ.get("HEADLIGHT"), Path(__file__).with_name("bin") / "headlight", "headlight")
    found = next(filter(None, (shutil.which(place) for place in places if place)), None)
    if not found:
        raise FileNotFoundError("The program headlight was not found. Install it, or set HEADLIGHT to its path.")
    return found


def show(source=None, x=None, /, *, tokens=None, attention=None, path=None, **given):
    """Returns a View of attention.

    `source` is a module or its state_dict, with the input `x` of shape [tokens, d]; or a file that Headlight opens.
    Else arrays are given by name: X, W_q, W_k and W_v, or Q, K and V, or scores, or stages that belong together.
    `attention` is finished attention, [heads, N, N], [layers, heads, N, N], or a list of one array per layer (such as
    `outputs.attentions`, a batch of 1). Arrays are of NumPy or PyTorch, or nested lists. The options of the program
    have its names: heads=4, causal=True, batch=1. `path` names the session file; without it the file is kept in the
    user's data folder only if the window saved into it. Raises ValueError with the program's sentence if the arrays do
    not fit, and FileNotFoundError if the program is not installed.
    """
    options = {name: given.pop(name) for name in _OPTIONS if isinstance(given.get(name), (str, int))}
    if isinstance(source, (str, os.PathLike)):
        return View(Path(source), None, options, path)
    arrays = {}
    if source is not None:
        options.update({"heads": getattr(source, name) for name in _HEADS
                        if isinstance(getattr(source, name, None), int) and "heads" not in options})
        arrays.update(source.state_dict() if hasattr(source, "state_dict") else source)
    if attention is not None:
        if isinstance(attention, (list, tuple)) and hasattr(attention[0], "shape"):
            attention = [_plain(layer)[0] if len(layer.shape) == 4 else _plain(layer) for layer in attention]
            options["layers"] = attention[0].ndim == 3 and len(attention) > 1
            attention = attention if len(attention) > 1 else attention[0]
        arrays["weights"] = attention
    given.update({name: value for name, value in (("X", x), ("tokens", tokens)) if value is not None})
    arrays.update(given)
    if not arrays:
        raise ValueError("Nothing to show. Give arrays by name, such as X=x, W_q=w_q, W_k=w_k, W_v=w_v.")
    return View(None, _npz(arrays), options, path)


class View:
    """A session, as a picture, numbers, or a window. See show()."""

    def __init__(self, source, arrays, options, path):
        """`arrays` are the bytes of an .npz, or None if `source` is a file."""
        self._source, self._arrays, self._windows = source, arrays, []
        folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "headlight"
        self.path = Path(path or folder / f"notebook-{uuid.uuid4().hex[:8]}.headlight").absolute()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        for remark in self._on_arrays("eval", "-o", str(self.path), *_words(options)).stderr.splitlines():
            warnings.warn(_sentence(remark), stacklevel=3)
        if path is None:
            weakref.finalize(self, _remove_unless_saved, self.path, self.path.stat().st_mtime_ns, self._windows)

    def svg(self, **options):
        """Returns a picture as text. The options are those of `headlight render`: stage="scores", head=2, theme="dark"."""
        return _run("render", str(self.path), "-o", "-", "--format", "svg", *_words(options)).stdout.decode()

    def _repr_svg_(self):
        return self.svg()

    def open(self):
        """Opens the window, which lives on without Python. Never raises: what is wrong is a warning."""
        try:
            if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
                raise OSError(f"There is no screen here. Copy {self.path} to your computer, and open it there.")
            streams = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
            self._windows.append(subprocess.Popen([program(), str(self.path)], start_new_session=True, **streams))
        except OSError as error:
            warnings.warn(str(error), stacklevel=2)

    def stages(self):
        """Returns every stage and parameter as an array of NumPy, by name, as `headlight eval` writes them."""
        import numpy  # only here: the picture and the window need none

        with numpy.load(io.BytesIO(_run("eval", str(self.path), "-o", "-", "--format", "npz").stdout)) as file:
            return {name: file[name] for name in file.files}

    def check(self):
        """Returns what `headlight check --json` says of the given arrays: does each follow from the one before it?"""
        return json.loads(self._on_arrays("check", "--json", allowed=(0, 1)).stdout)

    def reload(self):
        """Returns the view itself, so that a notebook draws what the window saved."""
        return self

    def save(self, path):
        """Copies the session file."""
        shutil.copyfile(self.path, path)

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
    """Takes away what is for a shell: "headlight: ", and the name of the temporary file."""
    return remark.decode().strip().removeprefix("headlight: ").split('arrays.npz": ')[-1]


def _words(options):
    """Returns options as the program has them: heads=2 becomes --heads 2, causal=True --causal."""
    given = ((f"--{name.replace('_', '-')}", value) for name, value in options.items() if value not in (None, False))
    return [word for name, value in given for word in ([name] if value is True else [name, str(value)])]


def _remove_unless_saved(path, written, windows):
    """Keeps a file that the window wrote, and one that a window still shows."""
    with contextlib.suppress(OSError):  # it was moved or deleted by hand
        if path.stat().st_mtime_ns == written and all(window.poll() is not None for window in windows):
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
        shape, flat = (*shape, len(flat[0])), [one for row in flat for one in row]
    if isinstance(flat[0], str):
        width = max(map(len, flat)) or 1
        form, data = f"<U{width}", "".join(text.ljust(width, "\0") for text in flat).encode("utf-32-le")
    else:
        form, data = "<f8" if sys.byteorder == "little" else ">f8", array("d", flat).tobytes()
    head = f"{{'descr': '{form}', 'fortran_order': False, 'shape': {shape}, }}"
    head += " " * (-(len(head) + 11) % 64) + "\n"
    file.write(b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head.encode() + data)
