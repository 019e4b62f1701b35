import { storedColumns } from '../../blocks/breakdown-table/columns.ts'
import { loadChoice } from '../../blocks/credit/load-choice.server.ts'
import type { SearchState } from '../../search/index.ts'
import { resolvePeriod } from '../../search/resolve-period.server.ts'
import type { ShopServices } from '../../services.ts'
import { knownColumns } from './load-table.server.ts'
import type { AddressedAds, AdsQuery } from './query.server.ts'

interface Params {
  readonly services: Pick<ShopServices, 'shop' | 'may' | 'run' | 'catalogue'>
  readonly state: SearchState
  /** The person's preference for the shop. */
  readonly preference: Readonly<Record<string, unknown>>
  /** The present instant. */
  readonly now: string
}

/** Builds the ads query of an address. */
export async function toAdsQuery(params: Params): Promise<AdsQuery> {
  return { ...toAddressedAds(params), ...(await loadChoices(params)) }
}

/** The filter choices and the attribution settings. */
export async function loadChoices(params: Omit<Params, 'now'>): Promise<Pick<AdsQuery, 'choices' | 'credit'>> {
  const [choices, credit] = await Promise.all([params.services.run('campaigns.choices'), loadChoice(params)])
  return { choices, credit }
}

/** The part of the query that the address alone determines. */
export function toAddressedAds({ services, state, preference, now }: Params): AddressedAds {
  return {
    services,
    state,
    now,
    period: resolvePeriod(state, services.shop),
    columns: knownColumns(storedColumns(preference), { services }),
  }
}
