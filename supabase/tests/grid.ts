// Which actor may do what with each table. `all` and `own` are the rows that the statement affects, `none` means that it runs
// and affects no rows, and `denied` that Postgres rejects it.

import { VISITOR_SETTINGS } from '../functions/_shared/settings.ts'
import { type Actor, CALL, PAGE, SOON, USER, VEHICLE } from './cast.ts'

export type Reach = 'all' | 'own' | 'none' | 'denied'

/** select, insert, update, delete; `all` means that an insert is allowed. */
type Cells = readonly [Reach, Reach, Reach, Reach]

export interface GridTable {
  /** How many rows belong to the actor, for `own`. */
  own?: Partial<Record<Actor, number>>
  insert: string | ((actor: Actor) => string)
  /** The column that the update writes back unchanged. */
  column: string
  /** The rows to update and delete; by default all of them. */
  where?: string
  cells: Record<Actor, Cells>
}

/**
 * A request from an ended session is rejected with PT401 if a policy needs to know the caller; otherwise it has an
 * anonymous visitor's rights.
 */
const ENDED_SESSIONS = (cells: Cells) => ({
  'admin whose session ended': cells,
  'sales whose session ended': cells,
  'customer whose session ended': cells,
})

const ADMINS_ONLY: Record<Actor, Cells> = {
  anonymous: ['denied', 'denied', 'denied', 'denied'],
  customer: ['none', 'denied', 'none', 'none'],
  'another customer': ['none', 'denied', 'none', 'none'],
  'disabled customer': ['none', 'denied', 'none', 'none'],
  admin: ['all', 'all', 'all', 'all'],
  'admin with a factor, aal1': ['none', 'denied', 'none', 'none'],
  'admin with a factor, aal2': ['all', 'all', 'all', 'all'],
  sales: ['none', 'denied', 'none', 'none'],
  'disabled sales': ['none', 'denied', 'none', 'none'],
  'sales with a factor, aal1': ['none', 'denied', 'none', 'none'],
  ...ENDED_SESSIONS(['denied', 'denied', 'denied', 'denied']),
  service: ['all', 'all', 'all', 'all'],
}

/** Rows that belong to customers alone. */
const NOT_THEIRS: Cells = ['none', 'denied', 'none', 'none']

/** Sales staff add and change rows, but delete none. */
const STAFF: Record<Actor, Cells> = { ...ADMINS_ONLY, sales: ['all', 'all', 'all', 'none'] }

const PUBLIC: Record<Actor, Cells> = {
  ...STAFF,
  anonymous: ['all', 'denied', 'denied', 'denied'],
  customer: ['all', 'denied', 'none', 'none'],
  'another customer': ['all', 'denied', 'none', 'none'],
  'disabled customer': ['all', 'denied', 'none', 'none'],
  'admin with a factor, aal1': ['all', 'denied', 'none', 'none'],
  'disabled sales': ['all', 'denied', 'none', 'none'],
  'sales with a factor, aal1': ['all', 'denied', 'none', 'none'],
  ...ENDED_SESSIONS(['all', 'denied', 'denied', 'denied']),
}

const rowsFor = <Name extends Actor>(actors: readonly Name[], cells: Cells) =>
  Object.fromEntries(actors.map((actor) => [actor, cells])) as Record<Name, Cells>

const LIST_BRAND_ONLY = [
  'anonymous',
  'customer',
  'another customer',
  'disabled customer',
  'admin with a factor, aal1',
  'disabled sales',
  'sales with a factor, aal1',
] as const satisfies readonly Actor[]

/** The parts of a vehicle. Sales staff delete them too, because replacing a picture or a feature is a change to the vehicle. */
const VEHICLE_PARTS: Record<Actor, Cells> = { ...PUBLIC, sales: ['all', 'all', 'all', 'all'] }

/** Only triggers write to these tables. */
const DERIVED = Object.fromEntries(
  Object.keys(PUBLIC).map((actor) => [actor, ['all', 'denied', 'denied', 'denied']]),
) as unknown as Record<Actor, Cells>

const LEAD_CELLS: Record<Actor, Cells> = {
  ...STAFF,
  anonymous: ['denied', 'all', 'denied', 'denied'],
  customer: ['own', 'all', 'none', 'none'],
  'another customer': ['own', 'all', 'none', 'none'],
  'disabled customer': ['none', 'denied', 'none', 'none'],
  // As customers, with their own address.
  'admin with a factor, aal1': ['none', 'all', 'none', 'none'],
  'sales with a factor, aal1': ['none', 'all', 'none', 'none'],
}

const SERVICE_ONLY: Record<Actor, Cells> = {
  anonymous: ['denied', 'denied', 'denied', 'denied'],
  customer: ['denied', 'denied', 'denied', 'denied'],
  'another customer': ['denied', 'denied', 'denied', 'denied'],
  'disabled customer': ['denied', 'denied', 'denied', 'denied'],
  admin: ['denied', 'denied', 'denied', 'denied'],
  'admin with a factor, aal1': ['denied', 'denied', 'denied', 'denied'],
  'admin with a factor, aal2': ['denied', 'denied', 'denied', 'denied'],
  sales: ['denied', 'denied', 'denied', 'denied'],
  'disabled sales': ['denied', 'denied', 'denied', 'denied'],
  'sales with a factor, aal1': ['denied', 'denied', 'denied', 'denied'],
  ...ENDED_SESSIONS(['denied', 'denied', 'denied', 'denied']),
  service: ['all', 'all', 'all', 'all'],
}

/** The same cells, with these operations denied to everyone except the service. */
function without(cells: Record<Actor, Cells>, ...operations: ('insert' | 'update' | 'delete')[]): Record<Actor, Cells> {
  const order = ['select', 'insert', 'update', 'delete']
  const entries = Object.entries(cells).map(([actor, row]) => [
    actor,
    row.map((reach, i) => (operations.some((name) => order[i] === name) && actor !== 'service' ? 'denied' : reach)),
  ])
  return Object.fromEntries(entries)
}

/** Admins read these views and tables, which only triggers write to. */
const KEPT_FOR_ADMINS: Record<Actor, Cells> = {
  ...without(ADMINS_ONLY, 'insert', 'update', 'delete'),
  service: ['all', 'denied', 'denied', 'denied'],
}
const KEPT_FOR_STAFF: Record<Actor, Cells> = { ...KEPT_FOR_ADMINS, sales: ['all', 'denied', 'denied', 'denied'] }

const ADDRESS: Partial<Record<Actor, string>> = {
  customer: 'carol@example.com',
  'another customer': 'dave@example.com',
  'disabled customer': 'eve@example.com',
  'admin with a factor, aal1': 'bob@example.com',
  'disabled sales': 'tess@example.com',
  'sales with a factor, aal1': 'uma@example.com',
  'sales whose session ended': 'sam@example.com',
  'customer whose session ended': 'carol@example.com',
}
const addressOf = (actor: Actor) => ADDRESS[actor] ?? 'guest@example.com'

const own = { customer: 1, 'another customer': 1 }

/** Sales staff see the profiles of everyone with a role. */
const OWN_PROFILES = {
  ...own,
  'disabled customer': 1,
  'admin with a factor, aal1': 1,
  sales: 5,
  'disabled sales': 1,
  'sales with a factor, aal1': 1,
}

export const GRID: Record<string, GridTable> = {
  'public.vehicles': {
    insert: `insert into public.vehicles (title, make, model, year, price, mileage, fuel_type, transmission)
      values ('New', 'Alvis', 'TA14', 1947, 1, 1, 'Petrol', 'Manual')`,
    column: 'title',
    cells: PUBLIC,
  },
  'public.vehicle_images': {
    insert: `insert into public.vehicle_images (vehicle_id, image_url, display_order) values ('${VEHICLE.listed}', '/b.webp', 1)`,
    column: 'image_url',
    cells: VEHICLE_PARTS,
  },
  'public.vehicle_features': {
    insert: `insert into public.vehicle_features (vehicle_id, feature) values ('${VEHICLE.listed}', 'Radio')`,
    column: 'feature',
    cells: VEHICLE_PARTS,
  },
  'public.vehicle_specifications': {
    insert: `insert into public.vehicle_specifications (vehicle_id, spec_key, spec_value) values ('${VEHICLE.listed}', 'Seats', '4')`,
    column: 'spec_value',
    cells: VEHICLE_PARTS,
  },
  'public.listed_vehicles': {
    insert: `insert into public.listed_vehicles (id) values ('${VEHICLE.spare}')`,
    column: 'make',
    cells: DERIVED,
  },
  'public.searched_vehicles': {
    insert: `insert into public.searched_vehicles (id) values ('${VEHICLE.spare}')`,
    column: 'make',
    cells: DERIVED,
  },
  'public.vehicles_without_picture': {
    insert: `insert into public.vehicles_without_picture (id) values ('${VEHICLE.listed}')`,
    column: 'id',
    cells: KEPT_FOR_STAFF,
  },
  'public.price_history': {
    insert: `insert into public.price_history (vehicle_id, since, price, on_offer) values ('${VEHICLE.listed}', now(), 1, true)`,
    column: 'price',
    cells: KEPT_FOR_STAFF,
  },
  'public.vehicle_stock': {
    insert: `insert into public.vehicle_stock (vehicle_id) values ('${VEHICLE.listed}')`,
    column: 'since',
    cells: KEPT_FOR_STAFF,
  },
  // The row is the admin's own.
  'public.vehicle_changes': {
    insert: `insert into public.vehicle_changes (change, vehicles, summary, actor_id)
      values ('{}', '[]', 'X', '${USER.admin}')`,
    column: 'summary',
    cells: {
      ...without(ADMINS_ONLY, 'insert', 'update', 'delete'),
      ...rowsFor(['admin with a factor, aal2'], ['none', 'denied', 'denied', 'denied']),
    },
  },
  'public.vehicle_identity': {
    insert: `insert into public.vehicle_identity (vehicle_id, registration) values ('${VEHICLE.spare}', 'AA19AAA')`,
    column: 'registration',
    cells: STAFF,
  },
  'public.vehicle_ledger': {
    insert: `insert into public.vehicle_ledger (vehicle_id, bought_for_pence) values ('${VEHICLE.spare}', 1)`,
    column: 'bought_for_pence',
    cells: ADMINS_ONLY,
  },
  'public.vehicle_costs': {
    insert: `insert into public.vehicle_costs (vehicle_id, what, amount_pence) values ('${VEHICLE.spare}', 'MOT', 1)`,
    column: 'what',
    cells: ADMINS_ONLY,
  },
  'public.vehicle_sales': {
    insert: `insert into public.vehicle_sales (vehicle_id, price_pence) values ('${VEHICLE.spare}', 1)`,
    column: 'channel',
    cells: ADMINS_ONLY,
  },
  'public.withheld_prices': {
    insert: `insert into public.withheld_prices (vehicle_id, price) values ('${VEHICLE.spare}', 1)`,
    column: 'price',
    cells: KEPT_FOR_STAFF,
  },
  'public.vehicle_reservations': {
    insert: `insert into public.vehicle_reservations (vehicle_id) values ('${VEHICLE.spare}')`,
    column: 'note',
    cells: without(STAFF, 'insert', 'delete'),
  },
  'public.demo_vehicles': {
    insert: `insert into public.demo_vehicles (vehicle_id, marked_at) values ('${VEHICLE.spare}', now())`,
    column: 'marked_at',
    cells: ADMINS_ONLY,
  },
  'public.demo_stock': {
    insert: `insert into public.demo_stock (title) values ('X')`,
    column: 'title',
    cells: KEPT_FOR_ADMINS,
  },
  'public.car_makes': {
    insert: `insert into public.car_makes (name) values ('Bristol')`,
    column: 'name',
    cells: PUBLIC,
  },
  'public.make_stock': {
    insert: `insert into public.make_stock (make) values ('Bristol')`,
    column: 'make',
    cells: KEPT_FOR_STAFF,
  },
  'public.model_stock': {
    insert: `insert into public.model_stock (make) values ('Bristol')`,
    column: 'model',
    cells: KEPT_FOR_STAFF,
  },
  'public.enquiries': {
    own,
    insert: (actor) => `insert into public.enquiries (name, email, phone, message, vehicle_id)
      values ('X', '${addressOf(actor)}', '1', 'Hi', '${VEHICLE.listed}')`,
    column: 'status',
    cells: LEAD_CELLS,
  },
  'public.test_drives': {
    own,
    insert: (actor) => `insert into public.test_drives (name, email, phone, vehicle_id, preferred_date)
      values ('X', '${addressOf(actor)}', '1', '${VEHICLE.listed}', ${SOON} + time '17:00')`,
    column: 'status',
    cells: LEAD_CELLS,
  },
  'public.contact_messages': {
    insert: `insert into public.contact_messages (name, email, message) values ('X', 'x@example.com', 'Hi')`,
    column: 'status',
    cells: without(STAFF, 'insert', 'delete'),
  },
  'public.desk_leads': {
    insert: `insert into public.desk_leads (came_by, name, message, vehicle_id) values ('telephone', 'X', 'Hi', '${VEHICLE.listed}')`,
    column: 'status',
    cells: STAFF,
  },
  'public.lead_desk': {
    insert: `insert into public.lead_desk (kind, lead_id) values ('enquiry', gen_random_uuid())`,
    column: 'next_step',
    cells: without(STAFF, 'insert', 'delete'),
  },
  'public.lead_events': {
    insert: `insert into public.lead_events (kind, lead_id, event, body) values ('desk', '${CALL}', 'note', 'Hi')`,
    column: 'body',
    cells: without(STAFF, 'update', 'delete'),
  },
  'public.people': {
    insert: `insert into public.people (name) values ('X')`,
    column: 'notes',
    cells: without(STAFF, 'delete'),
  },
  'public.retention_notices': {
    insert: `insert into public.retention_notices (kind, lead_id) values ('desk', '${CALL}') on conflict do nothing`,
    column: 'noticed_at',
    cells: without(STAFF, 'insert', 'update', 'delete'),
  },
  'public.inbox': {
    insert: `insert into public.inbox (kind) values ('enquiry')`,
    column: 'status',
    cells: KEPT_FOR_STAFF,
  },
  'public.profiles': {
    own: OWN_PROFILES,
    insert: `insert into public.profiles (id) values ('${VEHICLE.listed}')`,
    column: 'first_name',
    where: `id not in (select user_id from public.user_roles where role <> 'user')`,
    cells: {
      ...without(ADMINS_ONLY, 'insert', 'delete'),
      customer: ['own', 'denied', 'own', 'denied'],
      'another customer': ['own', 'denied', 'own', 'denied'],
      'disabled customer': ['own', 'denied', 'none', 'denied'],
      'admin with a factor, aal1': ['own', 'denied', 'none', 'denied'],
      sales: ['own', 'denied', 'none', 'denied'], // their colleagues'
      'disabled sales': ['own', 'denied', 'none', 'denied'],
      'sales with a factor, aal1': ['own', 'denied', 'none', 'denied'],
      service: ['all', 'denied', 'all', 'all'], // the foreign key rejects a profile without an account
    },
  },
  'public.customers': {
    own: OWN_PROFILES,
    insert: `insert into public.customers (first_name) values ('X')`,
    column: 'first_name',
    cells: {
      ...without(ADMINS_ONLY, 'insert', 'update', 'delete'),
      customer: ['own', 'denied', 'denied', 'denied'],
      'another customer': ['own', 'denied', 'denied', 'denied'],
      'disabled customer': ['own', 'denied', 'denied', 'denied'],
      'admin with a factor, aal1': ['own', 'denied', 'denied', 'denied'],
      sales: ['own', 'denied', 'denied', 'denied'],
      'disabled sales': ['own', 'denied', 'denied', 'denied'],
      'sales with a factor, aal1': ['own', 'denied', 'denied', 'denied'],
      service: ['all', 'denied', 'denied', 'denied'],
    },
  },
  'public.user_roles': {
    own: { customer: 1, 'admin with a factor, aal1': 1, sales: 5, 'disabled sales': 1, 'sales with a factor, aal1': 1 },
    insert: `insert into public.user_roles (user_id, role) values ('${USER.another}', 'admin')`,
    column: 'role',
    where: `user_id = '${USER.customer}'`,
    cells: {
      ...ADMINS_ONLY,
      customer: ['own', 'denied', 'none', 'none'],
      'admin with a factor, aal1': ['own', 'denied', 'none', 'none'],
      sales: ['own', 'denied', 'none', 'none'],
      'disabled sales': ['own', 'denied', 'none', 'none'],
      'sales with a factor, aal1': ['own', 'denied', 'none', 'none'],
    },
  },
  'public.saved_vehicles': {
    own,
    insert: `insert into public.saved_vehicles (user_id, vehicle_id) values ('${USER.customer}', '${VEHICLE.spare}')`,
    column: 'saved_at',
    cells: {
      ...without(
        { ...ADMINS_ONLY, admin: NOT_THEIRS, 'admin with a factor, aal2': NOT_THEIRS },
        'insert',
        'update',
        'delete',
      ),
      customer: ['own', 'denied', 'denied', 'denied'],
      'another customer': ['own', 'denied', 'denied', 'denied'],
    },
  },
  'public.customer_disable_history': {
    insert: (actor) => `insert into public.customer_disable_history (customer_id, admin_id, action)
      values ('${USER.customer}', '${actor.startsWith('admin with a factor') ? USER.adminWithFactor : USER.admin}', 'disabled')`,
    column: 'action',
    cells: without(ADMINS_ONLY, 'update', 'delete'),
  },
  'public.config': {
    own: {
      anonymous: VISITOR_SETTINGS.length,
      customer: VISITOR_SETTINGS.length,
      'another customer': VISITOR_SETTINGS.length,
      'disabled customer': VISITOR_SETTINGS.length,
      'admin with a factor, aal1': VISITOR_SETTINGS.length,
      sales: VISITOR_SETTINGS.length,
      'disabled sales': VISITOR_SETTINGS.length,
      'sales with a factor, aal1': VISITOR_SETTINGS.length,
    },
    insert: `insert into public.config (key, value) values ('NEW_KEY', 'x')`,
    column: 'value',
    cells: {
      ...ADMINS_ONLY,
      anonymous: ['own', 'denied', 'denied', 'denied'],
      customer: ['own', 'denied', 'none', 'none'],
      'another customer': ['own', 'denied', 'none', 'none'],
      'disabled customer': ['own', 'denied', 'none', 'none'],
      'admin with a factor, aal1': ['own', 'denied', 'none', 'none'],
      sales: ['own', 'denied', 'none', 'none'],
      'disabled sales': ['own', 'denied', 'none', 'none'],
      'sales with a factor, aal1': ['own', 'denied', 'none', 'none'],
    },
  },
  'public.email_outbox': {
    insert: `insert into public.email_outbox (template) values ('contact')`,
    column: 'status',
    cells: SERVICE_ONLY,
  },
  'public.setting_versions': {
    insert: `insert into public.setting_versions (tab, content) values ('pages', '{}')`,
    column: 'content',
    cells: without(ADMINS_ONLY, 'insert', 'update', 'delete'),
  },
  'public.pages': {
    insert: `insert into public.pages (id, path, title) values ('00000000-0000-4000-8000-0000000000ee', '/guides/x', 'X')`,
    column: 'title',
    cells: without(ADMINS_ONLY, 'insert', 'update'),
  },
  'public.published_pages': {
    insert: `insert into public.published_pages (id, path, title, summary, body)
      values ('${PAGE.draft}', '/guides/draft', 'X', '', '')`,
    column: 'title',
    cells: DERIVED,
  },
  'public.page_versions': {
    insert: `insert into public.page_versions (page_id, version, path, title, summary, body)
      values ('${PAGE.published}', 2, '/guides/published', 'X', '', '')`,
    column: 'title',
    cells: without(ADMINS_ONLY, 'insert', 'update', 'delete'),
  },
  'public.activity': {
    own: { sales: 13 }, // the cast's leads and vehicles
    insert: `insert into public.activity (kind, summary) values ('enquiry', 'x')`,
    column: 'summary',
    cells: { ...without(ADMINS_ONLY, 'insert', 'update', 'delete'), sales: ['own', 'denied', 'denied', 'denied'] },
  },
  'public.incidents': {
    insert: `insert into public.incidents (kind) values ('disk-full')`,
    column: 'detail',
    cells: without(ADMINS_ONLY, 'insert', 'update'),
  },
  'public.autotrader_syncs': {
    insert: `insert into public.autotrader_syncs (vehicle_id) values ('${VEHICLE.spare}')`,
    column: 'stock_id',
    cells: without(STAFF, 'insert', 'update', 'delete'),
  },
  'public.undelivered': {
    insert: `insert into public.undelivered (queue) values ('mail')`,
    column: 'status',
    cells: { ...without(ADMINS_ONLY, 'insert', 'update', 'delete'), service: ['all', 'denied', 'denied', 'denied'] },
  },
  'public.function_limits': {
    insert: `insert into public.function_limits (key, used, resets_at) values ('new', 1, now())`,
    column: 'used',
    cells: SERVICE_ONLY,
  },
  'public.function_state': {
    insert: `insert into public.function_state (key, value) values ('new', '{}')`,
    column: 'value',
    cells: { ...SERVICE_ONLY, service: ['all', 'all', 'all', 'denied'] },
  },
  'storage.objects': {
    insert: (actor) =>
      `insert into storage.objects (bucket_id, name) values ('vehicle-images', 'vehicles/2.webp')${actor === 'sales' ? '' : ", ('brand', '2.webp')"}`,
    column: 'metadata',
    // Everyone lists the brand's pictures, and staff also those of vehicles.
    own: Object.fromEntries(LIST_BRAND_ONLY.map((actor) => [actor, 1])),
    cells: {
      ...PUBLIC,
      ...rowsFor(LIST_BRAND_ONLY, ['own', 'denied', 'none', 'none']),
      ...ENDED_SESSIONS(['denied', 'denied', 'denied', 'denied']),
      sales: ['all', 'all', 'none', 'none'],
    },
  },
  'storage.unreferenced_objects': {
    insert: `insert into storage.unreferenced_objects (object_id, since) values ('${VEHICLE.listed}', now())`,
    column: 'since',
    cells: { ...SERVICE_ONLY, service: ['denied', 'denied', 'denied', 'denied'] },
  },
  'storage.removed_objects': {
    insert: `insert into storage.removed_objects (bucket_id, name, object) values ('vehicle-images', 'a', '{}')`,
    column: 'removed_at',
    cells: { ...SERVICE_ONLY, service: ['denied', 'denied', 'denied', 'denied'] },
  },
  'storage.held_names': {
    insert: `insert into storage.held_names (bucket_id, name, holder, until) values ('vehicle-images', 'a', gen_random_uuid(), now())`,
    column: 'until',
    cells: { ...SERVICE_ONLY, service: ['denied', 'denied', 'denied', 'denied'] },
  },
  'storage.installation': {
    insert: `insert into storage.installation default values`,
    column: 'id',
    cells: { ...SERVICE_ONLY, service: ['denied', 'denied', 'denied', 'denied'] },
  },
  'storage.buckets': {
    insert: `insert into storage.buckets (id, name) values ('new', 'new')`,
    column: 'owner',
    where: `id = 'no such bucket'`,
    cells: {
      anonymous: ['all', 'denied', 'none', 'none'],
      customer: ['all', 'denied', 'none', 'none'],
      'another customer': ['all', 'denied', 'none', 'none'],
      'disabled customer': ['all', 'denied', 'none', 'none'],
      admin: ['all', 'denied', 'none', 'none'],
      'admin with a factor, aal1': ['all', 'denied', 'none', 'none'],
      'admin with a factor, aal2': ['all', 'denied', 'none', 'none'],
      sales: ['all', 'denied', 'none', 'none'],
      'disabled sales': ['all', 'denied', 'none', 'none'],
      'sales with a factor, aal1': ['all', 'denied', 'none', 'none'],
      ...ENDED_SESSIONS(['all', 'denied', 'none', 'none']),
      service: ['all', 'all', 'none', 'none'],
    },
  },
}
