import { type ReactNode, useId } from 'react'
import { PathLink } from '#app/components/ui/link.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { MAIL_SERVER_PATH } from '#app/features/admin/email/mail-server-queries.ts'
import { CONNECT_EMAIL } from '#app/features/admin/site-status.ts'
import { formatBytes } from '#app/lib/bytes.ts'
import { formatDateTime } from '#app/lib/dates.ts'
import type { SystemFacts as Facts } from '#supabase/functions/_shared/system-facts.ts'
import { Fact, type FactState } from './fact.tsx'
import {
  databaseState,
  diskState,
  engineInWords,
  picturesState,
  queueState,
  replicaInWords,
  versionInWords,
} from './facts-in-words.ts'
import type { SystemStatus } from './status-queries.ts'

interface SystemFactsProps {
  /** Undefined while loading; null if the facts could not be read. */
  site: { mailConfigured: boolean; autotraderConfigured: boolean; facts: Facts | null } | null | undefined
  queues: SystemStatus | undefined
  /** The kinds of incident recorded. */
  incidents: readonly string[]
  /** Further facts, each a `Fact`. */
  children?: ReactNode
}

/** The system's health. A hosted project shows only part of it, because its provider runs the rest. */
export function SystemFacts({ site, queues, incidents, children }: SystemFactsProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-12">
      <h2 id={id} className="display mb-5 text-2xl">
        System health
      </h2>
      <div className="grid gap-x-10 gap-y-8 sm:grid-cols-2 xl:grid-cols-3">
        {site === null && children}
        {site === undefined &&
          ['database', 'mail', 'pictures', 'autotrader', 'backup', 'disk', 'product'].map((key) => (
            <Skeleton key={key} className="h-36" />
          ))}
        {site && (
          <>
            {site.facts && <DatabaseFact database={site.facts.database} />}
            <MailFact isSetUp={site.mailConfigured} host={site.facts?.mailHost ?? null} queues={queues} />
            {site.facts && <PicturesFact pictures={site.facts.pictures} state={picturesState(incidents)} />}
            <ListingsFact isSetUp={site.autotraderConfigured} queues={queues} />
            {children}
            {site.facts && <DiskFact disk={site.facts.disk} />}
            {site.facts && <ProductFact product={site.facts.product} />}
          </>
        )}
      </div>
    </section>
  )
}

function DatabaseFact({ database }: { database: Facts['database'] }) {
  return (
    <Fact
      title="Database"
      state={databaseState(database)}
      rows={[
        ['Engine', engineInWords(database)],
        ['Size', formatBytes(database.bytes)],
        ...(database.isPooled ? [['Connections', 'Through a connection pooler'] as [string, string]] : []),
        ...(database.replica ? [['Read replica', replicaInWords(database.replica)] as [string, string]] : []),
      ]}
    />
  )
}

interface MailFactProps {
  isSetUp: boolean
  host: string | null
  queues: SystemStatus | undefined
}

function MailFact({ isSetUp, host, queues }: MailFactProps) {
  return (
    <Fact
      title="Email"
      state={queueState(isSetUp, queues?.mails, { tone: 'warning', label: 'Not set up' })}
      advice={isSetUp ? undefined : <ConnectEmail />}
      rows={[
        ...(host ? [['Server', host] as [string, string]] : []),
        ['Waiting', queues?.mails.waiting ?? '…'],
        ['Failed', queues?.mails.failed ?? '…'],
      ]}
    />
  )
}

const ConnectEmail = () => (
  <>
    {CONNECT_EMAIL}{' '}
    <PathLink to={MAIL_SERVER_PATH} className="whitespace-nowrap underline underline-offset-4 hover:text-brass">
      Connect your email
    </PathLink>
  </>
)

function ListingsFact({ isSetUp, queues }: { isSetUp: boolean; queues: SystemStatus | undefined }) {
  return (
    <Fact
      title="AutoTrader"
      state={queueState(isSetUp, queues?.listings, { tone: 'quiet', label: 'Not connected' })}
      rows={
        isSetUp
          ? [
              ['Waiting', queues?.listings.waiting ?? '…'],
              ['Failed', queues?.listings.failed ?? '…'],
            ]
          : [['Listings', 'On this site only']]
      }
    />
  )
}

function PicturesFact({ pictures, state }: { pictures: Facts['pictures']; state: FactState }) {
  return (
    <Fact
      title="Pictures"
      state={state}
      rows={[
        ['Stored', pictures.place === 's3' ? `In the S3 bucket ${pictures.name}` : 'On this server'],
        ['Files', pictures.count.toLocaleString('en-GB')],
        ['Size', formatBytes(pictures.bytes)],
      ]}
    />
  )
}

function DiskFact({ disk }: { disk: Facts['disk'] }) {
  const state = diskState(disk)
  return (
    <Fact
      title="Disk"
      state={state}
      advice={
        state.tone === 'success'
          ? undefined
          : 'Please free up some space. Once the disk is full, you won’t be able to save anything new.'
      }
      rows={[
        ['Free', formatBytes(disk.freeBytes)],
        ['Size', formatBytes(disk.totalBytes)],
      ]}
    />
  )
}

function ProductFact({ product }: { product: Facts['product'] }) {
  return (
    <Fact
      title="Forecourt"
      state={{ tone: 'success', label: 'Running' }}
      rows={[
        ['Version', versionInWords(product)],
        ['Node', product.node],
        ['Processes', product.processes],
        ['Running since', formatDateTime(product.startedAt)],
      ]}
    />
  )
}
