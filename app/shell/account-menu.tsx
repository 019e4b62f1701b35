import { ChevronsUpDown, LogOut, type LucideIcon, UserRound, UsersRound } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Form, href, Link, useLocation } from 'react-router'

/** Who is signed in, as the frame shows it. */
export interface FramePerson {
  readonly name: string
  readonly email: string
  readonly pictureUrl: string | null
}

interface AccountMenuProps {
  readonly person: FramePerson
  /** The shop through which the members are reached; undefined while there is none. */
  readonly domain: string | undefined
  /** Where it opens; on a phone only the picture is shown. */
  readonly place: 'bar' | 'phone'
}

/** The way to one's own things and out. Opens without JavaScript; with it, it closes by itself. */
export function AccountMenu({ person, domain, place }: AccountMenuProps) {
  const { name, email, pictureUrl } = person
  const ref = useSelfClosing()
  const isPhone = place === 'phone'
  return (
    <details className="relative min-w-0" ref={ref}>
      <summary
        className={`touch-target flex list-none items-center gap-2.5 rounded-lg hover:bg-hover [&::-webkit-details-marker]:hidden ${isPhone ? 'justify-center p-1' : 'px-2 py-1.5'}`}
      >
        <Face url={pictureUrl} />
        {isPhone ? (
          <span className="sr-only">Your account: {name || email}</span>
        ) : (
          <>
            <span className="min-w-0 flex-1 leading-tight">
              <span className="sr-only">Your account: </span>
              <span className="block truncate font-medium text-[13px]">{name || email}</span>
              {name && <span className="block truncate text-faint text-xs">{email}</span>}
            </span>
            <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-faint" />
          </>
        )}
      </summary>
      <div
        className={`absolute z-40 w-60 rounded-xl border border-line bg-raised p-1.5 shadow-raised ${isPhone ? 'top-full right-0 mt-1.5' : 'bottom-full left-0 mb-1.5'}`}
      >
        <p className="px-2.5 pt-1.5 pb-2 leading-tight">
          <span className="block truncate font-medium">{name || email}</span>
          {name && <span className="block truncate text-[13px] text-faint">{email}</span>}
        </p>
        <ul className="border-line border-y py-1.5">
          <Item icon={UserRound} label="Account" to={href('/account')} />
          {domain && <Item icon={UsersRound} label="Members" to={href('/shop/:domain/settings/members', { domain })} />}
        </ul>
        <Form action={href('/auth/logout')} className="pt-1.5" method="post" reloadDocument>
          <button className={itemClass} type="submit">
            <LogOut aria-hidden className="size-4 text-faint" strokeWidth={1.75} />
            Sign out
          </button>
        </Form>
      </div>
    </details>
  )
}

const itemClass =
  'touch-target flex w-full items-center gap-2.5 rounded-lg px-2.5 py-1.5 text-left hover:bg-hover focus-visible:-outline-offset-2'

interface ItemProps {
  readonly to: string
  readonly label: string
  readonly icon: LucideIcon
}

function Item({ to, label, icon: Icon }: ItemProps) {
  return (
    <li>
      <Link className={itemClass} to={to}>
        <Icon aria-hidden className="size-4 text-faint" strokeWidth={1.75} />
        {label}
      </Link>
    </li>
  )
}

function Face({ url }: { readonly url: string | null }) {
  if (url) return <img alt="" className="size-8 shrink-0 rounded-full bg-hover object-cover" src={url} />
  return (
    <span aria-hidden className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-wash text-accent">
      <UserRound className="size-4" strokeWidth={1.75} />
    </span>
  )
}

/** Closes on Escape, on a press or a focus beside it, and on the next page. */
function useSelfClosing() {
  const ref = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  useEffect(() => {
    if (ref.current && key) ref.current.open = false
  }, [key])
  useEffect(() => {
    const details = ref.current
    if (!details) return
    const stop = new AbortController()
    const closeBeside = ({ target }: Event) => {
      if (target instanceof Node && !details.contains(target)) details.open = false
    }
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !details.open) return
      details.open = false
      details.querySelector('summary')?.focus()
    }
    document.addEventListener('pointerdown', closeBeside, { signal: stop.signal })
    document.addEventListener('focusin', closeBeside, { signal: stop.signal })
    details.addEventListener('keydown', closeOnEscape, { signal: stop.signal })
    return () => stop.abort()
  }, [])
  return ref
}
