import clsx from 'clsx'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { NavLink } from '#app/components/ui/nav-link.tsx'
import { SETTING_TABS } from '#supabase/functions/_shared/settings.ts'
import { useUnsavedTabs } from './unsaved-tabs.tsx'

/** The mail server and the guides are not among the dealer's settings: a password must not be readable, and guides are many. */
const TABS = [
  ...Object.entries(SETTING_TABS).map(([tab, { title }]) => ({ tab, title })),
  { tab: 'email', title: 'Email' },
  { tab: 'guides', title: 'Guides' },
]

const addressOf = (tab: string) => (tab === 'company' ? '/admin/settings' : `/admin/settings/${tab}`)

/** Each tab has its own URL, so these are links. */
export function SettingsTabs() {
  const nav = useRef<HTMLElement>(null)
  const unsaved = useUnsavedTabs()
  const { pathname } = useLocation()
  // On a phone, the current tab may be outside the visible part. The faded edge shows that there are more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current tab depends on the path
  useEffect(() => {
    nav.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return (
    <nav
      ref={nav}
      aria-label="Settings"
      className="mb-6 max-w-3xl overflow-x-auto border-hairline border-b max-sm:mask-r-from-90%"
    >
      <ul className="flex gap-5 max-sm:after:w-4 max-sm:after:shrink-0 max-sm:after:content-[''] sm:gap-8">
        {TABS.map(({ tab, title }) => (
          <li key={tab}>
            <NavLink
              to={addressOf(tab)}
              end
              className={(isCurrent) =>
                clsx(
                  'inline-flex min-h-11 items-center border-b-2 font-medium text-sm transition-colors',
                  isCurrent ? 'border-brass text-ink' : 'border-transparent text-quiet hover:text-ink',
                )
              }
            >
              {title}
              {unsaved.has(tab) && (
                <>
                  <span aria-hidden className="ml-1.5 size-1.5 rounded-full bg-brass" title="Unsaved changes" />
                  <span className="sr-only">(unsaved changes)</span>
                </>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
