import { useLocation } from 'react-router'
import { PathLink, type PathLinkProps } from './link.tsx'

interface NavLinkProps extends Omit<PathLinkProps, 'className'> {
  /** Whether the pages below this path belong to another link. */
  end?: boolean
  className?: string | ((isCurrent: boolean) => string)
}

/** Marks the link to the current page. */
export function NavLink({ to, end = false, className, ...rest }: NavLinkProps) {
  // Like the router, which accepts capitals and a slash at the end.
  const path = useLocation()
    .pathname.toLowerCase()
    .replace(/(?<=.)\/$/, '')
  const isCurrent = path === to || (!end && path.startsWith(`${to}/`))
  return (
    <PathLink
      {...rest}
      to={to}
      className={typeof className === 'function' ? className(isCurrent) : className}
      aria-current={isCurrent ? 'page' : undefined}
    />
  )
}
