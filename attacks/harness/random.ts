// Seeded pseudo-random numbers, so that every request in a run can be repeated.

export interface Random {
  /** An integer from 0 to `end` - 1. */
  below(end: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** Up to `most` items from a list, possibly with repeats. */
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

/** Each request has its own generator, so that request 4711 doesn't depend on the requests before it. */
export const randomOf = (seed: number, index: number) =>
  createRandom(Math.imul(seed, 0x9e3779b1) ^ (index * 0x85ebca6b))
