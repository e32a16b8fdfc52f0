// Requests that are built to be expensive are refused before they reach the database.

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { OWN_STATEMENT_TIMEOUT_MS } from '../src/db/limits.ts'
import { MAX_LOOKUPS, MAX_RESPONSE_BYTES } from '../src/rest/limits.ts'
import type { KilledStatement } from '../src/rest/rest.ts'
import { addVehicle } from '../wire/vehicles.ts'
import { engines } from './engines.ts'
import { ADMIN, type RestUnderTest, startRest } from './rest-harness.ts'

const HOSTILE_FUNCTIONS = `
  create function megabytes(_count int) returns table (text text) language sql stable
    as 'select repeat(chr(120), 1000000) from generate_series(1, _count)';
  create function megabyte_names(_count int) returns setof text language sql stable
    as 'select repeat(chr(120), 1000000) from generate_series(1, _count)';
  create function as_json(_value jsonb) returns jsonb language sql stable as 'select _value';
  create function endless(_secret text) returns int language plpgsql stable as 'begin loop end loop; end'`

describe.each(engines)('an endless statement on $name', ({ open }) => {
  test('an endless statement is cancelled at the visitor’s time limit and reported without its values', async () => {
    const killed: KilledStatement[] = []
    const rest = await startRest(open, { networkOf: () => '192.0.2.1', onKilled: (one) => killed.push(one) })
    await rest.db.exec(HOSTILE_FUNCTIONS)

    const response = await rest.request('/rpc/endless?_secret=value')

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: '57014', hint: 'A statement may run for at most 2 seconds.' })
    expect(killed).toEqual([{ network: '192.0.2.1', role: 'anon', shape: 'GET endless', reason: 'timeout' }])
    await rest.close()
  })
})

describe.each(engines)('hostile requests on $name', ({ open }) => {
  let rest: RestUnderTest

  beforeAll(async () => {
    rest = await startRest(open)
    await rest.db.exec(HOSTILE_FUNCTIONS)
    for (let i = 0; i < 5; i++) await addVehicle(rest.service)
  })

  afterAll(() => rest.close())

  const refusalOf = async (path: string) => {
    const response = await rest.request(path)
    expect(response.status, await response.clone().text()).toBe(400)
    return (await response.json()) as { code: string; message: string }
  }

  test('a nested query with required embeds and filters at every level is refused', async () => {
    const turns = ['vehicles', 'vehicle_specifications', 'vehicles', 'vehicle_specifications', 'vehicles']
    const select = `${turns.map((name) => `${name}!inner(`).join('')}${')'.repeat(turns.length)}`
    const filters = turns.flatMap((_, depth) =>
      Array<string>(16).fill(`${turns.slice(0, depth + 1).join('.')}=not.is.null`),
    )

    const refusal = await refusalOf(`/vehicle_specifications?select=spec_key,${select}&${filters.join('&')}`)

    expect(refusal.code).toBe('PGRST100')
  })

  test('repeating a filter on an embed does not change the result', async () => {
    const select = 'select=id,vehicle_images!inner(image_url)'
    const repeated = Array<string>(40).fill('vehicle_images=not.is.null').join('&')
    const tree = 'or=(vehicle_features.is.null,and(vehicle_features.not.is.null,vehicle_images.not.is.null))'

    const once = await rest.request(`/vehicles?${select}`)
    const often = await rest.request(`/vehicles?${select},vehicle_features(feature)&${repeated}&${tree}`)
    const never = await rest.request(`/vehicles?${select}&vehicle_images=is.null`)

    expect((await often.json()).length).toBe((await once.json()).length)
    expect(await never.json()).toEqual([])
  })

  test('the number of order terms is limited', async () => {
    const order = Array<string>(500).fill('vehicles(title)').join(',')

    const { message } = await refusalOf(`/vehicle_images?select=image_url,vehicles(id)&order=${order}`)

    expect(message).toBe('The request is too complex: it needs more than 30 order terms')
  })

  test('the number of required embeds is limited', async () => {
    const inner = (count: number) =>
      Array.from({ length: count }, (_, index) => `a${index}:vehicle_images!inner(image_url)`).join(',')

    const { message } = await refusalOf(`/vehicles?select=id,${inner(28)}`)
    const few = await rest.request(`/vehicles?select=id,${inner(MAX_LOOKUPS)}`)

    expect(message).toBe(
      `The request is too complex: it needs more than ${MAX_LOOKUPS} embedded resources that rows are filtered or sorted by`,
    )
    expect(await few.json()).toHaveLength(5)
  })

  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  const refusals: [what: string, path: string, message: string][] = [
    [
      'repetition inside repetition',
      'title=match.(a{1,255}){1,255}',
      'Repetition can add at most 100 characters to a pattern',
    ],
    [
      'repetition inside repetition in a list',
      'title=imatch(any).{b,"(a\\{1,255\\}){1,255}"}',
      'Repetition can add at most 100 characters to a pattern',
    ],
    [
      'repetition inside repetition in an or condition',
      'or=(title.match."(a{1,255}){1,255}")',
      'Repetition can add at most 100 characters to a pattern',
    ],
    ['a long pattern', `title=match.${'(a|'.repeat(70)}`, 'A pattern can have at most 200 characters'],
    ['back-references', 'title=match.^(.%2b)(.%2b)(.%2b)\\1\\2\\3$', 'A pattern cannot contain back-references'],
    ...['(?=.*(?=.*(?=.*x)))', '(?!a)', 'x(?<=a)', 'x(?<!a)'].map((pattern): [string, string, string] => [
      `the lookaround in ${pattern}`,
      `title=match.${pattern}`,
      'A pattern cannot contain lookaheads or lookbehinds',
    ]),
    ['a pattern with comments', 'title=match.(?x)a', 'A pattern cannot switch to another syntax or contain comments'],
    ['many negations in a row', `title=fts.${'!'.repeat(2000)}a`, 'A text search can have at most 500 characters'],
    [
      'too many negations in a short search',
      `title=fts.${'!'.repeat(40)}a`,
      'A text search can contain at most 20 "!"',
    ],
    ['negations in a web search', `title=wfts.${'-'.repeat(40)}a`, 'A text search can contain at most 20 "-"'],
    ['a long phrase', `title=phfts.${'fox '.repeat(200)}`, 'A text search can have at most 500 characters'],
    ['deep JSON in a filter', `title->a=cs.${nested(3000)}`, 'A value can be nested at most 100 levels deep'],
    [
      'deep JSON beside a text with closing brackets',
      `title->a=cs.${encodeURIComponent(`["${']'.repeat(500)}",${nested(500)}]`)}`,
      'A value can be nested at most 100 levels deep',
    ],
    ['deep JSON in a list', `title->a=in.("${nested(3000)}")`, 'A value can be nested at most 100 levels deep'],
  ]

  test.each(refusals)('a request with %s is refused, and the error names the limit', async (_, search, message) => {
    const refusal = await refusalOf(`/vehicles?select=id&${search}`)

    expect(refusal).toMatchObject({ code: 'PGRST100', message })
  })

  test('deeply nested JSON in a body is refused, and the error names the limit', async () => {
    const deep = nested(100_000)
    const headers = { 'content-type': 'application/json' }
    const bodies = [
      await rest.request('/vehicles', { method: 'POST', headers, body: `{"title":${deep}}`, as: ADMIN }),
      await rest.request('/rpc/as_json', { method: 'POST', headers, body: `{"_value":${deep}}` }),
    ]
    for (const response of bodies) {
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({
        code: 'PGRST102',
        message: 'The body can be nested at most 100 levels deep',
      })
    }
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const response of [
      await rest.request(`/rpc/as_json?_value=${nested(3000)}`),
      await rest.request('/rpc/as_json', { method: 'POST', headers: form, body: `_value=${deep}` }),
    ]) {
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ message: 'A value can be nested at most 100 levels deep' })
    }
    const modest = await rest.request(`/rpc/as_json?_value=${nested(100)}`)
    expect(await modest.text()).toBe(nested(100))
  })

  test.each([
    `title=match.${'('.repeat(99)}a${')'.repeat(99)}`,
    'title=match.(.*){1,100}x',
    'title=match.(a|(b|(c|(d|(e|f)%2b)%2b)%2b)%2b)%2b',
    `title=match.${'a?'.repeat(66)}${'a'.repeat(66)}`,
    `title=like.${'*o'.repeat(4000)}`,
    `title=ilike.${'*_'.repeat(4000)}`,
    `title=fts.${'('.repeat(240)}a${')'.repeat(240)}`,
    `title=fts.${'a|'.repeat(200)}a`,
    `title=wfts.${'or "'.repeat(120)}`,
    `title=fts(${'a'.repeat(500)}).a`,
    `id=in.(${'00000000-0000-4000-8000-00000000000a,'.repeat(300)})`,
    `price=eq.1e100000`,
    `price=lt.${'9'.repeat(10_000)}`,
    'created_at=gt.999999999-01-01',
    `created_at=gt.${'1'.repeat(10_000)}`,
    `id=eq.${'1'.repeat(10_000)}`,
    `title=ov.${'{'.repeat(5000)}`,
    `title=adj.${'['.repeat(90)}`,
    `select=price::text[]&price=eq.1`,
    `${'or=(and('.repeat(1)}${'or(and('.repeat(20)}id.is.null${'))'.repeat(21)}`,
    `order=title->${'a->'.repeat(18)}b`,
    `select=title->${'a->'.repeat(18)}b`,
    `title->${'a->'.repeat(18)}b=eq.1`,
    `offset=999999999999999`,
  ])('%s causes no server error', async (search) => {
    const response = await rest.request(`/vehicles?limit=5&${search}`)

    expect(response.status, await response.text()).toBeLessThan(500)
  })

  test('a request cannot go back and forth between a vehicle and its specifications by embedding one in the other', async () => {
    const { message } = await refusalOf(
      '/vehicle_specifications?select=*,vehicles(vehicle_specifications(vehicles(vehicle_specifications(*))))',
    )

    expect(message).toBe("'vehicle_specifications' goes back over a foreign key that the request has already followed")
    const back = await rest.request('/vehicles?select=id,vehicle_images(image_url,vehicles(title))')
    expect(back.status).toBe(200)
  })

  test('a response that exceeds the size limit is cancelled inside the database, and the service has a higher limit', async () => {
    // On a busy machine, the visitor's time limit would come before the size limit.
    const batch = rest.db.batch.bind(rest.db)
    vi.spyOn(rest.db, 'batch').mockImplementation((statements, options) =>
      batch(statements, { ...options, timeoutMs: OWN_STATEMENT_TIMEOUT_MS }),
    )

    const small = await rest.request('/rpc/megabytes?_count=3')
    expect([small.status, (await small.text()).length > 3_000_000]).toEqual([200, true])

    for (const [path, accept] of [
      ['/rpc/megabytes?_count=5', 'application/json'],
      ['/rpc/megabytes?_count=5', 'text/csv'],
      ['/rpc/megabyte_names?_count=5', 'application/json'],
      // The result would not fit into memory.
      ['/rpc/megabytes?_count=100000', 'application/json'],
    ] as const) {
      const response = await rest.request(path, { headers: { accept } })
      expect(await response.json()).toMatchObject({
        code: 'PT400',
        message: `The response would be larger than ${MAX_RESPONSE_BYTES.anon} bytes`,
      })
      expect(response.status).toBe(400)
    }
    const { data } = await rest.service.rpc('megabytes', { _count: 5 })
    expect(data).toHaveLength(5)
  })

  test('the storefront’s largest query is within every limit', async () => {
    const select =
      'id,title,description,vehicle_images!inner(image_url,placeholder),vehicle_features(feature),vehicle_specifications(spec_key,spec_value)'
    const { data, count, error } = await rest.visitor
      .from('vehicles')
      .select(select, { count: 'exact' })
      .or('sold.eq.false,and(sold.eq.true,sold_expiry_date.gte.2026-01-01)')
      .order('price', { ascending: false })
      .order('id')
      .range(0, 19)

    expect([error, data?.length, count]).toEqual([null, 5, 5])
  })

  test('rows can be sorted by several columns of the same embed', async () => {
    const response = await rest.request(
      '/vehicle_images?select=image_url,vehicles(title,price)&order=vehicles(price).desc,vehicles(title).asc.nullslast,image_url',
    )

    expect(response.status).toBe(200)
    expect((await response.json()).length).toBe(10)
  })
})
