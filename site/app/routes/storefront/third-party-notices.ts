import notices from '../../../../THIRD-PARTY-NOTICES.md?raw'

export function loader() {
  return new Response(notices, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=86400' },
  })
}
