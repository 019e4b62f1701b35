import { lazy, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import {
  Links,
  Outlet,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useNavigation,
  useRouteLoaderData,
} from 'react-router'
import type { Route } from './+types/root.ts'
import './app.css'
import { hasSessionCookie } from './browser-auth/session-cookie.ts'
import { ErrorPage } from './frame/basic/error-page.tsx'
import { LateScripts, pageEnd } from './frame/basic/late-scripts.tsx'
import { staysFresh } from './frame/basic/stays-fresh.ts'
import { barColours, readTheme, type Theme } from './frame/basic/theme.ts'
import { useTheme } from './frame/basic/theme-switch.tsx'
import { guardContext } from './guards/guard-settings.ts'
import { languageMiddleware, pageSpeech } from './guards/page-language.server.ts'
import { signInGuard } from './guards/sign-in-guard.server.ts'
import { readSupportToken } from './guards/support-cookie.ts'
import { supportGuard } from './guards/support-guard.server.ts'
import { supportTexts } from './guards/support-texts.server.ts'
import { useText } from './language/index.ts'
import { textFor } from './language/text-for.server.ts'
import { TextProvider } from './language/use-text.tsx'
import { guarded, identityContext, requestIdContext } from './request.server.ts'
import { useLater } from './ui/basic/hooks.ts'
import { orNothing } from './ui/basic/or-nothing.ts'
import { currentToasts, subscribeToToasts, type ToastMessage } from './ui/basic/toast-list.ts'
import { MissingPages, Updates } from './updates/updates.tsx'

const throttleMs = 200
const hideDelayMs = 500
const resetDelayMs = 400

const looks = {
  idle: 'opacity-0 scale-x-0',
  // 2 s to 85 %; the rest when the page has loaded.
  running: 'opacity-100 animate-[loading_2000ms_cubic-bezier(0.1,0.6,0.2,1)_forwards]',
  done: 'opacity-100 scale-x-100 transition-transform duration-150',
  fading: 'opacity-0 scale-x-100 transition-opacity duration-300',
} as const satisfies Record<Phase, string>

const ToastStack = lazy(async () => ({ default: (await import('./ui/toast-stack.tsx')).ToastStack }))

// Without it the server authenticates every request all the same.
const KeepSession = lazy(() => orNothing(import('./browser-auth/keep-session.tsx').then((piece) => piece.KeepSession)))

/** The page comes first: a session lasts longer than its first seconds. */
const keepSessionAfterMs = 3_000

const SupportBanner = lazy(async () => ({ default: (await import('./frame/support-banner.tsx')).SupportBanner }))

const none: readonly ToastMessage[] = []

export const middleware: Route.MiddlewareFunction[] = [signInGuard, supportGuard, languageMiddleware]

export const loader = guarded(async ({ request, context }: Route.LoaderArgs) => {
  const identity = context.get(identityContext)
  const cookies = request.headers.get('cookie')
  const speech = await pageSpeech(context)
  const support = readSupportToken(cookies) === undefined ? undefined : (await identity.person())?.support
  return {
    theme: readTheme(cookies),
    requestId: context.get(requestIdContext),
    speech,
    description: textFor(speech.language)('app.description'),
    visit: support && { endsAt: support.endsAt, texts: supportTexts(speech.language, support) },
    keepSession: hasSessionCookie(cookies ?? '', identity.browser.cookieName)
      ? { browser: identity.browser, login: context.get(guardContext).login }
      : undefined,
  }
})

/** Only a change of shop or a submitted form can change the language and the theme; everything else here is constant. */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs) {
  return !staysFresh(change)
}

/** Until the loader has responded, or when it failed. */
const english = { language: 'en', direction: 'ltr', words: '' } as const

export function Layout({ children }: { readonly children: ReactNode }) {
  const known = useRouteLoaderData<typeof loader>('root')
  const theme = useTheme().shown
  const speech = known?.speech ?? english
  return (
    <html data-theme={theme} dir={speech.direction} lang={speech.language}>
      <head>
        <meta charSet="utf-8" />
        <meta content="width=device-width, initial-scale=1" name="viewport" />
        {known && <meta content={known.description} name="description" />}
        <ThemeColor theme={theme} />
        <link href="/icon.svg" rel="icon" type="image/svg+xml" />
        <link href="/apple-touch-icon.png" rel="apple-touch-icon" />
        <link href="/manifest.webmanifest" rel="manifest" />
        <Links />
      </head>
      <body>
        <TextProvider language={speech.language} words={speech.words}>
          <SkipLink />
          <LoadingBar />
          {children}
          <Toaster />
          <Updates />
          <MissingPages />
        </TextProvider>
        <span hidden id={pageEnd} />
        <ScrollRestoration />
        <LateScripts />
      </body>
    </html>
  )
}

export default function Root({ loaderData: { keepSession, visit } }: Route.ComponentProps) {
  const isLater = useLater(keepSessionAfterMs)
  return (
    <>
      {visit && (
        <Suspense>
          <SupportBanner {...visit} />
        </Suspense>
      )}
      <Outlet />
      {keepSession && isLater && (
        <Suspense>
          <KeepSession browser={keepSession.browser} login={keepSession.login} />
        </Suspense>
      )}
    </>
  )
}

export { ErrorPage as ErrorBoundary }

/** The colour of the browser's own bars. */
function ThemeColor({ theme }: { readonly theme: Theme }) {
  return barColours(theme).map(({ colour, media }) => (
    <meta content={colour} key={colour} media={media} name="theme-color" />
  ))
}

/** Lets keyboard users skip the navigation. */
function SkipLink() {
  const t = useText()
  return (
    <a
      className="fixed start-2 top-2 z-80 -translate-y-20 rounded-lg bg-ink px-4 py-2 font-medium text-canvas focus-visible:translate-y-0 print:hidden"
      href="#content"
    >
      {t('nav.skip')}
    </a>
  )
}

/** Container of toasts; its code is loaded with the first one. */
function Toaster() {
  const messages = useSyncExternalStore(subscribeToToasts, currentToasts, () => none)
  if (messages.length === 0) return null
  return (
    <Suspense>
      <ToastStack messages={messages} />
    </Suspense>
  )
}

type Phase = 'idle' | 'running' | 'done' | 'fading'

/** A progress bar on top while a page is loading; fast pages never show it. */
function LoadingBar() {
  const t = useText()
  const phase = usePhase(useNavigation().state !== 'idle')
  return (
    <progress
      aria-hidden={phase === 'idle' || undefined}
      aria-label={t('shell.loading')}
      className={`pointer-events-none fixed inset-x-0 top-0 z-60 h-[3px] w-full origin-left rtl:origin-right appearance-none border-0 bg-accent motion-reduce:hidden [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-accent ${looks[phase]}`}
    />
  )
}

function usePhase(isBusy: boolean): Phase {
  const [phase, setPhase] = useState<Phase>('idle')
  useEffect(() => {
    const next = nextPhase(phase, isBusy)
    if (!next) return
    const timer = setTimeout(() => setPhase(next.phase), next.afterMs)
    return () => clearTimeout(timer)
  }, [phase, isBusy])
  return phase
}

function nextPhase(phase: Phase, isBusy: boolean): { phase: Phase; afterMs: number } | undefined {
  if (isBusy) return phase === 'running' ? undefined : { phase: 'running', afterMs: phase === 'idle' ? throttleMs : 0 }
  if (phase === 'running') return { phase: 'done', afterMs: 0 }
  if (phase === 'done') return { phase: 'fading', afterMs: hideDelayMs }
  return phase === 'fading' ? { phase: 'idle', afterMs: resetDelayMs } : undefined
}
