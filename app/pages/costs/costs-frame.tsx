import type { ReactNode } from 'react'
import { href } from 'react-router'
import { PageTabs } from '../../blocks/figures-page/page-tabs.tsx'

/** The pages about costs beside each other. */
export function CostsFrame({ domain, children }: { readonly domain: string; readonly children: ReactNode }) {
  const pages = [
    { to: href('/shop/:domain/costs', { domain }), label: 'Overview' },
    { to: href('/shop/:domain/costs/goods', { domain }), label: 'Goods' },
    { to: href('/shop/:domain/costs/gateway', { domain }), label: 'Payment fees' },
    { to: href('/shop/:domain/costs/shipping', { domain }), label: 'Shipping' },
  ]
  return (
    <main className="mx-auto max-w-[1600px] px-4 pb-12 sm:px-8" id="content" tabIndex={-1}>
      <PageTabs label="Costs" pages={pages} />
      {children}
    </main>
  )
}
