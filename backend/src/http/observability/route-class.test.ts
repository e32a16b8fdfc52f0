import { expect, test } from 'vitest'
import { routeClassOf } from './route-class.ts'

test.each([
  ['/', 'page'],
  ['/vehicles/3f2a', 'page'],
  ['/admin', 'back-office'],
  ['/admin/vehicles', 'back-office'],
  ['/administer', 'page'],
  ['/rest/v1/vehicles', 'rest'],
  ['/storage/v1/object/public/x', 'storage'],
  ['/nonsense/v1/x', 'other'],
  ['/assets/app.js', 'asset'],
  ['/healthz', 'health'],
])('the path %s is counted in the route class %s', (path, route) => {
  expect(routeClassOf(path)).toBe(route)
})
