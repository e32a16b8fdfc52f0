import { Link, type LinkProps, useLocation } from 'react-router'

interface NavLinkProps extends Omit<LinkProps, 'to' | 'className'> {
  /** An absolute path. */
  to: string
  /** Whether the pages below this path belong to another link. */
  end?: boolean
  className?: string | ((isCurrent: boolean) => string)
}

/** Marks the link to the current page. The router's own NavLink does more, and is in every page's scripts if used. */
export function NavLink({ to, end = false, className, ...rest }: NavLinkProps) {
  const { pathname } = useLocation()
  const isCurrent = pathname === to || (!end && pathname.startsWith(`${to}/`))
  return (
    <Link
      {...rest}
      to={to}
      className={typeof className === 'function' ? className(isCurrent) : className}
      aria-current={isCurrent ? 'page' : undefined}
    />
  )
}
