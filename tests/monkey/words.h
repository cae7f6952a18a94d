#pragma once

#include <QString>

#include <array>

namespace headlight::monkey {

/// Texts to type and paste: short, because sessions are kept small (hasGrown() in Monkey.cpp).
inline constexpr std::array kSentences{
    u"cat",
    u"the cat sat",
    u" ",
    u"  two  blanks ",
    u"my shoes, my feet!",
    u"shoes shoes shoes",
    u"\n",
    u"a\tb",
    u"a\r\nb\u2029c\u2028d",
    u"שלום עולם",
    u"مرحبا 12",
    u"🙂👩‍👩‍👧🏳️‍🌈",
    u"e\u0301\u0301\u0301 Z\u0351\u0343\u0311a",
    u"\u202Eabc\u202C",
    u"\uFEFFx\u00A0y\u200B",
    u"東京タワー",
    u"&amp; <b>bold</b> %1 \\n \"",
    u"'-.,;:!?(){}[]",
    u"ﬁ ß İ ı ſ",
    u"0 -0 1e9",
};
inline constexpr std::array kNumbers{
    u"0",   u"-0",  u"1",    u"-0.5", u"1e-3", u"1/3", u"2,5",          u"1e38", u"-1e38", u"1e-45",
    u"nan", u"inf", u"-inf", u"abc",  u"",     u"1/0", u"999999999999", u"0x10", u"  7 ",  u"٣",
};
inline constexpr std::array kBlocks{
    u"1 2 3\n4 5 6", u"1\t2\n3\t4", u"[[0.1, 0.2], [0.3, 0.4]]",
    u"1;2;3",        u"0,5\t1,5",   u"tensor([[1., 2.],\n [3., 4.]])",
    u"1 2\n3",       u"a b\nc d",   u"nan inf\n-inf 0",
    u"\n\n",         u"1e39",       u"5",
};
inline constexpr std::array kSizes{u"1",  u"2",  u"3", u"4",  u"5", u"7",   u"8",
                                   u"12", u"16", u"0", u"-1", u"",  u"abc", u"99999"};

/// Session files that can be saved.
inline constexpr std::array kSessions{u"a.headlight", u"b.headlight", u"ümläut 🙂 & co.headlight",
                                      u"small.headlight"};
/// Files of the sandbox. Some exist, some are invalid, one is a folder, one is in a missing folder.
inline constexpr std::array kFiles{
    u"a.headlight",      u"b.headlight",         u"ümläut 🙂 & co.headlight",
    u"no-suffix",        u"picture.png",         u"picture.svg",
    u"picture.pdf",      u"small.headlight",     u"broken.headlight",
    u"folder.headlight", u"missing/x.headlight",
};

/// Keys for the widget with the focus.
inline constexpr std::array kKeys{
    u"Return",         u"Return",     u"Return",    u"Esc",         u"Esc",    u"Tab",    u"Tab",       u"Shift+Tab",
    u"Space",          u"Backspace",  u"Del",       u"Left",        u"Right",  u"Up",     u"Down",      u"Shift+Left",
    u"Shift+Right",    u"Shift+Down", u"Ctrl+Left", u"Ctrl+Right",  u"Home",   u"End",    u"Ctrl+Home", u"Ctrl+End",
    u"PgUp",           u"PgDown",     u"Ctrl+A",    u"Ctrl+C",      u"Ctrl+V", u"Ctrl+X", u"F2",        u"Alt+Down",
    u"Ctrl+Backspace", u"Ctrl+Del",   u"Shift+F10", u"Ctrl+Return",
};
/// Shortcuts of the window.
inline constexpr std::array kShortcuts{
    u"Ctrl+Z",
    u"Ctrl+Z",
    u"Ctrl+Y",
    u"Ctrl+Shift+Z",
    u"Ctrl+L",
    u"Ctrl+Shift+C",
    u"Ctrl+S",
    u"Ctrl+O",
    u"Ctrl+E",
    u"Ctrl+N",
    u"Ctrl+Shift+S",
    u"Ctrl+Q",
    u"F1",
    u"F10",
    u"F11",
    u"Alt+F",
    u"Alt+E",
    u"Alt+V",
    u"Alt+H",
    u"[",
    u"]",
    u"{",
    u"}",
    u"Ctrl+F",
    u"Ctrl+G",
    u"F3",
    u"Shift+F3",
    u"F5",
    u"Ctrl++",
    u"Ctrl+-",
    u"Ctrl+Shift+L",
    u"Ctrl+Shift+L",
};

} // namespace headlight::monkey
