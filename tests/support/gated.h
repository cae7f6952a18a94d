#pragma once
// What tests/CMakeLists.txt adds to core, for tst_newParameter and tst_newStage: Gated = Context * (X W_test + b_test),
// and Concat = the heads' Gated side by side * gain.

#include "attention/formulas.h"
#include "backend/reference/ReferenceBackend.h"
#include "engine/Engine.h"
#include "support/RecordingBackend.h"
#include "support/frames.h"
#include "support/incremental.h"
#include "support/indexText.h"

#include <string>

namespace headlight::testing {

/// The CPU, or the formulas.
inline std::unique_ptr<Backend> backendNamed(const QString& name) {
    if (name == "formulas") return std::make_unique<ReferenceBackend>();
    return eigen();
}

/// Layers that have all of it: 12 tokens, causal, two heads, d = 4, d_v = 2.
inline Session gatedSession(int layers) {
    std::mt19937 random(11);
    Session session = causalLayers(random, layers);
    for (Layer& layer : session.layers) {
        layer[Parameter::Gain] = randomMatrix(random, 1, 4);
        layer[Parameter::Shift] = randomMatrix(random, 1, 4);
        for (Head& head : layer.allHeads) {
            head[Parameter::Wtest] = randomMatrix(random, 4, 2);
            head[Parameter::Btest] = randomMatrix(random, 1, 2);
        }
    }
    return session;
}

/// An engine whose updates are recorded, and its answers about every stage of every layer.
struct RecordedEngine {
    std::shared_ptr<Updates> updates = std::make_shared<Updates>();
    Engine engine{std::make_unique<RecordingBackend>(updates)};

    /// "gated.2{all}", "concat{all}": the rows of stages of a layer that are named after an edit from `before`, or how
    /// the answer differs from that of a new engine.
    QStringList named(const Session& before, const Session& after, std::size_t layer) {
        engine.answer(before, everything(before));
        updates->clear();
        const Frame frame = engine.answer(after, everything(after));
        const std::string text = difference(frame, Engine(eigen()).answer(after, everything(after)));
        if (!text.empty()) return {"not as of a new engine: " + QString::fromStdString(text)};
        const LayerUpdate& update = updates->at(layer);
        QStringList parts;
        const auto add = [&](const IndexSet& rows, const QString& name) {
            if (!rows.empty()) parts << name + "{" + textOf(rows) + "}";
        };
        for (const StageInfo& info : stages()) {
            add(update.rows[info.stage], info.id);
            for (std::size_t h = 0; h < update.heads.size(); ++h)
                add(update.heads[h].rows[info.stage], info.id + QString(".%1").arg(h + 1));
        }
        return parts;
    }
};

/// Nothing, or the stage with a number that is farther from `expected` than `bound`.
inline std::string farFrom(const char* stage, const Matrix& values, const MatrixD& expected, const MatrixD& bound) {
    if (values.rows() != expected.rows() || values.cols() != expected.cols()) return std::string(stage) + ": size";
    const bool isNear = ((values.cast<double>() - expected).array().abs() <= bound.array() + 1e-44).all();
    return isNear ? std::string() : std::string(stage) + ": too far off";
}

/// Nothing, or which of Gated and Concat is not what the stages before it make. A sum and a product of n numbers are
/// off by n roundings of 2^-24; 1.01 stands for the terms of second order. The formulas compute in double, and the
/// stages before are rounded when they are read: one more for each factor.
inline std::string compareGated(const Session& session, int l, const Trace& trace) {
    const LayerWeights layer = weightsOf(session.layers[static_cast<std::size_t>(l)]);
    if (sizesOf(session).tokens == 0) return {};
    const double u = 1.01 * 0x1p-24;
    const MatrixD x = trace(trace.has(Stage::Normed) ? Stage::Normed : Stage::X).cast<double>();
    std::vector<MatrixD> gated;
    for (std::size_t h = 0; h < layer.heads.size(); ++h) {
        gated.push_back(trace(Stage::Gated, h).cast<double>());
        MatrixD expected = trace(Stage::Context, h).cast<double>(), size = MatrixD::Zero(x.rows(), expected.cols());
        if (const FrozenMatrix& w = layer.heads[h][Parameter::Wtest], &b = layer.heads[h][Parameter::Btest]; w) {
            size = expected.cwiseAbs().cwiseProduct(MatrixD(x.cwiseAbs().lazyProduct(w->cast<double>().cwiseAbs())));
            if (b) size += expected.cwiseAbs() * b->row(0).cast<double>().cwiseAbs().asDiagonal();
            expected = expected.cwiseProduct(projection(x, w, b));
        }
        const MatrixD bound = static_cast<double>(x.cols() + 4) * u * size;
        if (auto text = farFrom("gated", trace(Stage::Gated, h), expected, bound); !text.empty()) return text;
    }
    MatrixD concat = sideBySide(gated);
    if (const FrozenMatrix& gain = layer[Parameter::Gain])
        concat = MatrixD(concat * gain->row(0).cast<double>().asDiagonal());
    return farFrom("concat", trace(Stage::Concat), concat, 2 * u * concat.cwiseAbs());
}

/// The same of every layer, by a backend.
inline std::string compareGated(const Session& session, const QString& backend) {
    const int last = static_cast<int>(session.layers.size()) - 1;
    const auto traces = Engine(backendNamed(backend)).traces(session, 0, last, {});
    if (!traces) return traces.text();
    for (int l = 0; l <= last; ++l)
        if (auto text = compareGated(session, l, (*traces)[static_cast<std::size_t>(l)]); !text.empty())
            return "layer " + std::to_string(l + 1) + ", " + text;
    return {};
}

} // namespace headlight::testing
