import { type ReactNode, useEffect, useState } from 'react'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Checkbox } from '#app/components/ui/checkbox.tsx'
import { downloadFile } from '#app/lib/download-file.ts'
import { useCompany } from '#app/platform/company/company.tsx'
import { useSession } from '#app/platform/session/session.tsx'

interface RecoveryCodesProps {
  codes: string[]
  /** The user has tried to close the dialog without confirming that the codes are saved. */
  isReminded?: boolean
  onDone: () => void
}

/** Shown only once, because the service stores only hashes of the codes. */
export function RecoveryCodes({ codes, isReminded = false, onDone }: RecoveryCodesProps) {
  const { companyName } = useCompany()
  const { user } = useSession()
  const [isSaved, setSaved] = useState(false)
  const text = [
    `Recovery codes for ${companyName}`,
    user?.email ?? '',
    '',
    ...codes,
    '',
    'Each code can be used only once.',
  ].join('\n')

  return (
    <div className="grid gap-5">
      <div className="print-alone grid gap-3">
        <h3 className="text-lg">Save your recovery codes</h3>
        <p className="text-quiet text-sm">
          If you lose your phone, you can sign in with one of these codes instead. Each code can be used only once. Keep
          them somewhere safe, because we can’t show them to you again.
        </p>
        <ul
          aria-label="Recovery codes"
          className="tabular grid max-w-104 grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-x-6 gap-y-2 border border-hairline bg-sunken p-4 font-mono"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={text}>Copy</CopyButton>
        <Button variant="hairline" size="sm" onClick={() => downloadFile('recovery-codes.txt', text, 'text/plain')}>
          Download
        </Button>
        <Button variant="hairline" size="sm" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      {isReminded && !isSaved && <Alert tone="warning">Please save the codes first, then tick the box below.</Alert>}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <Checkbox label="I have saved these codes" checked={isSaved} onCheckedChange={setSaved} />
        <Button disabled={!isSaved} onClick={onDone}>
          Continue
        </Button>
      </div>
    </div>
  )
}

export function CopyButton({ text, children }: { text: string; children: ReactNode }) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 3000)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <Button
      variant="hairline"
      size="sm"
      onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
    >
      {isCopied ? 'Copied' : children}
    </Button>
  )
}
