import { addDays, type Day, dayOf, parseDay } from '@tillsight/core/days'
import type { ReconciliationView } from '@tillsight/domain'
import { ageText, dayText, instantText, rangeText } from '../../format/index.ts'
import type { ShopServices } from '../../services.ts'
import type { ReconciliationModel } from './model.ts'
import { printDay, printOpenDay } from './print-days.server.ts'

/** Default number of days. */
const usualDays = 35
/** Longer ranges would make the table too long. */
const mostDays = 400

/** The address's range of days; invalid parts fall back to the default. */
export function readRange(search: URLSearchParams, yesterday: Day): { readonly from: Day; readonly to: Day } {
  const to = readDay(search.get('to')) ?? yesterday
  const from = readDay(search.get('from')) ?? addDays(to, 1 - usualDays)
  const last = to < yesterday ? to : yesterday
  const first = from <= last ? from : addDays(last, 1 - usualDays)
  const earliest = addDays(last, 1 - mostDays)
  return { from: first > earliest ? first : earliest, to: last }
}

function readDay(text: string | null): Day | undefined {
  if (text === null) return undefined
  try {
    return parseDay(text)
  } catch {
    // An invalid address: the default range is shown instead.
    return undefined
  }
}

/** Yesterday, in the shop's time zone. */
export function yesterdayOf({ shop }: Pick<ShopServices, 'shop'>, now: string): Day {
  return addDays(dayOf(new Date(now), shop.zone), -1)
}

/** Our days beside the store's own report, and one of them opened. */
export async function loadReconciliation(
  services: ShopServices,
  now: string,
  search: URLSearchParams,
): Promise<ReconciliationModel> {
  const { shop, may } = services
  const latest = yesterdayOf(services, now)
  const range = readRange(search, latest)
  const asked = readDay(search.get('day'))
  const [view, opened] = await Promise.all([
    services.run('reconciliation.list', range),
    asked !== undefined && may.openOrders ? services.run('reconciliation.get', { day: asked }) : null,
  ])
  const printing = { shop, currency: view.currency }
  const shown = opened ?? view.days.find(({ day }) => day === asked)
  return {
    range: { ...range, latest },
    label: view.label,
    currency: view.currency,
    last: printLast(view.last, { zone: shop.zone, now }),
    isAwaited: search.get('after') === markOf(view),
    notes: view.last?.notes ?? [],
    summary: summaryOf(view),
    days: view.days.toReversed().map((day) => printDay(day, printing)),
    open: shown ? printOpenDay(shown, printing) : null,
    mayCompare: may.changeConnections,
  }
}

/** Identifies the last comparison, so that a page can detect a newer one. */
export function markOf({ last }: Pick<ReconciliationView, 'last'>): string {
  return last?.beganAt ?? 'none'
}

function printLast(
  last: ReconciliationView['last'],
  { zone, now }: { readonly zone: string; readonly now: string },
): ReconciliationModel['last'] {
  if (!last) return null
  const days = rangeText(last)
  if (last.endedAt === null) {
    return { text: `${days} are being compared, since ${ageText(last.beganAt, now)}.`, isRunning: true, problem: null }
  }
  const at = `${ageText(last.endedAt, now)} (${instantText(last.endedAt, zone)})`
  return { text: `${days} were compared ${at}.`, isRunning: false, problem: last.problem }
}

function summaryOf({ days }: ReconciliationView): string {
  if (days.length === 0) return ''
  const count = (state: string) => days.filter((day) => day.state === state).length
  const [agree, explained, differ] = [count('agrees'), count('explained'), count('differs')]
  const worst = days.findLast(({ state }) => state === 'differs')
  const parts = [
    `${agree} of ${days.length} days agree to the cent`,
    ...(explained > 0 ? [`${explained} ${explained === 1 ? 'differs' : 'differ'} for a known reason`] : []),
    ...(differ > 0 && worst
      ? [`${differ} ${differ === 1 ? 'needs' : 'need'} a look, the latest ${dayText(worst.day)}`]
      : []),
  ]
  return `${parts.join('; ')}.`
}
