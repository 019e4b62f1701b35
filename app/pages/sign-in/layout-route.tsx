import { useEffect } from 'react'
import { href, Link, Outlet, useLocation, useNavigate } from 'react-router'
import { Brand, ErrorPage, LanguageMenu, ThemeSwitch } from '../../frame/basic/index.ts'
import { pageLanguage } from '../../guards/page-language.server.ts'
import { Check } from '../../icons.ts'
import { WordsProvider } from '../../language/index.ts'
import { guarded } from '../../request.server.ts'
import type { Route } from './+types/layout-route.ts'
import { readFragment } from './fragment.ts'
import { signInWords } from './words.server.ts'
import { useWords } from './words.ts'

export const loader = guarded(async ({ context, url }: Route.LoaderArgs) => {
  return { words: signInWords.words(await pageLanguage(context)), host: url.host }
})

/** Where people come without knowing the product: it is said there what it is. */
const firstPages: readonly string[] = [href('/auth/login'), href('/auth/register')]

export default function AuthLayout({ loaderData: { words, host } }: Route.ComponentProps) {
  const isFirst = firstPages.includes(useLocation().pathname)
  return (
    <WordsProvider words={words}>
      <div className="flex min-h-dvh flex-col bg-sunken">
        <FragmentWatch />
        <header className="flex items-center justify-between px-5 py-4 sm:px-8">
          <Link className="rounded-lg" to="/">
            <Brand />
          </Link>
          <div className="flex items-center gap-2">
            <LanguageMenu />
            <ThemeSwitch />
          </div>
        </header>
        <main
          className={`mx-auto w-full flex-1 px-4 pt-[5vh] pb-16 sm:pt-[9vh] ${isFirst ? 'grid max-w-md content-start gap-8 lg:max-w-5xl lg:grid-cols-2 lg:gap-16' : 'max-w-md'}`}
          id="content"
          tabIndex={-1}
        >
          {isFirst && <About host={host} />}
          <div className="min-w-0 lg:max-w-md">
            <Outlet />
          </div>
        </main>
      </div>
    </WordsProvider>
  )
}

export { ErrorPage as ErrorBoundary }

/** What the product is: a sentence on a phone, with its points beside the form where there is room. */
function About({ host }: { readonly host: string }) {
  const t = useWords()
  return (
    <section aria-label="Tillsight" className="lg:pt-8">
      <p className="text-balance text-center font-medium text-soft lg:text-start lg:font-semibold lg:text-2xl lg:text-ink lg:tracking-tight">
        {t('about.title')}
      </p>
      <ul className="mt-6 hidden gap-3 text-soft lg:grid">
        {(['about.sales', 'about.ads', 'about.data'] as const).map((point) => (
          <li className="flex gap-2.5" key={point}>
            <Check aria-hidden className="mt-1 size-4 shrink-0 text-good" />
            {t(point)}
          </li>
        ))}
      </ul>
      <p className="mt-6 hidden break-words text-[13px] text-faint lg:block">{t('about.server', { host })}</p>
    </section>
  )
}

/** Forwards a result in the fragment to the page that explains it, whichever sign-in page it arrived at. */
function FragmentWatch() {
  const navigate = useNavigate()
  useEffect(() => {
    const { pathname, hash } = location
    if (pathname === href('/auth/callback') || readFragment(hash).kind === 'none') return
    void navigate(`${href('/auth/callback')}${hash}`, { replace: true })
  }, [navigate])
  return null
}
