import { Share2 } from 'lucide-react'
import { Button } from '#app/components/ui/button.tsx'
import { toast } from '#app/components/ui/toast.tsx'

/** Opens the device's share sheet if there is one, otherwise copies the URL. */
async function share(title: string, path = window.location.pathname): Promise<void> {
  const url = window.location.origin + path
  if (navigator.share) {
    // The promise also rejects if the visitor cancels, which is not an error.
    await navigator.share({ title, url }).catch(() => {})
    return
  }
  try {
    await navigator.clipboard.writeText(url)
    toast.success('Link copied')
  } catch {
    toast.error('We couldn’t copy the link. Please copy it from the address bar.')
  }
}

/** Shares the page without its query, or the given path. */
export function ShareButton({ title, path }: { title: string; path?: string }) {
  return (
    <Button variant="quiet" className="needs-script" onClick={() => void share(title, path)}>
      <Share2 aria-hidden strokeWidth={1.5} />
      Share
    </Button>
  )
}
