// The standard OpenTelemetry variables for request tracing. Without an endpoint nothing is traced.

import { trimEndSlashes } from '../lib/trim-slashes.ts'

export interface TraceSettings {
  url: string
  headers: Record<string, string>
  /** Attributes of every span, including service.name. */
  resource: Record<string, string>
  sampler: { ratio: number; followsParent: boolean }
}

type Env = Record<string, string | undefined>
type Refuse = (name: string, message: string) => Error

const SAMPLERS = new Set([
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
])

export function parseTraceSettings(env: Env, refuse: Refuse): TraceSettings | null {
  const get = (name: string) => env[name]?.trim() || undefined
  const own = get('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT')
  const base = get('OTEL_EXPORTER_OTLP_ENDPOINT')
  const isOff = get('OTEL_SDK_DISABLED')?.toLowerCase() === 'true' || get('OTEL_TRACES_EXPORTER') === 'none'
  if (isOff || !(own ?? base)) return null
  const [name, url] = own
    ? ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', own]
    : ['OTEL_EXPORTER_OTLP_ENDPOINT', `${trimEndSlashes(base ?? '')}/v1/traces`]
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw refuse(name, 'must be a URL that starts with http:// or https://')
  }
  const protocol = get('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') ?? get('OTEL_EXPORTER_OTLP_PROTOCOL')
  if (protocol === 'grpc')
    throw refuse('OTEL_EXPORTER_OTLP_PROTOCOL', 'must be http/json, which usually uses port 4318')
  return {
    url,
    headers: pairs(get('OTEL_EXPORTER_OTLP_TRACES_HEADERS') ?? get('OTEL_EXPORTER_OTLP_HEADERS')),
    resource: {
      ...pairs(get('OTEL_RESOURCE_ATTRIBUTES')),
      'service.name': get('OTEL_SERVICE_NAME') ?? pairs(get('OTEL_RESOURCE_ATTRIBUTES'))['service.name'] ?? 'forecourt',
    },
    sampler: samplerFrom(get('OTEL_TRACES_SAMPLER'), get('OTEL_TRACES_SAMPLER_ARG'), refuse),
  }
}

function samplerFrom(name = 'parentbased_always_on', argument: string | undefined, refuse: Refuse) {
  if (!SAMPLERS.has(name)) throw refuse('OTEL_TRACES_SAMPLER', `must be one of ${[...SAMPLERS].join(', ')}`)
  const ratio = name.endsWith('always_off') ? 0 : name.endsWith('traceidratio') ? Number(argument ?? 1) : 1
  if (!(ratio >= 0 && ratio <= 1)) throw refuse('OTEL_TRACES_SAMPLER_ARG', 'must be a number from 0 to 1')
  return { ratio, followsParent: name.startsWith('parentbased_') }
}

/** Parses key=value,other=value, with special characters escaped as in a URL. */
function pairs(text = ''): Record<string, string> {
  const found = text.split(',').flatMap((pair) => {
    const [, key, value] = /^\s*([^=\s]+)\s*=(.*)$/.exec(pair) ?? []
    return key === undefined ? [] : [[key, decode(value ?? '')] as const]
  })
  return Object.fromEntries(found)
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value.trim())
  } catch {
    return value.trim()
  }
}
