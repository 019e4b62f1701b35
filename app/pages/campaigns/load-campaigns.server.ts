import type { Preference } from '@tillsight/domain/inputs'
import { loadPlatforms } from '../../blocks/ad-platforms/load-platforms.server.ts'
import { isAdFilter } from '../../blocks/breakdown-table/levels.ts'
import { printFilters } from '../../blocks/figures-page/dimension-labels.server.ts'
import { loadPage, type PageRequest } from '../../blocks/figures-page/load-page.server.ts'
import { loadRecorded, loadVisits, storeName } from '../../blocks/ledger-tables/load-recorded.server.ts'
import type { SearchState } from '../../search/index.ts'
import type { Result } from '../../services.ts'
import { firstRowsQuery, loadTable } from './load-table.server.ts'
import type { AddressedAds } from './query.server.ts'
import { loadChoices, toAddressedAds } from './to-query.server.ts'

interface CampaignsRequest extends PageRequest {
  readonly preference: Preference
}

/**
 * The table of all ads, and below it what the orders themselves record. Without an ad platform or custom spend there is no
 * table, but ways to get one.
 */
export async function loadCampaignsScreen(request: CampaignsRequest) {
  const { services, state } = request
  const aboutOrders: SearchState = {
    ...state,
    filters: state.filters.filter((filter) => !isAdFilter(filter)),
    find: undefined,
  }
  const asked = toAddressedAds(request)
  // On their way before it is known what there is to choose from; where there is nothing, they are quickly read.
  const first = handled(services.run('metrics.query', firstRowsQuery(asked)))
  await turn()
  const ads = loadAds(request, asked, first)
  const shown = ads.then(drawn, () => undefined)
  const [{ page, ...orders }, platforms, version] = await Promise.all([
    loadPage({ ...request, state: aboutOrders }, (page) => ({
      store: storeName(page),
      // Loaded after the table, so that they do not slow it down.
      visits: handled(shown.then(() => loadVisits(page, 'campaign'))),
      recorded: loadRecordedAfter(shown, page),
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

type Params = Parameters<typeof loadRecorded>[0]

/** A loader's result is rendered and sent in turns; queries that start before this pause would compete with it. */
const sendingMs = 60

/** Lets what was asked leave before this thread is busy with other parts. */
function turn(): Promise<void> {
  return new Promise((done) => void setImmediate(done))
}

function drawn(): Promise<void> {
  return new Promise((done) => void setTimeout(done, sendingMs))
}

/** Nobody awaits later parts when the page itself fails: marks their rejections as handled. */
function handled<T>(later: Promise<T>): Promise<T> {
  later.catch(() => undefined)
  return later
}

function loadRecordedAfter(shown: Promise<void>, params: Params) {
  const later = (metrics: readonly string[]) => params.ask(metrics)
  const run: Params['services']['run'] = async (name, ...input) => {
    await shown
    return await params.services.run(name, ...input)
  }
  const services = { ...params.services, run }
  const recorded = loadRecorded({ ...params, services, ask: later }, ['coupon', 'sales_channel', 'source'])
  return { ...recorded, table: handled(recorded.table) }
}

/** Null before anything is known of ads. */
async function loadAds(request: CampaignsRequest, asked: AddressedAds, first: Promise<Result>) {
  const { choices, credit } = await loadChoices(request)
  if (choices.accounts.length === 0 && choices.entries.length === 0) return null
  return loadTable({ ...asked, choices, credit }, first)
}
