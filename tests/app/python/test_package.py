"""The Python package beside the program in HEADLIGHT: python3 -m unittest. Expected numbers are NumPy's."""

import gc
import importlib.metadata
import multiprocessing
import os
import pathlib
import subprocess
import sys
import tempfile
import types
import unittest
import unittest.mock
import warnings

import headlight_attention as headlight

WITHOUT_NUMPY = """
import sys
sys.modules["numpy"] = None
import headlight_attention as headlight
view = headlight.show(X=[[1, 0], [0, 2]], W_q=[[1, 0], [0, 1]], W_k=[[1, 0], [0, 1]], W_v=[[1], [1]],
                      tokens=["a", "longer"], heads=1)
svg = view._repr_svg_()
assert "longer" in svg and svg.startswith("<?xml"), svg[:200]
try:
    headlight.show(attention=[[[0.5, 0.5], [1.0]]])
    assert False
except ValueError as error:
    assert "different lengths" in str(error), error
for mixed in ([1, "a"], ["a", 1], [[1], 2]):
    try:
        headlight.show(X=mixed)
        assert False
    except ValueError as error:
        assert "X is no array of numbers or texts" in str(error), error
assert headlight.show(attention=[[[0.5, 0.5], [0.25, 0.75]]], tokens=["a", "b"])._repr_svg_()
"""


class Package(unittest.TestCase):
    def setUp(self):
        import numpy
        self.numpy = numpy
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.addCleanup(gc.collect)
        os.environ["XDG_DATA_HOME"] = self.folder.name
        warnings.simplefilter("error")
        random = numpy.random.default_rng(7)
        self.x, self.q, self.k, self.v = (random.normal(size=(5, 4)) for _ in range(4))
        self.q, self.k, self.v = self.q[:4], self.k[:4], self.v[:4]
        self.tokens = "a b c d e".split()

    def weights(self, causal=False):
        numpy = self.numpy
        scores = (self.x @ self.q) @ (self.x @ self.k).T / 2
        if causal:
            scores[numpy.triu_indices(5, 1)] = -numpy.inf
        exponentials = numpy.exp(scores - scores.max(1, keepdims=True))
        return exponentials / exponentials.sum(1, keepdims=True)

    def layer(self, **more):
        return headlight.show(X=self.x, W_q=self.q, W_k=self.k, W_v=self.v, tokens=self.tokens, heads=1, **more)

    def kept(self):
        return sorted(file.name for file in pathlib.Path(self.folder.name, "headlight").glob("*"))

    def agree(self, found, expected):
        # 1e-5: sums of 4 products of numbers up to 3 in float32, whose unit is 6e-8, before exponentials up to e^9.
        self.numpy.testing.assert_allclose(self.numpy.squeeze(found), self.numpy.squeeze(expected), atol=1e-5)

    def test_parameters(self):
        self.agree(self.layer().stages()["weights"], self.weights())
        for yes in (True, self.numpy.True_):
            self.agree(self.layer(causal=yes).stages()["weights"], self.weights(causal=True))
        self.agree(self.layer(causal=self.numpy.False_).stages()["weights"], self.weights())
        self.agree(self.layer().stages(stage="W_q", head=1)["W_q"], self.q)
        self.tokens = "words of one text here"
        self.assertEqual(list(self.layer().stages()["tokens"]), self.tokens.split())

    def test_module_with_its_input(self):
        state = {"W_query.weight": self.q.T, "W_key.weight": self.k.T, "W_value.weight": self.v.T}
        module = types.SimpleNamespace(num_heads=2, state_dict=lambda: state)
        stages = headlight.show(module, self.x, tokens=self.tokens).stages()
        self.agree(stages["V"], (self.x @ self.v).reshape(5, 2, 2).transpose(1, 0, 2))
        self.agree(headlight.show(state, self.x, tokens=self.tokens, heads=1).stages()["weights"], self.weights())

    def test_module_that_is_causal(self):
        state = {"q_proj.weight": self.q.T, "k_proj.weight": self.k.T, "v_proj.weight": self.v.T}
        for says, given, causal in ((True, {}, True), (False, {}, False), (True, {"causal": False}, False)):
            module = types.SimpleNamespace(num_heads=1, is_causal=says, state_dict=lambda: state)
            self.agree(headlight.show(module, self.x, **given).stages()["weights"], self.weights(causal))
        first_alone = self.numpy.zeros((5, 5))
        first_alone[0, 1:] = -self.numpy.inf
        module.is_causal = True
        warnings.simplefilter("ignore")  # that its mask is taken
        weights = headlight.show(module, self.x, mask=first_alone).stages()["weights"]
        self.agree(weights[..., 0, :], [1, 0, 0, 0, 0])
        self.agree(weights[..., 1:, :], self.weights()[1:])

    def test_module_in_a_module(self):
        random = self.numpy.random.default_rng(8).normal
        state = {"self_attn.in_proj_weight": random(size=(12, 4)), "self_attn.out_proj.weight": random(size=(4, 4)),
                 "norm1.weight": random(size=4), "norm1.bias": random(size=4)}
        inner = types.SimpleNamespace(num_heads=2, heads=[])
        warnings.simplefilter("ignore")  # what is taken with it
        found = []
        for first, norm in ((True, "before"), (False, "after")):
            module = types.SimpleNamespace(norm_first=first, state_dict=lambda: state,
                                           named_modules=lambda: [("", module), ("self_attn", inner)])
            for more in ({}, {"prefix": "self_attn"}):
                weights = headlight.show(module, self.x, **more).stages()["weights"]
                self.numpy.testing.assert_array_equal(
                    weights, headlight.show(state, self.x, heads=2, norm=norm).stages()["weights"])
            found.append(weights)
        self.assertFalse(self.numpy.array_equal(*found))

    def test_rotary_positions_are_said(self):
        state = {"q_proj.weight": self.q.T, "k_proj.weight": self.k.T, "v_proj.weight": self.v.T}
        module = dict(num_heads=1, state_dict=lambda: state)
        for has in ({"inv_freq": [1.0, 0.5]},  # which is not in state_dict()
                    {"config": types.SimpleNamespace(rope_theta=1e4)},
                    {"config": types.SimpleNamespace(rope_parameters={})}):
            with self.assertWarnsRegex(UserWarning, "rotary positions"):
                headlight.show(types.SimpleNamespace(**module, **has), self.x)
        headlight.show(types.SimpleNamespace(**module, config=types.SimpleNamespace(n_embd=4)), self.x)

    def test_prefix_names_the_module_that_is_read(self):
        parts = {"a": types.SimpleNamespace(num_heads=2, is_causal=False),
                 "b1": types.SimpleNamespace(num_heads=2, is_causal=False),
                 "b": types.SimpleNamespace(num_heads=4, is_causal=True)}
        state = {f"{part}.{name}_proj.weight": one.T for part in parts
                 for name, one in (("q", self.q), ("k", self.k), ("v", self.v))}
        module = types.SimpleNamespace(state_dict=lambda: state, named_modules=lambda: [("", module), *parts.items()])
        warnings.simplefilter("ignore")  # that the others are not used
        self.assertEqual(headlight.show(module, self.x, prefix="a").stages()["weights"].shape, (2, 5, 5))
        weights = headlight.show(module, self.x, prefix="b").stages()["weights"]
        self.assertEqual(weights.shape, (4, 5, 5))
        self.agree(weights[:, 0], [[1, 0, 0, 0, 0]] * 4)

    def test_cross_attention_of_a_decoder(self):
        state = {f"{part}.in_proj_weight": self.numpy.concatenate([self.q, self.k, self.v]).T.reshape(12, 4)
                 for part in ("self_attn", "multihead_attn")}
        state["norm1.weight"] = state["norm1.bias"] = self.x[0]
        module = types.SimpleNamespace(norm_first=False, state_dict=lambda: state)
        warnings.simplefilter("ignore")  # what is not used
        stages = headlight.show(module, self.x, prefix="multihead_attn", heads=1, X_kv=self.x[:3], tokens_kv="p q r").stages()
        self.assertEqual(stages["weights"].shape[-2:], (5, 3))
        self.assertEqual(list(stages["tokens_kv"]), ["p", "q", "r"])

    def test_tokens(self):
        weights = self.weights()[None]
        for tokens in (self.tokens, "a b c d e", self.numpy.array(self.tokens), tuple(self.tokens)):
            self.assertEqual(list(headlight.show(attention=weights, tokens=tokens).stages()["tokens"]), self.tokens)
        ids = types.SimpleNamespace(tolist=lambda: [7, 7, 8, 9, 1], split=None)  # as PyTorch's
        self.assertEqual(list(headlight.show(attention=weights, tokens=ids).stages()["tokens"]), "7 7 8 9 1".split())

    def test_lists_of_tensors(self):
        class Tensor:
            def __init__(self, array):
                self.array, self.shape = array, array.shape

            def detach(self):
                return self

            cpu = float = detach

            def numpy(self):
                return self.array

            def __len__(self):
                return len(self.array)

        q, k = ([Tensor(self.x @ one)] * 2 for one in (self.q, self.k))
        self.agree(headlight.show(Q=q, K=k).stages()["weights"], [self.weights()] * 2)

    def test_the_page(self):
        places = pathlib.Path(__file__).resolve().parents  # where the wheel is tested, the page is in its description
        page = ((places[3] / "app/python/README.md").read_text() if len(places) > 3
                else importlib.metadata.metadata("headlight_attention")["Description"])
        example = page.split("```python\n")[1].split("```")[0]
        names = "W_query.weight", "W_key.weight", "W_value.weight"
        attention = types.SimpleNamespace(num_heads=2, state_dict=lambda: dict(zip(names, (self.q, self.k, self.v))))
        shown = []
        given = {"model": types.SimpleNamespace(attn=attention), "words": "your journey starts".split(), "x": self.x[:3],
                 "w_q": self.q, "w_k": self.k, "w_v": self.v, "q": self.x[None, :3], "k": self.x[None, :3],
                 "v": self.x[None, :3], "w": self.numpy.full((1, 3, 3), 1 / 3),
                 "outputs": types.SimpleNamespace(attentions=[self.numpy.full((1, 2, 3, 3), 1 / 3)] * 2),
                 "IPython": types.SimpleNamespace(display=types.SimpleNamespace(SVG=shown.append))}
        warnings.simplefilter("ignore")  # that given weights are only checked
        folder = os.getcwd()
        self.addCleanup(os.chdir, folder)
        os.chdir(self.folder.name)
        with unittest.mock.patch.object(headlight.View, "open", lambda view: None):
            exec(example, given)
        self.assertEqual(sum(line.startswith(("headlight.", "view")) for line in example.splitlines()), 8)
        self.assertIn("Head 3", shown[0])
        self.agree(headlight.show("lesson.headlight").stages()["X"], self.x[:3])

    def test_caught_stages(self):
        given = {"Q": self.x @ self.q, "K": self.x @ self.k, "V": self.x @ self.v}
        stages = headlight.show(**{name: one[None] for name, one in given.items()}, tokens=self.tokens).stages()
        self.agree(stages["context"], self.weights() @ given["V"])
        heads = headlight.show(**{name: one[None] for name, one in given.items()}, heads=2).stages()["Q"]
        self.agree(heads, given["Q"].reshape(5, 2, 2).transpose(1, 0, 2))

    def test_finished_attention(self):
        heads = self.numpy.stack([self.weights(), self.weights(causal=True)])
        for attention in (heads, tuple([heads[None]])):  # one layer; outputs.attentions
            stages = headlight.show(attention=attention, tokens=self.tokens).stages()
            self.agree(stages["weights"], heads)
        other = self.numpy.full_like(heads, 0.2)
        texts = self.numpy.stack([other, heads])
        with self.assertWarnsRegex(UserWarning, "^Of its batch of 2, the first is taken."):
            warnings.simplefilter("always")
            stages = headlight.show(attention=(texts,)).stages()
        self.agree(stages["weights"], other)
        warnings.simplefilter("error")
        self.agree(headlight.show(attention=texts, batch=2).stages()["weights"], heads)  # of one layer
        stages = headlight.show(attention=(texts, texts[::-1]), batch=2).stages()
        self.agree(stages["layer1.weights"], heads)
        self.agree(stages["layer2.weights"], other)

    def test_picture(self):
        view = self.layer()
        self.assertIn("<svg", view._repr_svg_())
        self.assertNotIn("id=", view._repr_svg_())  # two pictures of one page must not share names
        self.assertNotEqual(view.svg(stage="scores", theme="dark"), view._repr_svg_())
        three = headlight.show(attention=self.numpy.stack([self.weights()] * 3), tokens=self.tokens)
        for chosen in ([1, 3], self.numpy.array([1, 3])):
            heads = [f"Head {head}" in three.svg(head=chosen) for head in (1, 2, 3)]
            self.assertEqual(heads, [True, False, True])

    def test_large_picture(self):
        # 64 tokens are the most whose cells are all rectangles: 12 heads have 49,152, each of 200 letters and more.
        weights = self.numpy.full((12, 64, 64), 1 / 64)
        view = headlight.show(attention=weights)
        self.assertGreater(len(view.svg()), 2_000_000)
        self.assertIsNone(view._repr_svg_())
        png = view._repr_png_()
        self.assertEqual((png[:8], int.from_bytes(png[16:20], "big")), (b"\x89PNG\r\n\x1a\n", 1000))
        self.assertLess(len(png), 2_000_000)
        few = headlight.show(attention=[[[1, 0], [0.5, 0.5]]])
        self.assertIsNone(few._repr_png_())
        self.assertIn("<svg", few._repr_svg_())

    def test_the_picture_follows_the_file(self):
        view = self.layer()
        before = view._repr_svg_()
        self.layer(path=view.path, causal=True, overwrite=True)  # as the window saves
        self.assertNotEqual(view._repr_svg_(), before)

    def test_views_hold_no_files(self):
        descriptors = len(os.listdir("/proc/self/fd"))
        views = [self.layer() for _ in range(3)]
        views += [headlight.show(views[0].path)]
        self.assertEqual(len(os.listdir("/proc/self/fd")), descriptors)

    def test_a_child_saves(self):
        view = self.layer()
        path = view.path.with_name("of-child.headlight")
        child = multiprocessing.get_context("fork").Process(target=view.save, args=[path])
        child.start()
        child.join()
        del view, child
        gc.collect()
        self.assertEqual(self.kept(), ["of-child.headlight"])

    def test_check(self):
        x, weights = self.x, self.weights()
        scores = (x @ self.q) @ (x @ self.k).T
        for claimed, agrees in ((weights, True), (weights.T, False)):
            with self.assertWarnsRegex(UserWarning, "^Computed, and not taken from the file: scores, weights"):
                view = headlight.show(Q=(x @ self.q)[None], K=(x @ self.k)[None], scores=scores[None],
                                      weights=claimed[None])
            found = view.check()
            self.assertEqual((found["status"], found["first_differing"]), (0, None) if agrees else (1, "weights"))

    def test_check_with_options(self):
        x = self.x
        scores = 3 * x @ x.T  # with a scale of 3, which no name in the file says
        with self.assertWarns(UserWarning):
            view = headlight.show(Q=x[None], K=x[None], scores=(x @ x.T)[None], scaled=scores[None])
        self.assertEqual(view.check()["status"], 1)
        self.assertEqual(view.check(scale=3)["status"], 0)
        self.assertEqual(view.check(scale=3.01)["status"], 1)
        self.assertEqual(view.check(scale=3.01, tolerance=10)["status"], 0)

    def test_file_goes_unless_the_window_saved(self):
        view = self.layer()
        self.assertEqual(len(self.kept()), 1)
        del view
        gc.collect()
        self.assertEqual(self.kept(), [])
        view = self.layer()
        name = view.path.name
        view.path.write_text(view.path.read_text())  # as the window writes it
        del view
        gc.collect()
        self.assertEqual(self.kept(), [name])

    def test_file_of_a_window_goes_with_the_window(self):
        view, later = self.layer(), []
        view._windows.append(types.SimpleNamespace(poll=lambda: None))  # it is open
        with unittest.mock.patch("atexit.register", lambda *call: later.append(call)):
            del view
            gc.collect()
        self.assertEqual(len(self.kept()), 1)
        (clean_up, path, written, windows, process), = later
        windows[0].poll = lambda: 0  # it was closed, and had saved nothing
        clean_up(path, written, windows, process)
        self.assertEqual(self.kept(), [])

    def test_path_and_save(self):
        path = pathlib.Path(self.folder.name, "mine.headlight")
        view = self.layer(path=path)
        view.save(path.with_name("copy.headlight"))
        del view
        gc.collect()
        self.assertEqual(path.read_bytes(), path.with_name("copy.headlight").read_bytes())
        for more in ({}, {"path": path}, {"path": path, "overwrite": True}):
            self.agree(headlight.show(path, **more).stages()["weights"], self.weights())
        before = path.read_bytes()
        self.layer(path=path)  # the same numbers
        with self.assertRaisesRegex(FileExistsError, "overwrite=True"):
            self.layer(path=path, causal=True)
        self.assertEqual(path.read_bytes(), before)
        self.agree(self.layer(path=path, causal=True, overwrite=True).stages()["weights"], self.weights(causal=True))

    def test_mistakes(self):
        two_texts = self.numpy.stack([self.weights()[None]] * 2)
        for words, give in (
            ("^Give a module and its input, .* such as X=x.$", lambda: headlight.show()),
            ("^Give a module and its input, .* such as X=x.$", lambda: headlight.show(self.x)),
            ("^X is no array of numbers or texts: ", lambda: headlight.show(X=self.numpy.array([1, None]))),
            (r"^It has file \[2, 2\], but no W_q", lambda: headlight.show(file=self.numpy.eye(2))),
            ("^Its first side is 2. Give layers= if these are layers, or batch= with a number",
             lambda: headlight.show(weights=two_texts)),
            ('"/a --b--c.headlight": no such file', lambda: headlight.show("/a --b--c.headlight")),
            (r"^It has .* but no W_q, W_k and W_v", lambda: headlight.show(X=self.x)),
            ("must end in .headlight", lambda: self.layer(path="a.npz")),
            ("has its own arrays. Leave out tokens", lambda: headlight.show("a.headlight", tokens=self.tokens)),
            ("^No attention: the model needs", lambda: headlight.show(attention=(None, None))),
            ("^No attention: the model needs", lambda: headlight.show(attention=None, tokens=self.tokens)),
            ("not expected: casual=True", lambda: self.layer(casual=True)),
            ("^heads=3 does not divide", lambda: headlight.show(X=self.x, W_q=self.q, W_k=self.k, W_v=self.v,
                                                                 heads=self.numpy.int64(3))),
        ):
            with self.subTest(words), self.assertRaisesRegex(ValueError, words):
                give()
        with self.assertRaisesRegex(ValueError, '^head="0": '):
            self.layer().svg(head=0)
        gc.collect()
        self.assertEqual(self.kept(), [])

    def test_a_child_leaves_the_file(self):
        view = self.layer()
        child = os.fork()
        if child == 0:
            headlight._clean_up(view.path, view.path.stat().st_mtime_ns, [], os.getppid())
            os._exit(0)
        os.waitpid(child, 0)
        self.assertTrue(view.path.exists())

    def test_caution_is_a_warning(self):
        with self.assertWarnsRegex(UserWarning, "^[^:]*random"):
            warnings.simplefilter("always")
            headlight.show(W_q=self.q, W_k=self.k, W_v=self.v, sentence="two words", heads=1)

    def test_window_is_no_exception(self):
        view = self.layer()
        places = {name: os.environ.pop(name) for name in ("DISPLAY", "WAYLAND_DISPLAY") if name in os.environ}
        self.addCleanup(os.environ.update, places)
        with unittest.mock.patch.dict(os.environ), unittest.mock.patch.object(headlight, "_SECONDS", 100):
            os.environ["QT_QPA_PLATFORM"] = "offscreen"  # as where a notebook runs; its window would be invisible
            with self.assertWarnsRegex(UserWarning, "there is no display"):
                warnings.simplefilter("always")
                view.open()
            os.environ["DISPLAY"] = ":7777"  # where nothing is
            with self.assertWarnsRegex(UserWarning, "the display cannot be used"):
                view.open()
        odd = pathlib.Path(self.folder.name, "odd")
        odd.write_bytes(b"#!/bin/sh\nprintf 'caf\\351\\n' >&2\nexit 3\n")  # é in Latin-1
        odd.chmod(0o755)
        with unittest.mock.patch.dict(os.environ, HEADLIGHT=str(odd)):
            with unittest.mock.patch.object(headlight, "_SECONDS", 100), self.assertWarnsRegex(UserWarning, "^caf"):
                view.open()
            with self.assertRaisesRegex(ValueError, "^caf"):
                view.svg()
        with unittest.mock.patch("shutil.which", return_value=None):
            with self.assertWarnsRegex(UserWarning, f"^No program {os.environ['HEADLIGHT']} was found"):
                view.open()
            with self.assertRaises(FileNotFoundError):
                view.stages()

    def test_without_numpy(self):
        subprocess.run([sys.executable, "-c", WITHOUT_NUMPY], check=True)

    def test_main(self):
        said = subprocess.run([sys.executable, "-m", "headlight_attention", "--version"], capture_output=True, text=True)
        self.assertRegex(said.stdout, r"\d+\.\d+")


if __name__ == "__main__":
    unittest.main()
