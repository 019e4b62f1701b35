import { printPeriod, printProblems } from '../../blocks/period/print-period.server.ts'
import { listCurrencies } from '../../blocks/shop/choices.server.ts'
import type { SearchState } from '../../search/index.ts'
import { resolvePeriod } from '../../search/resolve-period.server.ts'
import type { AppServices, ShopServices } from '../../services.ts'
import { loadHub } from './load-hub.server.ts'
import { pageWords } from './words.server.ts'

interface HubAsking {
  readonly services: AppServices
  /** The shop in the address: provides the period, preferences and organisation. */
  readonly current: ShopServices
  readonly state: SearchState
  readonly patience: AbortSignal
  readonly report: (failure: unknown) => void
}

/** Everything the page shows; shops, total and to-dos stream in independently. */
export async function loadHubScreen(asking: HubAsking) {
  const { current, state } = asking
  const { shop } = current
  const period = resolvePeriod(state, shop)
  const currencies = listCurrencies(shop.display.language)
  const isKnown = currencies.some(({ code }) => code === state.currency)
  const known = isKnown ? state : { ...state, currency: undefined }
  return {
    hub: await loadHub({ ...asking, state: known }),
    state: known,
    period: printPeriod(state, period, shop),
    problems: [
      ...printProblems(period, shop),
      ...(state.currency === undefined || isKnown
        ? []
        : [
            pageWords.say(shop.display.language)('currency.unknown', {
              code: state.currency,
              currency: shop.display.currency,
            }),
          ]),
    ],
    allCurrencies: currencies,
  }
}
