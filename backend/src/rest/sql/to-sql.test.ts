import { describe, expect, test } from 'vitest'
import { parseRequest } from '../parse/parse-request.ts'
import { planRequest } from '../plan/plan-request.ts'
import { dealershipCatalog } from '../testing/dealership-catalog.ts'
import { toSql } from './to-sql.ts'

const sqlOf = (method: string, path: string, headers: Record<string, string> = {}, body: string | null = null) => {
  const [pathname = '', search = ''] = path.split('?')
  const request = parseRequest({ method, path: pathname, search, headers: new Headers(headers) }, body, ['public'])
  return toSql(planRequest(request, dealershipCatalog, { maxRows: 1000 })).main
}

describe('toSql', () => {
  test('a read is one statement whose values are all parameters', () => {
    expect(sqlOf('GET', '/vehicles?select=id,title&price=gte.5&sold=is.false&order=price.desc&limit=3')).toEqual({
      text: expect.stringContaining(
        `from (select t0."id" as "id", t0."title" as "title" from "public"."vehicles" as t0 where (t0."price" >= $1) and (t0."sold" is false) order by t0."price" desc limit $2::int8) as page`,
      ),
      values: ['5', '3', '0'],
    })
  })

  test('planned and estimated counts are exact, because the planner’s estimate includes rows that the caller may not see', () => {
    const counted = (count: string) => sqlOf('GET', '/vehicles?select=id&limit=3', { prefer: `count=${count}` })

    expect(counted('exact').text).toContain('as total')
    expect(counted('planned')).toEqual(counted('exact'))
    expect(counted('estimated')).toEqual(counted('exact'))
  })

  test('the bytes of a response are counted row by row, and again in nested lists', () => {
    const guards = (path: string) => sqlOf('GET', path).text.split('.bytes > ').length - 1

    expect(guards('/vehicles?select=id,vehicle_images(image_url)')).toBe(1)
    expect(guards('/categories?select=id,categories(id,categories(id))')).toBe(2)
    expect(sqlOf('HEAD', '/vehicles').text).not.toContain('bytes')
  })

  test('embeds are subqueries in the select list, and an inner embed is also a condition', () => {
    const { text } = sqlOf('GET', '/vehicles?select=id,vehicle_images!inner(image_url)&vehicle_images.order=id')

    expect(text).toContain(
      `(select coalesce(json_agg(t1_row.*), '[]') from (select t1."image_url" as "image_url" from "public"."vehicle_images" as t1 where t1."vehicle_id" = t0."id" order by t1."id" limit`,
    )
    expect(text).toContain(
      `where exists (select 1 from "public"."vehicle_images" as t1 where t1."vehicle_id" = t0."id")`,
    )
  })

  test('a required embed that rows are sorted by is a plain join, which can use an index, and any other is looked up', () => {
    const join = (select: string) => sqlOf('GET', `/enquiries?select=id,${select}&order=vehicles(title)`).text

    for (const required of ['vehicles!inner(id)', 'vehicles(id)&vehicles=not.is.null']) {
      expect(join(required)).toContain(
        ` cross join lateral (select t1."title" as o1 from "public"."vehicles" as t1 where t1."id" = t0."vehicle_id") as t1_order where`,
      )
    }
    expect(join('vehicles(id)')).toContain(
      ` left join lateral (select t1."title" as o1 from "public"."vehicles" as t1 where t1."id" = t0."vehicle_id" limit 1) as t1_order on true`,
    )
  })

  test('an exact count scans the table again only if the page is full', () => {
    expect(sqlOf('GET', '/vehicles?select=id&limit=2', { prefer: 'count=exact' }).text).toContain(
      `case when count(*) < $1::int8 and (count(*) > 0 or 0 = 0) then 0 + count(*) else (select count(*) from (select 1 from "public"."vehicles" as t0) as counted) end as total`,
    )
  })

  test('a list becomes one array parameter, and the asterisks in a pattern are replaced', () => {
    expect(sqlOf('GET', '/vehicles?title=in.(a,"b""c")').values?.[0]).toBe('{"a","\\"b\\"\\"c\\""}')
    expect(sqlOf('GET', '/vehicles?title=ilike.*rover*').values?.[0]).toBe('%rover%')
  })

  test('names are quoted', () => {
    expect(sqlOf('GET', '/vehicles?select="a\\"b":title').text).toContain('t0."title" as "a""b"')
  })

  test('an insert reads its rows from the JSON payload', () => {
    expect(sqlOf('POST', '/enquiries', {}, '[{"email":"a"}]')).toMatchObject({
      text: expect.stringContaining(
        `insert into "public"."enquiries" as t0 ("email") select "email" from json_to_recordset($1::json) as body("email" text) returning 1`,
      ),
      values: ['[{"email":"a"}]'],
    })
  })

  test('an update changes only the rows that match its filter', () => {
    expect(sqlOf('PATCH', '/enquiries?id=eq.7', {}, '{"email":"a"}')).toMatchObject({
      text: expect.stringContaining(`update "public"."enquiries" as t0 set "email" = body."email" from`),
      values: ['{"email":"a"}', '7'],
    })
  })

  test('a function call passes named arguments with their types', () => {
    expect(sqlOf('POST', '/rpc/has_role', {}, '{"_user_id":"1","_role":"admin"}').text).toContain(
      `select "public"."has_role"("_user_id" => args."_user_id", "_role" => args."_role") as value from json_to_record($1::json) as args("_user_id" uuid, "_role" text)`,
    )
  })

  test('a function that Postgres inlines is read like a view, also for the total', () => {
    const { text, values } = sqlOf(
      'GET',
      '/rpc/similar_vehicles?_vehicle_id=7&select=id&sold=is.false&limit=2&offset=4',
      {
        prefer: 'count=exact',
      },
    )
    const rows = 'from "public"."similar_vehicles"("_vehicle_id" => $1::uuid) as t0 where (t0."sold" is false)'

    expect(text).not.toContain('with called')
    expect(text).toContain(`(select t0."id" as "id" ${rows} limit $2::int8 offset $3::int8)`)
    expect(text).toContain(`(select 1 ${rows})`)
    expect(values?.slice(0, 3)).toEqual(['7', '2', '4'])
  })
})
