"""Attention in a notebook: a picture at once, and a window in which every number can be edited. See show()."""

import atexit
import contextlib
import io
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import warnings
import weakref
import zipfile
from pathlib import Path

_SECONDS = 0.5  # in which the program ends if it cannot open its window
_GIVEN, _ROTARY = "/dev/stdin", {"inv_freq", "rope_theta", "rope_parameters"}  # where arrays are read; of a module or config


def program():
    """Returns the path of the program: of the environment's HEADLIGHT; else beside this file, or on the PATH."""
    own = os.environ.get("HEADLIGHT")
    for name in [own] if own else [Path(__file__).with_name("bin") / "headlight", "headlight"]:
        if found := shutil.which(name):
            return found
    raise FileNotFoundError(f"No program {own or 'headlight'} was found. Install it, or set HEADLIGHT to its path.")


def show(source=None, x=None, /, *, tokens=None, attention=..., path=None, overwrite=False, **given):
    """Returns a View of a module or state_dict with its input `x` [tokens, d], of a file, or of arrays with names.

    These are X, W_q, W_k and W_v, or Q, K and V, or scores: of NumPy or PyTorch, or nested lists. `attention` is
    finished: [heads, N, N], [layers, heads, N, N], or a list of one array per layer, such as `outputs.attentions`.
    Numbers and texts are options of `headlight eval`, such as causal=True. A file `path` that has another session is
    replaced only with `overwrite`. Raises ValueError, or FileNotFoundError if the program is not installed."""
    given = {"X": x, **given, "tokens": _texts(tokens), "tokens_kv": _texts(given.get("tokens_kv"))}
    options = {name: given.pop(name) for name, value in list(given.items())
               if isinstance(value, str) or not hasattr(value, "__len__")}
    if attention is not ...:
        if attention is None or not len(attention) or any(layer is None for layer in attention):
            raise ValueError('No attention: the model needs attn_implementation="eager" and output_attentions=True.')
        is_one_layer = "batch" in options and len(getattr(attention[0], "shape", ())) < 4
        given["weights" if is_one_layer else "attentions"] = list(attention)  # attentions begin with layers
    if isinstance(source, (str, os.PathLike)):
        if given:
            raise ValueError(f"The file has its own arrays. Leave out {', '.join(given)}.")
        return View(Path(source).absolute(), b"", options, path, overwrite)
    prefix, modules = options.get("prefix") or "", dict(getattr(source, "named_modules", {"": source}.items)())

    def first(within, *names, kind=bool):
        parts = (of for at, of in modules.items() if f".{at}.".startswith(f".{within}.".replace("..", ".")))
        return next((has for of in parts for name in names if isinstance(has := getattr(of, name, None), kind)), None)
    options.setdefault("heads", first(prefix, "num_heads", "n_heads", "num_attention_heads", "n_head", "heads", kind=int))
    norm_first = None if prefix.endswith("multihead_attn") else first(prefix.rpartition(".")[0], "norm_first")
    options.setdefault("norm", {True: "before", False: "after"}.get(norm_first))
    options.setdefault("causal", {"causal", "mask"}.isdisjoint({*options, *given}) and first(prefix, "is_causal") or None)
    state = getattr(source, "state_dict", lambda: {} if source is None else source)()
    left_out = {"rotary_emb": [0] for of in modules.values() if {*dir(of), *dir(getattr(of, "config", 0))} & _ROTARY}
    given = {**state, **given, **left_out} if hasattr(state, "keys") else {}
    if not given:
        raise ValueError("Give a module and its input, a state_dict, a file, or arrays by name, such as X=x.")
    return View(_GIVEN, _npz(given), options, path, overwrite)


class View:
    """A session, as a picture, numbers, or a window. See show(), which gives it a file, or _GIVEN and an .npz."""

    def __init__(self, source, arrays, options, path, overwrite):
        self._source, self._arrays, self._windows = source, arrays, []
        folder = Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share", "headlight")
        self.path = Path(path or folder / f"notebook-{os.urandom(4).hex()}.headlight").expanduser().absolute()
        if self.path.suffix != ".headlight":
            raise ValueError(f"{path}: the name of a session must end in .headlight.")
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self.path.parent) as folder:
            made = Path(folder, self.path.name)
            for remark in _run("eval", source, given=arrays, output=made, **options).stderr.splitlines():
                warnings.warn(_sentence(remark), stacklevel=3)
            if not overwrite and self.path.exists() and self.path.read_bytes() != made.read_bytes():
                raise FileExistsError(f"{self.path} has another session. Give overwrite=True, or another path.")
            made.replace(self.path)
        if not path:
            weakref.finalize(self, _clean_up, self.path, self.path.stat().st_mtime_ns, self._windows, os.getpid())

    def svg(self, **options):
        """Returns a picture as text. Options are those of `headlight render`: stage="scores", head=[2, 5], mm=85."""
        return _run("render", self.path, output="-", format="svg", **options).stdout.decode()

    def _repr_svg_(self):
        return svg if len(svg := self.svg()) <= 2_000_000 else None  # letters; more would make a notebook slow

    def _repr_png_(self):
        return None if self._repr_svg_() else _run("render", self.path, output="-", format="png", width=1000).stdout

    def open(self):
        """Opens the window, which lives on without Python. A missing program or screen is a warning, no exception."""
        try:
            with tempfile.TemporaryFile() as said, contextlib.suppress(subprocess.TimeoutExpired):
                self._windows.append(subprocess.Popen([program(), self.path], start_new_session=True, stdin=said, stdout=said,
                    stderr=said, env={name: of for name, of in os.environ.items() if of != "offscreen"}))  # a seen window
                self._windows[-1].wait(_SECONDS)
                said.seek(0)
                raise OSError(_sentence(said.read()) or "The window was closed.")
        except OSError as error:
            warnings.warn(str(error), stacklevel=2)

    def stages(self, **options):
        """Returns what `headlight eval` writes as arrays of NumPy: every stage and the tokens; or one, stage="W_q"."""
        from numpy import load  # only here: the picture and the window need none
        return dict(load(io.BytesIO(_run("eval", self.path, output="-", format="npz", **options).stdout)))

    def check(self, **options):
        """Returns what `headlight check --json` says of the given arrays; its options are scale, mask and tolerance."""
        return json.loads(_run("check", self._source, given=self._arrays, allowed=(0, 1), json=True, **options).stdout)

    def reload(self):
        """Returns the view itself, so that a notebook draws what the window saved."""
        return self

    def save(self, path, **options):
        """Writes the session into a file whose name ends in .headlight, or its stages as `headlight eval` does."""
        _run("eval", self.path, output=Path(path).expanduser(), **options)


def _run(command, file, *, given=b"", allowed=(0,), **options):
    """Runs the program, which finds `given` in the file _GIVEN. causal=True is --causal, head=[2, 5] is --head 2,5."""
    words = [program(), command, file]
    for name, value in options.items():
        several = hasattr(value, "__len__") and not isinstance(value, str)
        words += [] if value is None else [f"--{name.replace('_', '-')}={','.join(map(str, value)) if several else value}"]
    with tempfile.TemporaryFile() as arrays:  # the program reads no pipe
        arrays.write(given)
        arrays.flush()
        done = subprocess.run(words, stdin=arrays, capture_output=True)
    if done.returncode not in allowed:
        raise ValueError(_sentence(done.stderr) or f"The program headlight ended with the status {done.returncode}.")
    return done


def _sentence(remark):
    """Returns what the program said, without its name and that of the file; --heads 3 is heads=3."""
    said = remark.decode(errors="replace").strip().removeprefix("headlight: ").replace(f'"{_GIVEN}": ', "")
    return re.sub(r'("[^"]*")|--(?!help)([\w-]+)(?:=| (?=[\d"]))?', lambda m: m[1] or m[2].replace("-", "_") + "=", said)


def _clean_up(path, written, windows, process):  # but keeps what a window wrote, or shows when Python ends
    if any(window.poll() is None for window in windows):
        atexit.register(_clean_up, path, written, windows, process)
    elif os.getpid() == process and path.exists() and path.stat().st_mtime_ns == written:
        path.unlink()


def _texts(tokens):
    return None if tokens is None else [*map(str, getattr(tokens, "tolist", getattr(tokens, "split", lambda: tokens))())]


def _plain(value):
    value = [*map(_plain, value)] if isinstance(value, (list, tuple)) else value
    return value.detach().cpu().float().numpy() if hasattr(value, "detach") else value  # NumPy has no bfloat16


def _npz(arrays):
    with zipfile.ZipFile(made := io.BytesIO(), "w") as archive:
        for name, value in arrays.items():
            try:
                with archive.open(f"{name}.npy", "w", force_zip64=True) as file:
                    _write(file, _plain(value))
            except (TypeError, ValueError, struct.error) as error:
                raise ValueError(f"{name} is no array of numbers or texts: {error}") from error
    return made.getvalue()


def _write(file, value):  # as .npy; nested lists need no NumPy
    if numpy := sys.modules.get("numpy"):
        return numpy.save(file, value, allow_pickle=False)
    shape, flat = (), [value]
    while isinstance(flat[0], (list, tuple)):
        if len({len(row) for row in flat}) != 1 or not flat[0]:
            raise ValueError("The rows of a list have different lengths, or none has an element.")
        shape, flat = (*shape, len(flat[0])), [one for row in flat for one in row]
    if isinstance(flat[0], str):
        width = max(map(len, flat))
        form, data = f"<U{width}", "".join(text.ljust(width, "\0") for text in flat).encode("utf-32-le")
    else:
        form, data = "<f8", struct.pack(f"<{len(flat)}d", *flat)
    head = f"{{'descr': '{form}', 'fortran_order': False, 'shape': {shape}, }}\n".encode()
    file.write(b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head + data)
