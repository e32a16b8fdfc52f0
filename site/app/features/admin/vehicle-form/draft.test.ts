import { beforeEach, expect, test } from 'vitest'
import { type Draft, dropDraft, findDraft, keepDraft, restoredValues } from './draft.ts'
import { newVehicleValues } from './vehicle-defaults.ts'

let stored: Map<string, string>
const store = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
}
const draft = { values: newVehicleValues({ withExamples: true }), savedAt: '2026-11-15T10:00:00Z', baseUpdatedAt: null }

beforeEach(() => {
  stored = new Map()
})

test('a draft can be found until it is discarded', () => {
  keepDraft(store, null, draft)
  expect(findDraft(store, null)).toEqual(draft)

  dropDraft(store, null)
  expect(findDraft(store, null)).toBeNull()
})

test('each vehicle has its own draft', () => {
  keepDraft(store, 'one', draft)

  expect(findDraft(store, 'two')).toBeNull()
  expect(findDraft(store, null)).toBeNull()
})

test('a corrupt draft is ignored', () => {
  stored.set('forecourt-draft-vehicle-new', '{"values":')
  expect(findDraft(store, null)).toBeNull()

  stored.set('forecourt-draft-vehicle-new', '{"values":{}}')
  expect(findDraft(store, null)).toBeNull()
})

test('a draft can be saved without an error even if local storage is full', () => {
  const full = {
    ...store,
    setItem: () => {
      throw new Error('QuotaExceededError')
    },
  }

  expect(() => keepDraft(full, null, draft)).not.toThrow()
})

test('a field that is missing from a draft keeps its value in the form', () => {
  const { mileage, ...older } = { ...draft.values, title: 'Drafted' }
  const onScreen = { ...newVehicleValues({ withExamples: true }), title: 'Stored', mileage: '61000' }

  const restored = restoredValues(onScreen, { ...draft, values: older } as Draft)

  expect(restored).toMatchObject({ title: 'Drafted', mileage: '61000' })
})
