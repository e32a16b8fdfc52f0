// A child for the kill -9 test: says which rows it finds, then writes rows and says so after each is acknowledged.

import { openEmbedded } from '../src/db/embedded.ts'

const [, , dataDir = '', first = '0'] = process.argv
const db = await openEmbedded({ dataDir })
const { rows } = await db.query<{ name: string }>('select name from car_makes')
process.stdout.write(`${JSON.stringify({ found: rows.map(({ name }) => name) })}\n`)

for (let n = Number(first); ; n += 2) {
  await db.query('insert into car_makes (name) values ($1)', [`row ${n}`])
  process.stdout.write(`${JSON.stringify({ written: `row ${n}` })}\n`)
  await db.transaction(async (tx) => {
    await tx.query('insert into car_makes (name) values ($1)', [`row ${n + 1}`])
    await tx.query('update config set value = $1 where key = $2', [String(n), 'COMPANY_PHONE'])
  })
  process.stdout.write(`${JSON.stringify({ written: `row ${n + 1}` })}\n`)
}
