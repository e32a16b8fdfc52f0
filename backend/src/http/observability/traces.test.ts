import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { parseTraceSettings } from '../../config/trace-settings.ts'
import { createLogger, logRequests } from './log.ts'
import { createTraces } from './traces.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const SPAN = 'b7ad6b7169203331'
const refuse = (name: string, message: string) => new Error(`${name}: ${message}`)
const ADDRESS = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }

function setUp(env: Record<string, string> = {}, respond = () => new Response('{}')) {
  const sent: { url: string; init: RequestInit }[] = []
  const warned: object[] = []
  const settings = parseTraceSettings({ ...ADDRESS, ...env }, refuse)
  if (!settings) throw new Error('no settings')
  const send = (async (url: string, init: RequestInit) => {
    sent.push({ url, init })
    return respond()
  }) as unknown as typeof fetch
  const traces = createTraces({ settings, send, log: { warn: (details) => void warned.push(details) } })
  const app = new Hono()
  app.use(logRequests(createLogger('silent'), [traces]))
  app.get('*', (c) => c.text('ok'))
  const spans = () =>
    sent.flatMap(({ init }) => JSON.parse(String(init.body)).resourceSpans[0].scopeSpans[0].spans as Span[])
  return { app, traces, sent, warned, spans }
}

interface Span {
  traceId: string
  parentSpanId?: string
  name: string
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[]
}

test('a request is recorded as a span in its caller’s trace, without personal data', async () => {
  const { app, traces, sent, spans } = setUp({
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20x',
    OTEL_SERVICE_NAME: 'cars',
  })
  const headers = { traceparent: `00-${TRACE}-${SPAN}-01`, 'x-request-id': 'request-0001' }
  await app.request('/rest/v1/someone@example.com?email=eq.someone@example.com', { headers })

  await traces.stop()

  expect(sent[0]?.url).toBe('http://collector:4318/v1/traces')
  expect(sent[0]?.init.headers).toMatchObject({ authorization: 'Bearer x', 'content-type': 'application/json' })
  expect(String(sent[0]?.init.body)).toContain('"service.name","value":{"stringValue":"cars"}')
  const [span] = spans()
  expect(span).toMatchObject({ traceId: TRACE, parentSpanId: SPAN, name: 'GET rest' })
  expect(BigInt(span?.endTimeUnixNano ?? 0) >= BigInt(span?.startTimeUnixNano ?? 1)).toBe(true)
  expect(span?.attributes).toContainEqual({ key: 'forecourt.request_id', value: { stringValue: 'request-0001' } })
  expect(span?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: '200' } })
  expect(String(sent[0]?.init.body)).not.toContain('example.com')
})

test('the caller can decide whether a request is recorded, and otherwise the sampling ratio applies', async () => {
  const off = `00-${TRACE}-${SPAN}-00`
  const { app, traces, spans } = setUp({
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0',
  })
  await app.request('/')
  await app.request('/', { headers: { traceparent: off } })
  await app.request('/', { headers: { traceparent: `00-${TRACE}-${SPAN}-01` } })
  await traces.stop()

  expect(spans()).toHaveLength(1)
})

test('spans that the collector refuses are dropped and counted in a warning', async () => {
  const { app, traces, warned } = setUp({}, () => new Response('', { status: 503 }))
  await app.request('/')
  await traces.stop()

  expect(warned).toMatchObject([
    { event: 'traces_not_sent', dropped: 1, reason: 'the collector responded with status 503' },
  ])
})

test.each([
  [{}, null],
  [{ ...ADDRESS, OTEL_SDK_DISABLED: 'true' }, null],
  [{ ...ADDRESS, OTEL_TRACES_EXPORTER: 'none' }, null],
])('nothing is traced with the settings %o', (env, settings) => {
  expect(parseTraceSettings(env, refuse)).toBe(settings)
})

test.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' }, /^OTEL_EXPORTER_OTLP_ENDPOINT: /],
  [{ ...ADDRESS, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, /^OTEL_EXPORTER_OTLP_PROTOCOL: must be http\/json/],
  [{ ...ADDRESS, OTEL_TRACES_SAMPLER: 'sometimes' }, /^OTEL_TRACES_SAMPLER: must be one of/],
  [{ ...ADDRESS, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '7' }, /^OTEL_TRACES_SAMPLER_ARG: /],
])('the site does not start with the settings %o', (env, message) => {
  expect(() => parseTraceSettings(env, refuse)).toThrow(message)
})
