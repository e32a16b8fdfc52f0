import { Alert } from '#app/components/ui/alert.tsx'
import { ReachUs } from './reach-us.tsx'

interface WithoutScriptProps {
  /** What does not work, such as 'This form'. */
  what: string
  className?: string
}

/** For browsers without JavaScript: explains why nothing happens, and how else to contact the dealer. */
export function WithoutScript({ what, className }: WithoutScriptProps) {
  return (
    <noscript>
      <Alert tone="warning" title={`${what} needs JavaScript`} className={className}>
        JavaScript is switched off in your browser. Please switch it on
        <ReachUs before=", or " />.
      </Alert>
    </noscript>
  )
}
