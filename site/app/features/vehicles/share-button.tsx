import { Share2 } from 'lucide-react'
import { Button } from '#app/components/ui/button.tsx'
import { toast } from '#app/components/ui/toast.tsx'

/** The device's own share sheet where there is one, else the address on the clipboard. */
async function share(title: string): Promise<void> {
  const url = `${window.location.origin}${window.location.pathname}`
  if (navigator.share) {
    // It also rejects when the visitor changes their mind, which is no failure.
    await navigator.share({ title, url }).catch(() => {})
    return
  }
  try {
    await navigator.clipboard.writeText(url)
    toast.success('Link copied')
  } catch {
    toast.error('The link could not be copied. Please copy it from the address bar.')
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
