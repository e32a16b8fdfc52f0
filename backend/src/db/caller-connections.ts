// Outside a transaction, a connection for callers' SQL has the role `authenticator`, which has no rights, as on a hosted
// project. If the BEGIN or the role change before a caller's statement were ever lost, the statement would be refused
// instead of running as the owner of the database.

import type pg from 'pg'

const UNPRIVILEGED_ROLE = 'authenticator'

/**
 * Switches only if the login may switch to that role and the role inherits nothing. It never switches through a pooler,
 * which shares its connections and does not report the server's own process id.
 */
const DROP_PRIVILEGES = `
  select set_config('role', r.rolname, false) from pg_roles r
  where r.rolname = '${UNPRIVILEGED_ROLE}' and not r.rolsuper and not r.rolbypassrls
    and pg_has_role(session_user, r.oid, 'member') and pg_backend_pid() = $1
    and not exists (select from pg_roles p where p.rolname in ('anon', 'authenticated', 'service_role')
      and pg_has_role(r.oid, p.oid, 'usage'))`

/** Returns whether the connection now has no rights outside a caller's transaction. */
export async function dropPrivileges(client: pg.ClientBase, limitMs: number): Promise<boolean> {
  const { processID } = client as unknown as { processID: number }
  try {
    const query = { text: DROP_PRIVILEGES, values: [processID], query_timeout: limitMs } as pg.QueryConfig
    const { rowCount } = await client.query(query)
    return rowCount === 1
  } catch (error) {
    // The login is a member of the role, but is not allowed to switch to it.
    if ((error as { code?: string }).code === '42501') return false
    throw error
  }
}
