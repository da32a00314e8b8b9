"""The logistic scale of section 7.1, in 1/256: P[x] is p(x), S[p >> 4] is s(p)."""

EDGE = 11 * 256 - 1


def _squash():
    table = [0] * (2 * EDGE + 1)     # P[x] for x below 0 counts from the end
    power = 1 << 62
    for x in range(EDGE + 1):
        low = (1 << 47) // ((1 << 62) + power >> 31)
        table[-x] = max(65536 - low, 1)
        table[x] = min(low, 65535)
        power = (power >> 32) * 4278222939
    return table


P = _squash()


def _stretch():
    table, x = [], -EDGE
    for i in range(4096):
        while x < EDGE and P[x] < 16 * i + 8:
            x += 1
        table.append(x)
    return table


S = _stretch()


def squash(x):
    """p(x), of the nearest end outside."""
    return P[max(min(x, EDGE), -EDGE)]
