// Builds /storage/v1 requests: paths, listings, renders, ranges, invalid uploads, buckets, signed URLs, moves and
// copies.
import type { Call } from '../harness/http.ts'
import type { Random } from '../harness/random.ts'
import { awkward, awkwardText, encoded, type Grammar, json, pickActor, type World, wellFormed } from './grammar.ts'

/** Usually a bucket that exists. */
const bucketOf = (random: Random, { buckets }: World) =>
  random.chance(0.6) ? random.pick(buckets) : random.pick(['other', '..', ''])

export const storageGrammar: Grammar = (random, world) => {
  const calls = [read, read, render, render, share, list, page, upload, remove, bucket, sign, signed, transfer]
  const call = random.pick(calls)(random, world)
  return { ...call, headers: { ...world.headers[pickActor(random)], ...call.headers } }
}

const name = (random: Random, world: World) => {
  if (random.chance(0.6)) return random.pick(world.pictures)
  const odd = random.pick([
    '../keys.json',
    '..%2fkeys.json',
    '%2e%2e/%2e%2e/etc/passwd',
    'a//b',
    '.',
    '%00',
    awkwardText(random),
  ])
  return encodeURI(wellFormed(odd))
}

function read(random: Random, world: World): Call {
  const kind = random.pick(['public/', 'authenticated/', '', 'info/public/', 'info/authenticated/', 'info/', 'sign/'])
  const headers: Record<string, string> = {}
  if (random.chance(0.4))
    headers.range = random.pick(['bytes=0-10', 'bytes=-5', 'bytes=99999999-', 'bytes=5-1', 'bytes=0-1,3-4', 'lines=1'])
  if (random.chance(0.2)) headers['if-none-match'] = random.pick(['*', '"x"', awkwardText(random)])
  if (random.chance(0.2)) headers['if-modified-since'] = random.pick(['Thu, 01 Jan 1970 00:00:00 GMT', 'never'])
  return {
    method: random.pick(['GET', 'GET', 'GET', 'HEAD']),
    path: `/storage/v1/object/${kind}${bucketOf(random, world)}/${name(random, world)}${random.chance(0.1) ? '?download=a%0d%0ab.html' : ''}`,
    headers,
  }
}

function render(random: Random, world: World): Call {
  const query = [
    `width=${random.pick([160, 320, 640, 800, 1200, 1600, 1, 0, -3, 2500, 99999, 'x', random.below(3000)])}`,
    ...(random.chance(0.3) ? [`height=${random.below(3000)}`] : []),
    ...(random.chance(0.3) ? [`quality=${random.pick([20, 40, 80, 100, 0, 1000])}`] : []),
    ...(random.chance(0.3) ? [`resize=${random.pick(['cover', 'contain', 'fill', 'stretch'])}`] : []),
    ...(random.chance(0.2) ? [`format=${random.pick(['origin', 'avif', 'webp', 'png', 'svg'])}`] : []),
  ]
  const accept = random.pick(['image/webp,*/*', 'image/avif,image/webp', '*/*', 'text/html'])
  const kind = random.pick(['public', 'public', 'authenticated', 'sign'])
  return {
    path: `/storage/v1/render/image/${kind}/vehicle-images/${name(random, world)}?${query.join('&')}`,
    headers: { accept },
  }
}

/** Invented share-picture URLs. */
function share(random: Random, world: World): Call {
  const vehicle = random.chance(0.7) ? random.pick(world.vehicleIds) : encoded(awkwardText(random))
  const version = random.pick(['0', '1a2b3c4d5e6', '..%2f..', 'x'.repeat(500), encoded(awkwardText(random))])
  return {
    method: random.pick(['GET', 'GET', 'HEAD', 'POST']),
    path: `/storage/v1/share/${random.pick(['vehicles', 'vehicles', '..'])}/${vehicle}/${version}${random.pick(['.jpg', '.jpg', ''])}`,
    headers: random.chance(0.2) ? { 'if-none-match': '*' } : {},
  }
}

function list(random: Random, world: World): Call {
  const body = {
    prefix: random.chance(0.8) ? random.pick(['', 'vehicles', 'vehicles/', awkwardText(random)]) : awkward(random),
    limit: random.pick([1, 100, 1e9, -1, awkward(random)]),
    offset: random.pick([0, 10, 1e15, awkward(random)]),
    search: random.pick(['', 'a', '%', awkward(random)]),
    sortBy: random.chance(0.5)
      ? { column: random.pick(['name', 'created_at', 'id', awkward(random)]), order: random.pick(['asc', 'desc', 1]) }
      : awkward(random),
  }
  return { method: 'POST', path: `/storage/v1/object/list/${bucketOf(random, world)}`, ...json(body) }
}

function upload(random: Random, world: World): Call {
  const path = `/storage/v1/object/${bucketOf(random, world)}/fuzz/${random.text(6)}.${random.pick(['webp', 'jpg', 'svg', 'html', 'exe'])}`
  const method = random.pick(['POST', 'PUT'])
  const rubbish = random.pick([
    Buffer.alloc(0),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    Buffer.from('\xff\xd8\xff\xe0rubbish', 'latin1'),
    Buffer.from('RIFF\xff\xff\xff\x7fWEBPVP8 rubbish', 'latin1'),
    Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xff\xff\xff\xff\xff\xff\xff', 'latin1'),
    Buffer.alloc(20_000, random.text(7)),
  ])
  const type = random.pick(['image/webp', 'image/jpeg', 'image/svg+xml', 'text/html', 'application/octet-stream'])
  if (random.chance(0.5)) return { method, path, headers: { 'content-type': type }, body: rubbish }
  const boundary = random.text(12)
  const head = `--${boundary}\r\nContent-Disposition: form-data; name=""; filename="${random.text(5)}"\r\nContent-Type: ${type}\r\n\r\n`
  const end = random.chance(0.8) ? `\r\n--${boundary}--\r\n` : ''
  const body = Buffer.concat([Buffer.from(head), rubbish, Buffer.from(end)])
  return { method, path, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, body }
}

/** Removes only objects that don't exist. */
function remove(random: Random, world: World): Call {
  const path = `/storage/v1/object/${bucketOf(random, world)}`
  if (random.chance(0.5)) return { method: 'DELETE', path: `${path}/fuzz/${random.text(9)}` }
  const prefixes = random.chance(0.7)
    ? random.some([`fuzz/${random.text(9)}`, `../${random.text(9)}`], 5)
    : awkward(random)
  return { method: 'DELETE', path, ...json({ prefixes }) }
}

/** Uses bucket names that no other test uses. */
function bucket(random: Random): Call {
  const own = random.chance(0.4) ? `fuzz-${random.below(5)}` : encoded(awkwardText(random))
  const path = `/storage/v1/bucket${random.chance(0.6) ? `/${own}` : ''}${random.chance(0.1) ? '/empty' : ''}`
  const method = random.pick(['GET', 'GET', 'POST', 'POST', 'DELETE', 'PUT'])
  if (method === 'GET') {
    const query = ['limit=-1', 'offset=x', 'sortColumn=id;drop', 'sortOrder=up', `search=${own}`, 'limit=3']
    return { method, path: `${path}?${random.some(query, 3).join('&')}` }
  }
  const body = {
    name: random.pick([`fuzz-${random.below(5)}`, 'public', 'sign', '..', awkward(random)]),
    ...(random.chance(0.5) ? { public: random.pick([false, awkward(random)]) } : {}),
    ...(random.chance(0.5) ? { file_size_limit: random.pick([1, '1kb', '9e9gb', -1, awkward(random)]) } : {}),
    ...(random.chance(0.5) ? { allowed_mime_types: random.pick([['text/*'], ['*'], awkward(random)]) } : {}),
  }
  return { method, path, ...json(random.chance(0.9) ? body : awkward(random)) }
}

function page(random: Random, world: World): Call {
  const body = {
    prefix: random.pick(['', 'vehicles/', awkward(random)]),
    limit: random.pick([1, 2, 1e9, 0, awkward(random)]),
    cursor: random.pick([undefined, 'WyJhIiwiYiJd', 'WyJcdTAwMDAiLCIiXQ', awkward(random)]),
    with_delimiter: random.pick([true, false, awkward(random)]),
    sortBy: { column: random.pick(['name', 'created_at', 'id', awkward(random)]), order: random.pick(['asc', 'up']) },
  }
  return { method: 'POST', path: `/storage/v1/object/list-v2/${bucketOf(random, world)}`, ...json(body) }
}

function sign(random: Random, world: World): Call {
  const upload = random.chance(0.3) ? 'upload/' : ''
  const one = random.chance(0.7) ? `/${name(random, world)}` : ''
  const body = {
    expiresIn: random.pick([1, 60, 0, -1, 1e20, awkward(random)]),
    paths: random.pick([[name(random, world)], [], awkward(random)]),
    ...(random.chance(0.3) ? { transform: random.pick([{ width: 320 }, { width: 'x' }, awkward(random)]) } : {}),
  }
  return { method: 'POST', path: `/storage/v1/object/${upload}sign/${bucketOf(random, world)}${one}`, ...json(body) }
}

/** Forged tokens. */
function signed(random: Random, world: World): Call {
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"url":"x"}').toString('base64url')}.`
  const token = encoded(random.pick([none, 'a.b.c', awkwardText(random)]))
  const object = `${bucketOf(random, world)}/${name(random, world)}?token=${token}&token=${token}`
  if (random.chance(0.5)) return { path: `/storage/v1/${random.pick(['object', 'render/image'])}/sign/${object}` }
  return { method: 'PUT', path: `/storage/v1/object/upload/sign/${object}`, body: Buffer.from('rubbish') }
}

/** Copies pictures to new names, and moves only those copies. */
function transfer(random: Random, world: World): Call {
  const kind = random.pick(['move', 'copy', 'copy'])
  const own = () => `fuzz/${random.text(6)}.webp`
  const body = {
    bucketId: random.chance(0.8) ? bucketOf(random, world) : awkward(random),
    sourceKey: random.pick([kind === 'copy' ? name(random, world) : own(), own(), awkward(random)]),
    destinationKey: random.pick([own(), '../x', awkward(random)]),
    ...(random.chance(0.3)
      ? { destinationBucket: random.chance(0.8) ? bucketOf(random, world) : awkward(random) }
      : {}),
    ...(random.chance(0.3) ? { metadata: random.pick([{ mimetype: 'text/html' }, awkward(random)]) } : {}),
    ...(random.chance(0.3) ? { copyMetadata: awkward(random) } : {}),
  }
  return {
    method: 'POST',
    path: `/storage/v1/object/${kind}`,
    ...json(body),
    headers: { 'x-upsert': 'true', ...json(body).headers },
  }
}
