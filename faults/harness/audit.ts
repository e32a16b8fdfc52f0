// Compares the database with the acknowledged writes: none may be missing or duplicated, and each must have queued its
// emails once.
import { join } from 'node:path'
import type { Site } from '../../attacks/harness/site.ts'
import type { Database } from '../../backend/src/db/database.ts'
import { openDatabase } from '../../backend/src/db/open.ts'
import type { Acknowledged } from './load.ts'

export interface Audit {
  lost: string[]
  doubled: string[]
}

/** Stop the site first, because only one process can open the embedded database. */
export async function audit(site: Site, databaseUrl: string | undefined, kept: Acknowledged): Promise<Audit> {
  const db = await openDatabase({ databaseUrl, dataDir: join(site.dataDir) })
  try {
    const found: Audit = { lost: [], doubled: [] }
    const compare = async (names: readonly string[], sql: string) => {
      const counts = await countNames(db, sql)
      found.lost.push(...names.filter((name) => !counts.has(name)))
      found.doubled.push(...[...counts].filter(([, count]) => count > 1).map(([name]) => name))
    }
    await compare(kept.enquiries, `select message as name from public.enquiries where message like 'faults %'`)
    await compare(kept.messages, `select message as name from public.contact_messages where message like 'faults %'`)
    await compare(kept.signUps, `select email as name from auth.users where email like 'faults-%'`)
    await compare([...kept.pictures.keys()], `select name from storage.objects where name like 'faults-%'`)
    await compare(
      [],
      `select 'profile of ' || p.id as name from public.profiles p
       where p.id not in (select id from auth.users) union all
       select 'no profile of ' || u.email from auth.users u where u.id not in (select id from public.profiles)`,
    )
    for (const [id, { acknowledged, sent }] of kept.prices) {
      const { rows } = await db.query<{ price: number }>('select price::int from public.vehicles where id = $1', [id])
      const price = rows[0]?.price ?? 0
      if (price < acknowledged || price > sent) found.lost.push(`price ${acknowledged}, found ${price}`)
    }
    await auditEmails(db, found)
    return found
  } finally {
    await db.close()
  }
}

async function countNames(db: Database, sql: string): Promise<Map<string, number>> {
  const { rows } = await db.query<{ name: string; count: number }>(
    `select name, count(*)::int as count from (${sql}) found group by name`,
  )
  return new Map(rows.map(({ name, count }) => [name, count]))
}

/** Each lead must have one email to the customer and one to the dealer, and each email must have its lead. */
async function auditEmails(db: Database, found: Audit): Promise<void> {
  const { rows } = await db.query<{ name: string; emails: number }>(`
    select e.message as name, count(o.id)::int as emails from public.enquiries e
    left join public.email_outbox o on o.dedupe_key in (format('enquiry:%s:customer', e.id), format('enquiry:%s:admin', e.id))
    where e.message like 'faults %' group by e.id, e.message having count(o.id) <> 2`)
  for (const { name, emails } of rows) (emails < 2 ? found.lost : found.doubled).push(`emails for ${name}: ${emails}`)
  const { rows: orphans } = await db.query<{ dedupe_key: string }>(`
    select dedupe_key from public.email_outbox
    where dedupe_key like 'enquiry:%' and split_part(dedupe_key, ':', 2)::uuid not in (select id from public.enquiries)`)
  found.doubled.push(...orphans.map(({ dedupe_key }) => `an email without its lead: ${dedupe_key}`))
}
