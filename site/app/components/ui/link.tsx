import clsx from 'clsx'
import type { ComponentProps, MouseEvent } from 'react'
import { type NavigateOptions, useNavigate } from 'react-router'
import { isOverlayEntry } from '#app/lib/use-history-open.ts'

type Follow = Pick<NavigateOptions, 'replace' | 'state' | 'preventScrollReset' | 'viewTransition'>

/** The click handler for plain links whose `href` is a path on this site. Many links can share it. */
export function useFollow() {
  const navigate = useNavigate()
  return (event: MouseEvent<HTMLAnchorElement>, options?: Follow) => {
    const isForTheBrowser = event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey
    const link = event.currentTarget
    if (event.defaultPrevented || isForTheBrowser || link.target) return
    event.preventDefault()
    // As in a browser, a link to the current page does not add to the history.
    const replace = link.href === window.location.href || isOverlayEntry()
    void navigate(link.getAttribute('href') ?? '', { replace, ...options })
  }
}

export type PathLinkProps = Omit<ComponentProps<'a'>, 'href'> & Follow & { to: string }

/**
 * A link to an absolute path, so there is nothing to resolve. All links on the site use it. The router's own link
 * resolves its path four times, which takes a tenth of the rendering time on a page with a hundred links, and would add
 * 1 kB to every page's scripts.
 */
export function PathLink({ to, replace, state, preventScrollReset, viewTransition, onClick, ...rest }: PathLinkProps) {
  const follow = useFollow()
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event)
        follow(event, { ...(replace && { replace }), state, preventScrollReset, viewTransition })
      }}
      data-discover=""
    />
  )
}

type TextLinkProps = Omit<PathLinkProps, 'to'> & {
  /** A path on this site; use `href` for mailto:, tel: and other sites. */
  to?: string
  href?: string
  /** Adds a thin arrow that moves on hover. */
  arrow?: boolean
}

export function TextLink({ to, href, arrow = false, className, ...rest }: TextLinkProps) {
  const look = clsx('text-link', arrow && 'arrow-link', className)
  return to === undefined ? (
    <a className={look} href={href} {...rest} />
  ) : (
    <PathLink className={look} to={to} {...rest} />
  )
}
