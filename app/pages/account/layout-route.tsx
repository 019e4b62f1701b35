import type { ReactNode } from 'react'
import { href, NavLink, Outlet, useSearchParams } from 'react-router'
import { ErrorPage } from '../../frame/basic/index.ts'
import { CircleCheck } from '../../icons.ts'
import { EnglishOnly } from '../../language/index.ts'

/** Confirmations of the previous page's form, by the word in the address. */
const texts: ReadonlyMap<string, string> = new Map([
  ['profile', 'Your profile is saved.'],
  ['picture', 'Your picture is saved.'],
  ['picture-removed', 'Your picture is removed.'],
  ['notifications', 'Your choice is saved.'],
  ['digest-sent', 'It is in your inbox, and on its way by mail.'],
  ['push-sent', 'A test is on its way to the device. It shows within a minute.'],
  ['push-removed', 'Nothing is sent to the device any more.'],
  ['password-changed', 'Your password is changed. Other devices were signed out.'],
  ['mail-sent', 'We have sent the mails. Open the link in them or enter the codes here.'],
  ['email-half', 'One of the two addresses is confirmed. Confirm the other one too.'],
  ['email-changed', 'Your e-mail address is changed.'],
  ['email-kept', 'Your e-mail address stays as it is.'],
  ['email-expires', 'Your e-mail address stays as it is: without its code the change lapses by itself.'],
  ['text-sent', 'A text message with a code is on its way.'],
  ['phone-changed', 'Your phone number is saved.'],
  ['factor-added', 'Your second factor is on. Devices signed in without it were signed out.'],
  ['factor-needed', 'An organisation of yours asks everybody for a second factor. Add one here, then go on.'],
  ['factor-removed', 'The second factor is removed.'],
  ['codes-stored', 'Good. Your recovery codes are ready for the day you need one.'],
  ['linked', 'The account is linked. You can sign in with it.'],
  ['unlinked', 'The account is no longer linked.'],
  ['cut-off', 'The assistant is cut off.'],
  ['others-out', 'All your other devices are signed out.'],
])

const pages = [
  { to: href('/account'), label: 'Overview', isExact: true },
  { to: href('/account/profile'), label: 'Profile', isExact: false },
  { to: href('/account/security'), label: 'Security', isExact: false },
  { to: href('/account/inbox'), label: 'Inbox', isExact: false },
  { to: href('/account/notifications'), label: 'Notifications', isExact: false },
  { to: href('/account/assistants'), label: 'Assistants', isExact: false },
  { to: href('/account/billing'), label: 'Billing', isExact: false },
] as const

export default function AccountRoute() {
  return (
    <AccountFrame>
      <Outlet />
    </AccountFrame>
  )
}

export { ErrorPage as ErrorBoundary }

/** The account's tabs, and the confirmation of the last form. */
function AccountFrame({ children }: { readonly children: ReactNode }) {
  const [search] = useSearchParams()
  const done = doneText(search.get('done'))
  return (
    <div className="mx-auto max-w-3xl px-4 pt-6 pb-12 sm:px-8 sm:pt-8">
      <EnglishOnly>
        <nav aria-labelledby="account-nav" className="mb-6">
          <p className="font-semibold text-faint text-xs uppercase tracking-wide" id="account-nav">
            Account
          </p>
          <ul className="-mx-4 mt-1 flex gap-5 overflow-x-auto border-line border-b px-4 sm:mx-0 sm:px-0">
            {pages.map(({ to, label, isExact }) => (
              <li key={to}>
                <NavLink
                  className="flex h-11 items-center border-transparent border-b-2 text-soft hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-ink aria-[current=page]:font-medium aria-[current=page]:text-ink"
                  end={isExact}
                  to={to}
                >
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      </EnglishOnly>
      <main id="content" tabIndex={-1}>
        <output className="block in-[main:has([role=alert]:not(:empty),[aria-invalid=true])]:hidden">
          {done && (
            <span className="mb-6 flex items-start gap-2.5 rounded-lg bg-good-wash px-3.5 py-2.5 text-[13px]">
              <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
              <EnglishOnly>{done}</EnglishOnly>
            </span>
          )}
        </output>
        {children}
      </main>
    </div>
  )
}

/** The sentence for a word in the address; undefined for anything else. */
function doneText(word: string | null): string | undefined {
  return word === null ? undefined : texts.get(word)
}
