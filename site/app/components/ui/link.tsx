import clsx from 'clsx'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link, type LinkProps, useNavigate } from 'react-router'

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

type PathLinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string; viewTransition?: boolean }

/**
 * For lists with many links. `to` must be an absolute path, so there is nothing to resolve. The router's own link
 * resolves its path four times, which took a twelfth of the rendering time on a page with a hundred links.
 */
export function PathLink({ to, viewTransition, onClick, ...rest }: PathLinkProps) {
  const navigate = useNavigate()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isForTheBrowser = event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey
    if (event.defaultPrevented || isForTheBrowser) return
    event.preventDefault()
    void navigate(to, { viewTransition })
  }
  return <a {...rest} href={to} onClick={follow} data-discover="" />
}
