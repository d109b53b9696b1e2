"""Recompute every throw of a table from its dice document: python3 check_dice.py dice.json

Needs the standard library only. For each game that is over: is the published hash that of the seed, and is each
throw what the seed, the salts of the players, the epoch and its number give? Exit status 1 when anything differs.
"""

import hashlib
import hmac
import json
import sys


def throw(seed, salts, epoch, n, dice):
    """The faces of throw `n`: bytes of HMAC-SHA256 below 252, modulo 6, plus 1."""
    faces, block = [], 0
    while len(faces) < dice:
        message = json.dumps([salts, epoch, n, block], separators=(",", ":")).encode()
        faces += [byte % 6 + 1 for byte in hmac.digest(seed, message, "sha256") if byte < 252]
        block += 1
    return faces[:dice]


wrong = 0
with open(sys.argv[1], encoding="utf-8") as file:
    games = json.load(file)["games"]
for game in games:
    if game["seed"] is None:
        print(f"game {game['game']}: not over, its seed is not shown yet")
        continue
    seed = bytes.fromhex(game["seed"])
    bad = [t for t in game["throws"] if throw(seed, game["salts"], t["epoch"], t["n"], len(t["dice"])) != t["dice"]]
    kept = hashlib.sha256(seed).hexdigest() == game["seed_hash"]
    print(f"game {game['game']}: the seed is {'' if kept else 'NOT '}the one promised;", end=" ")
    print(f"{len(game['throws']) - len(bad)} of {len(game['throws'])} throws agree", *bad)
    wrong += len(bad) + (not kept)
sys.exit(wrong > 0)
