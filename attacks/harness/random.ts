// Numbers that look random and are the same for the same seed: every request of a run can be made again.

export interface Random {
  /** From 0 up to, not including, `end`. */
  below(end: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** Some of a list, at most `most` of them, repeats allowed. */
  some<T>(list: readonly T[], most: number): T[]
  text(length: number): string
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  const pick = <T>(list: readonly T[]) => list[below(list.length)] as T
  return {
    below,
    pick,
    chance: (probability) => next() < probability,
    some: (list, most) => Array.from({ length: below(most + 1) }, () => pick(list)),
    text: (length) => Array.from({ length }, () => LETTERS[below(LETTERS.length)]).join(''),
  }
}

/** One generator a request, so that request 4711 is the same whatever came before it. */
export const randomOf = (seed: number, index: number) =>
  createRandom(Math.imul(seed, 0x9e3779b1) ^ (index * 0x85ebca6b))
