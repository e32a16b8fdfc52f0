// biome-ignore lint/style/noRestrictedImports: the file is at the top of the repository, where people look for it
import notices from '../../../../THIRD-PARTY-NOTICES.md?raw'

export function loader() {
  return new Response(notices, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=86400' },
  })
}
