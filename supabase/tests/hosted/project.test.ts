// Our migrations run on a hosted project without a superuser and grant no more than on our own server.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asRole } from '../../../backend/src/db/as-role.ts'
import type { Caller, Database } from '../../../backend/src/db/database.ts'
import { engines } from '../../../backend/test/engines.ts'
import { type HostedProject, pushMigrations, startHostedProject } from './project.ts'

const own = engines.find(({ name }) => name === 'postgres')

const [ADMIN, CUSTOMER, SESSION, INVITED] = [1, 2, 3, 4].map((n) => `00000000-0000-4000-8000-00000000000${n}`) as [
  string,
  string,
  string,
  string,
]
const VISITOR: Caller = { role: 'anon', claims: null }
const signedIn = (sub: string, session_id: string, email: string): Caller => ({
  role: 'authenticated',
  claims: { sub, session_id, email, aal: 'aal1', role: 'authenticated' },
})

/** All privileges of each kind of caller on our objects. */
const PRIVILEGES = `
  with callers as (select unnest($1::text[]) as caller)
  select caller, 'schema ' || nspname as what, p as may
  from callers, pg_namespace, unnest(array['usage', 'create']) p
  where nspname in ('public', 'forecourt') and has_schema_privilege(caller, oid, p)
  union all
  select caller, c.oid::regclass::text, p
  from callers, pg_class c, unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) p
  where relnamespace in ('public'::regnamespace, 'forecourt'::regnamespace) and relkind in ('r', 'v', 'm', 'p')
    and c.oid::regclass::text <> 'forecourt.migrations' and has_table_privilege(caller, c.oid, p)
  union all
  select caller, c.oid::regclass::text || '.' || attname, p
  from callers, pg_class c, pg_attribute a, unnest(array['select', 'insert', 'update', 'references']) p
  where relnamespace in ('public'::regnamespace, 'forecourt'::regnamespace) and relkind in ('r', 'v', 'm', 'p')
    and attrelid = c.oid and attnum > 0 and not attisdropped
    and c.oid::regclass::text <> 'forecourt.migrations' and has_column_privilege(caller, c.oid, attnum, p)
  union all
  select caller, c.oid::regclass::text, p
  from callers, pg_class c, unnest(array['usage', 'select', 'update']) p
  where relnamespace in ('public'::regnamespace, 'forecourt'::regnamespace) and relkind = 'S'
    and has_sequence_privilege(caller, c.oid, p)
  union all
  select caller, f.oid::regprocedure::text, 'execute'
  from callers, pg_proc f
  where pronamespace in ('public'::regnamespace, 'forecourt'::regnamespace) and has_function_privilege(caller, f.oid, 'execute')
  order by 1, 2, 3`

const POLICIES = `
  select schemaname, tablename, policyname, cmd, roles::text, qual, with_check from pg_policies
  where schemaname in ('public', 'forecourt', 'storage') order by 1, 2, 3`

const ROW_SECURITY = `
  select c.oid::regclass::text as name, relrowsecurity from pg_class c
  where relnamespace in ('public'::regnamespace, 'forecourt'::regnamespace) and relkind = 'r'
    and c.oid::regclass::text <> 'forecourt.migrations' order by 1`

const DEFINERS = `
  select f.oid::regprocedure::text as name, proconfig::text as settings from pg_proc f
  where pronamespace in ('public'::regnamespace, 'forecourt'::regnamespace) and prosecdef order by 1`

/** The columns of auth and storage, which `local/` creates on our own server. */
const SERVICES = `
  select table_schema || '.' || table_name || '.' || column_name as name, udt_name as type
  from information_schema.columns where table_schema in ('auth', 'storage') order by 1`

describe.runIf(own)('our migrations on a hosted project', () => {
  let project: HostedProject
  let owner: Database
  let hosted: Database
  let ours: Database
  beforeAll(async () => {
    project = await startHostedProject()
    owner = await project.as('postgres')
    await pushMigrations(owner)
    hosted = await project.as('authenticator')
    ours = await (own as NonNullable<typeof own>).open()
  })
  afterAll(async () => {
    for (const db of [owner, hosted, ours]) await db?.close()
    project?.stop()
  })

  const lines = async (db: Database, sql: string, values: unknown[] = []) =>
    (await db.query(sql, values)).rows.map((row) => Object.values(row).join(' | '))

  test('our migrations can be applied by an owner who is not a superuser and does not own auth or storage', async () => {
    const { rows } = await owner.query(
      `select rolsuper, pg_has_role('postgres', 'supabase_auth_admin', 'member') as of_auth,
        pg_has_role('postgres', 'supabase_storage_admin', 'member') as of_storage from pg_roles where rolname = current_user`,
    )
    expect(rows).toEqual([{ rolsuper: false, of_auth: false, of_storage: false }])
    expect(await lines(owner, `select count(*) > 20 from pg_tables where tableowner = 'postgres'`)).toEqual(['true'])
  })

  test('visitors and users have the same rights as on our own server, although hosted projects open new tables to everyone', async () => {
    const callers = [['anon', 'authenticated']]
    expect(await lines(owner, PRIVILEGES, callers)).toEqual(await lines(ours, PRIVILEGES, callers))
  })

  test('our migrations grant the service all the rights that it has on our own server', async () => {
    const there = new Set(await lines(owner, PRIVILEGES, [['service_role']]))
    const here = await lines(ours, PRIVILEGES, [['service_role']])
    expect(here.length).toBeGreaterThan(100)
    expect(here.filter((privilege) => !there.has(privilege))).toEqual([])
  })

  test('functions in our migrations contain no unconditional updates or deletes, because hosted projects reject them', async () => {
    // The recount functions are excluded: only the owner calls them, and this restriction does not apply to the owner.
    const { rows } = await owner.query<{ name: string; prosrc: string }>(
      `select oid::regprocedure::text as name, prosrc from pg_proc
       where pronamespace in ('public'::regnamespace, 'forecourt'::regnamespace) and proname !~ '^(recount|rebuild)_'`,
    )
    const careless = rows.flatMap(({ name, prosrc }) =>
      prosrc
        .replaceAll(/--.*$/gm, '')
        .split(';')
        .filter((statement) =>
          /\b(update\s+[\w.]+(\s+(as\s+)?\w+)?\s+set|delete\s+from)\b(?![\s\S]*\bwhere\b)/i.test(statement),
        )
        .map((statement) => `${name}: ${statement.trim()}`),
    )
    expect(rows.length).toBeGreaterThan(50)
    expect(careless).toEqual([])
  })

  test.each([
    ['policies', POLICIES],
    ['row-level security', ROW_SECURITY],
    ['security definer functions', DEFINERS],
  ])('our migrations create the same %s as on our own server', async (_what, sql) => {
    const made = await lines(owner, sql)
    expect(made.length).toBeGreaterThan(10)
    expect(made).toEqual(await lines(ours, sql))
  })

  test('our migrations find every auth and storage column that our own server has', async () => {
    const there = new Set(await lines(owner, SERVICES))
    const here = await lines(ours, SERVICES)
    const oursAlone =
      /^storage\.(unreferenced_objects|removed_objects|installation|held_names)\.|^auth\.mfa_recovery_codes\./
    expect(here.filter((column) => !there.has(column) && !oursAlone.test(column))).toEqual([])
  })

  test('our migrations work for visitors, customers and admins whose accounts the project’s auth service creates', async () => {
    const accounts = await project.as('supabase_auth_admin')
    await accounts.exec(`
      insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values
        ('${ADMIN}', 'ann@example.com', now(), '{}'), ('${CUSTOMER}', 'carol@example.com', now(), '{"first_name": "Carol"}');
      insert into auth.sessions (id, user_id, aal, created_at) values
        ('${SESSION}', '${CUSTOMER}', 'aal1', now()), ('${ADMIN}', '${ADMIN}', 'aal1', now());
      insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
        values ('${SESSION}', '${SESSION}', 'password', now(), now());`)
    await owner.query(`insert into public.user_roles (user_id, role) values ($1, 'admin')`, [ADMIN])
    const ask = async (caller: Caller, sql: string) =>
      (await asRole(hosted, caller, (tx) => tx.query(sql))).rows as Record<string, unknown>[]

    const [vehicle] = await ask(
      signedIn(ADMIN, ADMIN, 'ann@example.com'),
      `select id from public.save_vehicle('{"title": "Alvis TD21", "make": "Alvis", "model": "TD21", "year": 1962, "price": 41995,
        "mileage": 24600, "fuel_type": "Petrol", "transmission": "Manual"}', array['/a.webp'], array['Heater'], '[]')`,
    )
    await ask(
      signedIn(ADMIN, ADMIN, 'ann@example.com'),
      `insert into storage.objects (bucket_id, name) values ('vehicle-images', 'vehicles/a.webp')`,
    )
    expect(await ask(VISITOR, 'select make from public.listed_vehicles')).toEqual([{ make: 'Alvis' }])
    await ask(
      VISITOR,
      `insert into public.enquiries (name, email, phone, message, vehicle_id)
       values ('Rosa', 'carol@example.com', '07123 456789', 'Is it there?', '${vehicle?.id}')`,
    )
    await expect(
      ask(VISITOR, `insert into storage.objects (bucket_id, name) values ('vehicle-images', 'vehicles/b.webp')`),
    ).rejects.toThrow('row-level security')

    const carol = signedIn(CUSTOMER, SESSION, 'carol@example.com')
    expect(await ask(carol, 'select name from public.enquiries')).toEqual([{ name: 'Rosa' }])
    await accounts.query(`update auth.users set email = 'carol.new@example.com' where id = $1`, [CUSTOMER])
    expect(await ask(carol, 'select name from public.enquiries')).toEqual([{ name: 'Rosa' }])
    expect(await ask(carol, 'select public.my_data() is not null as mine')).toEqual([{ mine: true }])
    await ask(carol, 'select public.delete_my_account()')
    expect((await owner.query('select name, email from public.enquiries')).rows).toEqual([
      { name: 'Deleted account', email: 'deleted@account.invalid' },
    ])
    const { rows } = await accounts.query(`select email from auth.users`)

    // The project's auth service sets a password when an invitation is accepted.
    await accounts.exec(
      `insert into auth.users (id, email, invited_at) values ('${INVITED}', 'new@example.com', now())`,
    )
    await ask(signedIn(ADMIN, ADMIN, 'ann@example.com'), `select public.welcome_colleague('${INVITED}')`)
    await accounts.exec(
      `update auth.users set encrypted_password = 'x' where id = '${INVITED}';
       update auth.users set email_confirmed_at = now() where id = '${INVITED}'`,
    )
    await accounts.close()
    const { rows: roles } = await owner.query('select role from public.user_roles where user_id = $1', [INVITED])
    expect(roles).toEqual([{ role: 'admin' }])
    expect(rows).toEqual([{ email: 'ann@example.com' }])
  })
})
