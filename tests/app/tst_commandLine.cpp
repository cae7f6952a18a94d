#include "base/version.h"
#include "commandLine.h"
#include "kernels/kernels.h"

#include <QTest>

#include <vector>

using namespace headlight;

namespace {

ParsedCommandLine parse(const QString& line) {
    std::vector<QByteArray> words{"headlight"};
    for (const QString& word : line.split(' ', Qt::SkipEmptyParts)) words.push_back(word.toUtf8());
    std::vector<const char*> pointers;
    for (const QByteArray& word : words) pointers.push_back(word.constData());
    return parseCommandLine(static_cast<int>(pointers.size()), pointers.data());
}

} // namespace

class CommandLineTest : public QObject {
    Q_OBJECT

private slots:
    void subcommands_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<int>("subcommand");
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("output");
        const auto row = [](const char* line, Command::Subcommand subcommand, const char* file, const char* output) {
            QTest::newRow(line) << line << static_cast<int>(subcommand) << file << output;
        };
        row("", Command::Subcommand::Window, "", "");
        row("a.headlight", Command::Subcommand::Window, "a.headlight", "");
        row("eval a.headlight -o t.npz", Command::Subcommand::Eval, "a.headlight", "t.npz");
        row("export a.headlight -o c.py", Command::Subcommand::Export, "a.headlight", "c.py");
        row("render a.headlight -o m.svg", Command::Subcommand::Render, "a.headlight", "m.svg");
        row("check a.npz --tolerance 1e-3 --scale sqrt_dk --json", Command::Subcommand::Check, "a.npz", "");
        row("backends", Command::Subcommand::Backends, "", "");
        row("try-device opencl:a", Command::Subcommand::TryDevice, "", "");
    }
    void subcommands() {
        QFETCH(QString, line);
        QFETCH(int, subcommand);
        QFETCH(QString, file);
        QFETCH(QString, output);
        const auto parsed = parse(line);
        QVERIFY2(parsed.command.has_value(), parsed.text.c_str());
        QCOMPARE(static_cast<int>(parsed.command->subcommand), subcommand);
        QCOMPARE(QString::fromStdString(parsed.command->file), file);
        QCOMPARE(QString::fromStdString(parsed.command->output), output);
    }

    void verboseIsForWhatMayUseADevice() {
        for (const char* line :
             {"--verbose", "eval a -o b.npz --verbose", "render a -o b.png --verbose", "backends --verbose"})
            QVERIFY2(parse(line).command && parse(line).command->isVerbose, line);
        QVERIFY(!parse("backends").command->isVerbose);
        QVERIFY(parse("--help").text.find("try-device") == std::string::npos);
        QCOMPARE(parse("try-device opencl:a").command->backend, std::string("opencl:a"));
    }

    void theWindowTakesWhatAFileLeavesOpen() {
        const Command command = *parse("a.npz --heads 2 --prefix h.3.attn --sentence abc --causal").command;
        QVERIFY(command.subcommand == Command::Subcommand::Window && command.saysHow());
        QCOMPARE(command.heads, 2);
        QCOMPARE(command.prefix, std::string("h.3.attn"));
        QCOMPARE(command.sentence, std::string("abc"));
        QCOMPARE(command.mask, std::string("causal"));
        QVERIFY(!parse("a.npz").command->saysHow());
    }

    void codeIsForALibrary() {
        QCOMPARE(parse("export a -o c.py").command->library, std::string("numpy"));
        QCOMPARE(parse("export a -o c.py --with pytorch").command->library, std::string("pytorch"));
    }

    void renderOptions() {
        const auto parsed = parse(
            "render a -o m.png --stage weights --head 2 --width 640 --height 480 --dpi 192 --theme dark "
            "--scale-per-head --no-numbers --text 7 --columns 2 --no-title --labels-each");
        QVERIFY(parsed.command.has_value());
        const Command& c = *parsed.command;
        QCOMPARE(c.stage, std::string("weights"));
        QCOMPARE(c.head, std::string("2"));
        QCOMPARE(c.picture.widthPx, 640);
        QCOMPARE(c.picture.heightPx, 480);
        QCOMPARE(c.dpi, 192);
        QCOMPARE(c.theme, std::string("dark"));
        QVERIFY(c.picture.maps.scalePerHead && !c.picture.maps.numbers);
        QVERIFY(!c.picture.showsTitle && c.picture.labelsEach);
        QVERIFY(c.picture.widthMm == 0 && c.picture.textPt == 7 && c.picture.columns == 2);
        QCOMPARE(parse("render a -o m.png --mm 85").command->picture.widthMm, 85);
    }

    void mistakesEndWith2_data() {
        QTest::addColumn<QString>("line");
        for (const char* line :
             {"eval", "eval a", "eval a -o b --causal=none", "render a -o", "--nonsense", "render a -o m.png --width 3",
              "render a -o m.png --theme pink", "export a -o c.py --with jax", "a b c"})
            QTest::newRow(line) << line;
    }
    void mistakesEndWith2() {
        QFETCH(QString, line);
        const auto parsed = parse(line);
        QVERIFY(!parsed.command);
        QCOMPARE(parsed.exitCode, 2);
        QVERIFY(parsed.text.starts_with("headlight: "));
        QVERIFY2(parsed.text.ends_with(".\n") && parsed.text.find('\n') == parsed.text.size() - 1, parsed.text.c_str());
    }

    void aMistakeIsOneSentence_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char* line, const char* sentence) { QTest::newRow(line) << line << sentence; };
        row("render a -o m.png --width 0", "--width must be a whole number from 16 to 16384, not \"0\".");
        row("render a -o m.png --width abc", "--width must be a whole number from 16 to 16384, not \"abc\".");
        row("render a -o m.png --dpi 1e9", "--dpi must be a whole number from 36 to 1200, not \"1e9\".");
        row("render a -o m.png --theme pink", "--theme must be light or dark, not \"pink\".");
        row("render a -o m.png --mm 5", "--mm must be a whole number from 20 to 2000, not \"5\".");
        row("render a -o m.png --mm 85 --width 400",
            "--mm is a width on paper, --width and --height are pixels. Give either.");
        row("render a -o m.png --mm 85 --height 400",
            "--mm is a width on paper, --width and --height are pixels. Give either.");
        row("eval a -o b.npy --stage Q --stage K", "--stage is given twice. Give it once.");
        row("eval a -o b.npy --stage", "--stage needs a value behind it.");
        row("check a --tolerance -1", "--tolerance must be a number above 0, not \"-1\".");
        row("check a --scale dk", "--scale must be sqrt_dk, none or a number above 0, not \"dk\".");
        row("eval", "FILE is required (see headlight --help).");
        row("evl a", "\"evl\" is neither a file nor a command. The commands are eval, export, render, check and "
                     "backends.");
        row("eval a b -o c.npz", "There are 2 FILEs for one output. Give a folder, as in -o results/ --format npz.");
        row("eval a b -o c/", "--output \"c/\" does not say the format. Give --format, too.");
        row("eval a -o -", "--output \"-\" does not say the format. Give --format, too.");
        row("eval a -o c.npz --format npz", "The name of the output file says its format. Leave --format out.");
        row("render a -o - --format gif", "--format: gif not in {png,svg,pdf} (see headlight --help).");
        row("--nonsense", "The following argument was not expected: --nonsense (see headlight --help).");
        row("--non\nsense", "The following argument was not expected: --non\uFFFDsense (see headlight --help).");
    }
    void aMistakeIsOneSentence() {
        QFETCH(QString, line);
        QFETCH(QString, sentence);
        QCOMPARE(QString::fromStdString(parse(line).text), "headlight: " + sentence + "\n");
    }

    void backend_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("backend");
        QTest::newRow("none") << "eval a -o b.npz"
                              << "none";
        QTest::newRow("eval") << "eval a -o b.npz --backend checked"
                              << "checked";
        QTest::newRow("render") << "render a -o b.png --backend auto"
                                << "auto";
        QTest::newRow("window") << "--backend opencl:NAME a"
                                << "opencl:NAME";
        QTest::newRow("window, none") << "a"
                                      << "none";
    }
    void backend() {
        QFETCH(QString, line);
        QFETCH(QString, backend);
        const auto parsed = parse(line);
        QVERIFY2(parsed.command, parsed.text.c_str());
        QCOMPARE(QString::fromStdString(parsed.command->backend.value_or("none")), backend);
    }

    void shares_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<int>("threads"); // 0: not given; -1: a mistake
        QTest::addColumn<int>("megabytes");
        QTest::newRow("none") << "a" << 0 << 0;
        QTest::newRow("window") << "--threads 3 --score-memory 8192 a" << 3 << 8192;
        QTest::newRow("eval") << "eval a -o b.npz --threads 1 --score-memory 1" << 1 << 1;
        QTest::newRow("export") << "export a -o b.py --score-memory 512" << 0 << 512;
        QTest::newRow("render") << "render a -o b.png --threads 256 --score-memory 1048576" << 256 << 1048576;
        for (const char* wrong : {"0", "257", "two", "-1"})
            QTest::addRow("threads %s", wrong) << QString("eval a -o b.npz --threads %1").arg(wrong) << -1 << 0;
        for (const char* wrong : {"0", "1048577", "1GB", "-1", "1.5"})
            QTest::addRow("memory %s", wrong) << QString("render a -o b.png --score-memory %1").arg(wrong) << 0 << -1;
    }
    void shares() {
        QFETCH(QString, line);
        QFETCH(int, threads);
        QFETCH(int, megabytes);
        const auto parsed = parse(line);
        QCOMPARE(parsed.command.has_value(), threads >= 0 && megabytes >= 0);
        if (parsed.command) {
            QCOMPARE(parsed.command->threads.value_or(0), threads);
            QCOMPARE(parsed.command->scoreMegabytes.value_or(0), megabytes);
            return;
        }
        const char* option = threads < 0 ? "headlight: --threads must be a whole number from 1 to 256, not "
                                         : "headlight: --score-memory must be a whole number from 1 to 1048576, not ";
        QVERIFY2(parsed.text.starts_with(option), parsed.text.c_str());
    }

    /// The help also names backends that this computer lacks: looking for devices would make it slow.
    void helpNamesTheBackends() {
        for (const char* line : {"--help", "eval --help", "render --help"})
            for (const char* id : {"--backend", "auto", "cpu", "opencl:NAME", "checked:ID", "headlight backends"})
                QVERIFY2(QString::fromStdString(parse(line).text).simplified().contains(id), id);
    }

    void helpAndVersion() {
        QCOMPARE(parse("--version").text,
                 std::string("headlight ") + kVersion + "\nThe CPU computes with " + kernels::chosenTarget() + ".\n");
        QCOMPARE(parse("--help").exitCode, 0);
        QVERIFY(parse("render --help").text.find("{false}") == std::string::npos);
        for (const char* word : {"eval", "render", "check", "backends", "FILE", "--version"})
            QVERIFY2(parse("--help").text.find(word) != std::string::npos, word);
        QVERIFY(parse("render --help").text.find("--theme") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(CommandLineTest)
#include "tst_commandLine.moc"
