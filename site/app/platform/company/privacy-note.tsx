import { TextLink } from '#app/components/ui/link.tsx'

/** Beside every form that takes personal data. */
export const PrivacyNote = ({ className }: { className?: string }) => (
  <p className={className ?? 'text-sm text-quiet'}>
    Our{' '}
    <TextLink to="/privacy-policy" className="text-ink">
      Privacy Policy
    </TextLink>{' '}
    explains how we use your details.
  </p>
)
