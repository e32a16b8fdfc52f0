// Requests /healthz repeatedly from a separate process, so that the attacker's own load is not measured.
import { type ChildProcess, fork } from 'node:child_process'
import { request } from 'node:http'

const EVERY_MS = 50

export interface Probe {
  /** How long each request took in milliseconds, and how many requests got no response. */
  stop(): Promise<{ ms: number[]; lost: number }>
}

export async function startProbe(url: string, path = '/healthz'): Promise<Probe> {
  const child = fork(import.meta.filename, [url, path], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await nextMessage(child)
  return {
    async stop() {
      const result = nextMessage(child)
      child.send('stop')
      return (await result) as { ms: number[]; lost: number }
    },
  }
}

const nextMessage = (child: ChildProcess) => new Promise<unknown>((resolve) => child.once('message', resolve))

function probe(url: string, path: string): void {
  const ms: number[] = []
  let lost = 0
  let stopped = false
  process.on('message', () => {
    stopped = true
  })
  // The parent process has ended.
  process.on('disconnect', () => process.exit(1))
  const ask = () => {
    if (stopped) {
      process.send?.({ ms, lost }, () => process.exit(0))
      return
    }
    const started = performance.now()
    const again = () => setTimeout(ask, EVERY_MS)
    const outgoing = request(url + path, { agent: false, timeout: 30_000 }, (response) => {
      response.resume()
      response.on('end', () => {
        ms.push(performance.now() - started)
        again()
      })
    })
    outgoing.on('timeout', () => outgoing.destroy(new Error('timeout')))
    outgoing.on('error', () => {
      lost++
      again()
    })
    outgoing.end()
  }
  ask()
  process.send?.('ready')
}

if (process.argv[1] === import.meta.filename) probe(process.argv[2] ?? '', process.argv[3] ?? '/healthz')
