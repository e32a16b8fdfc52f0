// The query plans of the statements that the site sends, logged by PostgreSQL's auto_explain.
import { Agent } from 'node:http'
import { withSite } from './measure.mjs'
import { answerOf } from './references.mjs'

const WANTED = [
  'make Audi',
  'up to £50,000 (half of all)',
  'search "bmw"',
  'search "warranty" (half of all)',
  'search "gt" (two letters)',
]
/** Enough for statements to be prepared, and for PostgreSQL to choose between custom and generic plans. */
const TIMES = 12

export async function keepPlans(place, database) {
  const { cluster } = place
  const admin = cluster.query('postgres')
  for (const [name, value] of [
    ['session_preload_libraries', 'auto_explain'],
    ['auto_explain.log_min_duration', '0'],
    ['auto_explain.log_analyze', 'on'],
    ['auto_explain.log_buffers', 'on'],
    ['auto_explain.log_nested_statements', 'on'],
    ['auto_explain.log_timing', 'off'],
  ]) {
    await admin(`alter database ${database} set ${name} = '${value}'`)
  }
  const plans = []
  await withSite(place, false, async (site, { list, mix }) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (const [name, request] of [['list', list[0]], ...WANTED.map((wanted) => [wanted, mix[wanted]])]) {
      for (let time = 1; time < TIMES; time++) await answerOf(site.url, { ...request, agent })
      const before = (await cluster.log()).length
      await answerOf(site.url, { ...request, agent })
      plans.push(`== ${name}\n${plansIn((await cluster.log()).slice(before))}`)
    }
    agent.destroy()
  })
  await admin(`alter database ${database} reset all`)
  return plans.join('\n\n')
}

/** Removes dates, process ids and the statements that set the role. */
function plansIn(logged) {
  const entries = logged.split(/^(?=\d{4}-\d\d-\d\d )/m).filter((entry) => entry.includes('plan:'))
  return entries
    .filter((entry) => entry.includes('listed_vehicle'))
    .map((entry) =>
      entry
        .replace(/^.*?duration: /, 'duration: ')
        .replaceAll(/^\t/gm, '')
        .trimEnd(),
    )
    .join('\n')
}
