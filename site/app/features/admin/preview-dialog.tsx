import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { useState } from 'react'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Dialog } from '#app/components/ui/dialog.tsx'
import { Select } from '#app/components/ui/select.tsx'
import { Spinner } from '#app/components/ui/spinner.tsx'
import { showTheme, type Theme } from './settings/preview-theme.ts'

interface PreviewDialogProps {
  /** The names of the pages to show, by path, the most relevant first. */
  pages: Record<string, string>
  /** The unpublished values, which the previews depend on. */
  values: object
  load: (page: string, values: object) => Promise<string>
  onPublish: () => void
  onClose: () => void
}

export function PreviewDialog({ pages, values, load, onPublish, onClose }: PreviewDialogProps) {
  const [page, setPage] = useState(Object.keys(pages)[0] as string)
  const [isPhone, setIsPhone] = useState(false)
  const [theme, setTheme] = useState<Theme>(() =>
    window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  )
  const { data, isError, refetch } = useQuery({
    queryKey: ['preview', page, values],
    queryFn: () => load(page, values),
    gcTime: 0,
  })

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="full"
      title="Preview"
      description="Only you can see this until you publish. Links and buttons don’t work here."
      footer={
        <>
          <Button variant="hairline" onClick={onClose}>
            Back to editing
          </Button>
          <Button onClick={onPublish}>Publish</Button>
        </>
      }
    >
      <div className="grid h-full grid-rows-[auto_1fr] gap-4">
        <div className="flex flex-wrap items-center gap-3">
          {Object.keys(pages).length > 1 && (
            <Select
              aria-label="Page"
              value={page}
              onValueChange={setPage}
              options={Object.entries(pages).map(([value, label]) => ({ value, label }))}
              className="w-auto"
            />
          )}
          <Button
            variant="hairline"
            aria-pressed={isPhone}
            onClick={() => setIsPhone(!isPhone)}
            className="max-sm:hidden"
          >
            {isPhone ? 'Desktop view' : 'Phone view'}
          </Button>
          <Button variant="hairline" onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}>
            {theme === 'dark' ? 'Light mode' : 'Dark mode'}
          </Button>
        </div>
        {isError ? (
          <Alert tone="danger" title="We couldn’t load the preview">
            <button type="button" className="underline" onClick={() => void refetch()}>
              Try again
            </button>
          </Alert>
        ) : data === undefined ? (
          <Spinner className="w-full justify-center py-24" />
        ) : (
          // Scripts are allowed although none are left, because a frame that forbids them would show <noscript>
          // content.
          <iframe
            key={theme}
            title={`Preview of ${pages[page]}`}
            sandbox="allow-same-origin allow-scripts"
            srcDoc={toStaticPage(data)}
            onLoad={({ currentTarget }) => showTheme(currentTarget.contentDocument, theme)}
            className={clsx(
              'mx-auto border border-hairline',
              isPhone ? 'h-[844px] w-[390px]' : 'h-[calc(min(90dvh,52rem)-17rem)] min-h-64 w-full',
            )}
          />
        )}
      </div>
    </Dialog>
  )
}

function withoutScripts(html: string): string {
  const [before, ...parts] = html.split(/<script\b/)
  return [before, ...parts.map((part) => part.split('</script>').slice(1).join('</script>'))].join('')
}

/** The page without scripts and links, and with all pictures loaded immediately. */
const toStaticPage = (html: string) =>
  withoutScripts(html)
    .replaceAll(/<noscript>(<img[^>]*>)<\/noscript>/g, '$1')
    .replace('</head>', '<style>a,button,input,summary{pointer-events:none}.cookie-banner{display:none}</style></head>')
