import { loadPlatforms } from '../../features/tracking/load-platforms.server.ts'
import { loadPage, type PageRequest } from '../load-page.server.ts'
import { loadRecorded, loadVisits, storeName } from '../load-recorded.server.ts'

/** What is known of campaigns without a connected ad platform: what the orders themselves name. */
export async function loadCampaignsScreen(request: PageRequest) {
  const platforms = await loadPlatforms(request.services)
  return loadPage(request, (page) => ({
    platforms,
    store: storeName(page),
    visits: loadVisits(page, 'campaign'),
    recorded: loadRecorded(page, ['coupon', 'sales_channel', 'source']),
  }))
}
