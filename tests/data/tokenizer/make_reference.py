#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes characters.json, random-texts.json and byte-level.json beside this file, as the reference answers.

Needs the package tokenizers (0.22 or 0.23): pip install --target=FOLDER tokenizers; PYTHONPATH=FOLDER make_reference.py [NAME…]
Seeded; nothing of a published model goes in, so what it writes is CC0."""
import json
import os
import random
import sys

from tokenizers import AddedToken, BertWordPieceTokenizer, Tokenizer, models, normalizers, pre_tokenizers, processors, trainers

HERE = os.path.dirname(os.path.abspath(__file__))


def write(name, value):
    with open(os.path.join(HERE, name), "w", encoding="ascii") as f:
        json.dump(value, f, ensure_ascii=True, separators=(",", ":"))
        f.write("\n")


def scalars():
    return (c for c in range(0x110000) if not 0xD800 <= c < 0xE000)


def ranges(holds):
    """First and last code point of every stretch on which `holds` is true; surrogates end none."""
    out = []
    for c in scalars():
        if holds(chr(c)):
            if out and (out[-1][1] == c - 1 or (c == 0xE000 and out[-1][1] == 0xD7FF)):
                out[-1][1] = c
            else:
                out.append([c, c])
    return out


def characters():
    bert = dict(clean_text=False, handle_chinese_chars=False, strip_accents=False, lowercase=False)
    clean = normalizers.BertNormalizer(**dict(bert, clean_text=True))
    ideographs = normalizers.BertNormalizer(**dict(bert, handle_chinese_chars=True))
    accents = normalizers.BertNormalizer(**dict(bert, strip_accents=True))
    lower = normalizers.BertNormalizer(**dict(bert, lowercase=True))
    marks = normalizers.StripAccents()
    nfd = normalizers.NFD()
    words = pre_tokenizers.BertPreTokenizer()
    bytes_ = pre_tokenizers.ByteLevel(add_prefix_space=False)
    pieces = lambda s: len(words.pre_tokenize_str("x" + s + "y"))
    runs = lambda s: len(bytes_.pre_tokenize_str(s))
    changed = lambda normalizer: {ord(s): [ord(x) for x in t] for s, t in ((s, normalizer.normalize_str(s)) for s in map(chr, scalars())) if s != t}
    lowered, decomposed = changed(lower), changed(nfd)
    cut = {s: pieces(s) for s in map(chr, scalars())}
    hangul = range(0xAC00, 0xD7A4)
    return dict(
        removed=ranges(lambda s: clean.normalize_str(s) == ""),
        space=ranges(lambda s: cut[s] == 2),
        punctuation=ranges(lambda s: cut[s] == 3),
        ideograph=ranges(lambda s: ideographs.normalize_str(s) != s),
        non_spacing_mark=ranges(lambda s: accents.normalize_str(s) == ""),
        mark=ranges(lambda s: marks.normalize_str(s) == ""),
        letter=ranges(lambda s: runs("a" + s) == 1),
        number=ranges(lambda s: runs("1" + s) == 1),
        lower=[[c, *v] for c, v in lowered.items()],
        decomposed=[[c, *v] for c, v in decomposed.items() if c not in hangul],
    )


POOL = ["the", "learning", "Machine", "world", "naïve", "café", "İ", "ß", "É", "É", "q̣̇", "q̣̇", "e\u0344\u0323", "ͅ\u0301",
        "\u0f73\u0f71", "각", "가각", "机", "器学", "\U0002B820", "\U0002B920", "豈", "ǅ", "ﬁ", "Ⅳ", "１２", "ｶﾞ", "\u0958", "\u1734", "\u166D",
        "\U000111C9", "\u1885", "\uA9BD", "\u2E43", "\u0898", "\u200b", "\ufeff", "\u00ad", "\x00", "\x07", "\ufffd", "\ue000", "\U000110CD", " ", "  ",
        "\t", "\n", "\u3000", "\u00a0", "\u2028", "\x85", "\x0b", ".", ",", "...", "!", "'s", "'ll", "don't", "-", "_", "#", "##", "##s", "$", "^", "`", "¿", "—", "。",
        "[CLS]", "[SEP]", "[MASK]", "[MASK", "[mask]", "[UNK]", "[unused1]", "<new>", "<NEW>", "Xyz", "xyz", "xyzw", "😀", "👩‍👩‍👧", "🇨🇳", "a" * 99, "b" * 102,
        "1", "23", "²", "½", "٣", "ა", "Ა", "𝒜", "ﷺ", "\u0301", "\u0301\u0301", "\u20dd", "\u0903", "ſ", "K", "Å", "Ω"]


def text(rng):
    return "".join(rng.choice(POOL) for _ in range(rng.randint(1, 14)))


def answer(e):
    return [e.ids, [list(o) for o in e.offsets], [-1 if w is None else w for w in e.word_ids]]


def random_texts():
    """WordPiece over vocab-cased-synthetic.txt with every setting and with added tokens of every kind."""
    rng, sets = random.Random(5), []
    with open(os.path.join(HERE, "vocab-cased-synthetic.txt"), encoding="utf-8") as f:
        vocabulary = f.read().split("\n")[:-1]
    added = [AddedToken("<new>", lstrip=True), AddedToken("xyz", single_word=True, normalized=True), AddedToken("Xyz", normalized=False, rstrip=True),
             AddedToken("q̣", normalized=True)]
    for clean, ideographs, accents, lowercase in [(True, True, None, True), (True, True, False, False), (False, True, True, False), (True, False, None, False),
                                                  (False, False, True, True), (True, True, False, True)]:
        t = BertWordPieceTokenizer(os.path.join(HERE, "vocab-cased-synthetic.txt"), clean_text=clean, handle_chinese_chars=ideographs, strip_accents=accents, lowercase=lowercase)
        extra = added if accents is not False else added[:2]
        t.add_special_tokens(["[MASK]", "[UNK]", "[PAD]"])
        t.add_tokens(extra)
        texts = [text(rng) for _ in range(120)]
        sets.append(dict(clean_text=clean, tokenize_chinese_chars=ideographs, strip_accents=accents, do_lower_case=lowercase,
                         added=[dict(content=a.content, id=t.token_to_id(a.content), lstrip=a.lstrip, rstrip=a.rstrip, single_word=a.single_word, normalized=a.normalized) for a in extra],
                         cases=[[s, *answer(t.encode(s))] for s in texts]))
    return dict(vocabulary_size=len(vocabulary), sets=sets)


def byte_level():
    """A tiny byte-level BPE in RoBERTa's layout, its answers with and without a space in front, pairs and cuts."""
    rng = random.Random(7)
    words = "the world learning machine machines changed naïve café hello position embedding positions don't it's 2024 100 世界 机器 学习 😀".split()
    corpus = [" ".join(rng.choice(words) for _ in range(12)) for _ in range(200)]
    t = Tokenizer(models.BPE())
    t.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    special = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    t.train_from_iterator(corpus, trainers.BpeTrainer(vocab_size=420, special_tokens=special, initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()), show_progress=False))
    t.add_special_tokens([AddedToken("<mask>", lstrip=True, special=True)])
    pool = [*(p for p in POOL if "[" not in p), *words, "<mask>", "<s>", "</s>", " hello", " world", "'t", " 'Ve", "'ve", "\n\n", " \n", "12a"]
    state = json.loads(t.to_str())
    out = []
    for prefix, trim in [(False, True), (True, True), (True, False), (False, False)]:
        state["pre_tokenizer"]["add_prefix_space"] = prefix
        u = Tokenizer.from_str(json.dumps(state))
        u.post_processor = processors.RobertaProcessing(("</s>", u.token_to_id("</s>")), ("<s>", u.token_to_id("<s>")), trim_offsets=trim, add_prefix_space=prefix)
        texts = ["", " ", "Hello", " Hello", "  two", *("".join(rng.choice(pool) for _ in range(rng.randint(1, 12))) for _ in range(80))]
        cases = [[s, None, None, *answer(u.encode(s))] for s in texts]
        for _ in range(20):
            a, b, n = text(rng), text(rng), rng.choice([None, 9, 20])
            if n:
                u.enable_truncation(n)
            else:
                u.no_truncation()
            cases.append([a, b, n, *answer(u.encode(a, b))])
        u.no_truncation()
        out.append(dict(post_processor=json.loads(u.to_str())["post_processor"], add_prefix_space=prefix, trim_offsets=trim, cases=cases))
    del state["post_processor"]
    return dict(tokenizer=state, sets=out)


for name, make in (("random-texts.json", random_texts), ("byte-level.json", byte_level), ("characters.json", characters)):
    if not sys.argv[1:] or name in sys.argv[1:]:
        write(name, make())
