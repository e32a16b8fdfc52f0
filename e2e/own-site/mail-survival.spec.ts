import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../fixtures/free-port.ts'
import { startMailServer } from '../fixtures/mail-server.ts'
import { startSite } from '../fixtures/site-process.ts'
import { templateDir } from '../fixtures/template.ts'
import { expect, LONG, test } from '../fixtures/test.ts'

// The unit tests are backend/src/mail/worker.test.ts and backend/src/db/embedded.test.ts.
test(
  'an email queued while the mail server is down is delivered once, even if the process that queued it is killed',
  LONG,
  async () => {
    const port = await freePort()
    const dataDir = await mkdtemp(join(tmpdir(), 'forecourt-e2e-'))
    await cp(templateDir, dataDir, { recursive: true })
    const site = await startSite(dataDir, { SMTP_URL: `smtp://127.0.0.1:${port}` })
    const answer = await fetch(`${site.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: site.keys.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'survivor@example.com', password: 'correct-horse' }),
    })
    expect(answer.status).toBe(200)

    await site.stop('SIGKILL')
    const mail = await startMailServer(port)
    await site.start()
    await mail.waitFor('survivor@example.com', /Confirm/)
    // A second restart would reveal a duplicate.
    await site.stop()
    await site.start()
    await fetch(`${site.url}/readyz`)
    await site.stop()

    expect(mail.to('survivor@example.com')).toHaveLength(1)
    await mail.close()
    await rm(dataDir, { recursive: true, force: true })
  },
)
