// The worker's connection to the primary.
import type { Channel, FromPrimary, FromWorker } from './messages.ts'

export const primary: Channel<FromPrimary, FromWorker> = {
  send: (message) => void (process.connected && process.send?.(message)),
  onMessage: (listener) => void process.on('message', listener),
}

/** Ends this process after sending the reason to the primary. */
export function fail(line: string): void {
  const message: FromWorker = { kind: 'failed', line }
  if (process.connected) process.send?.(message, () => process.exit(1))
  else process.exit(1)
}
