import { Link, useLocation } from 'react-router'
import { useText } from '../language/index.ts'
import { currentness, type Destination } from './destinations.ts'

interface NavigationProps {
  readonly destinations: readonly Omit<Destination, 'goKey'>[]
}

const itemClass =
  'touch-target flex h-9 items-center gap-2.5 rounded-lg px-2.5 text-soft hover:bg-hover hover:text-ink focus-visible:-outline-offset-2 aria-[current]:bg-hover aria-[current]:font-medium aria-[current]:text-ink'

/** Pages below each other, those inside the current one indented. */
export function PageLinks({ destinations }: NavigationProps) {
  const t = useText()
  const { pathname } = useLocation()
  return (
    <ul className="grid gap-0.5">
      {destinations.map(({ to, label, icon: Icon, inside }) => {
        const current = currentness(to, pathname)
        return (
          <li key={to}>
            <Link
              aria-current={current}
              className={`${itemClass} lg:group-data-[bar=narrow]/frame:justify-center lg:group-data-[bar=narrow]/frame:px-0`}
              title={t(label)}
              to={to}
            >
              <Icon aria-hidden className="size-4.5 shrink-0" strokeWidth={1.75} />
              <span className="truncate lg:group-data-[bar=narrow]/frame:sr-only">{t(label)}</span>
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
