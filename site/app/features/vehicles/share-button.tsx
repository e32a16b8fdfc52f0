import { Share2 } from 'lucide-react'
import { Button } from '#app/components/ui/button.tsx'
import { toast } from '#app/components/ui/toast.tsx'

/** Opens the device's share sheet if there is one, otherwise copies the URL. */
async function share(title: string): Promise<void> {
  const url = `${window.location.origin}${window.location.pathname}`
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

export function ShareButton({ title }: { title: string }) {
  return (
    <Button variant="quiet" className="needs-script" onClick={() => void share(title)}>
      <Share2 aria-hidden strokeWidth={1.5} />
      Share
    </Button>
  )
}
