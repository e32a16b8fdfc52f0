// Uploads go through the official storage client, but over XMLHttpRequest, because in browsers nothing else reports
// upload progress.

import { getStorage } from '#app/lib/browser-backend.ts'
import { VEHICLE_BUCKET } from '#supabase/functions/_shared/picture-variants.ts'
import { UPLOAD_CACHE_SECONDS, uploadPath } from './image-checks.ts'

type Progress = (share: number) => void

function sendWithProgress(onProgress: Progress): typeof fetch {
  return (input, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(init?.method ?? 'GET', String(input instanceof Request ? input.url : input))
      new Headers(init?.headers).forEach((value, name) => {
        request.setRequestHeader(name, value)
      })
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
      request.onload = () => resolve(new Response(request.responseText, { status: request.status }))
      request.onerror = () => reject(new TypeError('Failed to fetch'))
      init?.signal?.addEventListener('abort', () => request.abort())
      request.onabort = () => reject(new DOMException('The upload was stopped', 'AbortError'))
      request.send(init?.body as XMLHttpRequestBodyInit)
    })
}

/** Uploads one picture and returns its public path, which is root-relative so that it survives a change of domain. */
export async function uploadImage(
  file: File,
  onProgress: Progress,
  { bucket: name, path }: { bucket: string; path: string } = { bucket: VEHICLE_BUCKET, path: uploadPath(file) },
): Promise<string> {
  const bucket = (await getStorage(sendWithProgress(onProgress))).from(name)
  const { error } = await bucket.upload(path, file, {
    cacheControl: UPLOAD_CACHE_SECONDS,
    upsert: false,
    contentType: file.type,
  })
  if (error) throw error
  return new URL(bucket.getPublicUrl(path).data.publicUrl).pathname
}
