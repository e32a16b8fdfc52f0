// Drives Firefox over its own protocol, Marionette, which carries WebDriver's commands as JSON over TCP. geckodriver
// would only translate between WebDriver and Marionette. Debian does not package it, and the npm package downloads a
// binary from elsewhere.
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../fixtures/free-port.ts'
import { type Driver, DriverError, idOf, keyPress, type Size } from './driver.ts'
import { endProcess, retryUntilReady } from './processes.ts'

export async function startFirefox(size: Size): Promise<Driver> {
  const port = await freePort()
  const profile = await mkdtemp(join(tmpdir(), 'forecourt-firefox-'))
  await writeFile(join(profile, 'user.js'), preferences(port))
  const child = spawn('firefox-esr', ['--headless', '--marionette', '--no-remote', '--profile', profile], {
    stdio: 'ignore',
    env: { ...process.env, HOME: profile },
  })
  const marionette = await retryUntilReady(() => openMarionette(port))
  const send = marionette.send
  const value = async <T>(command: string, params?: object) => (await send<{ value: T }>(command, params)).value

  const { capabilities } = await send<{ capabilities: { browserName: string; browserVersion: string } }>(
    'WebDriver:NewSession',
    {},
  )
  await send('WebDriver:SetWindowRect', { x: 0, y: 0, ...size })

  return {
    name: `Firefox (${capabilities.browserName} ${capabilities.browserVersion})`,
    goTo: (url) => send('WebDriver:Navigate', { url }),
    goBack: () => send('WebDriver:Back'),
    run: (script, ...args) => value('WebDriver:ExecuteScript', { script, args }),
    labelOf: (element) => value('WebDriver:GetComputedLabel', { id: idOf(element) }),
    click: (element) => send('WebDriver:ElementClick', { id: idOf(element) }),
    clear: (element) => send('WebDriver:ElementClear', { id: idOf(element) }),
    type: (element, text) => send('WebDriver:ElementSendKeys', { id: idOf(element), text }),
    press: (key) => send('WebDriver:PerformActions', { actions: keyPress(key) }),
    screenshot: async () => Buffer.from(await value<string>('WebDriver:TakeScreenshot', { full: false }), 'base64'),
    quit: async () => {
      marionette.close()
      await endProcess(child)
      await rm(profile, { recursive: true, force: true })
    },
  }
}

interface Marionette {
  send<T = void>(command: string, params?: object): Promise<T>
  close(): void
}

type Answer = [type: 1, id: number, error: { error: string; message: string } | null, result: unknown]

/**
 * A message consists of its length in bytes, a colon and JSON: `[0, id, command, parameters]` or `[1, id, error,
 * result]`.
 */
async function openMarionette(port: number): Promise<Marionette> {
  const socket = await new Promise<Socket>((open, fail) => {
    const made = connect(port, '127.0.0.1', () => open(made)).once('error', fail)
  })
  const waiting = new Map<number, { done(result: unknown): void; fail(error: Error): void }>()
  let received = Buffer.alloc(0)
  let lastId = 0

  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk])
    for (;;) {
      const colon = received.indexOf(':')
      const end = colon + 1 + Number(received.subarray(0, Math.max(colon, 0)))
      if (colon < 0 || received.length < end) return
      const message = JSON.parse(received.subarray(colon + 1, end).toString()) as Answer | object
      received = received.subarray(end)
      // The first message is a greeting.
      if (Array.isArray(message)) answer(message as Answer)
    }
  })
  socket.on('close', () => {
    for (const { fail } of waiting.values()) fail(new Error('Firefox closed the connection'))
  })

  const answer = ([, id, error, result]: Answer) => {
    const asked = waiting.get(id)
    waiting.delete(id)
    if (error) asked?.fail(new DriverError(error.error, error.message))
    else asked?.done(result)
  }

  return {
    send: <T>(command: string, params: object = {}) =>
      new Promise<T>((done, fail) => {
        const id = ++lastId
        waiting.set(id, { done: done as (result: unknown) => void, fail })
        const text = JSON.stringify([0, id, command, params])
        socket.write(`${Buffer.byteLength(text)}:${text}`)
      }),
    close: () => socket.destroy(),
  }
}

/** Starts Firefox in British English, without prompts or background requests. */
function preferences(port: number): string {
  const wanted = {
    'marionette.port': port,
    'browser.shell.checkDefaultBrowser': false,
    'browser.startup.homepage_override.mstone': 'ignore',
    'browser.startup.page': 0,
    'datareporting.policy.dataSubmissionEnabled': false,
    'app.normandy.enabled': false,
    'app.update.disabledForTesting': true,
    'extensions.update.enabled': false,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    'services.settings.server': 'data:,#remote-settings-dummy/v1',
    'browser.safebrowsing.update.enabled': false,
    'signon.rememberSignons': false,
    'intl.accept_languages': 'en-GB',
    'ui.prefersReducedMotion': 0,
  }
  return Object.entries(wanted)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('')
}
