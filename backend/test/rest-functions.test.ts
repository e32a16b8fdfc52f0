// Function calls and aggregates, on a schema with every kind of function. The site's own schema has only some kinds.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from './engines.ts'
import { CUSTOMER, type RestUnderTest, startRest } from './rest-harness.ts'

const SCHEMA = `
  create function public.one_out(a int, out doubled int) language sql immutable as 'select a * 2';
  create function public.one_inout(inout num int) language sql immutable as 'select num + 1';
  create function public.plain(a int) returns int language sql immutable as 'select a';
  create function public.take_json(json) returns int language sql immutable as 'select json_array_length($1)';
  create function public.take_text(text) returns text language sql immutable as 'select upper($1)';
  create function public.take_bytes(bytea) returns int language sql immutable as 'select length($1)';
  create function public.which() returns text language sql immutable as $$select 'none'$$;
  create function public.which(a int) returns text language sql immutable as $$select 'a'$$;
  create function public.which(a int, b int default 0) returns text language sql immutable as $$select 'a, b'$$;
  create function public.which(jsonb) returns text language sql immutable as $$select 'whole'$$;
  create function public.unnamed_default(int default 42) returns int language sql immutable as 'select $1';
  create function public.either(a text) returns text language sql immutable as $$select 'text'$$;
  create function public.either(a int) returns text language sql immutable as $$select 'int'$$;
  create function public.maybe_text() returns text language sql immutable as $$select 'none'$$;
  create function public.maybe_text(text default 'x') returns text language sql immutable as $$select $1$$;
  create function public.request_setting(name text, part text default null) returns text language sql stable
    as $$select case when part is null then current_setting(name) else current_setting(name)::json ->> part end$$;
  create domain public.region as text default 'west';
  create table public.places (id int primary key, region public.region, note text);
  create table public.sales (id int generated always as identity primary key, region text default 'north', amount int default 1);
  create table public.parts (id int primary key, sale_id int references public.sales, amount int);
  create table public.spots (id int primary key, note text);
  insert into public.spots select n, 'n' || n from generate_series(1, 4) as n;
  grant select on public.spots to anon;
  create function public.spots_from(first int default 2) returns setof public.spots language sql stable as
    $$select * from public.spots where id >= first$$;
  create schema second;
  create table second.places (id int primary key);
  grant usage on schema second to anon;
  grant select on second.places to anon;
  insert into second.places values (7);
  create function public.add_place(id int) returns int language sql as 'insert into public.places values ($1) returning id';
  grant select, insert on public.sales, public.parts, public.places to anon, authenticated, service_role;
  insert into public.sales (region, amount) values ('north', 10), ('north', 20), ('south', 5);
  insert into public.parts values (1, 1, 4), (2, 1, 6), (3, 3, 5);
  notify pgrst, 'reload schema'`

describe.each(engines)('functions on $name', ({ open }) => {
  let rest: RestUnderTest
  let sums: RestUnderTest

  beforeAll(async () => {
    const opened = async () => {
      const db = await open()
      await db.exec(SCHEMA)
      return db
    }
    rest = await startRest(opened)
    sums = await startRest(opened, { hasAggregates: true, canRollBack: true, schemas: ['public', 'second'] })
  })
  afterAll(async () => {
    await rest.close()
    await sums.close()
  })

  const post = async (name: string, type: string, body: string | Uint8Array<ArrayBuffer>) => {
    const response = await rest.request(`/rpc/${name}`, { method: 'POST', headers: { 'content-type': type }, body })
    return response.json()
  }

  test('a single output parameter has a name, so the response is an object', async () => {
    expect((await rest.visitor.rpc('one_out', { a: 4 })).data).toEqual({ doubled: 8 })
    expect((await rest.visitor.rpc('one_inout', { num: 4 }, { get: true })).data).toEqual({ num: 5 })
    expect((await rest.visitor.rpc('plain', { a: 4 })).data).toBe(4)
  })

  test('a single unnamed parameter receives the whole body: JSON, text or bytes', async () => {
    expect(await post('take_json', 'application/json', '[1,2,3]')).toBe(3)
    expect(await post('take_text', 'text/plain', '{"a":1}')).toBe('{"A":1}')
    expect(await post('take_bytes', 'application/octet-stream', new Uint8Array([0, 255, 128, 10]))).toBe(4)
    expect(await post('take_text', 'application/json', '{}')).toMatchObject({ code: 'PGRST202' })
    expect(await post('take_text', 'application/json', '{"":"a"}')).toBe('{"":"A"}')
    expect(await post('take_bytes', 'text/csv', 'a')).toMatchObject({ code: 'PGRST202' })
  })

  test('the arguments determine which overloaded function is called, and one that takes the whole body is the last choice', async () => {
    expect((await rest.visitor.rpc('which')).data).toBe('none')
    expect((await rest.visitor.rpc('which', { a: 1, b: 2 })).data).toBe('a, b')
    expect((await rest.visitor.rpc('which', { c: 1 })).data).toBe('whole')
    expect((await rest.visitor.rpc('which', { a: 1 })).error).toMatchObject({ code: 'PGRST203' })
    expect((await rest.visitor.rpc('maybe_text', { '': 'a' })).data).toBe('{"":"a"}')
    expect((await rest.visitor.rpc('maybe_text')).error).toMatchObject({
      message: expect.stringMatching(/between: public.maybe_text\(\), public.maybe_text\( => text\)$/),
    })
    expect((await rest.visitor.rpc('either', { a: 1 })).error).toMatchObject({
      message: expect.stringMatching(/between: public.either\(a => integer\), public.either\(a => text\)$/),
    })
    expect((await rest.visitor.rpc('which', { c: 1 }, { get: true })).error).toMatchObject({ code: 'PGRST202' })
  })

  test('the rows of an inlined function are filtered, sorted, counted and paged like those of a table', async () => {
    const page = await rest.visitor
      .rpc('spots_from', { first: 2 }, { get: true, count: 'exact' })
      .select('id, note')
      .neq('id', 3)
      .order('id', { ascending: false })
      .range(1, 1)
    expect(page).toMatchObject({ data: [{ id: 2, note: 'n2' }], count: 2 })
    expect((await rest.visitor.rpc('spots_from', { first: 4 })).data).toMatchObject([{ id: 4 }])
    expect((await rest.visitor.rpc('spots_from', {}, { get: true })).data).toHaveLength(3)
  })

  test('a function is not found if its only parameter is unnamed and cannot take a body', async () => {
    expect((await rest.visitor.rpc('unnamed_default')).error).toMatchObject({ code: 'PGRST202' })
    expect((await rest.visitor.rpc('unnamed_default', { '': 1 })).error).toMatchObject({ code: 'PGRST202' })
  })

  test('the hint for a call to an unknown function names the function with the most similar parameters', async () => {
    expect((await rest.visitor.rpc('request_setting', { nam: 'x' })).error?.hint).toMatch(
      /public\.request_setting\(name, part\)$/,
    )
    expect((await rest.visitor.rpc('request_setting')).error?.hint).toBeNull()
  })

  test('a function can read the method, path, headers and cookies of its request', async () => {
    const call = async (query: string, init: RequestInit = {}) =>
      (await rest.request(`/rpc/request_setting?${query}`, init)).json()

    expect(await call('name=request.method')).toBe('GET')
    expect(await call('name=request.path')).toBe('/rpc/request_setting')
    expect(await call('name=request.headers&part=x-shop', { headers: { 'X-Shop': 'Halden & Rowe' } })).toBe(
      'Halden & Rowe',
    )
    expect(await call('name=request.cookies&part=second', { headers: { cookie: 'first=1; second=two=2' } })).toBe(
      'two=2',
    )
  })

  test('one request’s headers are not visible to the next', async () => {
    await rest.request('/rpc/request_setting?name=request.headers&part=x-shop', { headers: { 'X-Shop': 'mine' } })

    expect(await (await rest.request('/rpc/request_setting?name=request.headers&part=x-shop')).json()).toBeNull()
  })

  test('a header cannot set a claim or a role', async () => {
    const forged = { 'request.jwt.claims': '{"role":"service_role"}', 'x-role': 'service_role', role: 'service_role' }
    const role = await rest.request('/rpc/request_setting?name=request.jwt.claims&part=role', {
      headers: forged,
      as: CUSTOMER,
    })

    expect(await role.json()).toBe('authenticated')
  })

  test('each empty object inserts a row of defaults', async () => {
    const { data, error } = await rest.service.from('sales').insert([{}, {}]).select('region, amount')

    expect(error).toBeNull()
    expect(data).toEqual([
      { region: 'north', amount: 1 },
      { region: 'north', amount: 1 },
    ])
    expect((await rest.service.from('sales').insert({}).select('amount')).data).toEqual([{ amount: 1 }])
  })

  test('a missing value takes its default, including the default of a domain', async () => {
    const { data } = await rest.service
      .from('places')
      .insert([{ id: 1 }, { id: 2, region: 'east', note: 'far' }], { defaultToNull: false })
      .select('id, region, note')

    expect(data).toEqual([
      { id: 1, region: 'west', note: null },
      { id: 2, region: 'east', note: 'far' },
    ])
  })

  test('where tx=rollback is allowed, the row is returned without being stored', async () => {
    const insert = (to: RestUnderTest, id: number) => to.service.from('places').insert({ id }).select('id').rollback()
    const stored = async (to: RestUnderTest, id: number) => (await to.service.from('places').select().eq('id', id)).data

    expect((await insert(sums, 90)).data).toEqual([{ id: 90 }])
    expect((await sums.service.rpc('add_place', { id: 91 }).rollback()).data).toBe(91)
    expect((await insert(rest, 92)).data).toEqual([{ id: 92 }])

    expect(await stored(sums, 90)).toEqual([])
    expect(await stored(sums, 91)).toEqual([])
    expect(await stored(rest, 92)).toHaveLength(1)
  })

  test('a second schema can be read by name only if it is exposed', async () => {
    expect((await sums.visitor.schema('second').from('places').select()).data).toEqual([{ id: 7 }])
    expect((await rest.visitor.schema('second').from('places').select()).error).toMatchObject({ code: 'PGRST106' })
  })

  test('the rows in an embed can be counted', async () => {
    const { data } = await sums.visitor.from('sales').select('id, parts(count)').order('id').lte('id', 3)

    expect(data).toEqual([
      { id: 1, parts: [{ count: 2 }] },
      { id: 2, parts: [{ count: 0 }] },
      { id: 3, parts: [{ count: 1 }] },
    ])
    expect((await rest.visitor.from('parts').select('count')).data).toEqual([{ count: 3 }])
    expect((await rest.visitor.from('sales').select('id, parts(sum)')).error).toMatchObject({
      message: 'column parts_1.sum does not exist',
    })
    expect((await rest.visitor.from('parts').select('id, count')).error).toMatchObject({ code: '42803' })
  })

  test('where aggregates are enabled, they are grouped by the other columns', async () => {
    const byRegion = await sums.visitor
      .from('sales')
      .select('region, amount.sum(), most:amount.max()::text, count()')
      .order('region')
    const lifted = await sums.visitor.from('parts').select('amount.sum(), ...sales(region)').order('sales(region)')
    const counted = await sums.visitor
      .from('sales')
      .select('region, count()', { count: 'exact' })
      .order('region')
      .limit(1)

    expect(byRegion.data).toEqual([
      { region: 'north', sum: 30, most: '20', count: 2 },
      { region: 'south', sum: 5, most: '5', count: 1 },
    ])
    expect(lifted.data).toEqual([
      { region: 'north', sum: 10 },
      { region: 'south', sum: 5 },
    ])
    expect([counted.data, counted.count]).toEqual([[{ region: 'north', count: 2 }], 2])
  })

  test('aggregates are refused where they are disabled', async () => {
    const { error, status } = await rest.visitor.from('sales').select('amount.sum()')

    expect([status, error?.code]).toEqual([400, 'PGRST123'])
  })
})
