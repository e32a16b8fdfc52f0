import { PostgrestClient } from '@supabase/postgrest-js'
import { expect, test } from 'vitest'
import type { Rest } from './backend.ts'
import { findVehicle, findVehiclesById } from './whole-vehicles.ts'

function restWithNone() {
  const asked: string[] = []
  const fetch = async (input: RequestInfo | URL) => {
    asked.push(String(input))
    return Response.json([])
  }
  return { rest: new PostgrestClient('http://backend/rest/v1', { fetch }) as Rest, asked }
}

test.each(['', 'nonsense', '00000000-0000-4000-8000-00000000000g', "1' or '1'='1"])(
  'no vehicle is requested for the invalid id %s',
  async (id) => {
    const { rest, asked } = restWithNone()

    expect(await findVehicle(rest, id)).toBeNull()
    expect(asked).toEqual([])
  },
)

test('an unknown vehicle is returned as null', async () => {
  const { rest } = restWithNone()

  expect(await findVehicle(rest, '00000000-0000-4000-8000-000000000001')).toBeNull()
})

test('the ids of many vehicles are split across requests so that no URL is too long', async () => {
  const { rest, asked } = restWithNone()
  const ids = Array.from({ length: 450 }, (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`)

  expect(await findVehiclesById(rest, ids)).toEqual([])
  expect(Math.max(...asked.map((url) => url.length))).toBeLessThan(8000)
  for (const id of ids) expect(asked.filter((url) => url.includes(id))).toHaveLength(1)
})
