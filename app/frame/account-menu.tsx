import { lazy, Suspense } from 'react'
import { ChevronsUpDown, UserRound } from '../icons.ts'
import { useText } from '../language/index.ts'
import { useSelfClosing } from '../ui/basic/hooks.ts'
import { useLateContent } from '../ui/late-content.ts'
import { orMissing } from '../ui/missing-piece.tsx'
import type { FramePerson } from './account-content.tsx'

const loadContent = () => import('./account-content.tsx')
const AccountContent = lazy(() => orMissing(loadContent().then((piece) => piece.AccountContent)))

interface AccountMenuProps {
  readonly person: FramePerson
  /** The shop whose members page is linked; undefined without one. */
  readonly domain: string | undefined
  /** Where it opens; on a phone only the picture is shown. */
  readonly place: 'bar' | 'phone'
}

/** The person's own pages, and signing out. Opens without JavaScript; with it, its code is loaded on first use. */
export function AccountMenu({ person, domain, place }: AccountMenuProps) {
  const ref = useSelfClosing()
  const isDrawn = useLateContent(ref)
  // A failure is told once the menu opens.
  const preload = () => void loadContent().catch(() => undefined)
  const isPhone = place === 'phone'
  return (
    <details className="relative min-w-0 shrink-0" ref={ref}>
      <AccountButton person={person} place={place} preload={preload} />
      <div
        className={`absolute z-40 w-60 rounded-xl border border-line bg-raised p-1.5 shadow-raised ${isPhone ? 'end-0 top-full mt-1.5' : 'start-0 bottom-full mb-1.5'}`}
      >
        {isDrawn && (
          <Suspense fallback={<div className="h-9" />}>
            <AccountContent domain={domain} person={person} />
          </Suspense>
        )}
      </div>
    </details>
  )
}

interface AccountButtonProps extends Pick<AccountMenuProps, 'person' | 'place'> {
  readonly preload: () => void
}

function AccountButton({ person: { name, email, pictureUrl, unread }, place, preload }: AccountButtonProps) {
  const t = useText()
  const isPhone = place === 'phone'
  const words = isPhone ? 'sr-only' : 'min-w-0 flex-1 leading-tight group-data-[bar=narrow]/frame:sr-only'
  return (
    <summary
      className={`touch-target flex list-none items-center gap-2.5 rounded-lg hover:bg-hover [&::-webkit-details-marker]:hidden ${isPhone ? 'justify-center p-1' : 'px-2 py-1.5 group-data-[bar=narrow]/frame:justify-center group-data-[bar=narrow]/frame:px-0'}`}
      onFocus={preload}
      onPointerEnter={preload}
    >
      <Face url={pictureUrl} />
      {unread > 0 && (
        <span className="-ms-4 size-2.5 shrink-0 self-start rounded-full bg-series-1">
          <span className="sr-only">
            {t('nav.inbox')}: {unread}
          </span>
        </span>
      )}
      <span className={words}>
        <span className="sr-only">{t('shell.your_account')} </span>
        <span className="block truncate text-match-parent font-medium text-[13px]" dir="auto">
          {name || email}
        </span>
        {name && (
          <span className="block truncate text-faint text-match-parent text-xs" dir="ltr">
            {email}
          </span>
        )}
      </span>
      {!isPhone && (
        <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-faint group-data-[bar=narrow]/frame:hidden" />
      )}
    </summary>
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
