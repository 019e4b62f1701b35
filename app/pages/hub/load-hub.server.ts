import { href } from 'react-router'
import { rangeText } from '../../format/index.ts'
import type { Say } from '../../language/index.ts'
import type { SearchState } from '../../search/index.ts'
import { resolvePeriod } from '../../search/resolve-period.server.ts'
import type { AppServices, ShopServices, ShopView } from '../../services.ts'
import { type ShownMetric, shownMetrics } from './figures.ts'
import { loadReading, type ShopReading } from './load-reading.server.ts'
import type { HubRow, HubShop, Todo } from './model.ts'
import { type Outcome, toRow, toTotal } from './rows.ts'
import { takeTurns } from './take-turns.ts'
import { todosOf } from './todos.ts'
import { pageWords } from './words.server.ts'
import type { WordKey } from './words.ts'

/** Each shop's query keeps both databases busy for a moment; at this concurrency other requests still get through. */
const shopsAtOnce = 4

/** Parameters of the hub. */
export interface HubQuery {
  readonly services: AppServices
  readonly current: ShopServices
  readonly state: SearchState
  /** Aborted when the page has waited long enough; shops that are not ready by then are shown as late. */
  readonly patience: AbortSignal
  /** Logs a shop that could not be read. */
  readonly report: (failure: unknown) => void
}

/** A shop with the promise of its row. */
export interface ComingShop extends HubShop {
  readonly row: Promise<HubRow>
}

/** The shops of the current one's organisation; each streams in when it is ready, and the total when all are. */
export async function loadHub(query: HubQuery) {
  const { services, current, state } = query
  const { organisation } = current.shop
  const [listed, logos] = await Promise.all([services.listShops(), services.logos()])
  const own = listed.filter((shop) => shop.organisation === organisation)
  // Shops with figures are listed and loaded first: if time runs out, they are not the late ones.
  const shops = own.toSorted((a, b) => Number(a.firstDay === null) - Number(b.firstDay === null))
  const currency = state.currency ?? current.shop.display.currency
  const { language } = current.shop.display
  const say = pageWords.say(language)
  const showing = { currency, metrics: metricsOf(current), language, say }
  const turn = takeTurns(shopsAtOnce)
  const coming = shops.map((shop) => ({ shop, reading: turn(() => readInTime(shop, { ...query, currency })) }))
  const all = Promise.all(coming.map(async ({ shop, reading }) => ({ shop, reading: await reading })))
  return {
    live: all.then(toLive),
    currency,
    format: { ...current.shop.display, currency },
    currencies: [...new Set(shops.map((shop) => shop.currency))],
    shops: coming.map(
      ({ shop, reading }): ComingShop => ({
        domain: shop.domain,
        name: shop.name,
        logo: logos[shop.id] ?? null,
        zone: shop.zone,
        days: rangeText(resolvePeriod(state, shop).range, current.shop.display.language),
        row: reading.then((read) => toRow(read, showing)),
      }),
    ),
    total: all.then((readings) => toTotal(readings, showing)),
    todos: Promise.all([all, inviteTodo(current, say)]).then(([readings, invite]) => [
      ...readings.flatMap(({ reading }) =>
        typeof reading === 'string' ? [] : todosOf(reading, { state, currency, say }),
      ),
      ...invite,
    ]),
  }
}

interface Reading extends HubQuery {
  readonly currency: string
}

/** A slow or failing shop does not delay the others. */
async function readInTime(shop: ShopView, reading: Reading): Promise<Outcome> {
  const { patience, report } = reading
  if (patience.aborted) return 'late'
  const isLate = Promise.withResolvers<'late'>()
  patience.addEventListener('abort', () => isLate.resolve('late'), { once: true })
  const work = readShop(shop, reading).catch((failure: unknown) => {
    report(failure)
    return 'failed' as const
  })
  return Promise.race([work, isLate.promise])
}

async function readShop({ domain }: ShopView, { services, current, state, currency }: Reading): Promise<ShopReading> {
  const opened = await services.shop(domain)
  // Reached only when access has just been revoked.
  if (!opened) throw new Error('A shop of the list cannot be opened.')
  // The page uses one number format, whatever is preferred on each shop's own pages.
  return loadReading(
    { ...opened, shop: { ...opened.shop, display: current.shop.display } },
    { state, currency, now: services.now() },
  )
}

function metricsOf(services: ShopServices): ShownMetric[] {
  const { metrics } = services.catalogue()
  return shownMetrics.flatMap((key) => metrics.find((metric) => metric.key === key) ?? [])
}

async function inviteTodo(services: ShopServices, say: Say<WordKey>): Promise<Todo[]> {
  const { shop, may } = services
  if (!may.seeMembers || ((await services.run('shop.usage')).members ?? 0) > 1) return []
  const to = href('/shop/:domain/settings/members', { domain: shop.domain })
  return [{ id: 'invite', shop: undefined, text: say('todo.invite'), action: say('do.invite'), to }]
}

/** Maximum number of shops in one stream; with more, the page has to be reloaded. */
const mostFollowed = 50

/** Ids and versions of the facts of all shops that were read in time. */
function toLive(readings: readonly { readonly shop: ShopView; readonly reading: Outcome }[]) {
  const read = readings.flatMap(({ shop, reading }) =>
    typeof reading === 'string' ? [] : [{ id: shop.id, version: reading.version }],
  )
  const followed = read.slice(0, mostFollowed)
  return { shops: followed.map(({ id }) => id), version: followed.map(({ version }) => version).join(',') }
}
