import { expect, test } from 'vitest'
import type { Figures } from '../http/observability/metrics.ts'
import type { Channel, FromPrimary, FromWorker } from './messages.ts'
import { askForFigures, createFiguresDesk } from './metrics.ts'

const named = (name: string) => [{ name }] as unknown as Figures

/** Both ends of a pipe that delivers later; a deaf worker hears nothing. */
function createPipe(isDeaf = false) {
  const toWorker: ((message: FromPrimary) => void)[] = []
  const toPrimary: ((message: FromWorker) => void)[] = []
  const worker: Channel<FromPrimary, FromWorker> = {
    say: (message) => void setImmediate(() => toPrimary.forEach((hear) => void hear(message))),
    hear: (onMessage) => void toWorker.push(onMessage),
  }
  const primary: Channel<FromWorker, FromPrimary> = {
    say: (message) => void (isDeaf || setImmediate(() => toWorker.forEach((hear) => void hear(message)))),
    hear: (onMessage) => void toPrimary.push(onMessage),
  }
  return { worker, primary }
}

test('the worker that is asked has the figures of all, the primary among them', async () => {
  const desk = createFiguresDesk(async () => named('primary'))
  const [one, other] = [createPipe(), createPipe()]
  const ask = askForFigures(one.worker, async () => named('one'))
  askForFigures(other.worker, async () => named('other'))
  desk.serve(one.primary)
  const forget = desk.serve(other.primary)

  expect(await ask()).toEqual([named('primary'), named('one'), named('other')])

  forget()
  expect(await ask()).toEqual([named('primary'), named('one')])
})

test('one that does not answer is left out', async () => {
  const desk = createFiguresDesk(async () => named('primary'))
  const [one, deaf] = [createPipe(), createPipe(true)]
  const ask = askForFigures(one.worker, async () => named('one'))
  desk.serve(one.primary)
  desk.serve(deaf.primary)

  expect(await ask()).toEqual([named('primary'), named('one')])
})
