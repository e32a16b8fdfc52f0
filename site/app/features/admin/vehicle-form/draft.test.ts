import { beforeEach, expect, test } from 'vitest'
import { type Draft, dropDraft, findDraft, keepDraft, restoredValues } from './draft.ts'
import { newVehicleValues } from './vehicle-defaults.ts'

let kept: Map<string, string>
const store = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
}
const draft = { values: newVehicleValues(), savedAt: '2026-11-15T10:00:00Z', baseUpdatedAt: null }

beforeEach(() => {
  kept = new Map()
})

test('a draft is found until it is dropped', () => {
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
  kept.set('forecourt-draft-vehicle-new', '{"values":')
  expect(findDraft(store, null)).toBeNull()

  kept.set('forecourt-draft-vehicle-new', '{"values":{}}')
  expect(findDraft(store, null)).toBeNull()
})

test('a full local storage does not throw', () => {
  const full = {
    ...store,
    setItem: () => {
      throw new Error('QuotaExceededError')
    },
  }

  expect(() => keepDraft(full, null, draft)).not.toThrow()
})

test('a field that a draft does not have keeps its value in the form', () => {
  const { mileage, ...older } = { ...draft.values, title: 'Drafted' }
  const onScreen = { ...newVehicleValues(), title: 'Stored', mileage: '61000' }

  const restored = restoredValues(onScreen, { ...draft, values: older } as Draft)

  expect(restored).toMatchObject({ title: 'Drafted', mileage: '61000' })
})
