// Drives WebKit, the engine of every browser on an iPhone, using WebKitGTK's MiniBrowser and WebKitWebDriver over HTTP.
import { spawn } from 'node:child_process'
import { freePort } from '../fixtures/free-port.ts'
import { type Driver, DriverError, type ElementRef, idOf, keyPress, type Size } from './driver.ts'
import { endProcess, retryUntilReady, startDisplay } from './processes.ts'

export async function startWebkit(size: Size): Promise<Driver> {
  const display = await startDisplay()
  const port = await freePort()
  const child = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display.name, NO_AT_BRIDGE: '1', LIBGL_ALWAYS_SOFTWARE: '1' },
  })
  const server = `http://127.0.0.1:${port}`
  await retryUntilReady(() => fetch(`${server}/status`))

  const send = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${server}/session${path}`, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    })
    const { value } = (await response.json()) as { value: T & { error?: string; message?: string } }
    if (!response.ok) throw new DriverError(value.error ?? 'unknown error', value.message ?? '')
    return value
  }

  const { sessionId, capabilities } = await send<{
    sessionId: string
    capabilities: { browserName: string; browserVersion: string }
  }>('POST', '', { capabilities: { alwaysMatch: {} } })
  const post = <T>(path: string, body?: object) => send<T>('POST', `/${sessionId}${path}`, body)
  const at = (element: ElementRef) => `/element/${idOf(element)}`
  await post('/window/rect', { x: 0, y: 0, ...size })

  return {
    name: `WebKit (${capabilities.browserName} ${capabilities.browserVersion})`,
    goTo: (url) => post('/url', { url }),
    goBack: () => post('/back'),
    run: (script, ...args) => post('/execute/sync', { script, args }),
    labelOf: (element) => send('GET', `/${sessionId}${at(element)}/computedlabel`),
    click: (element) => post(`${at(element)}/click`),
    clear: (element) => post(`${at(element)}/clear`),
    type: (element, text) => post(`${at(element)}/value`, { text }),
    press: (key) => post('/actions', { actions: keyPress(key) }),
    screenshot: async () => Buffer.from(await send<string>('GET', `/${sessionId}/screenshot`), 'base64'),
    quit: async () => {
      await send('DELETE', `/${sessionId}`).catch(() => null)
      await endProcess(child)
      await display.stop()
    },
  }
}
