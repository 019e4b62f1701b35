import { platformFaces } from '@tillsight/platforms'
import type { ReactNode } from 'react'
import { href, Outlet } from 'react-router'
import { PageTabs } from '../../blocks/figures-page/page-tabs.tsx'
import { ErrorPage } from '../../frame/basic/index.ts'
import type { Route } from './+types/layout-route.ts'

export default function TrackingRoute({ params: { domain } }: Route.ComponentProps) {
  return (
    <TrackingFrame domain={domain}>
      <Outlet />
    </TrackingFrame>
  )
}

export { ErrorPage as ErrorBoundary }

/** Tabs of the tracking pages. */
function TrackingFrame({ domain, children }: { readonly domain: string; readonly children: ReactNode }) {
  const pages = [
    { to: href('/shop/:domain/tracking', { domain }), label: 'Overview' },
    { to: href('/shop/:domain/tracking/live', { domain }), label: 'Live events' },
    { to: href('/shop/:domain/tracking/rules', { domain }), label: 'Channel rules' },
    { to: href('/shop/:domain/tracking/survey', { domain }), label: 'Survey' },
    ...platformFaces.flatMap(({ id, kind, name }) =>
      kind === 'ads' ? [{ to: href('/shop/:domain/tracking/:platform', { domain, platform: id }), label: name }] : [],
    ),
  ]
  return (
    <main className="mx-auto max-w-[1600px] px-4 pb-12 sm:px-8" id="content" tabIndex={-1}>
      <PageTabs label="Tracking" pages={pages} />
      {children}
    </main>
  )
}
