import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import busboy from 'busboy'
import { isNestedTooDeep } from '../../http/request-limits/json-depth.ts'
import { MAX_JSON_DEPTH } from '../../http/request-limits/limits.ts'
import { StorageError } from '../errors.ts'
import { MAX_UPLOAD_FIELD_BYTES } from '../limits.ts'

export interface UploadBody {
  bytes: Buffer
  /** Stored for a document, but ignored for a picture, whose type is detected. */
  declaredType: string
  cacheControl: string
  userMetadata: Record<string, unknown> | null
}

/** Reads an upload in either of the protocol's two formats, and stops as soon as the upload is too large. */
export async function readUpload(request: Request, maxBytes: number): Promise<UploadBody> {
  if (!request.body) throw new StorageError('InvalidRequest', 'No content provided')
  const contentType = request.headers.get('content-type') ?? ''
  const upload = contentType.startsWith('multipart/form-data')
    ? await readForm(request, request.body, maxBytes)
    : await readRaw(request, request.body, maxBytes)
  if (upload.bytes.length === 0) throw new StorageError('InvalidRequest', 'No content provided')
  return upload
}

async function readRaw(request: Request, body: ReadableStream<Uint8Array>, maxBytes: number): Promise<UploadBody> {
  const { headers } = request
  if (Number(headers.get('content-length') ?? 0) > maxBytes) throw new StorageError('EntityTooLarge')
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > maxBytes) throw new StorageError('EntityTooLarge')
    chunks.push(chunk)
  }
  const metadata = headers.get('x-metadata')
  return {
    bytes: Buffer.concat(chunks),
    declaredType: headers.get('content-type') ?? 'application/octet-stream',
    cacheControl: headers.get('cache-control') ?? 'no-cache',
    userMetadata: metadata ? parseMetadata(Buffer.from(metadata, 'base64').toString()) : null,
  }
}

async function readForm(request: Request, body: ReadableStream<Uint8Array>, maxBytes: number): Promise<UploadBody> {
  const fields = new Map<string, string>()
  const chunks: Buffer[] = []
  let declaredType = 'application/octet-stream'
  let isTooLarge = false

  const stream = Readable.fromWeb(body as NodeReadableStream<Uint8Array>)
  await new Promise<void>((resolve, reject) => {
    const limits = { files: 1, fileSize: maxBytes, fields: 10, fieldSize: MAX_UPLOAD_FIELD_BYTES, parts: 12 }
    const form = openForm(request, limits)
    const refuse = (error: unknown) => reject(new StorageError('InvalidRequest', (error as Error).message))
    form.on('field', (name, value) => fields.set(name, value))
    form.on('file', (_name, file, info) => {
      declaredType = info.mimeType
      file.on('data', (chunk: Buffer) => chunks.push(chunk))
      // If a form is cut off inside a file, the file's stream emits an error too. Without a listener, the error would
      // end the process.
      file.on('error', refuse)
      file.on('limit', () => {
        isTooLarge = true
        // If we read on, a sender could keep the server busy for nothing.
        stream.destroy()
        resolve()
      })
    })
    form.on('close', resolve)
    form.on('error', refuse)
    stream.on('error', reject)
    stream.pipe(form)
  })
  if (isTooLarge) throw new StorageError('EntityTooLarge')

  const seconds = Number.parseInt(fields.get('cacheControl') ?? '', 10)
  const metadata = fields.get('metadata') ?? fields.get('userMetadata')
  return {
    bytes: Buffer.concat(chunks),
    declaredType: fields.get('contentType') ?? declaredType,
    cacheControl: Number.isFinite(seconds) ? `max-age=${seconds}` : 'no-cache',
    userMetadata: metadata ? parseMetadata(metadata) : null,
  }
}

function openForm(request: Request, limits: busboy.Limits): busboy.Busboy {
  try {
    return busboy({ headers: { 'content-type': request.headers.get('content-type') ?? '' }, limits })
  } catch (error) {
    throw new StorageError('InvalidRequest', (error as Error).message)
  }
}

export function parseMetadata(text: string): Record<string, unknown> | null {
  if (isNestedTooDeep(text))
    throw new StorageError('InvalidRequest', `metadata can be nested at most ${MAX_JSON_DEPTH} levels deep`)
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}
