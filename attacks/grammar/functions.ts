// /functions/v1 and /captcha/v1.
import { awkward, awkwardText, encoded, type Grammar, json, pickActor } from './grammar.ts'

export const functionsGrammar: Grammar = (random, world) => {
  const name = random.pick([
    'send-email',
    'send-email',
    'instagram-feed',
    'instagram-feed/media/x',
    'autotrader-sync',
    'site-status',
    'invite-colleague',
    'nothing',
  ])
  const method = random.pick(['POST', 'POST', 'POST', 'GET', 'OPTIONS', 'PUT'])
  const headers = world.headers[pickActor(random)]
  const path = `/functions/v1/${name}${random.chance(0.1) ? `?x=${encoded(awkwardText(random))}` : ''}`
  if (method !== 'POST' && method !== 'PUT') return { method, path, headers }
  const customer = { customerName: random.text(5), customerEmail: random.pick(world.emails), customerPhone: '1' }
  const data = random.pick<Record<string, unknown>>([
    { name: random.text(5), phone: '1', message: random.text(20), recaptchaToken: random.text(9) },
    { name: random.text(5), message: 'x', vehicleTitle: 'x', recaptchaToken: '' },
    { enquiryType: random.pick(['contact', 'enquiry', 'registration']), ...customer, message: 'x', recaptchaToken: '' },
    { resetUrl: random.pick(['/forgot-password', 'https://elsewhere.example', 'javascript:1']) },
  ])
  if (random.chance(0.4)) data[random.pick(Object.keys(data))] = awkward(random)
  const email = {
    type: random.pick(['contact', 'enquiry', 'test-drive-confirmation', 'admin-notification', 'password-reset', 'x']),
    to: random.pick([...world.emails, 'admin', `${random.text(6)}@example.com`]),
    data,
  }
  const sync = { vehicleId: random.pick(world.ids), action: random.pick(['create', 'update', 'delete', 'x']) }
  const call = json(name === 'autotrader-sync' ? sync : email)
  return { method, path, body: call.body, headers: { ...headers, ...call.headers } }
}

export const captchaGrammar: Grammar = (random) => ({
  method: random.pick(['GET', 'GET', 'POST', 'HEAD']),
  path: `/captcha/v1/${random.pick(['', 'challenge', encoded(awkwardText(random))])}`,
})
