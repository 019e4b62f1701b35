import type { ReactNode } from 'react'
import { href, Outlet } from 'react-router'
import { PageTabs } from '../../blocks/figures-page/page-tabs.tsx'
import { ErrorPage } from '../../frame/basic/index.ts'
import { pageLanguage } from '../../guards/page-language.server.ts'
import type { Language } from '../../language/index.ts'
import { guarded } from '../../request.server.ts'
import type { Route } from './+types/layout-route.ts'
import { pageWords } from './words.server.ts'

export const loader = guarded(async ({ context }: Route.LoaderArgs) => tabsIn(await pageLanguage(context)))

export default function CostsRoute({ params: { domain }, loaderData }: Route.ComponentProps) {
  return (
    <CostsFrame domain={domain} tabs={loaderData}>
      <Outlet />
    </CostsFrame>
  )
}

export { ErrorPage as ErrorBoundary }

function tabsIn(language: Language) {
  const say = pageWords.say(language)
  return {
    all: say('page.title'),
    overview: say('tab.overview'),
    goods: say('tab.goods'),
    gateway: say('tab.gateway'),
    shipping: say('tab.shipping'),
    handling: say('tab.handling'),
    files: say('tab.files'),
    changes: say('tab.changes'),
  }
}

interface CostsFrameProps {
  readonly domain: string
  readonly tabs: ReturnType<typeof tabsIn>
  readonly children: ReactNode
}

/** Tabs of the cost pages. */
function CostsFrame({ domain, tabs, children }: CostsFrameProps) {
  const pages = [
    { to: href('/shop/:domain/costs', { domain }), label: tabs.overview },
    { to: href('/shop/:domain/costs/goods', { domain }), label: tabs.goods },
    { to: href('/shop/:domain/costs/gateway', { domain }), label: tabs.gateway },
    { to: href('/shop/:domain/costs/shipping', { domain }), label: tabs.shipping },
    { to: href('/shop/:domain/costs/handling', { domain }), label: tabs.handling },
    { to: href('/shop/:domain/costs/files', { domain }), label: tabs.files },
    { to: href('/shop/:domain/costs/changes', { domain }), label: tabs.changes },
  ]
  return (
    <main className="mx-auto max-w-[1600px] px-4 pb-12 sm:px-8" id="content" tabIndex={-1}>
      <PageTabs label={tabs.all} pages={pages} />
      {children}
    </main>
  )
}
