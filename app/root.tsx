import type { ReactNode } from 'react'
import { Links, Outlet, Scripts, ScrollRestoration, useFetchers, useRouteLoaderData } from 'react-router'
import type { Route } from './+types/root.ts'
import './app.css'
import { hasSessionCookie, KeepSession } from './browser-auth/index.ts'
import { identityContext, requestIdContext } from './context.ts'
import { guarded } from './failures.server.ts'
import { guardContext } from './guards/guard-settings.ts'
import { signInGuard } from './guards/sign-in-guard.server.ts'
import { ErrorPage } from './shell/error-page.tsx'
import { readTheme, type Theme, toTheme } from './shell/theme.ts'
import { LoadingBar } from './ui/loading-bar.tsx'
import { Toaster } from './ui/toaster.tsx'

export const middleware: Route.MiddlewareFunction[] = [signInGuard]

export const loader = guarded(async ({ request, context }: Route.LoaderArgs) => {
  const { browser } = context.get(identityContext)
  const cookies = request.headers.get('cookie')
  return {
    theme: readTheme(cookies),
    requestId: context.get(requestIdContext),
    keepSession: hasSessionCookie(cookies ?? '', browser.cookieName)
      ? { browser, login: context.get(guardContext).login }
      : undefined,
  }
})

export function Layout({ children }: { readonly children: ReactNode }) {
  const known = useRouteLoaderData<typeof loader>('root')
  const theme = useChosenTheme() ?? known?.theme ?? 'system'
  return (
    <html data-theme={theme} lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta content="width=device-width, initial-scale=1" name="viewport" />
        <ThemeColor theme={theme} />
        <link href="/icon.svg" rel="icon" type="image/svg+xml" />
        <Links />
      </head>
      <body>
        <a
          className="fixed top-2 left-2 z-80 -translate-y-20 rounded-lg bg-ink px-4 py-2 font-medium text-canvas focus-visible:translate-y-0"
          href="#content"
        >
          Skip to content
        </a>
        <LoadingBar />
        {children}
        <Toaster />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root({ loaderData: { keepSession } }: Route.ComponentProps) {
  return (
    <>
      <Outlet />
      {keepSession && <KeepSession browser={keepSession.browser} login={keepSession.login} />}
    </>
  )
}

export { ErrorPage as ErrorBoundary }

/** The colour of the browser's own bars. */
function ThemeColor({ theme }: { readonly theme: Theme }) {
  if (theme !== 'system') return <meta content={theme === 'dark' ? '#1b1718' : 'white'} name="theme-color" />
  return (
    <>
      <meta content="white" media="(prefers-color-scheme: light)" name="theme-color" />
      <meta content="#1b1718" media="(prefers-color-scheme: dark)" name="theme-color" />
    </>
  )
}

/** A choice that is being saved counts already. */
function useChosenTheme(): Theme | undefined {
  const saving = useFetchers().find((fetcher) => fetcher.key === 'theme')
  return toTheme(saving?.formData?.get('theme'))
}
