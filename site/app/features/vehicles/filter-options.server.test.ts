import type { AppLoadContext } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { loadFilterOptions, loadListOptions } from './filter-options.server.ts'
import { UNKNOWN } from './option-counts.ts'
import { parseListing } from './vehicle-filters.ts'

let reads = 0
const versions: Record<string, number | null> = {}
const answer = { makes: [{ name: 'Audi', vehicles: 2 }], models: [{ make: 'Audi', model: 'A4', vehicles: 2 }] }

function contextWith(changes: AppLoadContext['changes']): AppLoadContext {
  const fetch = async () => {
    reads += 1
    return Response.json(answer)
  }
  return { changes, backend: { url: 'http://backend', browserUrl: '', key: 'key', fetch } } as unknown as AppLoadContext
}

const withFeed = () => contextWith({ version: (table) => versions[table] ?? null })

beforeEach(() => {
  reads = 0
  Object.assign(versions, { listed_vehicles: 1, car_makes: 1 })
})

test('the filter options are read once for several pages', async () => {
  const context = withFeed()

  expect(await loadFilterOptions(context)).toEqual(await loadFilterOptions({ ...context }))
  expect(reads).toBe(1)
})

test.each(['listed_vehicles', 'car_makes'])('the filter options are read again after a change to %s', async (table) => {
  const context = withFeed()
  await loadFilterOptions(context)

  versions[table] = 2
  await loadFilterOptions(context)

  expect(reads).toBe(2)
})

test.each([
  ['there is no change feed', null],
  ['the change feed is not listening', { version: () => null }],
])('the filter options are read for every page if %s', async (_, changes) => {
  const context = contextWith(changes)

  await loadFilterOptions(context)
  await loadFilterOptions(context)

  expect(reads).toBe(2)
})

test('with a filter other than make and model, the options have no numbers', async () => {
  const load = async (search: string) => loadListOptions(withFeed(), parseListing(new URLSearchParams(search)).filters)

  expect((await load('make=Audi&model=A4')).makes).toEqual(answer.makes)
  expect(await load('make=Audi&fuel=Petrol')).toEqual({
    makes: [{ name: 'Audi', vehicles: UNKNOWN }],
    models: { make: ['Audi'], model: ['A4'], vehicles: [UNKNOWN] },
  })
})
