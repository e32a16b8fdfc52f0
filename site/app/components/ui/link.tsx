import clsx from 'clsx'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link, type LinkProps, type NavigateOptions, useNavigate } from 'react-router'

type TextLinkProps = Omit<LinkProps, 'to' | 'children'> & {
  /** A path on this site; use `href` for mailto:, tel: and other sites. */
  to?: LinkProps['to']
  href?: string
  /** Adds a thin arrow that moves on hover. */
  arrow?: boolean
  children: ReactNode
}

export function TextLink({ to, href, arrow = false, className, children, ...rest }: TextLinkProps) {
  const look = clsx('text-link', arrow && 'arrow-link', className)
  if (to === undefined) {
    return (
      <a className={look} href={href} {...rest}>
        {children}
      </a>
    )
  }
  return (
    <Link className={look} to={to} {...rest}>
      {children}
    </Link>
  )
}

type Follow = Pick<NavigateOptions, 'replace' | 'state' | 'preventScrollReset' | 'viewTransition'>

/** The click handler for plain links whose `href` is a path on this site. Many links can share it. */
export function useFollow() {
  const navigate = useNavigate()
  return (event: MouseEvent<HTMLAnchorElement>, options?: Follow) => {
    const isForTheBrowser = event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey
    if (event.defaultPrevented || isForTheBrowser) return
    event.preventDefault()
    const link = event.currentTarget
    // As in a browser, a link to the current page does not add to the history.
    const isHere = link.href === window.location.href
    void navigate(link.getAttribute('href') ?? '', { replace: isHere, ...options })
  }
}

type PathLinkProps = Omit<ComponentProps<'a'>, 'href'> & Follow & { to: string }

/**
 * A link to an absolute path, so there is nothing to resolve. The router's own link resolves its path four times, which
 * takes a tenth of the rendering time on a page with a hundred links.
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
