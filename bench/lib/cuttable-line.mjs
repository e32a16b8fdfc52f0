import { once } from 'node:events'
import { connect, createServer } from 'node:net'

/** A connection to the site that can be lost: while it is, open connections are closed and new ones refused. */
export async function openLine(siteUrl) {
  const { port } = new URL(siteUrl)
  const open = new Set()
  let isLost = false
  const server = createServer((near) => {
    if (isLost) return near.destroy()
    const far = connect(Number(port), '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ]) {
      open.add(from)
      from.on('error', () => {})
      from.on('close', () => {
        open.delete(from)
        to.destroy()
      })
      from.pipe(to)
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://localhost:${server.address().port}`,
    lose() {
      isLost = true
      for (const socket of open) socket.destroy()
    },
    restore() {
      isLost = false
    },
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
