import { expect, test } from 'vitest'
import { newVehicleValues } from './vehicle-defaults.ts'
import { restoredValues, toKept, type VehicleDraft } from './vehicle-draft.ts'

test('a field that is missing from a draft keeps its value in the form', () => {
  const onScreen = { ...newVehicleValues({ withExamples: true }), title: 'Stored', mileage: '61000' }
  const { mileage, record, ...older } = { ...onScreen, title: 'Drafted' }
  const draft = { values: older, savedAt: '2026-11-15T10:00:00Z', baseUpdatedAt: null }

  expect(restoredValues(onScreen, draft as unknown as VehicleDraft)).toMatchObject({
    title: 'Drafted',
    mileage: '61000',
  })
})

test('a draft that was written before there were captions keeps its images', () => {
  const onScreen = newVehicleValues({ withExamples: true })
  const older = { ...onScreen, images: ['/a.webp'] }
  const draft = { values: older, savedAt: '2026-11-15T10:00:00Z', baseUpdatedAt: null }

  expect(restoredValues(onScreen, draft as unknown as VehicleDraft).images).toEqual([
    { image_url: '/a.webp', caption: '' },
  ])
})

test('a draft never holds what buyers don’t see', () => {
  const opened = newVehicleValues({ withExamples: true })
  const record = { ...opened.record, identity: { registration: 'P1RAC', vin: '', show_registration: false } }

  expect(toKept({ ...opened, record }, opened)).toBeNull()
  const kept = toKept({ ...opened, title: 'Changed', record }, opened)
  expect(kept).toMatchObject({ title: 'Changed' })
  expect(JSON.stringify(kept)).not.toContain('P1RAC')
})
