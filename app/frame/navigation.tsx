import { Link, useLocation } from 'react-router'
import { type Glyph, Search } from '../icons.ts'
import { useText } from '../language/index.ts'
import { useAlive } from '../ui/basic/hooks.ts'
import { currentness, type Destination } from './destinations.ts'

interface NavigationProps {
  readonly destinations: readonly Omit<Destination, 'goKey'>[]
}

/** Links to pages, with the subpages of the current one indented. */
export function PageLinks({ destinations }: NavigationProps) {
  const t = useText()
  const { pathname } = useLocation()
  return (
    <ul className="grid gap-0.5">
      {destinations.map(({ to, label, icon: Icon, inside }) => {
        const current = currentness(to, pathname)
        return (
          <li key={to}>
            <Link aria-current={current} className="nav-item" title={t(label)} to={to}>
              <Icon aria-hidden className="size-4.5 shrink-0" strokeWidth={1.75} />
              <span className="nav-text">{t(label)}</span>
            </Link>
            {current && inside.length > 0 && <InnerLinks links={inside} />}
          </li>
        )
      })}
    </ul>
  )
}

function InnerLinks({ links }: { readonly links: Destination['inside'] }) {
  const t = useText()
  const { pathname } = useLocation()
  return (
    <ul className="my-0.5 ms-4.5 grid gap-0.5 border-line border-s ps-2.5 lg:group-data-[bar=narrow]/frame:hidden">
      {links.map(({ to, label }) => (
        <li key={to}>
          <Link
            aria-current={currentness(to, pathname)}
            className="touch-target flex h-8 items-center rounded-lg px-2.5 text-soft hover:bg-hover hover:text-ink focus-visible:-outline-offset-2 aria-[current]:font-medium aria-[current]:text-ink"
            to={to}
          >
            <span className="truncate">{t(label)}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

interface MenuLinkProps {
  readonly to: string
  readonly label: string
  readonly icon: Glyph
}

/** A menu entry that is a link. */
export function MenuLink({ to, label, icon: Icon }: MenuLinkProps) {
  return (
    <li>
      <Link className="menu-item" to={to}>
        <Icon aria-hidden className="size-4 text-faint" strokeWidth={1.75} />
        {label}
      </Link>
    </li>
  )
}

interface SearchButtonProps {
  readonly place: 'bar' | 'phone'
  /** Opens the command menu. */
  readonly onPress: () => void
}

/** Opens the command menu. It needs scripts, so until they run only its space is reserved. */
export function SearchButton({ place, onPress }: SearchButtonProps) {
  const t = useText()
  const isAlive = useAlive()
  const look =
    place === 'phone'
      ? 'size-10 justify-center'
      : 'mt-2 h-9 w-full border border-line bg-surface px-2.5 group-data-[bar=narrow]/frame:justify-center group-data-[bar=narrow]/frame:px-0'
  return (
    <button
      aria-keyshortcuts="Control+K Meta+K"
      className={`touch-target flex items-center gap-2.5 rounded-lg text-faint hover:bg-hover hover:text-ink ${look} ${isAlive ? '' : 'invisible'}`}
      onClick={onPress}
      title={t('shell.search')}
      type="button"
    >
      <Search aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
      <span className={place === 'phone' ? 'sr-only' : 'flex-1 text-start lg:group-data-[bar=narrow]/frame:sr-only'}>
        {t('shell.search')}
      </span>
      {place === 'bar' && (
        <kbd aria-hidden className="text-xs lg:group-data-[bar=narrow]/frame:hidden" dir="ltr">
          Ctrl K
        </kbd>
      )}
    </button>
  )
}
