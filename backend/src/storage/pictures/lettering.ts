// Sets text as outlines from the site's own typefaces (scripts/outline-faces.py), so that it looks the same on a machine
// without fonts, and users' text never gets into the drawing as markup.

export type FaceName = 'serif' | 'sans'

interface Face {
  /** A letter's width in thousandths of the size, and its outline. */
  glyphs: Record<string, [advance: number, outline: string]>
  /** Kerning for pairs of letters, ignoring accents. */
  kern: Record<string, number>
}

export interface Style {
  face: FaceName
  size: number
  /** The space between letters, in thousandths of the size. */
  tracking?: number
}

export interface SetLine {
  /** Outlines that start at x = 0, with the baseline at y = 0. */
  svg: string
  width: number
}

const THOUSANDTHS = 1000
const ELLIPSIS = '…'
/** Longer than any text that fits on a card. */
const MAX_LETTERS = 400

let loading: Promise<Record<FaceName, Face>> | undefined

/** The outlines are loaded on demand, because they take a third of a megabyte and only share cards need them. */
export async function loadLettering() {
  loading ??= import('./faces.json', { with: { type: 'json' } }).then(
    (module) => module.default as unknown as Record<FaceName, Face>,
  )
  return createLettering(await loading)
}

export type Lettering = Awaited<ReturnType<typeof loadLettering>>

function createLettering(faces: Record<FaceName, Face>) {
  const has = (face: FaceName, letter: string) => Object.hasOwn(faces[face].glyphs, letter)

  /** Keeps only characters that the typeface has. Others lose their accents, are replaced by equivalents, or are omitted. */
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

  /** As much of the text as fits, with an ellipsis for the rest. */
  function shorten(text: string, style: Style, width: number): string {
    const letters = Array.from(spell(text, style.face))
    if (fits(letters.join(''), style, width)) return letters.join('')
    while (letters.length > 0 && !fits(letters.join('') + ELLIPSIS, style, width)) letters.pop()
    while (/[\s,.;:–—-]/.test(letters.at(-1) ?? '')) letters.pop()
    return letters.join('') + ELLIPSIS
  }

  /** Breaks the text into lines of the given width, and shortens the last line if the text does not fit. */
  function wrap(text: string, style: Style, { width, lines }: { width: number; lines: number }): string[] {
    const words = spell(text, style.face).split(' ')
    const set: string[] = []
    while (words.length > 0 && set.length < lines - 1) {
      let line = words.shift() as string
      // A word that is longer than a line is shortened together with the rest.
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
