import { describe, expect, test } from 'vitest'
import { parseRequest } from '../parse/parse-request.ts'
import { dealershipCatalog } from '../testing/dealership-catalog.ts'
import { planRequest } from './plan-request.ts'

const plan = (path: string) => {
  const [pathname = '', search = ''] = path.split('?')
  const request = parseRequest({ method: 'GET', path: pathname, search, headers: new Headers() }, null, ['public'])
  return planRequest(request, dealershipCatalog, { maxRows: 1000 })
}

describe('an embed that goes back over a foreign key', () => {
  test.each([
    '/vehicles?select=vehicle_images(vehicles(title))',
    '/vehicles?select=vehicle_images(image_url),enquiries(vehicles(title))',
    '/enquiries?select=vehicles(vehicle_images(image_url))',
    '/enquiries?select=vehicles(vehicle_images(vehicles(title)))',
    '/categories?select=categories(categories(name))',
    '/categories?select=parent_id(parent_id(parent_id(name)))',
    '/vehicle_images?select=id,vehicles(title,vehicle_images())',
  ])('%s is allowed because it repeats at most one row', (path) => {
    expect(plan(path).kind).toBe('read')
  })

  test.each([
    '/vehicle_images?select=vehicles(vehicle_images(id))',
    '/vehicles?select=vehicle_images(vehicles(vehicle_images(id)))',
    '/vehicles?select=vehicle_images(vehicles(enquiries(id)))',
    '/enquiries?select=vehicles(vehicle_images(vehicles(enquiries(id))))',
    '/categories?select=parent_id(categories(name))',
    '/vehicles?select=id,vehicle_images!inner(vehicles!inner(vehicle_images!inner()))',
    '/vehicle_images?select=id,vehicles(title,vehicle_images())&vehicles.vehicle_images=not.is.null',
    '/vehicle_images?select=id,vehicles(title,vehicle_images())&vehicles.or=(title.eq.a,vehicle_images.is.null)',
  ])('%s is refused because its rows would multiply', (path) => {
    expect(() => plan(path)).toThrow('goes back over a foreign key that the request has already followed')
  })

  test('at most three to-many levels can be nested', () => {
    const nested = (depth: number) => `${'categories('.repeat(depth)}id${')'.repeat(depth)}`

    expect(plan(`/categories?select=${nested(3)}`).kind).toBe('read')
    expect(() => plan(`/categories?select=${nested(4)}`)).toThrow('At most 3 levels of to-many resources')
  })
})
