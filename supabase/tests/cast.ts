// The users and rows that all policy tests start with.

import { asRole } from '../../backend/src/db/as-role.ts'
import type { Caller, Database, Queryable, Transaction } from '../../backend/src/db/database.ts'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

export const USER = {
  customer: id(1),
  another: id(2),
  disabled: id(3),
  admin: id(4),
  adminWithFactor: id(5),
  sales: id(6),
  disabledSales: id(7),
  salesWithFactor: id(8),
}

/** A lead that staff have entered. */
export const CALL = id(21)

export const PAGE = { published: id(21), draft: id(22) }
export const VEHICLE = { listed: id(11), sold: id(12), expired: id(13), spare: id(14) }

// Each user has one session, whose id is the user's id.
const signedIn = (sub: string, email: string, aal: 'aal1' | 'aal2' = 'aal1', sessionId = sub): Caller => ({
  role: 'authenticated',
  claims: { sub, email, aal, session_id: sessionId, role: 'authenticated' },
})

/** A session that no longer exists. */
const ENDED = id(990)

/** Leaves only one of the two admins. */
export const ONE_ADMIN = `delete from public.user_roles where user_id = '${USER.adminWithFactor}'`
export const LAST_ADMIN = 'The last active administrator cannot be demoted, disabled or deleted.'

export const CALLERS = {
  anonymous: { role: 'anon', claims: null },
  customer: signedIn(USER.customer, 'carol@example.com'),
  'another customer': signedIn(USER.another, 'dave@example.com'),
  'disabled customer': signedIn(USER.disabled, 'eve@example.com'),
  admin: signedIn(USER.admin, 'ann@example.com'),
  'admin with a factor, aal1': signedIn(USER.adminWithFactor, 'bob@example.com'),
  'admin with a factor, aal2': signedIn(USER.adminWithFactor, 'bob@example.com', 'aal2'),
  sales: signedIn(USER.sales, 'sam@example.com'),
  'disabled sales': signedIn(USER.disabledSales, 'tess@example.com'),
  'sales with a factor, aal1': signedIn(USER.salesWithFactor, 'uma@example.com'),
  'sales whose session ended': signedIn(USER.sales, 'sam@example.com', 'aal2', ENDED),
  'admin whose session ended': signedIn(USER.admin, 'ann@example.com', 'aal2', ENDED),
  'customer whose session ended': signedIn(USER.customer, 'carol@example.com', 'aal1', ENDED),
  service: { role: 'service_role', claims: null },
} satisfies Record<string, Caller>

export type Actor = keyof typeof CALLERS

/** The date in London in two days' time, which stays valid even if a test runs past midnight. */
export const SOON = `(forecourt.london_today() + 2)`

export async function createCast(db: Database): Promise<void> {
  await db.exec(`
    insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values
      ('${USER.customer}', 'carol@example.com', now(), '{"first_name": "Carol", "last_name": "Customer"}'),
      ('${USER.another}', 'dave@example.com', now(), '{}'),
      ('${USER.disabled}', 'eve@example.com', now(), '{}'),
      ('${USER.admin}', 'ann@example.com', now(), '{}'),
      ('${USER.adminWithFactor}', 'bob@example.com', now(), '{}'),
      ('${USER.sales}', 'sam@example.com', now(), '{}'),
      ('${USER.disabledSales}', 'tess@example.com', now(), '{}'),
      ('${USER.salesWithFactor}', 'uma@example.com', now(), '{}');
    insert into auth.sessions (id, user_id) select id, id from auth.users;
    update public.profiles set disabled = true where id in ('${USER.disabled}', '${USER.disabledSales}');
    insert into public.user_roles (user_id, role) values
      ('${USER.admin}', 'admin'), ('${USER.adminWithFactor}', 'admin'), ('${USER.customer}', 'user'),
      ('${USER.sales}', 'sales'), ('${USER.disabledSales}', 'sales'), ('${USER.salesWithFactor}', 'sales');
    insert into auth.mfa_factors (user_id, factor_type, status) values
      ('${USER.adminWithFactor}', 'totp', 'verified'), ('${USER.salesWithFactor}', 'totp', 'verified');

    insert into public.vehicles
      (id, title, make, model, year, price, mileage, fuel_type, transmission, sold, sold_expiry_date, autotrader_id)
    values
      ('${VEHICLE.listed}', 'Listed', 'Alvis', 'TD21', 1962, 41995, 24600, 'Petrol', 'Manual', false, null, null),
      ('${VEHICLE.sold}', 'Sold', 'Alvis', 'TE21', 1964, 51995, 20000, 'Petrol', 'Manual', true, ${SOON}, null),
      ('${VEHICLE.expired}', 'Expired', 'Alvis', 'TF21', 1966, 61995, 9000, 'Petrol', 'Manual', true, '2026-01-01', null),
      ('${VEHICLE.spare}', 'Spare', 'Bristol', '411', 1970, 71995, 8000, 'Petrol', 'Automatic', false, null, null);
    insert into public.vehicle_images (vehicle_id, image_url, is_primary) values ('${VEHICLE.listed}', '/a.webp', true);
    insert into public.vehicle_features (vehicle_id, feature) values ('${VEHICLE.listed}', 'Heater');
    insert into public.vehicle_specifications (vehicle_id, spec_key, spec_value) values ('${VEHICLE.listed}', 'Doors', '2');
    insert into public.car_makes (name) values ('Alvis');
    insert into public.enquiries (name, email, phone, message, vehicle_id) values
      ('Carol', 'carol@example.com', '1', 'Hello', '${VEHICLE.listed}'),
      ('Dave', 'dave@example.com', '1', 'Hello', '${VEHICLE.listed}'),
      ('Eve', 'eve@example.com', '1', 'Hello', '${VEHICLE.listed}'),
      ('Guest', 'guest@example.com', '1', 'Hello', '${VEHICLE.listed}');
    insert into public.test_drives (name, email, phone, vehicle_id, preferred_date) values
      ('Carol', 'carol@example.com', '1', '${VEHICLE.listed}', ${SOON} + time '09:00'),
      ('Dave', 'dave@example.com', '1', '${VEHICLE.listed}', ${SOON} + time '10:00'),
      ('Eve', 'eve@example.com', '1', '${VEHICLE.listed}', ${SOON} + time '11:00');
    insert into public.contact_messages (name, email, phone, message) values ('Guest', 'guest@example.com', '1', 'Hello');
    insert into public.desk_leads (id, came_by, name, phone, message)
      values ('${CALL}', 'telephone', 'Caller', '1', 'Hello');
    insert into public.lead_events (kind, lead_id, event, body) values ('desk', '${CALL}', 'note', 'Hello');
    insert into public.customer_disable_history (customer_id, admin_id, action)
      values ('${USER.disabled}', '${USER.admin}', 'disabled');
    insert into public.saved_vehicles (user_id, vehicle_id)
      select id, '${VEHICLE.listed}' from auth.users where email in ('carol@example.com', 'dave@example.com', 'eve@example.com');
    insert into storage.objects (bucket_id, name) values ('vehicle-images', 'vehicles/1.webp'), ('brand', '1.webp');
    insert into public.incidents (kind) values ('collector-stopped');
    insert into public.setting_versions (tab, content) values ('spare', '{}');
    insert into public.pages (id, path, title, published_version) values
      ('${PAGE.published}', '/guides/published', 'Published', 1), ('${PAGE.draft}', '/guides/draft', 'Draft', null);
    insert into public.published_pages (id, path, title, summary, body)
      values ('${PAGE.published}', '/guides/published', 'Published', '', '');
    insert into public.page_versions (page_id, version, path, title, summary, body)
      values ('${PAGE.published}', 1, '/guides/published', 'Published', '', '');
  `)
}

class Undo extends Error {}

/** Runs `work` as the actor and rolls back, so that every test starts with the same rows. */
export async function pretend<T>(db: Database, actor: Actor, work: (tx: Queryable) => Promise<T>): Promise<T> {
  const undo = new Undo()
  let result: { value: T } | null = null
  try {
    await asRole(db, CALLERS[actor], async (tx) => {
      result = { value: await work(tx) }
      throw undo
    })
  } catch (error) {
    if (error !== undo) throw error
  }
  return (result as unknown as { value: T }).value
}

/** Runs the rest of the transaction as the actor. */
export function become(tx: Queryable, actor: Actor, moreClaims: Record<string, unknown> = {}) {
  const { role, claims } = CALLERS[actor]
  return tx.query(
    `select set_config('request.jwt.claims', $1, true), set_config('request.jwt.claim.sub', $2, true),
      set_config('role', $3, true)`,
    [JSON.stringify({ ...claims, ...moreClaims, role }), claims?.sub ?? '', role],
  )
}

/** Runs the rest of the transaction as the owner of the database. */
export const becomeOwner = (tx: Queryable) => tx.query('reset role')

/** Like `pretend`, after running `prepare` as the owner of the database. */
export async function pretendAfter<T>(
  db: Database,
  prepare: string,
  actor: Actor,
  work: (tx: Transaction) => Promise<T>,
  moreClaims: Record<string, unknown> = {},
): Promise<T> {
  const undo = new Undo()
  let result: { value: T } | null = null
  try {
    await db.transaction(async (tx) => {
      await tx.exec(prepare)
      await become(tx, actor, moreClaims)
      result = { value: await work(tx) }
      throw undo
    })
  } catch (error) {
    if (error !== undo) throw error
  }
  return (result as unknown as { value: T }).value
}
