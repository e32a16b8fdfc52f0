import clsx from 'clsx'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'

type TextLinkProps = Omit<LinkProps, 'to' | 'children'> & {
  /** A path of the site; use `href` for mailto:, tel: and other sites. */
  to?: LinkProps['to']
  href?: string
  /** A thin arrow after the words that moves on hover. */
  arrow?: boolean
  children: ReactNode
}

export function TextLink({ to, href, arrow = false, className, children, ...rest }: TextLinkProps) {
  const look = clsx(
    'group/link inline-flex items-center gap-2 underline decoration-brass decoration-1 underline-offset-[0.3em] transition-colors hover:text-brass',
    className,
  )
  const content = (
    <>
      {children}
      {arrow && (
        <ArrowRight
          aria-hidden
          className="size-[1em] shrink-0 transition-transform group-hover/link:translate-x-1"
          strokeWidth={1.5}
        />
      )}
    </>
  )
  if (to === undefined) {
    return (
      <a className={look} href={href} {...rest}>
        {content}
      </a>
    )
  }
  return (
    <Link className={look} to={to} {...rest}>
      {content}
    </Link>
  )
}
