import { loadPage, type PageRequest } from '../load-page.server.ts'
import { loadVisits, storeName } from '../load-recorded.server.ts'

/** Which signals there are now: those that the store wrote on its orders. */
export function loadTrackingScreen(request: PageRequest) {
  return loadPage(request, (page) => ({ store: storeName(page), visits: loadVisits(page, 'source') }))
}
