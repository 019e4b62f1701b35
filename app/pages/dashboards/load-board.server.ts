import type { DashboardFigures, DashboardSummary } from '@tillsight/domain'
import { loadPage, type PageQuery, type PageRequest, partOf } from '../../blocks/figures-page/load-page.server.ts'
import { instantText } from '../../format/index.ts'
import { resolvePeriod } from '../../search/resolve-period.server.ts'
import type { ShopServices } from '../../services.ts'
import type { BoardItem, TileModel } from './model.ts'
import { printWidgets } from './print-widgets.server.ts'
import { type BoardWords, boardWords } from './words.server.ts'

/** The dashboards that the person sees. */
export async function loadBoards({ run, shop }: Pick<ShopServices, 'run' | 'shop'>): Promise<BoardItem[]> {
  const { items } = await run('dashboard.list')
  return items.map((item) => printItem(item, { zone: shop.zone, language: shop.display.language }))
}

function printItem(
  { id, name, isShared, isOwn, maker, mayEdit, widgets, changedAt }: DashboardSummary,
  { zone, language }: { readonly zone: string; readonly language: keyof typeof boardWords },
): BoardItem {
  const words = boardWords[language]
  const day = instantText(changedAt, zone, language).replace(/,[^,]*$/, '')
  const parts = [
    isOwn ? words.byYou : words.by.replace('{name}', maker),
    words.count.replace('{count}', `${widgets}`),
    words.changed.replace('{day}', day),
  ]
  return { id, name, isShared, mayEdit, about: parts.join(' · ') }
}

/** A dashboard with its figures in the page's days. Throws `not_found`. */
export async function loadBoard(request: PageRequest, id: string) {
  const { services } = request
  const words = boardWords[services.shop.display.language]
  // Found before its figures: what there is not is no page.
  const { name, isShared, mayEdit, widgets } = await services.run('dashboard.get', { dashboard: id })
  const content = await loadPage(request, (page) => ({
    tiles: partOf(page.services, () => loadTiles(page, id, words)),
  }))
  return {
    ...content,
    // Waited for: every figure is in the page that is sent, and nothing moves.
    tiles: await content.tiles,
    board: { id, name, isShared, mayEdit, isEmpty: widgets.length === 0 },
    words,
  }
}

async function loadTiles({ services, state, ask }: PageQuery, id: string, words: BoardWords): Promise<TileModel[]> {
  const { shop, run } = services
  const [answer, { items: own }] = await Promise.all([askFigures({ services, ask }, id), run('own_metric.list')])
  const period = resolvePeriod(state, shop)
  return printWidgets(answer, { shop, state, period, catalogue: services.catalogue(), own, words })
}

/** The dashboard's question, in the days, filters and currency of the page. */
function askFigures({ services, ask }: Pick<PageQuery, 'services' | 'ask'>, id: string): Promise<DashboardFigures> {
  const { metrics: _metrics, ...days } = ask([])
  return services.run('dashboard.figures', { ...days, dashboard: id })
}
