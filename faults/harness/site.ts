// A new, empty site in a temporary folder.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launch, type Site } from '../../attacks/harness/site.ts'

export async function startNewSite(env: Record<string, string> = {}): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-faults-'))
  const site = await launch(join(folder, 'data'), { DEMO_STOCK: '0', ...env })
  return {
    ...site,
    async remove() {
      await site.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
