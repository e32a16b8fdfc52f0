// The worker's end of the pipe to the primary.
import type { Channel, FromPrimary, FromWorker } from './messages.ts'

export const primary: Channel<FromPrimary, FromWorker> = {
  say: (message) => void (process.connected && process.send?.(message)),
  hear: (onMessage) => void process.on('message', onMessage),
}

/** Ends this process once the primary has heard why. */
export function fail(line: string): void {
  const message: FromWorker = { kind: 'failed', line }
  if (process.connected) process.send?.(message, () => process.exit(1))
  else process.exit(1)
}
