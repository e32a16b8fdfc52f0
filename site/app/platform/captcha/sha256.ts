// SHA-256 in plain JavaScript. The browser's own implementation is not available on plain http pages, and it needs a
// promise for each hash, so a hundred thousand small hashes take longer than they do here. @noble/hashes takes three to
// five times as long, because it starts a new hash for every round of a chain.

const K = new Uint32Array(64)
const INITIAL = new Uint32Array(8)
fillConstants()

/** The fractional parts of the roots of the first primes, as the standard defines them. */
function fillConstants() {
  const fraction = (value: number) => ((value - Math.floor(value)) * 0x1_0000_0000) >>> 0
  let found = 0
  for (let candidate = 2; found < 64; candidate += 1) {
    if (!isPrime(candidate)) continue
    if (found < 8) INITIAL[found] = fraction(Math.sqrt(candidate))
    K[found] = fraction(Math.cbrt(candidate))
    found += 1
  }
}

function isPrime(value: number): boolean {
  for (let divisor = 2; divisor * divisor <= value; divisor += 1) if (value % divisor === 0) return false
  return true
}

const words = new Uint32Array(64)
const state = new Uint32Array(8)

/** Hashes a message repeatedly. All rounds except the first work on 32-bit words and don't copy bytes. */
export function sha256(message: Uint8Array, rounds = 1): Uint8Array {
  const padded = pad(message)
  const view = new DataView(padded.buffer)
  state.set(INITIAL)
  for (let offset = 0; offset < padded.length; offset += 64) {
    for (let i = 0; i < 16; i += 1) words[i] = view.getUint32(offset + i * 4)
    compress()
  }
  for (let round = 1; round < rounds; round += 1) {
    words.set(state)
    words.set(PADDING_OF_32_BYTES, 8)
    state.set(INITIAL)
    compress()
  }

  const digest = new Uint8Array(32)
  const out = new DataView(digest.buffer)
  for (let i = 0; i < 8; i += 1) out.setUint32(i * 4, state[i] as number)
  return digest
}

const PADDING_OF_32_BYTES = new Uint32Array([0x8000_0000, 0, 0, 0, 0, 0, 0, 256])

function pad(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64)
  padded.set(message)
  padded[message.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(message.length / 0x2000_0000))
  view.setUint32(padded.length - 4, message.length << 3)
  return padded
}

const rotate = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits))

/** Mixes the sixteen words at the start of `words` into `state`. */
function compress() {
  for (let i = 16; i < 64; i += 1) {
    const w15 = words[i - 15] as number
    const w2 = words[i - 2] as number
    const s0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3)
    const s1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10)
    words[i] = ((words[i - 16] as number) + s0 + (words[i - 7] as number) + s1) | 0
  }

  let a = state[0] as number
  let b = state[1] as number
  let c = state[2] as number
  let d = state[3] as number
  let e = state[4] as number
  let f = state[5] as number
  let g = state[6] as number
  let h = state[7] as number
  for (let i = 0; i < 64; i += 1) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const choice = (e & f) ^ (~e & g)
    const t1 = (h + s1 + choice + (K[i] as number) + (words[i] as number)) | 0
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + s0 + majority) | 0
  }
  state[0] = (state[0] as number) + a
  state[1] = (state[1] as number) + b
  state[2] = (state[2] as number) + c
  state[3] = (state[3] as number) + d
  state[4] = (state[4] as number) + e
  state[5] = (state[5] as number) + f
  state[6] = (state[6] as number) + g
  state[7] = (state[7] as number) + h
}
