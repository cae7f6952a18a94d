#!/usr/bin/env python3
"""How many times faster an edit in Headlight is than the full forward of PyTorch, in runs that alternate. Called by
compare/run, which builds and installs what this needs."""
import argparse
import json
import math
import os
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
RECORDED = HERE / 'recorded.json'
AIMS = json.loads((HERE / 'aims.json').read_text())
SIZES = {'64 64 4': 'N 64, d 64, 4 heads', '256 256 8': 'N 256, d 256, 8 heads', '1024 768 12': 'N 1,024, d 768, 12 heads',
         '2048 768 12': 'N 2,048, d 768, 12 heads'}


# The width of the registers, in bits, of the targets that are measured: records and aims are those of a width.
WIDTHS = {'AVX3': '512', 'AVX2': '256', 'SSE4': '128'}
# What limits OpenBLAS, PyTorch and MKL to the instructions of a target.
LIMITS = {'AVX2': ('Haswell', 'avx2', 'AVX2'),
          **dict.fromkeys(('SSE4', 'SSSE3', 'SCALAR'), ('Nehalem', 'default', 'SSE4_2'))}


def floors(tokens, d, heads, pixels=300):
    """What each case needs at least: multiply-adds, exponentials, and bytes that do not fit into a cache."""
    scores, p = tokens * tokens * heads, min(tokens, pixels)
    bins, maps, token = tokens * p * heads, p * p * heads, 3 * d * d + 2 * tokens * d
    values, attended = tokens * d * d, tokens * tokens * d
    return { # the values of a row that is not shown are not computed
        'full': (2 * values + attended, scores + bins, 4 * (scores + maps)),
        'full-with-contexts': (3 * values + 2 * attended, 2 * scores + bins, 4 * (scores + maps)),
        'x-cell': (token, 3 * tokens * heads, 4 * (bins + maps)),
        'x-cell-without-tiles': (token, 2 * tokens * heads, 0),
        'w_q-cell': (tokens * d + attended / heads, (scores + bins) / heads, 4 * (scores + maps) / heads),
        'token-in-the-middle': (token, bins, 4 * (scores + maps)),
        'temperature': (0, scores + bins, 4 * (scores + maps)),
    }


class Asked:
    """A process that answers a line with a line. It computes only while it is asked."""

    def __init__(self, *command, threads=None, **environment):
        kept = {k: v for k, v in os.environ.items() if k not in ('OPENBLAS_CORETYPE', 'OPENBLAS_L2_SIZE', 'OMP_WAIT_POLICY')}
        if threads:
            kept.update(OMP_NUM_THREADS=str(threads), OPENBLAS_NUM_THREADS=str(threads))
        self.process = subprocess.Popen([str(part) for part in command], text=True, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, env={**kept, **environment})

    def ask(self, *words):
        if words:
            print(*words, file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f'{self.process.args} ended: it answered nothing to "{" ".join(map(str, words))}"')
        return json.loads(line) if words else line.strip()


def limits_of(target):
    if target in LIMITS:
        return dict(zip(('OPENBLAS_CORETYPE', 'ATEN_CPU_CAPABILITY', 'MKL_ENABLE_INSTRUCTIONS'), LIMITS[target]))
    return core_type()


def core_type():
    """For OpenBLAS, which takes a processor that it does not know for one without AVX, a fifth as fast."""
    run = subprocess.run(['/usr/bin/python3', '-c', 'import numpy'], text=True, capture_output=True,
                         env={'OPENBLAS_VERBOSE': '2'})
    flags = next((line.split() for line in open('/proc/cpuinfo') if line.startswith('flags')), [])
    if 'Prescott' not in run.stdout + run.stderr or 'avx2' not in flags:
        return {}
    return {'OPENBLAS_CORETYPE': 'SkylakeX' if 'avx512f' in flags else 'Haswell'}


def peers(threads, current, target):
    """Each library under its name, twice where its threads may wait in two ways: the faster counts."""
    found, limits = {}, limits_of(target)
    for python, library in [('/usr/bin/python3', 'torch'), ('/usr/bin/python3', 'numpy'), (current, 'torch')]:
        if not python:
            continue
        ways = [Asked(python, HERE / 'peers.py', library, threads=threads, **policy, **limits)
                for policy in ({'OMP_WAIT_POLICY': 'PASSIVE'}, {})[:threads]]
        version = [way.ask() for way in ways][0]
        found[f'{"PyTorch" if library == "torch" else "NumPy"} {version}'] = ways
    return found


def measured(bench, target, size, cases, threads, rounds, devices, current):
    """The milliseconds of each (who, what), round by round: of libraries and their forms, and of "CPU" or an OpenCL
    device and the cases."""
    own = {'CPU': Asked(bench, '--target', target)} | {device: Asked(bench, '--backend', device) for device in devices}
    others = peers(threads, current, target)
    times = {}
    for _ in range(rounds):
        for library, ways in others.items():
            for number, way in enumerate(ways):
                for form, ms in way.ask(size, threads).items():
                    times.setdefault((library, f'{form} {number}'), []).append(ms)
        for where, process in own.items():
            for case in cases:
                times.setdefault((where, case), []).append(process.ask(case, size, threads))
    return times, list(own), list(others)


def print_size(size, threads, recorded, aims, speeds, **how):
    """The ratios of the CPU to the first library, which the aims are about, and what a case takes of its floor."""
    times, own, libraries = measured(size=size, threads=threads, **how)
    median = statistics.median
    best = {l: min((ms for (who, _), ms in times.items() if who == l), key=median) for l in libraries}
    ratio = {(l, where, case): median(p / t for p, t in zip(best[l], times[where, case]))
             for l in libraries for where in own for case in how['cases']}
    print(f'\n{SIZES[size]}, {threads} thread{"s" if threads > 1 else ""}: ' +
          ', '.join(f'{library} {short(median(best[library]))} ms' for library in libraries) + '\n')
    heads = ['ms, ratio to ' + libraries[0], 'floor', 'recorded', 'aim', *('to ' + l for l in libraries[1:]), *own[1:]]
    print('| case | ' + ' | '.join(heads) + ' |\n|' + '---|' * (1 + len(heads)))
    in_ms = lambda where, case: f'{short(median(times[where, case]))}, **{short(ratio[libraries[0], where, case])}**'
    needs = floors(*map(int, size.split()))
    for case in how['cases']:
        aim, before = aims.get(size, {}).get(case), recorded.get(case)
        floor = threads == 1 and case in needs and 1000 * sum(n / s for n, s in zip(needs[case], speeds))
        cells = [case, in_ms('CPU', case), f'{short(floor)}, x {short(median(times["CPU", case]) / floor)}' if floor else '',
                 short(before) if before else '',
                 f'{aim} {"reached" if ratio[libraries[0], "CPU", case] >= aim else "missed"}' if aim else '',
                 *(short(ratio[l, 'CPU', case]) for l in libraries[1:]), *(in_ms(device, case) for device in own[1:])]
        print('| ' + ' | '.join(cells) + ' |', flush=True)
    return {case: float(f'{ratio[libraries[0], "CPU", case]:.3g}') for case in how['cases']}


def short(number):
    return f'{number:.3g}' if number < 1000 else f'{number:,.0f}'


def print_growth(bench):
    """Milliseconds with five numbers of tokens, and the power of their number from the third to the last."""
    expected = {'full': 2, 'x-cell': 1, 'x-cell-without-tiles': 1, 'w_q-cell': 2, 'token-in-the-middle': 2, 'temperature': 2}
    process, tokens = Asked(bench), [128, 256, 512, 1024, 2048]
    print('\nGrowth with d 768, 12 heads, 1 thread, ms\n\n| case | ' + ' | '.join(map(str, tokens)) + ' | power | expected |')
    print('|' + '---|' * 8)
    for case in expected:
        ms = [statistics.median(process.ask(case, n, 768, 12, 1) for _ in range(3)) for n in tokens]
        power = math.log2(ms[-1] / ms[-3]) / 2
        print('| ' + ' | '.join([case, *map(short, ms), f'{power:.1f}', str(expected[case])]) + ' |', flush=True)


def speeds_of(lines, target):
    """The best of five: multiply-adds, exponentials and bytes a second."""
    operations, exponentials, moved = (max(column) for column in zip(
        *(map(float, lines('--speeds', target)[0].split()) for _ in range(5))))
    return operations / 2, exponentials, moved


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('bench', type=Path)
    parser.add_argument('--rounds', type=int, default=7)
    parser.add_argument('--threads', type=int, nargs='*', default=[1, 2])
    parser.add_argument('--sizes', nargs='*', default=list(SIZES), metavar='"TOKENS D HEADS"')
    parser.add_argument('--current', help='a Python that has a current PyTorch')
    parser.add_argument('--device', nargs='*', default=[], help='an OpenCL device that is no GPU, as in `headlight backends`')
    parser.add_argument('--target', nargs='*', help='instruction sets; without it, one for each width of registers')
    parser.add_argument('--growth', action='store_true', help='how cost grows with the number of tokens, instead')
    parser.add_argument('--record', action='store_true', help='write the ratios into recorded.json')
    a = parser.parse_args()
    lines = lambda *options: subprocess.run([a.bench, *options], text=True, stdout=subprocess.PIPE, check=True).stdout.split('\n')[:-1]
    devices = lines('--gpus') + a.device
    cpu = next((line.split(': ')[1] for line in open('/proc/cpuinfo') if line.startswith('model name')), 'unknown processor')
    print(f'{cpu.strip()}, {os.cpu_count()} cores' + ''.join(f', {device}' for device in devices))
    if a.growth:
        return print_growth(a.bench)
    recorded = json.loads(RECORDED.read_text()) if RECORDED.exists() else {}
    for target in a.target or [target for target in lines('--targets') if target in WIDTHS]:
        width = WIDTHS.get(target, target)
        of_width, speeds = recorded.setdefault(width, {}), speeds_of(lines, target)
        print(f'\n{target}: {2e-9 * speeds[0]:.0f} GFLOP/s, {1e-9 * speeds[1]:.1f} exponentials a ns, {1e-9 * speeds[2]:.0f} GB/s')
        for size in a.sizes:
            for threads in a.threads:
                key = f'{size}, {threads}'
                now = print_size(size, threads, of_width.get(key, {}), AIMS.get(width, {}), speeds, bench=a.bench,
                                 target=target, cases=lines('--cases'), rounds=a.rounds, devices=devices, current=a.current)
                if a.record:
                    of_width[key] = now
                    RECORDED.write_text(json.dumps(recorded, indent=1) + '\n')


if __name__ == '__main__':
    main()
