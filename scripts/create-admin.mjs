// npm run create-admin -- e-mail: makes an account an admin, and makes the account when there is none.
import { runBackendCommand } from './lib.mjs'

await runBackendCommand('create-admin')
