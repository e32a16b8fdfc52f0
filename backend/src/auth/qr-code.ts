// Draws a QR code as SVG in byte mode, with error correction level L and mask 0. Names and numbers are those in ISO/IEC
// 18004.

/** The error correction codewords per block and the number of blocks, by version, starting with version 1. */
const CORRECTION = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28]
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8]
const BYTE_MODE = 0b0100
const LOWEST_LEVEL = 0b01
const QUIET_ZONE = 4

/** The capacity of version 20, the largest supported. */
export const MAX_QR_CODE_BYTES = 858

type Grid = (boolean | undefined)[][]

export function toQrCode(text: string): string {
  const modules = qrModules(text)
  const size = modules.length + 2 * QUIET_ZONE
  const dark = modules.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x + QUIET_ZONE} ${y + QUIET_ZONE}h1v1h-1z`] : [])),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="white" d="M0 0h${size}v${size}H0z"/><path d="${dark.join('')}"/></svg>`
}

export function qrModules(text: string): boolean[][] {
  const bytes = [...new TextEncoder().encode(text)]
  const version =
    BLOCKS.findIndex((_, index) => 4 + countBits(index + 1) + 8 * bytes.length <= 8 * dataLength(index + 1)) + 1
  if (version === 0) throw new RangeError('the text is too long for a QR code')
  const grid = drawFunctions(version)
  const functions = grid.map((row) => row.map((module) => module !== undefined))
  fill(grid, addCorrection(toCodewords(bytes, version), version))
  return grid.map((row, y) => row.map((isDark, x) => Boolean(isDark) !== (!functions[y]?.[x] && (x + y) % 2 === 0)))
}

const countBits = (version: number) => (version < 10 ? 8 : 16)

function rawLength(version: number): number {
  let modules = (16 * version + 128) * version + 64
  if (version >= 2) {
    const aligned = Math.floor(version / 7) + 2
    modules -= (25 * aligned - 10) * aligned - 55
    if (version >= 7) modules -= 36
  }
  return Math.floor(modules / 8)
}

const dataLength = (version: number) => rawLength(version) - (CORRECTION[version - 1] ?? 0) * (BLOCKS[version - 1] ?? 0)

function toCodewords(bytes: number[], version: number): number[] {
  const bits: number[] = []
  const put = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit -= 1) bits.push((value >>> bit) & 1)
  }
  const capacity = 8 * dataLength(version)
  put(BYTE_MODE, 4)
  put(bytes.length, countBits(version))
  for (const byte of bytes) put(byte, 8)
  put(0, Math.min(4, capacity - bits.length))
  put(0, (8 - (bits.length % 8)) % 8)
  for (let pad = 0xec; bits.length < capacity; pad ^= 0xec ^ 0x11) put(pad, 8)
  return Array.from({ length: bits.length / 8 }, (_, index) =>
    Number.parseInt(bits.slice(8 * index, 8 * index + 8).join(''), 2),
  )
}

/** Reed-Solomon: splits the data into blocks, adds error correction to each and interleaves them. */
function addCorrection(data: number[], version: number): number[] {
  const blocks = BLOCKS[version - 1] ?? 1
  const length = CORRECTION[version - 1] ?? 0
  const raw = rawLength(version)
  const shortBlocks = blocks - (raw % blocks)
  const shortData = Math.floor(raw / blocks) - length
  const divisor = generator(length)
  let taken = 0
  const parts = Array.from({ length: blocks }, (_, index) => {
    const own = data.slice(taken, taken + shortData + (index < shortBlocks ? 0 : 1))
    taken += own.length
    return { own, correction: remainder(own, divisor) }
  })
  const inTurns = (of: (part: (typeof parts)[number]) => number[], most: number) =>
    Array.from({ length: most }, (_, index) => parts.flatMap((part) => of(part)[index] ?? [])).flat()
  return [...inTurns(({ own }) => own, shortData + 1), ...inTurns(({ correction }) => correction, length)]
}

function multiply(x: number, y: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d)
    product ^= ((y >>> bit) & 1) * x
  }
  return product
}

function generator(degree: number): number[] {
  let result = [...Array<number>(degree - 1).fill(0), 1]
  let root = 1
  for (let step = 0; step < degree; step += 1) {
    const factor = root
    result = result.map((value, index) => multiply(value, factor) ^ (result[index + 1] ?? 0))
    root = multiply(root, 2)
  }
  return result
}

function remainder(data: number[], divisor: number[]): number[] {
  let result = divisor.map(() => 0)
  for (const byte of data) {
    const factor = byte ^ (result[0] ?? 0)
    const shifted = [...result.slice(1), 0]
    result = shifted.map((value, index) => value ^ multiply(divisor[index] ?? 0, factor))
  }
  return result
}

function drawFunctions(version: number): Grid {
  const size = 4 * version + 17
  const grid: Grid = Array.from({ length: size }, () => Array<boolean | undefined>(size).fill(undefined))
  const set = (x: number, y: number, isDark: boolean) => {
    const row = grid[y]
    if (row && x >= 0 && x < size) row[x] = isDark
  }
  for (let at = 0; at < size; at += 1) {
    set(6, at, at % 2 === 0)
    set(at, 6, at % 2 === 0)
  }
  const square = (centreX: number, centreY: number, radius: number, light: number[]) => {
    for (let y = -radius; y <= radius; y += 1)
      for (let x = -radius; x <= radius; x += 1)
        set(centreX + x, centreY + y, !light.includes(Math.max(Math.abs(x), Math.abs(y))))
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    square(x, y, 4, [2, 4])
  const positions = alignments(version, size)
  const last = positions.length - 1
  positions.forEach((x, i) => {
    positions.forEach((y, j) => {
      const isFinder = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)
      if (!isFinder) square(x, y, 2, [1])
    })
  })
  drawFormat(set, size)
  if (version >= 7) drawVersion(set, size, version)
  return grid
}

function alignments(version: number, size: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.ceil((4 * version + 4) / (2 * count - 2)) * 2
  return [6, ...Array.from({ length: count - 1 }, (_, index) => size - 7 - index * step).reverse()]
}

type Set = (x: number, y: number, isDark: boolean) => void

function withCheck(value: number, degree: number, polynomial: number): number {
  let rest = value
  for (let step = 0; step < degree; step += 1) rest = (rest << 1) ^ ((rest >>> (degree - 1)) * polynomial)
  return (value << degree) | rest
}

function drawFormat(set: Set, size: number): void {
  const bits = withCheck(LOWEST_LEVEL << 3, 10, 0x537) ^ 0x5412
  const bit = (index: number) => ((bits >>> index) & 1) === 1
  for (let index = 0; index < 6; index += 1) set(8, index, bit(index))
  set(8, 7, bit(6))
  set(8, 8, bit(7))
  set(7, 8, bit(8))
  for (let index = 9; index < 15; index += 1) set(14 - index, 8, bit(index))
  for (let index = 0; index < 8; index += 1) set(size - 1 - index, 8, bit(index))
  for (let index = 8; index < 15; index += 1) set(8, size - 15 + index, bit(index))
  set(8, size - 8, true)
}

function drawVersion(set: Set, size: number, version: number): void {
  const bits = withCheck(version, 12, 0x1f25)
  for (let index = 0; index < 18; index += 1) {
    const isDark = ((bits >>> index) & 1) === 1
    const [a, b] = [size - 11 + (index % 3), Math.floor(index / 3)]
    set(a, b, isDark)
    set(b, a, isDark)
  }
}

/**
 * Fills two columns at a time from the right, alternately upwards and downwards, and skips the column of the timing
 * pattern.
 */
function fill(grid: Grid, codewords: number[]): void {
  const size = grid.length
  let index = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    const isUpward = ((right + 1) & 2) === 0
    for (let step = 0; step < size; step += 1) {
      const row = grid[isUpward ? size - 1 - step : step] as (boolean | undefined)[]
      for (const x of [right, right - 1]) {
        if (row[x] !== undefined) continue
        row[x] = (((codewords[index >>> 3] ?? 0) >>> (7 - (index & 7))) & 1) === 1
        index += 1
      }
    }
  }
}
