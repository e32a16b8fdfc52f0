import { expect, test } from 'vitest'
import type { Figures } from '../http/observability/metrics.ts'
import type { Channel, FromPrimary, FromWorker } from './messages.ts'
import { createMetricsHub, requestMetrics } from './metrics.ts'

const named = (name: string) => [{ name }] as unknown as Figures

/** Both ends of a pipe that delivers messages later. An unresponsive worker receives nothing. */
function createPipe(isUnresponsive = false) {
  const toWorker: ((message: FromPrimary) => void)[] = []
  const toPrimary: ((message: FromWorker) => void)[] = []
  const worker: Channel<FromPrimary, FromWorker> = {
    send: (message) => void setImmediate(() => toPrimary.forEach((listener) => void listener(message))),
    onMessage: (listener) => void toWorker.push(listener),
  }
  const primary: Channel<FromWorker, FromPrimary> = {
    send: (message) =>
      void (isUnresponsive || setImmediate(() => toWorker.forEach((listener) => void listener(message)))),
    onMessage: (listener) => void toPrimary.push(listener),
  }
  return { worker, primary }
}

test('a worker gets the figures for all processes, including the primary', async () => {
  const desk = createMetricsHub(async () => named('primary'))
  const [one, other] = [createPipe(), createPipe()]
  const readAll = requestMetrics(one.worker, async () => named('one'))
  requestMetrics(other.worker, async () => named('other'))
  desk.serve(one.primary)
  const forget = desk.serve(other.primary)

  expect(await readAll()).toEqual([named('primary'), named('one'), named('other')])

  forget()
  expect(await readAll()).toEqual([named('primary'), named('one')])
})

test('a worker that does not respond is left out of the figures', async () => {
  const desk = createMetricsHub(async () => named('primary'))
  const [one, unresponsive] = [createPipe(), createPipe(true)]
  const readAll = requestMetrics(one.worker, async () => named('one'))
  desk.serve(one.primary)
  desk.serve(unresponsive.primary)

  expect(await readAll()).toEqual([named('primary'), named('one')])
})
