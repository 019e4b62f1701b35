import { Form, href } from 'react-router'
import { ChevronsUpDown, Inbox, Languages, LogOut, UserRound, UsersRound } from '../icons.ts'
import { LanguageSwitch, useText } from '../language/index.ts'
import { useSelfClosing } from '../ui/basic/hooks.ts'
import { useLateContent } from '../ui/late-content.ts'
import { MenuLink } from './navigation.tsx'

/** The signed-in person, as the frame shows them. */
export interface FramePerson {
  readonly name: string
  readonly email: string
  readonly pictureUrl: string | null
  /** How many entries of the inbox are unread. */
  readonly unread: number
}

interface AccountMenuProps {
  readonly person: FramePerson
  /** The shop whose members page is linked; undefined without one. */
  readonly domain: string | undefined
  /** Where it opens; on a phone only the picture is shown. */
  readonly place: 'bar' | 'phone'
}

/** The person's own pages, and signing out. Opens without JavaScript; with it, it closes by itself. */
export function AccountMenu({ person, domain, place }: AccountMenuProps) {
  const { name, email, unread } = person
  const t = useText()
  const ref = useSelfClosing()
  const isDrawn = useLateContent(ref)
  const isPhone = place === 'phone'
  return (
    <details className="relative min-w-0 shrink-0" ref={ref}>
      <AccountButton person={person} place={place} />
      <div
        className={`absolute z-40 w-60 rounded-xl border border-line bg-raised p-1.5 shadow-raised ${isPhone ? 'end-0 top-full mt-1.5' : 'start-0 bottom-full mb-1.5'}`}
      >
        {isDrawn && (
          <>
            <p className="px-2.5 pt-1.5 pb-2 leading-tight">
              <span className="block truncate text-match-parent font-medium" dir="auto">
                {name || email}
              </span>
              {name && (
                <span className="block truncate text-[13px] text-faint text-match-parent" dir="ltr">
                  {email}
                </span>
              )}
            </p>
            <ul className="border-line border-y py-1.5">
              <MenuLink icon={UserRound} label={t('nav.account')} to={href('/account')} />
              <MenuLink
                icon={Inbox}
                label={unread > 0 ? `${t('nav.inbox')} (${unread})` : t('nav.inbox')}
                to={href('/account/inbox')}
              />
              {domain && (
                <MenuLink
                  icon={UsersRound}
                  label={t('nav.settings_members')}
                  to={href('/shop/:domain/settings/members', { domain })}
                />
              )}
              <li>
                <LanguageSwitch
                  className="menu-item"
                  icon={<Languages aria-hidden className="size-4 text-faint" strokeWidth={1.75} />}
                />
              </li>
            </ul>
            <Form action={href('/auth/logout')} className="pt-1.5" method="post" reloadDocument>
              <button className="menu-item" type="submit">
                <LogOut aria-hidden className="size-4 text-faint rtl:-scale-x-100" strokeWidth={1.75} />
                {t('shell.sign_out')}
              </button>
            </Form>
          </>
        )}
      </div>
    </details>
  )
}

function AccountButton({
  person: { name, email, pictureUrl, unread },
  place,
}: Pick<AccountMenuProps, 'person' | 'place'>) {
  const t = useText()
  const isPhone = place === 'phone'
  const words = isPhone ? 'sr-only' : 'min-w-0 flex-1 leading-tight group-data-[bar=narrow]/frame:sr-only'
  return (
    <summary
      className={`touch-target flex list-none items-center gap-2.5 rounded-lg hover:bg-hover [&::-webkit-details-marker]:hidden ${isPhone ? 'justify-center p-1' : 'px-2 py-1.5 group-data-[bar=narrow]/frame:justify-center group-data-[bar=narrow]/frame:px-0'}`}
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
