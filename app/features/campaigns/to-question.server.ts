import type { SearchState } from '../../search/index.ts'
import { resolvePeriod } from '../../search/resolve-period.server.ts'
import type { ShopServices } from '../../services.ts'
import { storedColumns } from './columns.ts'
import { knownColumns } from './load-table.server.ts'
import type { AdsQuestion } from './question.server.ts'

interface Asked {
  readonly services: Pick<ShopServices, 'shop' | 'query' | 'adPlaces' | 'adChoices' | 'catalogue'>
  readonly state: SearchState
  /** What the person prefers on the shop. */
  readonly preference: Readonly<Record<string, unknown>>
  /** The present instant. */
  readonly now: string
}

/** Everything that is asked about ads at an address. */
export async function toAdsQuestion({ services, state, preference, now }: Asked): Promise<AdsQuestion> {
  return {
    services,
    state,
    now,
    period: resolvePeriod(state, services.shop),
    columns: knownColumns(storedColumns(preference), { services }),
    choices: await services.adChoices(),
  }
}
