import { Menu as MenuIcon, Search } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { type DeskCounts, useCountedTitle, useDeskCounts } from '#app/features/admin/enquiries/desk-counts.ts'
import { usePalette } from '#app/features/admin/palette/use-palette.tsx'
import { useSession } from '#app/platform/session/session.tsx'
import { AttentionBanner } from './attention-banner.tsx'
import { HeldBanner } from './held-banner.tsx'
import { MailBanner } from './mail-banner.tsx'
import { Sidebar } from './sidebar.tsx'

interface AdminShellProps {
  companyName: string
  email: string
  onLogout(): void
  children: ReactNode
}

export function AdminShell({ children, ...given }: AdminShellProps) {
  const { palette, openPalette } = usePalette()
  const { isAdmin } = useSession()
  const counts = useDeskCounts()
  useCountedTitle(counts)
  const sidebar = { ...given, counts, onFind: openPalette }
  return (
    <div className="min-h-dvh bg-page lg:grid lg:grid-cols-[232px_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only z-50 bg-raised px-4 py-3 text-sm focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <aside className="sticky top-0 hidden h-dvh lg:block">
        <Sidebar {...sidebar} />
      </aside>
      <MobileBar {...sidebar} />
      <div className="min-w-0">
        {isAdmin && (
          // The banners' text starts where the content does. 668 px are half of the content without its padding.
          <div className="*:px-4 sm:*:px-6 lg:*:px-[max(2rem,50%-668px)]">
            <MailBanner />
            <HeldBanner />
            <AttentionBanner />
          </div>
        )}
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto max-w-[1400px] px-4 py-6 outline-none sm:px-6 lg:px-8 lg:py-8"
        >
          {children}
        </main>
      </div>
      {palette}
    </div>
  )
}

/** Below 1024 px, a menu button opens the sidebar in a native dialog. */
function MobileBar(sidebar: Omit<AdminShellProps, 'children'> & { counts: DeskCounts; onFind(): void }) {
  const panel = useRef<HTMLDialogElement>(null)
  const [open, setOpen] = useState(false)
  const { pathname } = useLocation()

  useEffect(() => {
    if (open) panel.current?.showModal()
    else panel.current?.close()
  }, [open])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu that led to it
  useEffect(() => setOpen(false), [pathname])

  return (
    <header className="on-dark sticky top-0 z-30 flex h-14 items-center gap-2 bg-page px-2 lg:hidden">
      <button
        type="button"
        aria-label="Open menu"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className="grid size-11 place-content-center"
      >
        <MenuIcon aria-hidden className="size-5" strokeWidth={1.5} />
      </button>
      <p className="display flex-1 truncate text-xl">{sidebar.companyName}</p>
      <button type="button" aria-label="Find" onClick={sidebar.onFind} className="grid size-11 place-content-center">
        <Search aria-hidden className="size-5" strokeWidth={1.5} />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users have Escape */}
      <dialog
        ref={panel}
        aria-label="Menu"
        onClose={() => setOpen(false)}
        onClick={(event) => {
          if (event.target === panel.current) setOpen(false)
        }}
        className="sheet sheet-left !w-[280px]"
      >
        {open && (
          <Sidebar
            {...sidebar}
            onFind={() => {
              setOpen(false)
              sidebar.onFind()
            }}
            onClose={() => setOpen(false)}
          />
        )}
      </dialog>
    </header>
  )
}
