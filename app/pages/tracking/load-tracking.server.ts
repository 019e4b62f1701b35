import { storePlatforms } from '@tillsight/platforms'
import { loadPage, type PageRequest } from '../../blocks/figures-page/load-page.server.ts'
import { loadInstall } from '../../blocks/install/load-install.server.ts'
import { loadVisits, storeName } from '../../blocks/ledger-tables/load-recorded.server.ts'

interface TrackingRequest extends PageRequest {
  readonly params: URLSearchParams
}

/** Installation of the script, and the sources that the store itself recorded on its orders. */
export async function loadTrackingScreen(request: TrackingRequest) {
  const [install, figures] = await Promise.all([
    loadInstall(request),
    loadPage(request, (page) => ({
      store: storeName(page),
      originNotes: storePlatforms.find(({ id }) => id === page.services.shop.platform)?.originNotes,
      visits: loadVisits(page, 'source'),
    })),
  ])
  return { install, ...figures }
}
