import type { LucideIcon } from 'lucide-react'
import { Link } from 'react-router'

/** How an entry of a menu looks, whatever it does. */
export const menuItemClass =
  'touch-target flex w-full items-center gap-2.5 rounded-lg px-2.5 py-1.5 text-start hover:bg-hover focus-visible:-outline-offset-2'

interface MenuLinkProps {
  readonly to: string
  readonly label: string
  readonly icon: LucideIcon
}

/** An entry of a menu that leads somewhere. */
export function MenuLink({ to, label, icon: Icon }: MenuLinkProps) {
  return (
    <li>
      <Link className={menuItemClass} to={to}>
        <Icon aria-hidden className="size-4 text-faint" strokeWidth={1.75} />
        {label}
      </Link>
    </li>
  )
}
