// Every position in every endpoint that accepts text: path, query, headers, cookies, JSON fields and form fields.
import type { Call } from '../harness/http.ts'
import type { Cast } from '../harness/people.ts'
import { ENDPOINTS, ENDPOINTS_FOR_HEADERS, type Template } from './endpoints.ts'

export interface Position {
  name: string
  /** Bodies may be much longer than URLs and headers. */
  kind: 'head' | 'body'
  /** Whether the position takes JSON rather than plain text. */
  takesJson: boolean
  put(text: string): Call
}

const HEADERS =
  `accept accept-encoding accept-language accept-profile apikey authorization cache-control content-profile content-type
  content-range cookie forwarded host if-modified-since if-none-match if-range origin prefer range referer tracestate traceparent
  user-agent x-captcha-token x-client-info x-forwarded-for x-forwarded-host x-forwarded-proto x-metadata x-request-id
  x-supabase-api-version x-upsert`.split(/\s+/)
/** Without these prefixes, the server would not parse the rest. */
const HEADER_STARTS: Record<string, string[]> = {
  authorization: ['', 'Bearer ', 'Basic '],
  cookie: ['', 'a='],
  range: ['', 'bytes='],
  prefer: ['', 'count='],
  'content-type': ['', 'multipart/form-data; boundary=', 'application/json;'],
}

export function textPositions(cast: Cast): Position[] {
  return [
    ...ENDPOINTS.flatMap((template) => [...inPath(template, cast), ...inBody(template, cast)]),
    ...ENDPOINTS_FOR_HEADERS.flatMap((template) => inHeaders(template, cast)),
    ...inForm(cast),
    ...inPostedFields(cast),
  ]
}

const MARK = /\{\{(.*?)\}\}/g
const plain = (path: string) => path.replace(MARK, '$1')
const label = ({ method, path }: Template) => `${method} ${plain(path)}`

function base({ method, path, actor = 'visitor', body, headers }: Template, cast: Cast): Call {
  const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  return {
    method,
    path: plain(path),
    headers: { ...cast[actor], ...json, ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
}

function inPath(template: Template, cast: Cast): Position[] {
  const parts = template.path.split(MARK)
  // Every second part is a placeholder's default text.
  const marks = parts.flatMap((text, at) => (at % 2 === 1 ? [{ text, at }] : []))
  return marks.flatMap(({ text: original, at }) => {
    const name = `${label(template)}, at "${parts[at - 1]?.slice(-12)}${original}"`
    const put = (text: string) => ({ ...base(template, cast), path: parts.with(at, text).join('') })
    return [
      { name, kind: 'head', takesJson: false, put: (text) => put(text.replace(/[\s#]/g, encodeURIComponent)) },
      { name: `${name}, escaped`, kind: 'head', takesJson: false, put: (text) => put(encodeURIComponent(text)) },
    ]
  })
}

function inHeaders(template: Template, cast: Cast): Position[] {
  return HEADERS.flatMap((header) =>
    (HEADER_STARTS[header] ?? ['']).map((start): Position => {
      const call = base(template, cast)
      const put = (text: string) => ({ ...call, headers: { ...call.headers, [header]: start + text } })
      return { name: `${label(template)}, header ${header}: ${start}`, kind: 'head', takesJson: false, put }
    }),
  )
}

function inBody(template: Template, cast: Cast): Position[] {
  if (template.body === undefined) return []
  const call = base(template, cast)
  const whole: Position = {
    name: `${label(template)}, whole body`,
    kind: 'body',
    takesJson: true,
    put: (text) => ({ ...call, body: text }),
  }
  return [whole, ...leaves(template.body, []).flatMap((path) => atLeaf(template, call, path))]
}

const PLACE = '\u0001place\u0001'

function atLeaf(template: Template, call: Call, path: string[]): Position[] {
  const [before = '', after = ''] = JSON.stringify(replace(template.body, path, PLACE)).split(JSON.stringify(PLACE))
  const name = `${label(template)}, field ${path.join('.')}`
  const put = (text: string) => ({ ...call, body: before + text + after })
  return [
    { name, kind: 'body', takesJson: false, put: (text) => put(JSON.stringify(text)) },
    { name: `${name}, as JSON`, kind: 'body', takesJson: true, put },
  ]
}

function leaves(value: unknown, path: string[]): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  const inside = Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]))
  return path.length > 0 ? [path, ...inside] : inside
}

function replace(value: unknown, [key, ...rest]: string[], by: unknown): unknown {
  if (key === undefined) return by
  const copy = structuredClone(value) as Record<string, unknown>
  copy[key] = replace(copy[key], rest, by)
  return copy
}

const FORM = {
  boundary: 'x1',
  field: 'cacheControl',
  value: '3600',
  filename: 'a.webp',
  type: 'image/webp',
  metadata: '{}',
}

/** Each part of a form upload. */
function inForm(cast: Cast): Position[] {
  return Object.keys(FORM).map((part): Position => {
    const put = (text: string): Call => {
      const { boundary, field, value, filename, type, metadata }: typeof FORM = { ...FORM, [part]: text }
      const body = [
        `--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
        `--${boundary}\r\nContent-Disposition: form-data; name="metadata"\r\n\r\n${metadata}\r\n`,
        `--${boundary}\r\nContent-Disposition: form-data; name=""; filename="${filename}"\r\nContent-Type: ${type}\r\n\r\nRIFF`,
        `\r\n--${boundary}--\r\n`,
      ].join('')
      const headers = { ...cast.admin, 'content-type': `multipart/form-data; boundary=${boundary}` }
      return { method: 'POST', path: '/storage/v1/object/vehicle-images/attacks/form.webp', headers, body }
    }
    return { name: `form upload, ${part}`, kind: part === 'boundary' ? 'head' : 'body', takesJson: false, put }
  })
}

const POSTED_FIELDS: [path: string, field: string][] = [
  ['/alerts/new?q=a', 'email'],
  ['/alerts/new?vehicle=00000000-0000-4000-8000-00000000dead', 'email'],
  ['/alerts/00000000-0000-4000-8000-00000000dead', 'end'],
  ['/alerts/00000000-0000-4000-8000-00000000dead', 'confirm'],
]

/** Each field of the forms that work without JavaScript. */
function inPostedFields({ visitor }: Cast): Position[] {
  const headers = { ...visitor, 'content-type': 'application/x-www-form-urlencoded' }
  return POSTED_FIELDS.map(([path, field]) => ({
    name: `POST ${path}, ${field}`,
    kind: 'body',
    takesJson: false,
    put: (text) => ({ method: 'POST', path, headers, body: new URLSearchParams({ [field]: text }).toString() }),
  }))
}
