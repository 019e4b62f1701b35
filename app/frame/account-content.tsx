import { Form, href } from 'react-router'
import { Inbox, Languages, LogOut, UserRound, UsersRound } from '../icons.ts'
import { LanguageSwitch, useText } from '../language/index.ts'
import { MenuLink } from './navigation.tsx'

/** The signed-in person, as the frame shows them. */
export interface FramePerson {
  readonly name: string
  readonly email: string
  readonly pictureUrl: string | null
  /** How many entries of the inbox are unread. */
  readonly unread: number
}

interface AccountContentProps {
  readonly person: FramePerson
  /** The shop whose members page is linked; undefined without one. */
  readonly domain: string | undefined
}

/** What the menu of a person holds. */
export function AccountContent({ person, domain }: AccountContentProps) {
  const { name, email, unread } = person
  const t = useText()
  return (
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
  )
}
