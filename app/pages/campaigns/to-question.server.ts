import { storedColumns } from '../../blocks/breakdown-table/columns.ts'
import { loadChoice } from '../../blocks/credit/load-choice.server.ts'
import type { SearchState } from '../../search/index.ts'
import { resolvePeriod } from '../../search/resolve-period.server.ts'
import type { ShopServices } from '../../services.ts'
import { knownColumns } from './load-table.server.ts'
import type { AddressedAds, AdsQuestion } from './question.server.ts'

interface Asked {
  readonly services: Pick<ShopServices, 'shop' | 'may' | 'run' | 'catalogue'>
  readonly state: SearchState
  /** The person's preference for the shop. */
  readonly preference: Readonly<Record<string, unknown>>
  /** The present instant. */
  readonly now: string
}

/** Builds the ads query of an address. */
export async function toAdsQuestion(asked: Asked): Promise<AdsQuestion> {
  return { ...toAddressedAds(asked), ...(await loadChoices(asked)) }
}

/** The filter choices and the attribution settings. */
export async function loadChoices(asked: Omit<Asked, 'now'>): Promise<Pick<AdsQuestion, 'choices' | 'credit'>> {
  const [choices, credit] = await Promise.all([asked.services.run('campaigns.choices'), loadChoice(asked)])
  return { choices, credit }
}

/** The part of the query that the address alone determines. */
export function toAddressedAds({ services, state, preference, now }: Asked): AddressedAds {
  return {
    services,
    state,
    now,
    period: resolvePeriod(state, services.shop),
    columns: knownColumns(storedColumns(preference), { services }),
  }
}
