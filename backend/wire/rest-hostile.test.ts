// What one visitor may cost: requests that are built to be expensive are refused before they reach the database.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../test/engines.ts'
import { addVehicle, type RestUnderTest, startRest } from './rest-harness.ts'

describe.each(engines)('hostile requests on $name', ({ open }) => {
  let rest: RestUnderTest

  beforeAll(async () => {
    rest = await startRest(open)
    for (let i = 0; i < 5; i++) await addVehicle(rest.service)
  })

  afterAll(() => rest.close())

  const refusalOf = async (path: string) => {
    const response = await rest.request(path)
    expect(response.status, await response.clone().text()).toBe(400)
    return (await response.json()) as { code: string; message: string }
  }

  test('a subtree that is required again at every level is refused, not written out', async () => {
    const turns = ['vehicles', 'vehicle_specifications', 'vehicles', 'vehicle_specifications', 'vehicles']
    const select = `${turns.map((name) => `${name}!inner(`).join('')}${')'.repeat(turns.length)}`
    const filters = turns.flatMap((_, depth) =>
      Array<string>(16).fill(`${turns.slice(0, depth + 1).join('.')}=not.is.null`),
    )

    const refusal = await refusalOf(`/vehicle_specifications?select=spec_key,${select}&${filters.join('&')}`)

    expect(refusal.code).toBe('PGRST100')
  })

  test('the same question to an embed, asked many times, is answered like once', async () => {
    const select = 'select=id,vehicle_images!inner(image_url)'
    const asked = Array<string>(40).fill('vehicle_images=not.is.null').join('&')
    const tree = 'or=(vehicle_features.is.null,and(vehicle_features.not.is.null,vehicle_images.not.is.null))'

    const once = await rest.request(`/vehicles?${select}`)
    const often = await rest.request(`/vehicles?${select},vehicle_features(feature)&${asked}&${tree}`)
    const never = await rest.request(`/vehicles?${select}&vehicle_images=is.null`)

    expect((await often.json()).length).toBe((await once.json()).length)
    expect(await never.json()).toEqual([])
  })

  test('orders are counted', async () => {
    const order = Array<string>(500).fill('vehicles(title)').join(',')

    const { message } = await refusalOf(`/vehicle_images?select=image_url,vehicles(id)&order=${order}`)

    expect(message).toBe('The request is too complex: it needs more than 30 order terms')
  })

  test('nobody walks to and fro between a vehicle and its parts', async () => {
    const { message } = await refusalOf(
      '/vehicle_specifications?select=*,vehicles(vehicle_specifications(vehicles(vehicle_specifications(*))))',
    )

    expect(message).toBe("'vehicle_specifications' walks back over a foreign key that the request came by")
    const back = await rest.request('/vehicles?select=id,vehicle_images(image_url,vehicles(title))')
    expect(back.status).toBe(200)
  })

  test('a related order works for several columns of the same embed', async () => {
    const response = await rest.request(
      '/vehicle_images?select=image_url,vehicles(title,price)&order=vehicles(price).desc,vehicles(title).asc.nullslast,image_url',
    )

    expect(response.status).toBe(200)
    expect((await response.json()).length).toBe(10)
  })
})
