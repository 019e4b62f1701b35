import { useEffect } from 'react'
import { href, Link, Outlet, useMatches, useNavigate } from 'react-router'
import { Brand, ErrorPage, LanguageMenu, ThemeSwitch } from '../../frame/basic/index.ts'
import { EnglishOnly, translated } from '../../language/index.ts'
import { readFragment } from './fragment.ts'

export default function AuthLayout() {
  const isTranslated = useMatches().some(({ handle }) => handle === translated)
  return (
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
      <main className="mx-auto w-full max-w-md flex-1 px-4 pt-[5vh] pb-16 sm:pt-[9vh]" id="content" tabIndex={-1}>
        {isTranslated ? (
          <Outlet />
        ) : (
          <EnglishOnly>
            <Outlet />
          </EnglishOnly>
        )}
      </main>
    </div>
  )
}

export { ErrorPage as ErrorBoundary }

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
