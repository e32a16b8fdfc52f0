import { describe, expect, test } from 'vitest'
import { parseRequest } from '../parse/parse-request.ts'
import { dealershipCatalog } from '../testing/dealership-catalog.ts'
import { planRequest } from './plan-request.ts'

const plan = (method: string, path: string, headers: Record<string, string> = {}, body: string | null = null) => {
  const [pathname = '', search = ''] = path.split('?')
  const request = parseRequest({ method, path: pathname, search, headers: new Headers(headers) }, body, ['public'])
  return planRequest(request, dealershipCatalog, { maxRows: 1000 })
}

const refusal = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    return error
  }
  return null
}

describe('planRequest', () => {
  test('relationships are found in both directions', () => {
    const { read } = plan('GET', '/vehicles?select=id,vehicle_images(image_url)')

    expect(read?.outputs[1]).toMatchObject({ name: 'vehicle_images', isToOne: false })
    expect(plan('GET', '/enquiries?select=vehicles(title)').read?.outputs[0]).toMatchObject({ isToOne: true })
    expect(plan('GET', '/enquiries?select=vehicle_id(title)').read?.outputs[0]).toMatchObject({ name: 'vehicle_id' })
  })

  test('an embed can be required or excluded', () => {
    const select = '/vehicles?select=id,vehicle_images!inner(id)'

    expect(plan('GET', select).read?.outputs[1]).toMatchObject({ isInner: true })
    expect(plan('GET', `${select}&vehicle_images=is.null`).read?.where).toMatchObject([
      { kind: 'exists', isNegated: true },
    ])
  })

  test('a write with a filter that it cannot apply is refused', () => {
    const shown = { prefer: 'return=representation' }
    const byEmbed = '/vehicles?select=id,vehicle_images()&vehicle_images=is.null'
    const inTree = '/vehicles?select=id,vehicle_images()&or=(sold.is.true,vehicle_images.is.null)'

    expect(refusal(() => plan('DELETE', byEmbed, shown))).toMatchObject({ code: 'PGRST127' })
    expect(refusal(() => plan('PATCH', inTree, shown, '{"title":"a"}'))).toMatchObject({ code: 'PGRST127' })
    expect(refusal(() => plan('DELETE', byEmbed))).toMatchObject({ code: 'PGRST127' })
    expect(refusal(() => plan('DELETE', '/vehicles?vehicle_images.id=eq.1'))).toMatchObject({ code: 'PGRST108' })
  })

  test('the number of rows is limited at every level', () => {
    const { read } = plan('GET', '/vehicles?select=vehicle_images(id)&limit=5000')

    expect(read?.limit).toBe(1000)
    expect(read?.outputs[0]).toMatchObject({ node: { limit: 1000 } })
  })

  test.each([
    ['/vehicle', 'PGRST205'],
    ['/vehicles?select=colour', '42703'],
    ['/vehicles?select=colour,nothing(id)', 'PGRST200'],
    ['/vehicles?colour=eq.red', '42703'],
    ['/vehicles?order=colour', '42703'],
    ['/vehicles?select=id::nonsense', '42704'],
    ['/vehicles?select=profiles(id)', 'PGRST200'],
    ['/vehicles?enquiries.id=eq.1', 'PGRST108'],
    ['/vehicles?select=vehicle_images(id)&vehicle_images=eq.1', 'PGRST120'],
    ['/vehicles?select=vehicle_images(id)&order=vehicle_images(id)', 'PGRST118'],
    ['/vehicles?order=enquiries(id)', 'PGRST108'],
    ['/rpc/unknown', 'PGRST202'],
    ['/rpc/has_role?_user_id=1', 'PGRST202'],
  ])('GET %s is refused with %s', (path, code) => {
    expect(refusal(() => plan('GET', path))).toMatchObject({ code })
  })

  test('a function call with very many argument names is refused with a short message', () => {
    const body = JSON.stringify(Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`name_${index}`, 1])))

    const refused = refusal(() => plan('POST', '/rpc/has_role', {}, body)) as Error

    expect(refused).toMatchObject({ code: 'PGRST202' })
    expect(refused.message.length).toBeLessThan(2000)
  })

  test('a misspelt table name gets a hint', () => {
    expect(refusal(() => plan('GET', '/vehicle'))).toMatchObject({
      hint: "Perhaps you meant the table 'public.vehicles'",
    })
  })

  test('a write uses the columns in its payload and returns only the requested columns', () => {
    const body = '{"title":"A","price":1}'

    expect(plan('POST', '/vehicles', {}, body)).toMatchObject({
      write: { columns: [{ name: 'title' }, { name: 'price' }], returning: [] },
    })
    const shown = plan('POST', '/vehicles?select=id', { prefer: 'return=representation' }, body)
    expect(shown).toMatchObject({ write: { returning: [{ name: 'id' }] } })
  })

  test('unknown columns and unusable keys are refused', () => {
    expect(refusal(() => plan('POST', '/vehicles', {}, '{"colour":1}'))).toMatchObject({ code: 'PGRST204' })
    expect(refusal(() => plan('PUT', '/vehicles?title=eq.a', {}, '{"id":1}'))).toMatchObject({ code: 'PGRST105' })
    expect(refusal(() => plan('PUT', '/vehicles?id=eq.1', {}, '{"title":"a"}'))).toMatchObject({ code: 'PGRST115' })
    expect(refusal(() => plan('POST', '/vehicles', {}, '5'))).toMatchObject({ code: 'PGRST102' })
  })

  test('an upsert uses the primary key unless on_conflict is given', () => {
    const prefer = { prefer: 'resolution=merge-duplicates' }

    expect(plan('POST', '/vehicles', prefer, '{"id":"1"}')).toMatchObject({ write: { conflict: { columns: ['id'] } } })
    expect(plan('POST', '/vehicles?on_conflict=title', prefer, '{"title":"1"}')).toMatchObject({
      write: { conflict: { columns: ['title'] } },
    })
  })

  test('a function is found by the names of its arguments', () => {
    expect(plan('POST', '/rpc/has_role', {}, '{"_user_id":"1","_role":"admin"}')).toMatchObject({
      body: 'scalar',
      isReadOnly: true,
    })
    expect(plan('GET', '/rpc/similar_vehicles?_vehicle_id=1&price=gt.5')).toMatchObject({
      body: 'rows',
      call: { args: { kind: 'text', args: [{ name: '_vehicle_id', values: ['1'] }] } },
      read: { where: [{ kind: 'test' }] },
    })
    const filtered = '/rpc/has_role?_user_id=1&_role=admin&title=eq.a'
    expect(refusal(() => plan('GET', filtered))).toMatchObject({ code: '42703' })
  })
})

describe('the parameters of an embed', () => {
  test('a parameter can refer to an embed by its alias or by its table', () => {
    const select = '/vehicles?select=id,pictures:vehicle_images!inner(id)'
    const byAlias = plan('GET', `${select}&pictures.order=id&pictures.limit=2&pictures.id=eq.1`)

    expect(plan('GET', `${select}&vehicle_images.order=id&vehicle_images.limit=2&vehicle_images.id=eq.1`).read).toEqual(
      byAlias.read,
    )
    expect(plan('GET', `${select}&vehicle_images.order=id&pictures.limit=2&vehicle_images.id=eq.1`).read).toEqual(
      byAlias.read,
    )
    expect(refusal(() => plan('GET', `${select}&images.order=id`))).toMatchObject({ code: 'PGRST108' })
  })

  test('if a table is embedded twice, a parameter with an alias applies only to the embed with that alias', () => {
    const { read } = plan('GET', '/vehicles?select=a:vehicle_images(id),b:vehicle_images(id)&b.limit=2')

    expect(read?.outputs).toMatchObject([{ node: { limit: 1000 } }, { node: { limit: 2 } }])
  })
})

describe('aggregates', () => {
  test.each(['price.sum()', 'count()', 'vehicle_images(id.max())', 'n:count()'])(
    '%s is refused while aggregates are off',
    (select) => {
      expect(refusal(() => plan('GET', `/vehicles?select=${select}`))).toMatchObject({ code: 'PGRST123' })
    },
  )

  test('a bare count is always allowed, as in Postgres', () => {
    const { read } = plan('GET', '/vehicles?select=id,vehicle_images(count)')

    expect(read?.outputs[1]).toMatchObject({
      node: { outputs: [{ name: 'count', ref: null, aggregate: { name: 'count', isGrouping: false } }] },
    })
  })

  test('an empty select returns all columns', () => {
    expect(plan('GET', '/vehicles?select=').read?.outputs).toEqual(plan('GET', '/vehicles').read?.outputs)
  })
})
