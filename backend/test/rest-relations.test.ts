// Relationships that the site's own schema does not have: computed ones, views that show a column twice, empty embeds.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from './engines.ts'
import { type RestUnderTest, startRest } from './rest-harness.ts'

const SCHEMA = `
  create table public.owners (id int primary key, name text);
  create table public.breeds (id int primary key, name text);
  create table public.dogs (id int primary key, name text,
    owner_id int references public.owners, breed_id int references public.breeds, gone int);
  alter table public.dogs drop column gone;
  create table public.visits (id int primary key, dog_id int references public.dogs, cost int);
  create view public.bills as select id, dog_id as patient, dog_id as payer, cost from public.visits;
  create schema hidden;
  create table hidden.cats (id int primary key, mother int references hidden.cats);
  create view public.cats as select m.mother as grandmother, c.mother, c.id
    from hidden.cats m join hidden.cats c on c.mother = m.id;
  create table public.members (id int primary key);
  create table public.teams (id int primary key, lead_id int references public.members);
  alter table public.members add team_id int references public.teams;
  create function public.all_dogs() returns setof public.dogs language sql stable as 'select * from public.dogs';
  create function public.add(a int, b int) returns int language sql immutable as 'select a + b';
  create function public.shout(public.dogs) returns text language sql stable as 'select upper($1.name)';
  create function public.keeper(public.dogs) returns setof public.owners rows 1 language sql stable
    as 'select * from public.owners where id = $1.owner_id';
  create function public.kennel(public.owners) returns setof public.dogs language sql stable
    as 'select * from public.dogs where owner_id = $1.id order by id';
  grant select, insert, update, delete on public.owners, public.breeds, public.dogs, public.visits, public.bills, public.cats
    to anon, service_role;
  insert into public.owners values (1, 'Ada'), (2, 'Bea');
  insert into public.breeds values (1, 'Collie'), (2, 'Terrier');
  insert into public.dogs values (1, 'Rex', 1, 1), (2, 'Tess', 1, 2), (3, 'Moss', 2, 1);
  insert into hidden.cats values (1, null), (2, 1), (3, 2), (4, 3);
  insert into public.visits values (1, 1, 10), (2, 2, 20), (3, 3, 30), (4, 3, 40)`

describe.each(engines)('relationships on $name', ({ open }) => {
  let rest: RestUnderTest
  beforeAll(async () => {
    const opened = async () => {
      const db = await open()
      await db.exec(SCHEMA)
      return db
    }
    rest = await startRest(opened, { hasAggregates: true, canRollBack: true })
  })
  afterAll(() => rest.close())

  const get = async (path: string) => (await rest.request(path)).json()
  const send = async (method: string, path: string, body: unknown, prefer = 'return=representation, tx=rollback') => {
    const headers = { 'content-type': 'application/json', prefer }
    return rest.request(path, { method, headers, body: JSON.stringify(body) })
  }

  test('a computed relationship can be embedded in the rows that a function returns', async () => {
    expect(await get('/rpc/all_dogs?select=name,shout,keeper(name)&keeper.name=eq.Ada&order=id&limit=2')).toEqual([
      { name: 'Rex', shout: 'REX', keeper: { name: 'Ada' } },
      { name: 'Tess', shout: 'TESS', keeper: { name: 'Ada' } },
    ])
    expect(await get('/rpc/all_dogs?select=name,keeper!inner()&keeper.name=eq.Bea')).toEqual([{ name: 'Moss' }])
    expect(await get('/rpc/all_dogs?select=id,keeper(kennel(name))&order=keeper(name).desc,id&limit=1')).toEqual([
      { id: 3, keeper: { kennel: [{ name: 'Moss' }] } },
    ])
  })

  test('a computed relationship can be embedded in the rows that a write returns', async () => {
    const added = await send('POST', '/dogs?select=name,keeper(name)', { id: 9, name: 'Fly', owner_id: 2 })
    const changed = await send('PATCH', '/owners?select=name,kennel(name)&id=eq.1', { name: 'Ada L.' })
    const removed = await send('DELETE', '/visits?select=id,dogs(keeper(name))&id=eq.1', null)

    expect(await added.json()).toEqual([{ name: 'Fly', keeper: { name: 'Bea' } }])
    expect(await changed.json()).toEqual([{ name: 'Ada L.', kennel: [{ name: 'Rex' }, { name: 'Tess' }] }])
    expect(await removed.json()).toEqual([{ id: 1, dogs: { keeper: { name: 'Ada' } } }])
  })

  test('a view that shows one key column twice can be embedded by either of the column’s names', async () => {
    expect(await get('/bills?select=id,patient(name),payer(name)&id=eq.4')).toEqual([
      { id: 4, patient: { name: 'Moss' }, payer: { name: 'Moss' } },
    ])
    expect(await get('/dogs?select=bills!payer(cost)&id=eq.2')).toEqual([{ bills: [{ cost: 20 }] }])
    expect(await get('/dogs?select=bills(cost)')).toMatchObject({
      code: 'PGRST201',
      details: [
        { relationship: 'visits_dog_id_fkey using dogs(id) and bills(patient)' },
        { relationship: 'visits_dog_id_fkey using dogs(id) and bills(payer)' },
      ],
    })
  })

  test('for two tables that refer to each other, the one-to-many relationship is listed first', async () => {
    const ways = [{ cardinality: 'one-to-many' }, { cardinality: 'many-to-one' }]

    expect(await get('/members?select=teams(id)')).toMatchObject({ code: 'PGRST201', details: ways })
    expect(await get('/teams?select=members(id)')).toMatchObject({ code: 'PGRST201', details: ways })
  })

  test('a view that joins a table to itself can be embedded in itself by each of its key columns', async () => {
    expect(await get('/cats?select=id,mother(id),grandmother(id)&order=id')).toEqual([
      { id: 2, mother: null, grandmother: null },
      { id: 3, mother: { id: 2 }, grandmother: null },
      { id: 4, mother: { id: 3 }, grandmother: { id: 2 } },
    ])
  })

  test('embeds that contain only empty embeds are not shown, but still filter rows', async () => {
    const owners = [{ id: 1 }, { id: 2 }]

    expect(await get('/owners?select=id,dogs(breeds())&order=id')).toEqual(owners)
    expect(await get('/owners?select=id,...dogs(visits(),breeds())&order=id')).toEqual(owners)
    expect(await get('/owners?select=id,dogs!inner(visits!inner())&dogs.visits.cost=gt.20')).toEqual([{ id: 2 }])
    expect(await get('/owners?select=id,dogs(name,visits())&id=eq.2')).toEqual([{ id: 2, dogs: [{ name: 'Moss' }] }])
  })

  test('only an empty embed may refer back to the requested table', async () => {
    expect(await get('/dogs?select=name,owners(name,dogs())&id=eq.3')).toEqual([
      { name: 'Moss', owners: { name: 'Bea' } },
    ])
    expect(await get('/dogs?select=name,owners(name,dogs(id))&id=eq.3')).toMatchObject({ code: 'PGRST100' })
  })

  test('a sum can be grouped by an embedded object or list, whether or not the embed is spread', async () => {
    const byBreed = [
      { sum: 80, breeds: { name: 'Collie' } },
      { sum: 20, breeds: { name: 'Terrier' } },
    ]

    expect(await get('/visits?select=cost.sum(),...dogs(breeds(name))')).toEqual(byBreed)
    expect(await get('/dogs?select=id.sum(),breeds(name)')).toEqual(
      byBreed.map((one, at) => ({ ...one, sum: [4, 2][at] })),
    )
    expect(await get('/owners?select=id.sum(),...dogs(breed_id)')).toEqual([
      { sum: 2, breed_id: [1] },
      { sum: 1, breed_id: [1, 2] },
    ])
  })

  test('a function called with an array of objects uses the first object', async () => {
    const added = await send('POST', '/rpc/add', [
      { a: 1, b: 2 },
      { a: 4, b: 6 },
    ])

    expect(await added.json()).toBe(3)
    expect((await send('POST', '/rpc/add', [])).status).toBe(404)
  })

  test.each(['/owners?label=eq.1', '/owners?name=eq.Ada', '/owners?id=in.(1)', '/owners?and=(id.eq.1)'])(
    'PUT %s is refused because it may filter only by the key',
    async (path) => {
      const response = await send('PUT', path, { id: 1, name: 'Ada' })

      expect([response.status, await response.json()]).toEqual([405, expect.objectContaining({ code: 'PGRST105' })])
    },
  )

  test('a response without a body has a content length of zero, unless its status is 204', async () => {
    const created = await send('POST', '/owners', { id: 5 }, 'return=minimal, tx=rollback')
    const merged = await send('POST', '/owners', { id: 1 }, 'resolution=merge-duplicates, tx=rollback')
    const changed = await send('PATCH', '/owners?id=eq.1', { name: 'Ada' }, 'tx=rollback')

    const lengths = [created, merged, changed].map(({ status, headers }) => [status, headers.get('content-length')])
    expect(lengths).toEqual([
      [201, '0'],
      [200, '0'],
      [204, null],
    ])
  })
})
