// The built site with its demo stock, on a data folder of its own.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSite } from './site.mjs'

/** Runs `work` with the address of the site: one started for it, or the running one that the command line names. */
export async function withDemoSite(work) {
  const running = process.argv[2]
  if (running?.startsWith('http')) return work(running.replace(/\/$/, ''))

  const dataDir = await mkdtemp(join(tmpdir(), 'forecourt-bench-'))
  try {
    const site = await startSite({ dataDir })
    try {
      await work(site.url)
    } finally {
      await site.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
