import { beforeEach, expect, test } from 'vitest'
import { dropDraft, findDraft, keepDraft } from './draft.ts'

let stored: Map<string, string>
const store = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
}
const draft = { values: { title: 'Rover P6' }, savedAt: '2026-11-15T10:00:00Z', baseUpdatedAt: null }
const find = (name: string) => findDraft<typeof draft>(store, name, ({ values }) => typeof values?.title === 'string')

beforeEach(() => {
  stored = new Map()
})

test('a draft can be found until it is discarded', () => {
  keepDraft(store, 'vehicle-new', draft)
  expect(find('vehicle-new')).toEqual(draft)

  dropDraft(store, 'vehicle-new')
  expect(find('vehicle-new')).toBeNull()
})

test('each form has its own draft', () => {
  keepDraft(store, 'vehicle-one', draft)

  expect(find('vehicle-two')).toBeNull()
  expect(find('settings-brand')).toBeNull()
})

test('a corrupt draft is ignored', () => {
  stored.set('forecourt-draft-vehicle-new', '{"values":')
  expect(find('vehicle-new')).toBeNull()

  stored.set('forecourt-draft-vehicle-new', '{"values":{}}')
  expect(find('vehicle-new')).toBeNull()
})

test('a draft can be saved without an error even if local storage is full', () => {
  const full = {
    ...store,
    setItem: () => {
      throw new Error('QuotaExceededError')
    },
  }

  expect(() => keepDraft(full, 'vehicle-new', draft)).not.toThrow()
})
