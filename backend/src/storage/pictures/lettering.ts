// Text as outlines of the site's own faces (scripts/outline-faces.py): it looks the same on a machine without fonts, and of what
// somebody wrote nothing gets into the drawing but which letters there are.

export type FaceName = 'serif' | 'sans'

interface Face {
  /** What a letter takes of the line in thousandths of the size, and its outline. */
  glyphs: Record<string, [advance: number, outline: string]>
  /** By two letters without accents. */
  kern: Record<string, number>
}

export interface Style {
  face: FaceName
  size: number
  /** Between letters, in thousandths of the size. */
  tracking?: number
}

export interface SetLine {
  /** Outlines that begin at 0,0 and stand on y = 0. */
  svg: string
  width: number
}

const THOUSANDTHS = 1000
const ELLIPSIS = '…'
/** Longer than any text of ours; the rest would be cut off anyway. */
const MAX_LETTERS = 400

let loading: Promise<Record<FaceName, Face>> | undefined

/** A third of a megabyte that only the server needs that is asked for such a picture. */
export async function loadLettering() {
  loading ??= import('./faces.json', { with: { type: 'json' } }).then(
    (module) => module.default as unknown as Record<FaceName, Face>,
  )
  return createLettering(await loading)
}

export type Lettering = Awaited<ReturnType<typeof loadLettering>>

function createLettering(faces: Record<FaceName, Face>) {
  const has = (face: FaceName, letter: string) => Object.hasOwn(faces[face].glyphs, letter)

  /** In letters that the face has: others lose their accents, become what they stand for, or are left out. */
  function spell(text: string, face: FaceName): string {
    const letters = Array.from(text.slice(0, MAX_LETTERS).normalize('NFC').replace(/\s+/g, ' '))
    const known = letters.flatMap((letter) =>
      has(face, letter) ? letter : Array.from(plain(letter)).filter((part) => has(face, part)),
    )
    return known.join('').replace(/ {2,}/g, ' ').trim()
  }

  function setLine(text: string, { face, size, tracking = 0 }: Style): SetLine {
    const { glyphs, kern } = faces[face]
    const placed: string[] = []
    let [x, before] = [0, '']
    for (const letter of spell(text, face)) {
      const [advance, outline] = glyphs[letter] as [number, string]
      const base = bare(letter)
      if (before) x += tracking + (kern[before + base] ?? 0)
      if (outline) placed.push(`<path transform="translate(${x})" d="${outline}"/>`)
      x += advance
      before = base
    }
    const scale = size / THOUSANDTHS
    return { svg: `<g transform="scale(${scale})">${placed.join('')}</g>`, width: x * scale }
  }

  const fits = (text: string, style: Style, width: number) => setLine(text, style).width <= width

  /** As much of it as fits, and three dots for the rest. */
  function shorten(text: string, style: Style, width: number): string {
    const letters = Array.from(spell(text, style.face))
    if (fits(letters.join(''), style, width)) return letters.join('')
    while (letters.length > 0 && !fits(letters.join('') + ELLIPSIS, style, width)) letters.pop()
    while (/[\s,.;:–—-]/.test(letters.at(-1) ?? '')) letters.pop()
    return letters.join('') + ELLIPSIS
  }

  /** In lines of that width, the last of them shortened where there are too many. */
  function wrap(text: string, style: Style, { width, lines }: { width: number; lines: number }): string[] {
    const words = spell(text, style.face).split(' ')
    const set: string[] = []
    while (words.length > 0 && set.length < lines - 1) {
      let line = words.shift() as string
      // A word that is longer than a line stays with what follows: it is cut off there.
      if (!fits(line, style, width)) return [...set, shorten([line, ...words].join(' '), style, width)]
      while (words[0] !== undefined && fits(`${line} ${words[0]}`, style, width)) line += ` ${words.shift()}`
      set.push(line)
    }
    return words.length > 0 ? [...set, shorten(words.join(' '), style, width)] : set
  }

  return { spell, setLine, shorten, wrap }
}

const bare = (letter: string) => letter.normalize('NFD').charAt(0)
const plain = (letter: string) => letter.normalize('NFKD').replace(/[\u2010-\u2012\u2212]/g, '-')
