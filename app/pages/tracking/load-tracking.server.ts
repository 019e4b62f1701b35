import { storePlatforms } from '@tillsight/platforms'
import { loadPage, type PageRequest } from '../../blocks/figures-page/load-page.server.ts'
import { loadInstall } from '../../blocks/install/load-install.server.ts'
import { loadVisits, storeName } from '../../blocks/ledger-tables/load-recorded.server.ts'

interface TrackingRequest extends PageRequest {
  readonly params: URLSearchParams
}

/** How the script gets into the shop, and which signals the store itself wrote on its orders. */
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
