// A connection for callers' SQL is, outside of a transaction, a role without any rights: `authenticator`, as on a hosted
// project. Should the BEGIN or the change of role before a caller's statement ever get lost, the statement is refused;
// without it, it would run as the owner of the database.

import type pg from 'pg'

const POWERLESS_ROLE = 'authenticator'

/**
 * Only where the login may become that role and the role inherits nothing; and not through a pooler, which hands the same
 * connection to others (it answers with a process id of its own).
 */
const GIVE_UP_POWERS = `
  select set_config('role', r.rolname, false) from pg_roles r
  where r.rolname = '${POWERLESS_ROLE}' and not r.rolsuper and not r.rolbypassrls
    and pg_has_role(session_user, r.oid, 'member') and pg_backend_pid() = $1
    and not exists (select from pg_roles p where p.rolname in ('anon', 'authenticated', 'service_role')
      and pg_has_role(r.oid, p.oid, 'usage'))`

/** Whether the connection has no powers of its own any more. */
export async function giveUpPowers(client: pg.ClientBase, limitMs: number): Promise<boolean> {
  const { processID } = client as unknown as { processID: number }
  try {
    const query = { text: GIVE_UP_POWERS, values: [processID], query_timeout: limitMs } as pg.QueryConfig
    const { rowCount } = await client.query(query)
    return rowCount === 1
  } catch (error) {
    // Member of the role, but not allowed to become it.
    if ((error as { code?: string }).code === '42501') return false
    throw error
  }
}
