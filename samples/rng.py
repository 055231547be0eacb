#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""All random number generators of dungen, for people who write them in another language.

dungen-generator(7) explains them, and shows what this program prints.
"""

WORD, LONG = 2**32 - 1, 2**64 - 1

def init_genrand(seed):
    mt = [seed]
    for i in range(1, 624):
        mt.append(1812433253 * (mt[-1] ^ mt[-1] >> 30) + i & WORD)
    return mt

def init_by_array(key):
    mt = init_genrand(19650218)
    last = mt[0]
    for step in range(624 + 623):
        i, j = step % 623 + 1, step % len(key)
        y = last ^ last >> 30
        if step < 624:
            last = (mt[i] ^ y * 1664525) + key[j] + j
        else:
            last = (mt[i] ^ y * 1566083941) - i
        last = mt[i] = last & WORD
    mt[0] = 2**31
    return mt

def twister(mt):
    while True:
        for i in range(624):
            y = mt[i] & 2**31 | mt[(i + 1) % 624] & 2**31 - 1
            mt[i] = mt[(i + 397) % 624] ^ y >> 1 ^ y % 2 * 0x9908b0df
        for y in mt:
            y ^= y >> 11
            y ^= y << 7 & 0x9d2c5680
            y ^= y << 15 & 0xefc60000
            yield y ^ y >> 18

def cmwc(seed):
    table = []
    for _ in range(4096 + 1):
        seed = 1103515245 * seed + 12345 & WORD
        table.append(seed)
    carry, i = table.pop() % 809430660, 0
    while True:
        i = (i + 1) % 4096
        t = 18782 * table[i] + carry
        carry = t >> 32
        x = (t & WORD) + carry
        if x > WORD:
            x, carry = x - WORD, carry + 1
        if x == WORD:
            x, carry = 0, carry + 1
        table[i] = WORD - 1 - x
        yield table[i]

def splitmix64(seed):
    while True:
        seed = seed + 0x9e3779b97f4a7c15 & LONG
        z = (seed ^ seed >> 30) * 0xbf58476d1ce4e5b9 & LONG
        z = (z ^ z >> 27) * 0x94d049bb133111eb & LONG
        yield (z ^ z >> 31) >> 32

def getrandbits(outputs, n):
    number = n
    while number >= n:
        number = next(outputs) >> 32 - n.bit_length()
    return number

def modulo(outputs, n):
    return next(outputs) % n if n > 1 else 0

def product(outputs, n):
    while True:
        m = next(outputs) * n
        if m % 2**32 >= 2**32 % n:
            return m >> 32

def random(outputs):
    a, b = next(outputs) >> 5, next(outputs) >> 6
    return (a * 2**26 + b) / 2**53

def coin(outputs, draw):
    return draw(outputs, 2) == 1

def coin_2020(outputs, draw):
    return random(outputs) < 0.5

key, seed = [42], 42
python = lambda: twister(init_by_array(key))
libtcod_mt = lambda: twister(init_genrand(seed))
for name, start, draw, is_heads in (
        ("python", python, getrandbits, coin),
        ("python-2020", python, getrandbits, coin_2020),
        ("libtcod", lambda: cmwc(seed), modulo, coin),
        ("libtcod-mt", libtcod_mt, modulo, coin),
        ("splitmix64", lambda: splitmix64(seed), product, coin)):
    raw, numbers, coins = start(), start(), start()
    print(name, *(next(raw) for _ in range(3)), "|",
          *(draw(numbers, 5) + 6 for _ in range(5)), "|",
          *("TH"[is_heads(coins, draw)] for _ in range(5)))
outputs = python()
print("random()", *(random(outputs) for _ in range(3)))
