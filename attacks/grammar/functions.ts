// Calls /functions/v1 and /captcha/v1.
import { EMAILS } from '../harness/emails.ts'
import type { Random } from '../harness/random.ts'
import { FUNCTIONS } from '../harness/schema.ts'
import { awkward, awkwardText, encoded, type Grammar, json, pickActor, type World } from './grammar.ts'

const NAMES = [...FUNCTIONS, 'send-email', 'instagram-feed/media/x', 'nothing']
const TYPES = [...new Set(EMAILS.map(({ type }) => type)), 'x']

export const functionsGrammar: Grammar = (random, world) => {
  const name = random.pick(NAMES)
  const method = random.pick(['POST', 'POST', 'POST', 'GET', 'OPTIONS', 'PUT'])
  const headers = world.headers[pickActor(random)]
  const path = `/functions/v1/${name}${random.chance(0.1) ? `?x=${encoded(awkwardText(random))}` : ''}`
  if (method !== 'POST' && method !== 'PUT') return { method, path, headers }
  const sync = { vehicleId: random.pick(world.ids), action: random.pick(['create', 'update', 'delete', 'x']) }
  const call = json(name === 'autotrader-sync' ? sync : email(random, world))
  return { method, path, body: call.body, headers: { ...headers, ...call.headers } }
}

function email(random: Random, world: World): unknown {
  const { type, to, data } = random.pick(EMAILS)
  const filled = Object.entries(data).map(([name, value]): [string, unknown] => {
    if (name === 'resetUrl')
      return [name, random.pick(['/forgot-password', 'https://elsewhere.example', 'javascript:1'])]
    if (value === 'a') return [name, random.text(random.below(20))]
    return [name, value === 'a@example.com' ? random.pick(world.emails) : value]
  })
  if (random.chance(0.4)) filled.push([random.pick(Object.keys(data)), awkward(random)])
  return {
    type: random.chance(0.8) ? type : random.pick(TYPES),
    to: random.chance(0.5) ? to : random.pick([...world.emails, 'admin', `${random.text(6)}@example.com`]),
    data: Object.fromEntries(filled),
  }
}

export const captchaGrammar: Grammar = (random) => ({
  method: random.pick(['GET', 'GET', 'POST', 'HEAD']),
  path: `/captcha/v1/${random.pick(['', 'challenge', encoded(awkwardText(random))])}`,
})
