import { loadPage, type PageRequest } from '../load-page.server.ts'
import { loadRecorded, loadVisits, storeName } from '../load-recorded.server.ts'

/** Where orders came from, as far as the store noted it. */
export function loadAttributionsScreen(request: PageRequest) {
  return loadPage(request, (page) => ({
    store: storeName(page),
    visits: loadVisits(page, 'source'),
    recorded: loadRecorded(page, ['sales_channel', 'coupon', 'source']),
  }))
}
