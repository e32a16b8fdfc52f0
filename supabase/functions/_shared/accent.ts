// The dealer chooses one colour. Fill and text shades for light and dark mode are derived from it, and stay as close to
// it as legibility allows.

/** The stylesheet's accent colour (site/app/styles/tokens.css). */
export const DEFAULT_ACCENT = '#946c33'

export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** The background colours of both themes, as in tokens.css; contrast.test.ts compares the two. */
export const BACKGROUNDS = {
  light: ['#f6f3ee', '#ffffff', '#ede8df'],
  dark: ['#0e1012', '#16191c', '#0a0b0d'],
} as const

const TEXT_CONTRAST = 4.5
const CONTROL_CONTRAST = 3
const ON_LIGHT = '#0e1012'
const ON_DARK = '#ffffff'
/** The opacity of a button under the pointer. */
const HOVERED = 0.88

export interface AccentShades {
  /** The colour for buttons, borders and focus rings. */
  fill: string
  /** The colour of text on the fill. */
  on: string
  text: string
}

export interface AccentColours {
  light: AccentShades
  dark: AccentShades
}

type Rgb = readonly [number, number, number]

const toRgb = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as never
const toHex = (rgb: Rgb) =>
  `#${rgb
    .map((part) =>
      Math.round(Math.min(1, Math.max(0, part)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

const toLinear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const fromLinear = (part: number) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055)

/** Relative luminance as defined in WCAG 2.2. */
function luminance(hex: string): number {
  const [r, g, b] = toRgb(hex).map(toLinear) as never as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** OKLab, in which a colour keeps its hue when its lightness changes. */
function toLab(hex: string): Rgb {
  const [r, g, b] = toRgb(hex).map(toLinear) as never as Rgb
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function fromLab([lightness, a, b]: Rgb): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((part) => fromLinear(Math.max(0, part))) as never
}

const isShowable = (rgb: Rgb) => rgb.every((part) => part >= -0.001 && part <= 1.001)

/** The hue at another lightness, with the highest chroma that sRGB can display there. */
function atLightness([, a, b]: Rgb, lightness: number): string {
  for (let chroma = 1; chroma > 0; chroma -= 0.05) {
    const rgb = fromLab([lightness, a * chroma, b * chroma])
    if (isShowable(rgb)) return toHex(rgb)
  }
  return toHex(fromLab([lightness, 0, 0]))
}

const STEPS = 200

/**
 * Of the shades that pass, the one closest to the chosen colour. At least one passes, because every hue ranges from
 * black to white.
 */
function nearest(chosen: string, passes: (shade: string) => boolean): string {
  if (passes(chosen)) return chosen
  const lab = toLab(chosen)
  const shades = Array.from({ length: STEPS + 1 }, (_, step) => step / STEPS)
    .sort((one, other) => Math.abs(one - lab[0]) - Math.abs(other - lab[0]))
    .map((lightness) => atLightness(lab, lightness))
  return shades.find(passes) ?? chosen
}

const mix = (one: string, other: string, share: number) => {
  const under = toRgb(other)
  return toHex(toRgb(one).map((part, at) => part * share + (under[at] ?? 0) * (1 - share)) as never)
}

function shadesFor(chosen: string, grounds: readonly [string, ...string[]], usual: string): AccentShades {
  const hasContrast = (shade: string, ratio: number) => grounds.every((ground) => contrast(shade, ground) >= ratio)
  const isLegible = (on: string) => (shade: string) =>
    [shade, mix(shade, grounds[0], HOVERED)].every((ground) => contrast(on, ground) >= TEXT_CONTRAST)
  const textColours = usual === ON_DARK ? [ON_DARK, ON_LIGHT] : [ON_LIGHT, ON_DARK]
  const isFill = (shade: string) =>
    hasContrast(shade, CONTROL_CONTRAST) && textColours.some((on) => isLegible(on)(shade))
  const fill = nearest(chosen, isFill)
  return {
    fill,
    on: textColours.find((on) => isLegible(on)(fill)) ?? usual,
    text: nearest(chosen, (shade) => hasContrast(shade, TEXT_CONTRAST)),
  }
}

/** The stylesheet's own shades, chosen by hand. */
const DEFAULT_COLOURS: AccentColours = {
  light: { fill: DEFAULT_ACCENT, on: '#ffffff', text: '#7c5a28' },
  dark: { fill: '#cfa765', on: '#0e1012', text: '#d9b679' },
}

/** Whether the dealer has chosen a colour other than the stylesheet's. */
export const hasOwnAccent = (chosen: string): boolean => isColour(chosen) && chosen.toLowerCase() !== DEFAULT_ACCENT

export function accentColours(chosen: string): AccentColours {
  if (!hasOwnAccent(chosen)) return DEFAULT_COLOURS
  const colour = chosen.toLowerCase()
  return { light: shadesFor(colour, BACKGROUNDS.light, ON_DARK), dark: shadesFor(colour, BACKGROUNDS.dark, ON_LIGHT) }
}

const toRule = ({ light, dark }: AccentColours, pair: (light: string, dark: string) => string) =>
  `:root,.on-dark{--brass:${pair(light.fill, dark.fill)};--on-brass:${pair(light.on, dark.on)};--brass-text:${pair(light.text, dark.text)}}`

const toCss = (colours: AccentColours) =>
  toRule(colours, (light, dark) => `var(--lightningcss-light,${light})var(--lightningcss-dark,${dark})`) +
  `@supports(color:light-dark(red,red)){${toRule(colours, (light, dark) => `light-dark(${light},${dark})`)}}`

let cached: { chosen: string; css: string | null } | undefined

/**
 * Rules that override the stylesheet's colours, with a fallback for browsers without light-dark(). They contain only a
 * valid colour, never other text. Every page needs them, so the last result is cached.
 */
export function accentCss(chosen: string): string | null {
  if (cached?.chosen === chosen) return cached.css
  cached = { chosen, css: hasOwnAccent(chosen) ? toCss(accentColours(chosen)) : null }
  return cached.css
}
