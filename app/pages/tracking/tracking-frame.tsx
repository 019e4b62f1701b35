import type { ReactNode } from 'react'
import { href } from 'react-router'
import { PageTabs } from '../../blocks/figures-page/page-tabs.tsx'

/** The pages about tracking beside each other. */
export function TrackingFrame({ domain, children }: { readonly domain: string; readonly children: ReactNode }) {
  const pages = [
    { to: href('/shop/:domain/tracking', { domain }), label: 'Overview' },
    { to: href('/shop/:domain/tracking/live', { domain }), label: 'Live events' },
    { to: href('/shop/:domain/tracking/rules', { domain }), label: 'Channel rules' },
    { to: href('/shop/:domain/tracking/survey', { domain }), label: 'Survey' },
    { to: href('/shop/:domain/tracking/:platform', { domain, platform: 'googleads' }), label: 'Google Ads' },
    { to: href('/shop/:domain/tracking/:platform', { domain, platform: 'metaads' }), label: 'Meta Ads' },
    { to: href('/shop/:domain/tracking/:platform', { domain, platform: 'tiktokads' }), label: 'TikTok Ads' },
  ]
  return (
    <main className="mx-auto max-w-[1600px] px-4 pb-12 sm:px-8" id="content" tabIndex={-1}>
      <PageTabs label="Tracking" pages={pages} />
      {children}
    </main>
  )
}
