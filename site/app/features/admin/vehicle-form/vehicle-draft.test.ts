import { expect, test } from 'vitest'
import { newVehicleValues } from './vehicle-defaults.ts'
import { restoredValues, type VehicleDraft } from './vehicle-draft.ts'

test('a field that is missing from a draft keeps its value in the form', () => {
  const onScreen = { ...newVehicleValues({ withExamples: true }), title: 'Stored', mileage: '61000' }
  const { mileage, ...older } = { ...onScreen, title: 'Drafted' }
  const draft = { values: older, savedAt: '2026-11-15T10:00:00Z', baseUpdatedAt: null }

  expect(restoredValues(onScreen, draft as VehicleDraft)).toMatchObject({ title: 'Drafted', mileage: '61000' })
})
