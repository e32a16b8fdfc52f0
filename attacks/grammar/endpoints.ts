// Lists every endpoint with the positions where it accepts text: each {{default text}} in its path and query, and each
// field in its JSON.
import { COMPARISONS, SEARCHES } from '../../backend/src/rest/parse/rest-request.ts'
import { EMAILS } from '../harness/emails.ts'
import type { Actor } from '../harness/people.ts'
import { FUNCTIONS, RELATIONS, ROUTINES } from '../harness/schema.ts'
import { SITE_PATHS } from './pages.ts'

export interface Template {
  method: string
  path: string
  actor?: Actor
  body?: unknown
  headers?: Record<string, string>
}

const ID = '00000000-0000-4000-8000-00000000dead'
const PICTURE = 'vehicle-images/{{vehicles/a.webp}}'

const PAGES = [
  ...SITE_PATHS.filter((path) => path.includes('ID')).map((path) => path.replace('ID', `{{${ID}}}`)),
  ...`/{{}} /vehicles/${ID}/{{enquiry}} /admin/{{vehicles}} /assets/{{a.js}} /dev/mailbox/{{a}} /third-party-notices?a={{1}}
  /vehicles?page={{1}}&make={{Audi}}&model={{A4}}&q={{a}}&minPrice={{1}}&maxPrice={{2}}&fuel={{Petrol}}&sort={{newest}}&year={{2020}}
  /compare?cars={{${ID}}}&add={{${ID}}}&show={{differences}} /vehicles.data?_routes={{routes/storefront/vehicle-list}}&q={{a}}
  /vehicles/options?q={{a}}&make={{Audi}}&body={{Estate}}&colour={{Red}}&doors={{5}}&seats={{5}}&hybrid={{a}}&ulez={{Yes}}
  /vehicles/suggest?q={{a}} /alerts/new?vehicle={{${ID}}} /alerts/new?q={{a}}&make={{Audi}}&maxPrice={{1}} /_root.data?_routes={{root}} /sitemap.xml?part={{1}}
  /auth?returnTo={{/}}&type={{a}} /auth/confirm?token_hash={{a}}&type={{signup}} /forgot-password?email={{a}} /contact?vehicle={{a}}
  /__manifest?paths={{/vehicles}}&version={{1}} /dashboard?tab={{a}} /admin/preview?path={{/}} /healthz?a={{1}} /readyz?a={{1}}`.split(
    /\s+/,
  ),
]

const OPERATORS = [...COMPARISONS, ...SEARCHES, 'is', 'in', 'not.eq', 'like(any)']

const REST: readonly Template[] = [
  ...OPERATORS.map((operator) => rest(`vehicles?select=id&title=${operator}.{{a}}`)),
  rest(
    '{{vehicles}}?select={{id,title}}&order={{title.asc}}&limit={{1}}&offset={{0}}&or={{(year.eq.1)}}&and={{(year.eq.1)}}',
  ),
  rest(
    'vehicles?{{year}}=eq.1&select=id,{{vehicle_images}}(id)&vehicle_images.{{order}}=id&vehicle_images.id=eq.{{1}}',
  ),
  rest('vehicles?select=a:{{title}}::{{text}},{{title}}->{{a}}&columns={{title}}&on_conflict={{id}}'),
  rest('rpc/{{is_admin}}?{{a}}={{1}}'),
  {
    method: 'POST',
    path: '/rest/v1/rpc/search_vehicles',
    body: { _search: { words: [['a']], text: 'a', pieces: ['a'], wanted: { make: ['a'] } }, _sort: 'price_asc' },
  },
  {
    method: 'POST',
    path: '/rest/v1/rpc/count_vehicle_options',
    body: { _search: { words: [['a']], text: 'a', pieces: ['a'], filters: { make: ['a'], colour: ['a'] } } },
  },
  {
    method: 'POST',
    path: '/rest/v1/enquiries?columns={{name}}',
    body: { name: 'A', email: 'a@example.com', phone: '1', message: 'x' },
  },
  {
    method: 'POST',
    path: '/rest/v1/test_drives',
    body: [{ name: 'A', email: 'a@example.com', preferred_date: '2026-12-01T10:00' }],
  },
  { method: 'PATCH', path: `/rest/v1/profiles?id=eq.${ID}`, actor: 'customer', body: { first_name: 'A', phone: '1' } },
  { method: 'PATCH', path: `/rest/v1/vehicles?id=eq.${ID}`, actor: 'admin', body: { title: 'A', description: 'B' } },
  { method: 'POST', path: '/rest/v1/config?on_conflict={{key}}', actor: 'customer', body: { key: 'a', value: 'b' } },
  ...RELATIONS.map(({ name, columns }) =>
    rest(`${name}?select={{*}}&${Object.keys(columns)[0] ?? 'id'}=eq.{{a}}`, 'customer'),
  ),
  // A customer can affect only their own account; everything else is refused.
  ...ROUTINES.filter(({ name }) => name !== 'delete_my_account').map(
    ({ name, args }): Template => ({
      method: 'POST',
      path: `/rest/v1/rpc/${name}`,
      actor: 'customer',
      body: Object.fromEntries(args.map((arg) => [arg, /id$/.test(arg) ? ID : 'a'])),
    }),
  ),
]

function rest(path: string, actor: Actor = 'visitor'): Template {
  return { method: 'GET', path: `/rest/v1/${path}`, actor }
}

const ACCOUNT = { email: 'a@example.com', password: 'quiet-otter-barn', phone: '+447700900001' }
const CHECK = { gotrue_meta_security: { captcha_token: 'a' } }
const AUTH: readonly Template[] = [
  auth('signup?redirect_to={{/}}', {
    ...ACCOUNT,
    ...CHECK,
    data: { first_name: 'A', last_name: 'B' },
    code_challenge: 'a',
  }),
  auth('token?grant_type={{password}}', { ...ACCOUNT, ...CHECK }),
  auth('token?grant_type=password', { ...ACCOUNT, ...CHECK }),
  auth('token?grant_type=refresh_token', { refresh_token: 'a' }),
  auth('token?grant_type=pkce', { auth_code: 'a', code_verifier: 'b' }),
  auth('token?grant_type=id_token', { provider: 'google', id_token: 'a.b.c', nonce: 'a', access_token: 'b' }),
  auth('verify', { type: 'signup', token: '123456', token_hash: 'a', email: 'a@example.com', redirect_to: '/' }),
  auth('otp?redirect_to={{/}}', { email: 'a@example.com', create_user: false, data: { a: 'b' }, ...CHECK }),
  auth('magiclink', { email: 'a@example.com', ...CHECK }),
  auth('resend', { type: 'signup', email: 'a@example.com', ...CHECK }),
  auth('recover?redirect_to={{/}}', {
    email: 'a@example.com',
    ...CHECK,
    code_challenge: 'a',
    code_challenge_method: 's256',
  }),
  auth('sso', { domain: 'a.example', provider_id: 'a', redirect_to: '/' }),
  auth('factors', { factor_type: 'totp', friendly_name: 'a', issuer: 'b', phone: '1' }, 'another customer'),
  auth(`factors/{{${ID}}}/challenge`, { channel: 'sms' }, 'another customer'),
  auth(`factors/{{${ID}}}/verify`, { challenge_id: ID, code: '123456' }, 'another customer'),
  {
    method: 'PUT',
    path: '/auth/v1/user',
    actor: 'another customer',
    body: { data: { first_name: 'A' }, email: 'dave@example.com', nonce: 'a' },
  },
  {
    method: 'POST',
    path: '/auth/v1/admin/users',
    actor: 'customer',
    body: { ...ACCOUNT, user_metadata: { a: 'b' }, role: 'a' },
  },
  { method: 'POST', path: '/auth/v1/invite', actor: 'customer', body: { email: 'a@example.com', data: { a: 'b' } } },
  ...`verify?token={{a}}&type={{signup}}&redirect_to={{/}} user settings?a={{1}} authorize?provider={{google}}&redirect_to={{/}}&scopes={{a}}
    callback?state={{a}}&code={{b}}&error={{c}} admin/users?page={{1}}&per_page={{2}}&filter={{a}} admin/users/{{${ID}}}
    .well-known/{{jwks.json}} user/identities/{{${ID}}} reauthenticate?a={{1}} {{nothing}}`
    .split(/\s+/)
    .map((path): Template => ({ method: 'GET', path: `/auth/v1/${path}`, actor: 'another customer' })),
]

function auth(path: string, body: unknown, actor: Actor = 'visitor'): Template {
  return { method: 'POST', path: `/auth/v1/${path}`, body, actor }
}

const LISTING = {
  prefix: 'vehicles',
  limit: 10,
  offset: 0,
  search: 'a',
  sortBy: { column: 'name', order: 'asc' },
  cursor: 'a',
}
const STORAGE: readonly Template[] = [
  ...`object/public/${PICTURE}?download={{a}} object/info/public/${PICTURE} object/authenticated/${PICTURE} object/{{vehicle-images}}/a
    object/sign/${PICTURE}?token={{a.b.c}} render/image/public/${PICTURE}?width={{320}}&height={{200}}&quality={{80}}&resize={{cover}}&format={{origin}}
    render/image/sign/${PICTURE}?token={{a.b.c}} share/vehicles/{{${ID}}}/{{1a.jpg}} bucket/{{vehicle-images}}
    bucket?limit={{1}}&offset={{0}}&search={{a}}&sortColumn={{id}}&sortOrder={{asc}} {{nothing}}`
    .split(/\s+/)
    .map((path): Template => ({ method: 'GET', path: `/storage/v1/${path}`, actor: 'visitor' })),
  storage('object/list/{{vehicle-images}}', LISTING, 'visitor'),
  storage('object/list-v2/{{vehicle-images}}', { ...LISTING, with_delimiter: true }, 'visitor'),
  storage('object/move', {
    bucketId: 'vehicle-images',
    sourceKey: 'a/b',
    destinationKey: 'a/c',
    destinationBucket: 'brand',
  }),
  storage('object/copy', {
    bucketId: 'vehicle-images',
    sourceKey: 'a/b',
    destinationKey: 'a/c',
    metadata: { mimetype: 'a' },
  }),
  storage(`object/sign/${PICTURE}`, { expiresIn: 60, transform: { width: 320, resize: 'cover' } }),
  storage('object/sign/vehicle-images', { expiresIn: 60, paths: ['a/b'] }),
  storage(`object/upload/sign/${PICTURE}`, {}),
  storage('bucket', { name: '..', id: 'a', public: false, file_size_limit: '1kb', allowed_mime_types: ['text/*'] }),
  { method: 'DELETE', path: '/storage/v1/object/{{vehicle-images}}', actor: 'customer', body: { prefixes: ['a/b'] } },
  { method: 'POST', path: '/storage/v1/object/vehicle-images/{{attacks/a.webp}}', actor: 'admin' },
]

function storage(path: string, body: unknown, actor: Actor = 'admin'): Template {
  return { method: 'POST', path: `/storage/v1/${path}`, body, actor }
}

const BODIES: Record<string, readonly Template[]> = {
  'send-email': EMAILS.map((body) => call('send-email', body)),
  'autotrader-sync': [call('autotrader-sync', { vehicleId: ID, action: 'create' }, 'admin')],
  'invite-colleague': [call('invite-colleague', { email: 'a' }, 'customer')],
}
const SERVED: readonly Template[] = [
  ...FUNCTIONS.flatMap((name) => BODIES[name] ?? [call(`${name}?a={{1}}`, {}, 'customer')]),
  { method: 'GET', path: '/functions/v1/instagram-feed/{{media}}?a={{1}}' },
  call('mail-server', { host: 'a', port: 587, username: '', password: '', from: '' }, 'customer'),
  call('reply-preview', { subject: 'a', body: 'b', vehicleId: ID }, 'customer'),
  { method: 'GET', path: '/captcha/v1/{{}}?kind={{contact}}' },
  { method: 'POST', path: '/backup/v1/{{copies}}', body: { a: 'b' } },
  { method: 'POST', path: '/seed/v1{{}}', body: { count: 1 } },
]

function call(name: string, body: unknown, actor: Actor = 'visitor'): Template {
  return { method: 'POST', path: `/functions/v1/${name}`, body, actor }
}

export const ENDPOINTS: readonly Template[] = [
  ...PAGES.map((path) => ({ method: 'GET', path })),
  ...REST,
  ...AUTH,
  ...STORAGE,
  ...SERVED,
]

/** A service parses headers the same way for every path, so one endpoint per service is enough. */
export const ENDPOINTS_FOR_HEADERS: readonly Template[] = [
  { method: 'GET', path: '/vehicles' },
  rest('vehicles?select=id&limit=1'),
  // This page is never served from the response cache.
  { method: 'GET', path: '/nothing' },
  rest('vehicles?select=id&limit=1', 'customer'),
  { method: 'POST', path: '/rest/v1/enquiries', body: { name: 'A' } },
  auth('token?grant_type=refresh_token', { refresh_token: 'a' }),
  { method: 'GET', path: '/storage/v1/object/public/vehicle-images/a.webp' },
  { method: 'POST', path: '/storage/v1/object/vehicle-images/attacks/a.webp', actor: 'admin' },
  storage('object/list/vehicle-images', LISTING, 'visitor'),
  call('send-email', { type: 'contact' }),
]
