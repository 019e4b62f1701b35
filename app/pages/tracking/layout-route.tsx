import { platformFaces } from '@tillsight/platforms'
import type { ReactNode } from 'react'
import { href, Outlet } from 'react-router'
import { PageTabs } from '../../blocks/figures-page/page-tabs.tsx'
import { ErrorPage } from '../../frame/basic/index.ts'
import { pageLanguage } from '../../guards/page-language.server.ts'
import { directionOf } from '../../language/index.ts'
import { guarded } from '../../request.server.ts'
import type { Route } from './+types/layout-route.ts'
import { pageWords } from './words.server.ts'

const tabs = [
  { path: '/shop/:domain/tracking', word: 'tab.overview' },
  { path: '/shop/:domain/tracking/live', word: 'tab.live' },
  { path: '/shop/:domain/tracking/rules', word: 'tab.rules' },
  { path: '/shop/:domain/tracking/survey', word: 'tab.survey' },
] as const

export const loader = guarded(async ({ context }: Route.LoaderArgs) => {
  const language = await pageLanguage(context)
  const say = pageWords.say(language)
  return { language, title: say('title'), names: tabs.map(({ word }) => say(word)) }
})

export default function TrackingRoute({ params: { domain }, loaderData }: Route.ComponentProps) {
  return (
    <TrackingFrame domain={domain} spoken={loaderData}>
      <Outlet />
    </TrackingFrame>
  )
}

export { ErrorPage as ErrorBoundary }

interface TrackingFrameProps {
  readonly domain: string
  /** The page's language, and the names of the tabs in it. */
  readonly spoken: Route.ComponentProps['loaderData']
  readonly children: ReactNode
}

/** Tabs of the tracking pages. */
function TrackingFrame({ domain, spoken: { language, title, names }, children }: TrackingFrameProps) {
  const pages = [
    ...tabs.map(({ path }, place) => ({ to: href(path, { domain }), label: names[place] ?? '' })),
    ...platformFaces.flatMap(({ id, kind, name }) =>
      kind === 'ads' ? [{ to: href('/shop/:domain/tracking/:platform', { domain, platform: id }), label: name }] : [],
    ),
  ]
  return (
    <main className="mx-auto max-w-[1600px] px-4 pb-12 sm:px-8" id="content" tabIndex={-1}>
      <div className="contents" dir={directionOf(language)} lang={language}>
        <PageTabs label={title} pages={pages} />
      </div>
      {children}
    </main>
  )
}
