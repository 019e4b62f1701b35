import type { ReactNode } from 'react'
import { href, Outlet } from 'react-router'
import { PageTabs } from '../../blocks/figures-page/page-tabs.tsx'
import { ErrorPage } from '../../frame/basic/index.ts'
import type { Route } from './+types/layout-route.ts'

export default function CostsRoute({ params: { domain } }: Route.ComponentProps) {
  return (
    <CostsFrame domain={domain}>
      <Outlet />
    </CostsFrame>
  )
}

export { ErrorPage as ErrorBoundary }

/** Tabs of the cost pages. */
function CostsFrame({ domain, children }: { readonly domain: string; readonly children: ReactNode }) {
  const pages = [
    { to: href('/shop/:domain/costs', { domain }), label: 'Overview' },
    { to: href('/shop/:domain/costs/goods', { domain }), label: 'Goods' },
    { to: href('/shop/:domain/costs/gateway', { domain }), label: 'Payment fees' },
    { to: href('/shop/:domain/costs/shipping', { domain }), label: 'Shipping' },
    { to: href('/shop/:domain/costs/handling', { domain }), label: 'Handling and expenses' },
    { to: href('/shop/:domain/costs/files', { domain }), label: 'Files' },
    { to: href('/shop/:domain/costs/changes', { domain }), label: 'Changes' },
  ]
  return (
    <main className="mx-auto max-w-[1600px] px-4 pb-12 sm:px-8" id="content" tabIndex={-1}>
      <PageTabs label="Costs" pages={pages} />
      {children}
    </main>
  )
}
