// The built site with the demo stock, in a temporary data folder.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSite } from './site.mjs'

/** Runs `work` with the URL of a new site, or of the running site given on the command line. */
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
