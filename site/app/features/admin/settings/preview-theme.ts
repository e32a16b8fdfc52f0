export type Theme = 'light' | 'dark'

const THEME = /\(prefers-color-scheme: (light|dark)\)/

/** Shows a page of this site in one theme, whichever theme the browser is set to. */
export function showTheme(page: Document | null, theme: Theme): void {
  if (!page) return
  page.documentElement.style.colorScheme = theme
  for (const sheet of page.styleSheets) fixRules(sheet.cssRules, theme)
  for (const source of page.querySelectorAll<HTMLSourceElement>('source[media]'))
    source.media = fixedMedia(source.media, theme)
}

function fixRules(rules: CSSRuleList, theme: Theme) {
  for (const rule of rules) {
    // The rules belong to the page's own window, so `instanceof CSSMediaRule` is false for all of them.
    const { media } = rule as Partial<CSSMediaRule>
    if (media) media.mediaText = fixedMedia(media.mediaText, theme)
    if ('cssRules' in rule) fixRules(rule.cssRules as CSSRuleList, theme)
  }
}

/** The media query with its question about the theme answered. */
export const fixedMedia = (query: string, theme: Theme): string =>
  query.replace(THEME, (_, wanted) => (wanted === theme ? '(min-width: 0px)' : '(max-width: 0px)'))
