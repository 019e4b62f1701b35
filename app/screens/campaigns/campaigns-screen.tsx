import { PlatformCards } from '../../features/tracking/index.ts'
import { FiguresPage } from '../figures-page.tsx'
import { RecordedSection } from '../recorded-section.tsx'
import { VisitsSection } from '../visits-section.tsx'
import type { loadCampaignsScreen } from './load-campaigns.server.ts'

/** Campaigns as far as the shop's own orders know them. */
export function CampaignsScreen({ content }: { readonly content: Awaited<ReturnType<typeof loadCampaignsScreen>> }) {
  const { page, platforms, store, visits, recorded } = content
  return (
    <main className="mx-auto max-w-[1600px] px-4 pb-12 sm:px-8" id="content" tabIndex={-1}>
      <FiguresPage
        intro={
          <section aria-labelledby="platforms-heading">
            <h2 className="mb-3 font-semibold text-[15px]" id="platforms-heading">
              Ad platforms
            </h2>
            <PlatformCards domain={page.shop.domain} platforms={platforms} />
          </section>
        }
        page={page}
        title="Campaigns"
      >
        <VisitsSection
          labelHeader="Campaign"
          origins={visits}
          page={page}
          store={store}
          title="Campaigns named on orders"
        />
        <RecordedSection
          note="A coupon that belongs to one campaign stands in for it: its orders are that campaign’s, as far as people used it."
          page={page}
          recorded={recorded}
        />
      </FiguresPage>
    </main>
  )
}
