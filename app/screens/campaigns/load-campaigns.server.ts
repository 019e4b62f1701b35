import type { Preference } from '@tillsight/domain/inputs'
import { isAdFilter } from '../../features/campaigns/levels.ts'
import { loadTable } from '../../features/campaigns/load-table.server.ts'
import { toAdsQuestion } from '../../features/campaigns/to-question.server.ts'
import { printFilters } from '../../features/overview/dimension-labels.server.ts'
import { loadPlatforms } from '../../features/tracking/load-platforms.server.ts'
import type { SearchState } from '../../search/index.ts'
import { loadPage, type PageRequest } from '../load-page.server.ts'
import { loadRecorded, loadVisits, storeName } from '../load-recorded.server.ts'

interface CampaignsRequest extends PageRequest {
  readonly preference: Preference
}

/**
 * The table of everything that is known of ads, and below it what the orders themselves name. Before an ad platform is
 * connected or a cost is entered there is no table, and its place is taken by the ways to one.
 */
export async function loadCampaignsScreen(request: CampaignsRequest) {
  const { services, state } = request
  const aboutOrders: SearchState = {
    ...state,
    filters: state.filters.filter((filter) => !isAdFilter(filter)),
    find: undefined,
  }
  const ads = loadAds(request)
  const [{ page, ...orders }, platforms, version] = await Promise.all([
    loadPage({ ...request, state: aboutOrders }, (asked) => ({
      store: storeName(asked),
      // They come after the table, and do not take anything away from it meanwhile.
      visits: ads.then(() => loadVisits(asked, 'campaign')),
      recorded: loadRecordedAfter(ads, asked),
    })),
    loadPlatforms(services),
    services.factsVersion(),
  ])
  const { display } = services.shop
  return {
    ...orders,
    page,
    state,
    version: { shops: services.shop.id, version },
    platforms,
    filters: printFilters(state, services.catalogue().dimensions, display.language),
    ads: await ads,
  }
}

type Asked = Parameters<typeof loadRecorded>[0]

function loadRecordedAfter(ads: Promise<unknown>, asked: Asked) {
  const later = (metrics: readonly string[]) => asked.ask(metrics)
  const services = {
    ...asked.services,
    query: async (query: Parameters<Asked['services']['query']>[0]) => {
      await ads
      return asked.services.query(query)
    },
  }
  return loadRecorded({ ...asked, services, ask: later }, ['coupon', 'sales_channel', 'source'])
}

/** Null before anything is known of ads. */
async function loadAds({ services, state, preference, now }: CampaignsRequest) {
  const question = await toAdsQuestion({ services, state, preference, now })
  const { accounts, entries } = question.choices
  if (accounts.length === 0 && entries.length === 0) return null
  return loadTable(question)
}
