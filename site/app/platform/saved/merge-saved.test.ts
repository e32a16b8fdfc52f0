import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Vehicle } from '#app/lib/vehicle.ts'
import { changesHere, mergeSaved, toFetch } from './merge-saved.ts'

const vehicle = (id: string) => ({ id }) as Vehicle

/** The account as sync_saved_vehicles keeps it. */
class Account {
  ids: string[] = []
  readonly deleted = new Set<string>()

  sync(added: string[], removed: string[]): string[] {
    const left = this.ids.filter((id) => !removed.includes(id))
    this.ids = [...left, ...added.filter((id) => !left.includes(id) && !this.deleted.has(id))]
    return this.ids
  }
  delete(id: string): void {
    this.deleted.add(id)
    this.ids = this.ids.filter((other) => other !== id)
  }
}

class Device {
  list: Vehicle[] = []
  known: string[] = []
  get ids() {
    return this.list.map(({ id }) => id)
  }
  save(id: string): void {
    if (!this.ids.includes(id)) this.list = [...this.list, vehicle(id)]
  }
  remove(id: string): void {
    this.list = this.list.filter((saved) => saved.id !== id)
  }
  compare(account: Account, meanwhile = () => {}): void {
    const { known, list: before } = this
    const { added, removed } = changesHere(known, before)
    const ids = account.sync(added, removed)
    meanwhile()
    const found = toFetch({ known, before, account: ids }).filter((id) => !account.deleted.has(id))
    const merged = mergeSaved({ known, before, now: this.list, account: ids, found: found.map(vehicle) })
    this.list = merged.list
    this.known = merged.ids
  }
}

function create(...lists: string[][]) {
  const account = new Account()
  const devices = lists.map((ids) => {
    const device = new Device()
    for (const id of ids) device.save(id)
    return device
  })
  return { account, devices: devices as [Device, Device] }
}

describe('the saved vehicles of a device and an account', () => {
  test('the first comparison joins both lists', () => {
    const { account, devices } = create(['a', 'b'], ['b', 'c'])
    const [phone, laptop] = devices

    for (const device of [phone, laptop, phone]) device.compare(account)

    expect(phone.ids).toEqual(['a', 'b', 'c'])
    expect(laptop.ids).toEqual(['b', 'c', 'a'])
  })

  test('a vehicle that is removed on one device leaves the other, and a deleted vehicle does not', () => {
    const { account, devices } = create(['a', 'b'], [])
    const [phone, laptop] = devices
    for (const device of [phone, laptop]) device.compare(account)

    laptop.remove('a')
    account.delete('b')
    for (const device of [laptop, phone]) device.compare(account)

    expect(phone.ids).toEqual(['b'])
    expect(phone.known).toEqual(['b'])
  })

  test('what the visitor does while the lists are compared is kept and sent next time', () => {
    const { account, devices } = create(['a', 'b'], [])
    const [phone, laptop] = devices

    phone.compare(account, () => {
      phone.remove('a')
      phone.save('c')
    })
    expect(phone.ids).toEqual(['b', 'c'])
    for (const device of [phone, laptop]) device.compare(account)

    expect(laptop.ids).toEqual(['b', 'c'])
  })

  test('devices agree in the end, and nothing is lost or comes back that the visitor did not remove or save', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd')
    const step = fc.record({
      device: fc.nat(1),
      action: fc.constantFrom('save', 'remove', 'compare', 'delete'),
      id,
      during: fc.option(fc.record({ action: fc.constantFrom('save', 'remove'), id })),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { account, devices } = create([], [])
        const saved = new Set<string>()
        const removed = new Set<string>()
        const act = (device: Device, action: string, target: string) => {
          if (action === 'save') {
            device.save(target)
            saved.add(target)
          } else {
            if (device.ids.includes(target)) removed.add(target)
            device.remove(target)
          }
        }
        for (const { device: number, action, id: target, during } of steps) {
          const device = devices[number] as Device
          if (action === 'compare') device.compare(account, () => during && act(device, during.action, during.id))
          else if (action === 'delete') account.delete(target)
          else act(device, action, target)
        }
        for (const device of [...devices, ...devices]) device.compare(account)

        const listed = devices.map(({ ids }) => ids.filter((one) => !account.deleted.has(one)).toSorted())
        expect(listed[0]).toEqual(listed[1])
        expect(listed[0]).toEqual(account.ids.toSorted())
        for (const one of saved) {
          if (!removed.has(one) && !account.deleted.has(one)) expect(account.ids).toContain(one)
        }
        for (const one of account.ids) expect(saved).toContain(one)
      }),
      { numRuns: 500 },
    )
  })
})
