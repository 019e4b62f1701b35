import type { ReactNode } from 'react'
import { href, NavLink, Outlet, useSearchParams } from 'react-router'
import { ErrorPage } from '../../frame/basic/index.ts'
import { pageLanguage } from '../../guards/page-language.server.ts'
import { CircleCheck } from '../../icons.ts'
import { directionOf, type PageWords, useLanguage, WordsProvider } from '../../language/index.ts'
import { guarded, servicesContext } from '../../request.server.ts'
import type { Route } from './+types/layout-route.ts'
import { accountWords } from './words.server.ts'
import { type AccountKey, useWords } from './words.ts'

const pages = [
  { to: href('/account'), label: 'frame.overview', isExact: true },
  { to: href('/account/profile'), label: 'frame.profile', isExact: false },
  { to: href('/account/security'), label: 'frame.security', isExact: false },
  { to: href('/account/inbox'), label: 'frame.inbox', isExact: false },
  { to: href('/account/notifications'), label: 'frame.notifications', isExact: false },
  { to: href('/account/assistants'), label: 'frame.assistants', isExact: false },
  { to: href('/account/billing'), label: 'frame.billing', isExact: false },
] as const

const administration = { to: href('/admin'), label: 'frame.administration', isExact: false } as const

export const loader = guarded(async ({ context }: Route.LoaderArgs) => {
  // Nobody else learns that there is such a page.
  const administers = await context
    .get(servicesContext)
    .administration()
    .then(
      () => true,
      () => false,
    )
  return { words: accountWords.words(await pageLanguage(context)), administers }
})

export default function AccountRoute({ loaderData: { words, administers } }: Route.ComponentProps) {
  return (
    <WordsProvider words={words}>
      <AccountFrame administers={administers} words={words}>
        <Outlet />
      </AccountFrame>
    </WordsProvider>
  )
}

export { ErrorPage as ErrorBoundary }

interface AccountFrameProps {
  readonly words: PageWords
  /** Whether the person administers the installation. */
  readonly administers: boolean
  readonly children: ReactNode
}

/** The account's tabs, and the confirmation of the last form; some of the pages within are in English only. */
function AccountFrame({ words, administers, children }: AccountFrameProps) {
  const t = useWords()
  const language = useLanguage()
  const [search] = useSearchParams()
  const done = `done.${search.get('done')}`
  const spoken = { lang: language, dir: directionOf(language) }
  return (
    <div className="mx-auto max-w-3xl px-4 pt-6 pb-12 sm:px-8 sm:pt-8">
      <nav aria-labelledby="account-nav" className="mb-6" {...spoken}>
        <p className="font-semibold text-faint text-xs uppercase tracking-wide" id="account-nav">
          {t('frame.account')}
        </p>
        <ul className="-mx-4 mt-1 flex scroll-px-4 gap-5 overflow-x-auto border-line border-b px-4 sm:mx-0 sm:px-0">
          {[...pages, ...(administers ? [administration] : [])].map(({ to, label, isExact }) => (
            <li key={to}>
              <NavLink
                className="flex h-11 items-center whitespace-nowrap border-transparent border-b-2 text-soft hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-ink aria-[current=page]:[scroll-initial-target:nearest] aria-[current=page]:font-medium aria-[current=page]:text-ink"
                end={isExact}
                to={to}
              >
                {t(label)}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <main id="content" tabIndex={-1}>
        <output className="block in-[main:has([role=alert]:not(:empty),[aria-invalid=true])]:hidden">
          {isDoneKey(words, done) && (
            <span
              {...spoken}
              className="mb-6 flex items-start gap-2.5 rounded-lg bg-good-wash px-3.5 py-2.5 text-[13px]"
            >
              <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
              {t(done)}
            </span>
          )}
        </output>
        {children}
      </main>
    </div>
  )
}

/** Anything may be in an address. */
function isDoneKey(words: PageWords, key: string): key is AccountKey {
  return Object.hasOwn(words, key)
}
