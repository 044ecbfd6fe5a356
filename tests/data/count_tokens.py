#!/usr/bin/env python3
"""Counts the texts of token_counts.tsv or context_blocks.tsv again, with real tokenizers that come whole in packages of PyPI.

    pip install bpe-openai                                   # cl100k_base, o200k_base
    pip install tokenizers; anthropic==0.34.2 (wheel, tokenizer.json)        # --claude2 FILE, only shown
    pip install tiktoken; mistral-common==1.13.1 (wheel, tekken_240911.json) # --tekken FILE, only shown

    count_tokens.py [TABLE] [--add FILE] [--claude2 FILE] [--tekken FILE]

Writes the table anew: the higher of the first two counts a text. --add: further "kind<TAB>text" lines, escaped as
in the table. The other two are printed beside, since their counts are not what the estimate promises to cover.
"""
import argparse
import base64
import collections
import json
import pathlib
import statistics

TABLE = pathlib.Path(__file__).resolve().parent / "token_counts.tsv"


def plain(text):
    out, i = [], 0
    while i < len(text):
        if text[i] == "\\" and i + 1 < len(text):
            i += 1
            out.append({"n": "\n", "t": "\t"}.get(text[i], text[i]))
        else:
            out.append(text[i])
        i += 1
    return "".join(out)


def tekken(path):
    import tiktoken
    held = json.loads(pathlib.Path(path).read_text())
    size = held["config"]["default_vocab_size"] - held["config"]["default_num_special_tokens"]
    ranks = {base64.b64decode(row["token_bytes"]): row["rank"] for row in held["vocab"][:size]}
    made = tiktoken.Encoding("tekken", pat_str=held["config"]["pattern"], mergeable_ranks=ranks, special_tokens={})
    return lambda text: len(made.encode_ordinary(text))


def claude2(path):
    import tokenizers
    made = tokenizers.Tokenizer.from_file(path)
    return lambda text: len(made.encode(text).ids)


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("table", nargs="?", type=pathlib.Path, default=TABLE)
    for name in ("--add", "--claude2", "--tekken"):
        options.add_argument(name)
    options = options.parse_args()
    import bpe_openai
    promised = [bpe_openai.get_encoding(name) for name in ("cl100k_base", "o200k_base")]
    shown = {name: make(path) for name, make, path in (("claude2", claude2, options.claude2),
                                                      ("tekken", tekken, options.tekken)) if path}
    lines = options.table.read_text().splitlines()
    head = [line for line in lines if line.startswith("#")]
    texts = [(line.split("\t", 2)[0], line.split("\t", 2)[2]) for line in lines if line and not line.startswith("#")]
    if options.add:
        texts += [tuple(line.split("\t", 1)) for line in pathlib.Path(options.add).read_text().splitlines() if line]
    texts = list(dict.fromkeys(texts))
    others = collections.defaultdict(list)
    with options.table.open("w") as out:
        out.write("\n".join(head) + "\n")
        for kind, text in texts:
            real = max(len(one.encode(plain(text))) for one in promised)
            out.write("%s\t%d\t%s\n" % (kind, real, text))
            for name, count in shown.items():
                others[name, kind].append(count(plain(text)) / real)
    for (name, kind), ratios in sorted(others.items()):
        print("%-8s %-8s median %.2f, most %.2f of the promised count" % (name, kind, statistics.median(ratios), max(ratios)))


if __name__ == "__main__":
    main()
