// Calls every function of the API as every kind of caller, over HTTP and with real tokens. Part of the ids suite.
import type { Actor as GridActor } from '../../supabase/tests/cast.ts'
import { FUNCTION_CALLS, SERVICE_FUNCTIONS } from '../../supabase/tests/function-grid.ts'
import { asCurl, type Call, from, send } from '../harness/http.ts'
import { type Actor, type People, type Person, serviceCall } from '../harness/people.ts'
import type { Count } from '../harness/report.ts'
import { ROUTINES } from '../harness/schema.ts'
import type { Site } from '../harness/site.ts'

/** The actors' names in the grid. */
const IN_GRID: Record<Actor, GridActor> = {
  visitor: 'anonymous',
  customer: 'customer',
  'another customer': 'another customer',
  'disabled customer': 'disabled customer',
  sales: 'sales',
  'disabled sales': 'disabled sales',
  admin: 'admin',
  'admin without the second step': 'admin with a factor, aal1',
  'admin whose session ended': 'admin whose session ended',
  service: 'service',
}

const ACTORS = Object.keys(IN_GRID) as Actor[]

/** These would end the attack: the attackers have entered their passwords a moment ago. */
const LEFT_OUT = ['delete_my_account']

/** REST treats an ended session as a visitor, before any policy is asked. */
const overHttp = (actor: Actor) => (actor === 'admin whose session ended' ? 'anonymous' : IN_GRID[actor])

export async function tryRoutines(site: Site, people: People, count: Count): Promise<void> {
  for (const { name, args, actors } of FUNCTION_CALLS) {
    if (LEFT_OUT.includes(name)) continue
    for (const actor of ACTORS) await tryCall(actor, name, args, actors.includes(overHttp(actor)))
  }
  for (const name of SERVICE_FUNCTIONS) {
    const named = ROUTINES.find((routine) => routine.name === name)?.args ?? []
    const args = Object.fromEntries(named.map((arg) => [arg, null]))
    for (const actor of ACTORS) if (actor !== 'service') await tryCall(actor, name, args, false)
  }

  async function tryCall(actor: Actor, name: string, args: object, may: boolean): Promise<void> {
    const headers = { ...people.headers[actor], 'content-type': 'application/json' }
    const call: Call = { method: 'POST', path: `/rest/v1/rpc/${name}`, headers, body: JSON.stringify(args) }
    const { status, text } = await send(site.url, from(count.tried++, call))
    const isRefused = status === 401 || status === 403
    if (status >= 500 || status === 0 || isRefused === may) {
      count.failures.push({ what: `${actor}, ${name}: ${status} ${text.slice(0, 200)}`, again: asCurl(site.url, call) })
    }
  }
}

/**
 * Functions for managing one's own account affect only the caller's account, and only admins can change the dealer's
 * settings.
 */
export async function tryFunctions(site: Site, people: People, count: Count): Promise<void> {
  const sessionOf = ({ token }: Person) =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).session_id as string
  const [company] = await serviceCall<Record<string, unknown>[]>(
    site,
    'GET',
    '/rest/v1/config?select=value&key=eq.COMPANY_NAME',
  )
  const seen = { COMPANY_NAME: company?.value }
  for (const actor of ['visitor', 'customer', 'disabled customer', 'sales'] as const) {
    const headers = { ...people.headers[actor], 'content-type': 'application/json' }
    const ask = async (name: string, args: object, isBreach: (text: string) => boolean) => {
      const call: Call = { method: 'POST', path: `/rest/v1/rpc/${name}`, headers, body: JSON.stringify(args) }
      const answer = await send(site.url, from(count.tried++, call))
      if (answer.status >= 500 || (answer.status < 300 && isBreach(answer.text)))
        count.failures.push({
          what: `${actor}, ${name}: ${answer.status} ${answer.text}`,
          again: asCurl(site.url, call),
        })
    }
    for (const other of [people.another, people.admin]) {
      await ask('end_my_session', { _session_id: sessionOf(other) }, (text) => text !== 'false')
      for (const name of ['my_sessions', 'my_data'])
        await ask(name, {}, (text) => text.includes(other.email) || text.includes(sessionOf(other)))
    }
    // Another customer's leads, with their real ids: the grid's calls name none that exist.
    const [{ id: testDrive } = {}] = await serviceCall<Record<string, unknown>[]>(
      site,
      'GET',
      `/rest/v1/test_drives?select=id&email=eq.${encodeURIComponent(people.another.email)}&limit=1`,
    )
    const [{ kind, lead_id, id: reply } = {}] = await serviceCall<Record<string, unknown>[]>(
      site,
      'GET',
      '/rest/v1/lead_events?select=id,kind,lead_id&event=eq.reply&limit=1',
    )
    await ask('cancel_my_test_drive', { _id: testDrive }, () => true)
    await ask('ask_for_another_time', { _id: testDrive, _message: 'x' }, () => true)
    await ask('my_lead_events', {}, (text) => text !== '[]')
    if (actor !== 'sales') {
      const text = { _subject: 'x', _body: 'x' }
      await ask('send_reply', { _id: crypto.randomUUID(), _kind: kind, _lead_id: lead_id, ...text }, () => true)
      await ask('resend_reply', { _id: reply }, () => true)
      await ask('search_inbox', { _words: ['a'] }, () => true)
      await ask('desk_counts', {}, () => true)
    }
    const [{ id: person } = {}] = await serviceCall<Record<string, unknown>[]>(
      site,
      'GET',
      '/rest/v1/people?select=id&limit=1',
    )
    const [{ id: vehicle } = {}] = await serviceCall<Record<string, unknown>[]>(
      site,
      'GET',
      '/rest/v1/vehicles?select=id&sold=eq.false&limit=1',
    )
    const [{ id: change } = {}] = await serviceCall<Record<string, unknown>[]>(
      site,
      'GET',
      '/rest/v1/vehicle_changes?select=id&limit=1',
    )
    for (const kind of actor === 'sales' ? ['delete'] : ['delete', 'feature']) {
      await ask('preview_vehicle_changes', { _ids: [vehicle], _change: { kind } }, () => true)
      await ask('change_vehicles', { _vehicles: { [String(vehicle)]: null }, _change: { kind } }, () => true)
    }
    await ask('delete_unused_makes', {}, () => true)
    // Another person's change.
    await ask('undo_vehicle_changes', { _id: change }, () => true)
    for (const name of ['export_person', 'erase_person']) await ask(name, { _person_id: person }, () => true)
    if (actor !== 'sales') {
      await ask('merge_people', { _person_id: person, _into: person }, () => true)
      await ask('undo_merge', { _person_id: person }, () => true)
      await ask('expiring_leads', {}, () => true)
      await ask('rename_make', { _make: 'BMW', _name: 'Mallory' }, () => true)
      await ask('rename_model', { _make: 'BMW', _model: 'X5', _name: 'Mallory' }, () => true)
      await ask('reserve_vehicle', { _vehicle_id: vehicle, _until: '2100-01-01' }, () => true)
    }
    if (actor !== 'sales')
      for (const _state of ['Draft', 'No picture']) await ask('stock_list', { _state }, (text) => text !== '[]')
    await ask('save_settings', { changes: { COMPANY_NAME: 'Mallory Cars' }, seen }, () => true)
    await ask('publish_settings', { tab: 'pages', changes: {}, seen: null }, () => true)
    if (actor !== 'sales') await ask('reply_templates', {}, () => true)
  }
}
