// A visitor who opens one page after another. The pages' pictures are fetched too, and the requests that their scripts
// make are sent.
import { type Answer, asCurl, type Call, send } from './http.ts'
import type { Failure } from './report.ts'

export interface Visitor {
  url: string
  from: string
  headers: Record<string, string>
  vehicleIds: string[]
}

export interface Visit {
  ms: number[]
  failures: Failure[]
}

const PICTURES_A_PAGE = 6
const SCREEN_WIDTH = 640
/** A person pauses between pages; without the pause this would be a flood. */
const PAUSE_MS = 250

export async function browse(visitor: Visitor, until: () => boolean): Promise<Visit> {
  const visit: Visit = { ms: [], failures: [] }
  for (let round = 0; round === 0 || !until(); round++) {
    const id = visitor.vehicleIds[round % visitor.vehicleIds.length]
    for (const path of ['/', '/vehicles', `/vehicles/${id}`]) {
      const page = await ask(visitor, visit, { path, headers: { accept: 'text/html' } })
      const pictures = picturesOf(page.text).slice(0, PICTURES_A_PAGE)
      await new Promise((wake) => setTimeout(wake, PAUSE_MS))
      await Promise.all(
        pictures.map((picture) => ask(visitor, visit, { path: picture, headers: { accept: 'image/webp,*/*' } })),
      )
    }
    const list =
      '/rest/v1/vehicles?select=id,title,price,vehicle_images(image_url)&sold=is.false&order=created_at.desc&limit=12'
    await ask(visitor, visit, { path: list, headers: visitor.headers })
    await ask(visitor, visit, { path: '/captcha/v1/' })
    if (until()) break
  }
  return visit
}

async function ask({ url, from }: Visitor, visit: Visit, call: Call): Promise<Answer> {
  const answer = await send(url, { ...call, from }, { keepBytes: 1024 * 1024 })
  visit.ms.push(answer.ms)
  if (answer.status < 200 || answer.status > 399) {
    const what = `a visitor got ${answer.status || answer.error} for ${call.path.slice(0, 80)}: ${answer.text.slice(0, 200)}`
    if (!visit.failures.some((failure) => failure.what === what))
      visit.failures.push({ what, again: asCurl(url, call) })
  }
  return answer
}

/** The pictures on a page, each at one width, as a browser requests them. */
function picturesOf(html: string): string[] {
  const found = html.matchAll(/["'\s,](\/storage\/v1\/render\/image\/public\/[^"'\s,]+)/g)
  const byPicture = new Map<string, string>()
  for (const [, path] of found) {
    const address = (path as string).replaceAll('&amp;', '&').replaceAll('\\u0026', '&')
    const [picture, query] = address.split('?') as [string, string?]
    // Takes the picture's first URL, unless another fits the screen.
    if (query && (!byPicture.has(picture) || new RegExp(`width=${SCREEN_WIDTH}\\b`).test(query)))
      byPicture.set(picture, address)
  }
  return [...byPicture.values()]
}
