import { expect, test } from 'vitest'
import { parseRequest } from './parse/parse-request.ts'
import { planRequest } from './plan/plan-request.ts'
import { shapeOf } from './shape.ts'
import { dealershipCatalog } from './testing/dealership-catalog.ts'

const shape = (path: string, search: string) => {
  const head = { method: 'GET', path, search, headers: new Headers({ prefer: 'count=exact' }) }
  return shapeOf(planRequest(parseRequest(head, null, ['public']), dealershipCatalog, { maxRows: 1000 }))
}

test('a shape contains tables, embeds and operators, but nothing that the caller chose', () => {
  const search =
    '?select=secret1:title,secret2:vehicle_images!inner(image_url)&title=ilike.*secret3*&or=(price.lt.4,extras->>secret5.in.(secret6))&secret2.display_order=eq.7&order=price'

  expect(shape('/vehicles', search)).toBe(
    'GET vehicles(vehicle_images!inner(where display_order.eq); where title.ilike,or,price.lt,extras.in; order 1) count=exact',
  )
  expect(shape('/rpc/has_role', '?_user_id=secret&_role=secret')).toBe('GET has_role count=exact')
})
