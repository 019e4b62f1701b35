import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { href, NavLink, useSearchParams } from 'react-router'
import { doneText } from './done-text.ts'

const pages = [
  { to: href('/account'), label: 'Overview', isExact: true },
  { to: href('/account/profile'), label: 'Profile', isExact: false },
  { to: href('/account/security'), label: 'Security', isExact: false },
  { to: href('/account/notifications'), label: 'Notifications', isExact: false },
  { to: href('/account/billing'), label: 'Billing', isExact: false },
] as const

/** The pages of the account beside each other, and what the last form has done. */
export function AccountFrame({ children }: { readonly children: ReactNode }) {
  const [search] = useSearchParams()
  const done = doneText(search.get('done'))
  return (
    <div className="mx-auto max-w-3xl px-4 pt-6 pb-12 sm:px-8 sm:pt-8">
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
      <main id="content" tabIndex={-1}>
        <output className="block in-[main:has([role=alert]:not(:empty),[aria-invalid=true])]:hidden">
          {done && (
            <span className="mb-6 flex items-start gap-2.5 rounded-lg bg-good-wash px-3.5 py-2.5 text-[13px]">
              <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
              {done}
            </span>
          )}
        </output>
        {children}
      </main>
    </div>
  )
}
