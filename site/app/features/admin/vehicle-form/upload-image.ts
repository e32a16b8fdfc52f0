// Uploads go through the official storage client, but over XMLHttpRequest, because in browsers nothing else reports
// upload progress.

import { getStorage } from '#app/lib/browser-backend.ts'
import { UPLOAD_CACHE_SECONDS } from './image-checks.ts'

type Progress = (share: number) => void

/** An upload that has made no progress for this long is broken off, because phones don't notice every lost connection. */
const STALLED_MS = 60_000

function sendWithProgress(onProgress: Progress): typeof fetch {
  return (input, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(init?.method ?? 'GET', String(input instanceof Request ? input.url : input))
      new Headers(init?.headers).forEach((value, name) => {
        request.setRequestHeader(name, value)
      })
      const stop = () => request.abort()
      let stalled = setTimeout(stop, STALLED_MS)
      request.upload.onprogress = ({ loaded, total }) => {
        clearTimeout(stalled)
        stalled = setTimeout(stop, STALLED_MS)
        onProgress(total > 0 ? loaded / total : 0)
      }
      request.onload = () => resolve(new Response(request.responseText, { status: request.status }))
      request.onerror = () => reject(new TypeError('Failed to fetch'))
      request.onabort = () => reject(new TypeError('The upload has stalled'))
      request.onloadend = () => clearTimeout(stalled)
      request.send(init?.body as XMLHttpRequestBodyInit)
    })
}

interface Place {
  bucket: string
  path: string
}

/** Uploads one picture and returns its public path. */
export async function uploadImage(file: File, onProgress: Progress, { bucket: name, path }: Place): Promise<string> {
  const bucket = (await getStorage(sendWithProgress(onProgress))).from(name)
  const { error } = await bucket.upload(path, file, {
    cacheControl: UPLOAD_CACHE_SECONDS,
    upsert: false,
    contentType: file.type,
  })
  if (error) throw error
  return addressOf({ bucket: name, path })
}

/** A file's public path, which is root-relative so that it survives a change of domain. */
export async function addressOf({ bucket, path }: Place): Promise<string> {
  return new URL((await getStorage()).from(bucket).getPublicUrl(path).data.publicUrl).pathname
}
