import type { PageContent } from '../../blocks/figures-page/load-page.server.ts'
import { RecordedSection } from '../../blocks/ledger-tables/recorded-section.tsx'
import { VisitsSection } from '../../blocks/ledger-tables/visits-section.tsx'
import { Notice } from '../../ui/index.ts'
import type { loadNoted } from './load-parts.server.ts'

interface NotedProps {
  readonly page: PageContent
  readonly noted: ReturnType<typeof loadNoted>
}

/** What the store itself recorded on orders: evidence of their source, not attribution. */
export function Noted({ noted: { store, visits, recorded }, page }: NotedProps) {
  return (
    <>
      <Notice severity="info">
        This is what the store noted on each order about its last visit. Every order stands in exactly one row, which is
        evidence of where it came from and not proof of what brought it; nothing is credited to anything here.
      </Notice>
      <VisitsSection labelHeader="Visit from" origins={visits} page={page} store={store} title="Orders by last visit" />
      <RecordedSection
        note="Where and with what an order was placed. It says nothing about the way there."
        page={page}
        recorded={recorded}
      />
    </>
  )
}
