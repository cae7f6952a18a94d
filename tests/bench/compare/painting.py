#!/usr/bin/env python3
"""How long Headlight and pyqtgraph's ImageItem take to paint new numbers, in runs that alternate: a map of N x N floats
in 600 x 600 pixels, offscreen, one thread. Called by compare/run --painting, which builds and installs what this needs."""
import argparse
import json
import os
import statistics
import subprocess
import time
from pathlib import Path

os.environ['QT_QPA_PLATFORM'] = 'offscreen'
import numpy as np
import pyqtgraph as pg

PIXELS = 600


def view_of(numbers, **options):
    """A view that holds an ImageItem of as many pixels, and the item: colours from a table, the range of them fixed."""
    view = pg.GraphicsView()
    view.setFrameShape(pg.QtWidgets.QFrame.Shape.NoFrame)
    view.resize(PIXELS + 4, PIXELS + 4)  # Qt leaves two around
    colours = np.linspace((0, 0, 255), (255, 0, 0), 256).astype(np.uint8)
    item = pg.ImageItem(numbers, lut=colours, levels=(-4, 4), **options)
    view.addItem(item)
    view.show()
    view.setRange(pg.QtCore.QRectF(0, 0, *numbers.shape), padding=0)
    return view, item


def peer_ms(numbers):
    """Milliseconds of each form: the median of as many as fit into 0.5 s, at least 5, after two that are not counted."""
    found = {}
    for is_numba in (False, True):
        pg.setConfigOptions(imageAxisOrder='row-major', useNumba=is_numba)
        for is_downsampled in (False, True):
            view, item = view_of(numbers, autoDownsample=is_downsampled)
            times = []
            while len(times) < 7 or sum(times[2:]) < 0.5:
                numbers = -numbers
                start = time.perf_counter()
                item.setImage(numbers, autoLevels=False)
                view.grab()
                times.append(time.perf_counter() - start)
            form = ('with' if is_numba else 'without') + ' numba' + (', downsampled' if is_downsampled else '')
            found[form] = statistics.median(times[2:]) * 1e3
    return found


def own_ms(bench, tokens):
    run = subprocess.run([bench, f'--benchmark_filter=^paintOneMap/{tokens}/', '--benchmark_format=json'], text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    result = json.loads(run.stdout)['benchmarks'][0]
    if 'error_message' in result:
        raise SystemExit(result['error_message'])
    return result['real_time']


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('bench', type=Path)
    parser.add_argument('--rounds', type=int, default=5)
    a = parser.parse_args()
    pg.mkQApp()
    print(f'pyqtgraph {pg.__version__} with {pg.Qt.QT_LIB}\n\n| N | Headlight, ms | pyqtgraph\'s best form, ms | ratio |\n|---|---|---|---|')
    forms = []
    for tokens in (1024, 4096):
        numbers = np.random.default_rng(1).standard_normal((tokens, tokens), dtype=np.float32)
        rounds = [(own_ms(a.bench, tokens), peer_ms(numbers)) for _ in range(a.rounds)]
        medians = {form: statistics.median(peer[form] for _, peer in rounds) for form in rounds[0][1]}
        best = min(medians, key=medians.get)
        ratio = statistics.median(peer[best] / own for own, peer in rounds)
        own = statistics.median(own for own, _ in rounds)
        print(f'| {tokens:,} | {own:.2f} | {medians[best]:.2f} ({best}) | **{ratio:.2f}** |', flush=True)
        forms.append(f'{tokens:,}: ' + '; '.join(f'{form} {ms:.2f}' for form, ms in medians.items()))
    print('\n' + '\n'.join(forms))


if __name__ == '__main__':
    main()
