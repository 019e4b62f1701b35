import type { PageContent } from '../../blocks/figures-page/load-page.server.ts'
import { RecordedSection } from '../../blocks/ledger-tables/recorded-section.tsx'
import { VisitsSection } from '../../blocks/ledger-tables/visits-section.tsx'
import { Notice } from '../../ui/index.ts'
import type { loadNoted } from './load-parts.server.ts'
import { useWords } from './words.ts'

interface NotedProps {
  readonly page: PageContent
  readonly noted: ReturnType<typeof loadNoted>
}

/** What the store itself recorded on orders: evidence of their source, not attribution. */
export function Noted({ noted: { store, visits, recorded }, page }: NotedProps) {
  const say = useWords()
  return (
    <>
      <Notice severity="info">{say('store.note')}</Notice>
      <VisitsSection
        labelHeader={say('store.source')}
        origins={visits}
        page={page}
        store={store}
        title={say('store.visits')}
      />
      <RecordedSection note={say('store.recorded')} page={page} recorded={recorded} />
    </>
  )
}
