// npm run seed -- N: adds N synthetic vehicles.
import { runBackendCommand } from './lib.mjs'

await runBackendCommand('seed')
