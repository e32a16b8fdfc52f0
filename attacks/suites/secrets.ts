// Tries to discover drafts, and what a dealer keeps private about vehicles, by every route that answers callers who must
// not know. Whatever a caller asks about a draft must be answered like the same question about an unknown vehicle, and
// the right guess of a private value like a wrong one.
import { type Answer, asCurl, type Call, from, send } from '../harness/http.ts'
import { type Actor, createPeople, type People } from '../harness/people.ts'
import { type Count, percentile, rounded } from '../harness/report.ts'
import { type Site, startSite } from '../harness/site.ts'
import { guessesOfDrafts, guessesOfPrivateValues, openRoutes, timedRoutes } from './secret-routes.ts'
import type { Guess } from './secret-searches.ts'
import { plantSecrets, type Secrets } from './secrets-planted.ts'
import type { Suite } from './suite.ts'

const SALES: Actor = 'sales'
/** Callers who must not know about drafts. Admins and the service may, and sales staff may for all but the money. */
const ENDED: Actor = 'admin whose session ended'
const OUTSIDERS: readonly Actor[] = [
  'visitor',
  'customer',
  'another customer',
  'disabled customer',
  'disabled sales',
  'admin without the second step',
  ENDED,
]
/** For the short run: one of each kind of token. */
const FEW: readonly Actor[] = ['visitor', 'customer', ENDED]

const KEPT_BYTES = 16 * 1024 * 1024

export const secrets: Suite = async ({ isLong }) => {
  const site = await startSite({ TRUST_PROXY: '1' })
  try {
    const people = await createPeople(site)
    const planted = await plantSecrets(site, people)
    const count: Count = { tried: 0, failures: [] }
    const outsiders = isLong ? OUTSIDERS : FEW
    await lookForWords(site, people, planted, outsiders, count)
    await checkGuesses(site, people, planted, count)
    const compared = await compareGuesses(site, people, planted, outsiders, count)
    const times = await compareTimes(site, people, planted, isLong ? 400 : 60, count)
    const figures = {
      actors: outsiders.length + 1,
      'words looked for': planted.draftWords.length + planted.staffWords.length + planted.moneyWords.length,
      'guesses compared': compared,
      'requests checked': count.tried,
      ...times,
    }
    return { suite: 'secrets', figures, failures: count.failures }
  } finally {
    await site.remove()
  }
}

/** No response to a question that contains no secret may contain one. */
async function lookForWords(
  site: Site,
  people: People,
  planted: Secrets,
  outsiders: readonly Actor[],
  count: Count,
): Promise<void> {
  for (const actor of [...outsiders, SALES]) {
    const words = actor === SALES ? planted.moneyWords : allWords(planted)
    for (const route of openRoutes(planted)) {
      const call = from(count.tried++, { ...route, headers: { ...people.headers[actor], ...route.headers } })
      const answer = await send(site.url, call, { keepBytes: KEPT_BYTES })
      const told = words.filter((word) => answer.text.includes(word))
      if (told.length > 0 || answer.status >= 500 || answer.status === 0) {
        report(count, site, call, `${actor} learns ${told.join(', ') || `nothing, but gets ${answer.status}`}`)
      }
    }
  }
}

const allWords = ({ draftWords, staffWords, moneyWords }: Secrets) => [...draftWords, ...staffWords, ...moneyWords]

async function compareGuesses(
  site: Site,
  people: People,
  planted: Secrets,
  outsiders: readonly Actor[],
  count: Count,
): Promise<number> {
  const { drafts, staff, money } = guessesOf(planted)
  let compared = 0
  for (const actor of [...outsiders, SALES]) {
    for (const guess of actor === SALES ? money : [...drafts, ...staff, ...money]) {
      // The storage's policies look at the session only once they find a row. Nobody guesses the name, which is random.
      if (actor === ENDED && guess.right === planted.picture) continue
      const [told, expected] = await askBoth(site, people.headers[actor], guess, count)
      compared++
      if (told.seen !== expected.seen) {
        report(count, site, told.call, `${actor} can tell ${guess.right}: ${difference(told.seen, expected.seen)}`)
      }
    }
  }
  return compared
}

/** An admin may know, so the questions must tell an admin. Otherwise they would tell nobody and prove nothing. */
async function checkGuesses(site: Site, people: People, planted: Secrets, count: Count): Promise<void> {
  for (const [of, guesses] of Object.entries(guessesOf(planted))) {
    const reads = guesses.filter(({ right, ask }) => /GET|HEAD/.test(ask(right).method ?? 'GET'))
    let telling = 0
    for (const guess of reads) {
      const [told, expected] = await askBoth(site, people.headers.admin, guess, count)
      if (told.seen !== expected.seen) telling++
    }
    if (telling < reads.length / 5) {
      count.failures.push({ what: `only ${telling} of ${reads.length} questions about ${of} tell an admin anything` })
    }
  }
}

const guessesOf = (planted: Secrets) => ({
  drafts: guessesOfDrafts(planted),
  staff: guessesOfPrivateValues(planted, 'staff'),
  money: guessesOfPrivateValues(planted, 'money'),
})

async function askBoth(site: Site, headers: Record<string, string>, { right, wrong, ask }: Guess, count: Count) {
  const answerTo = async (guess: string) => {
    const call = ask(guess)
    const all = { ...headers, 'content-type': 'application/json', ...call.headers }
    const headed = from(count.tried++, { ...call, headers: all })
    return { call: headed, seen: visible(await send(site.url, headed, { keepBytes: KEPT_BYTES }), guess) }
  }
  return [await answerTo(right), await answerTo(wrong)] as const
}

/** All that the caller sees, apart from their own guess and what differs in every response. */
function visible({ status, headers, text }: Answer, guess: string): string {
  // The entity tag is a hash of the body, which may repeat the guess, and so are the hashes of the scripts in it.
  const { date, etag, 'x-request-id': id, 'server-timing': timing, ...rest } = headers
  const told = JSON.stringify(rest).replaceAll(/'sha256-[^']{44}'/g, 'HASH')
  const seen = `${status}\n${told}\n${text}`.replaceAll(encodeURIComponent(guess), 'GUESS')
  return seen.replaceAll(guess, 'GUESS').replaceAll(guess.toLowerCase(), 'GUESS')
}

function difference(one: string, other: string): string {
  const at = [...one].findIndex((character, i) => character !== other[i])
  const around = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 60), at + 100))
  return `${around(one)} instead of ${around(other)}`
}

/**
 * A draft must be refused as fast as an unknown vehicle. The two are requested alternately, in random order. If nothing
 * differs, each is the slower one in half of the pairs; the bound is five standard deviations from that, which chance
 * exceeds once in a million runs however busy the machine is.
 */
async function compareTimes(site: Site, people: People, planted: Secrets, pairs: number, count: Count) {
  const figures: Record<string, string> = {}
  for (const { name, actor, ask } of timedRoutes()) {
    const times = { draft: [] as number[], unknown: [] as number[] }
    const time = async (what: keyof typeof times, pair: number) => {
      const call = ask(what === 'draft' ? planted.draftId : planted.unknownId, pair)
      const headed = from(count.tried++, { ...call, headers: { ...people.headers[actor], ...call.headers } })
      times[what].push((await send(site.url, headed)).ms)
    }
    for (let pair = 0; pair < pairs; pair++) {
      const order = Math.random() < 0.5 ? (['draft', 'unknown'] as const) : (['unknown', 'draft'] as const)
      for (const what of order) await time(what, pair)
    }
    const slower = times.draft.filter((ms, i) => ms > (times.unknown[i] as number)).length
    const median = (values: number[]) => rounded(percentile(values, 0.5))
    figures[`${name}: p50 ms of a draft, of an unknown id`] = `${median(times.draft)}, ${median(times.unknown)}`
    if (Math.abs(slower - pairs / 2) > 2.5 * Math.sqrt(pairs)) {
      const again = ask(planted.draftId, 0)
      report(count, site, again, `${actor}: ${name} took longer for the draft in ${slower} of ${pairs} pairs`)
    }
  }
  return figures
}

function report(count: Count, site: Site, call: Call, what: string): void {
  count.failures.push({ what, again: asCurl(site.url, call) })
}
