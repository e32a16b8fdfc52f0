// A dealer may offer or arrange finance only if the FCA has authorised it or a firm that it represents. On every other
// site, the texts that offer finance are left out, including those of the dealer.

import { fcaLine, type LegalFacts } from './legal.ts'
import { isDemo, SETTING_GROUPS, SETTINGS, type Setting, type SettingName } from './settings.ts'

/** The demo dealer is invented, so it may offer finance until it is said to be unauthorised. */
export const offersFinance = (facts: LegalFacts): boolean =>
  fcaLine(facts) !== null || (isDemo(facts) && facts.fcaStatus === '')

const CREDIT =
  /\b(?:financ(?:e|ed|ing)|hire[- ]purchase|personal contract|PCP|PCH|APR|credit broker|interest[- ]free|pay monthly|monthly payments?|per month)\b/i
/** Money that is owed on a car is not an offer of credit. */
const OWED =
  /\b(?:outstanding|existing|remaining|clear of|free of|settle|settle any|settle the) finance\b|\bfinance (?:outstanding|owing|owed|checks?)\b/gi

const offers = (sentence: string) => CREDIT.test(sentence.replaceAll(OWED, ''))

/** The text without the sentences that offer finance. */
export function withoutFinance(text: string): string {
  if (!offers(text)) return text
  const lines = text.split('\n').map((line) =>
    line
      .split(/(?<=[.!?]) /)
      .filter((sentence) => !offers(sentence))
      .join(' '),
  )
  return lines.join('\n').trim()
}

type Item = Record<string, string>

/** Null if the item's title or all of one of its texts offers finance. */
function itemWithoutFinance(item: Item): Item | null {
  const shown = Object.entries(item).map(([field, text]) => [field, withoutFinance(text)] as const)
  return shown.some(([field, text]) => text === '' && item[field] !== '') ? null : Object.fromEntries(shown)
}

/** Names, addresses and links are facts, whatever they contain. */
const isText = ({ group, type }: Setting) =>
  type === 'markdown' ||
  (['text', 'items'].includes(type) && ['brand', 'pages'].includes(SETTING_GROUPS[group].tab)) ||
  (type === 'text' && group === 'customers')

/** The settings without offers of finance, unless the dealer may make them. */
export function withPermittedTexts<Shown extends LegalFacts>(settings: Shown): Shown {
  if (offersFinance(settings)) return settings
  const permitted = Object.entries(settings).map(([name, value]: [string, unknown]) => {
    if (!isText(SETTINGS[name as SettingName])) return [name, value]
    if (typeof value === 'string') return [name, withoutFinance(value)]
    return [name, (value as Item[]).map(itemWithoutFinance).filter((item) => item !== null)]
  })
  return Object.fromEntries(permitted) as Shown
}
