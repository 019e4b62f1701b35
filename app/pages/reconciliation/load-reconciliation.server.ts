import { addDays, type Day, dayOf, parseDay } from '@tillsight/core/days'
import type { ReconciliationView } from '@tillsight/domain'
import { ageText, dayText, instantText, rangeText } from '../../format/index.ts'
import type { Language } from '../../language/index.ts'
import type { ShopServices } from '../../services.ts'
import type { ReconciliationModel } from './model.ts'
import { printDay, printOpenDay } from './print-days.server.ts'
import { pageWords } from './words.server.ts'

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
    last: printLast(view.last, { zone: shop.zone, language: shop.display.language, now }),
    isAwaited: search.get('after') === markOf(view),
    notes: view.last?.notes ?? [],
    summary: summaryOf(view, shop.display.language),
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
  { zone, language, now }: { readonly zone: string; readonly language: Language; readonly now: string },
): ReconciliationModel['last'] {
  if (!last) return null
  const say = pageWords.say(language)
  const range = rangeText(last, language)
  if (last.endedAt === null) {
    const age = ageText(last.beganAt, now, language)
    return { text: say('last.running', { range, age }), isRunning: true, problem: null }
  }
  const age = ageText(last.endedAt, now, language)
  const at = instantText(last.endedAt, zone, language)
  return { text: say('last.done', { range, age, at }), isRunning: false, problem: last.problem }
}

function summaryOf({ days }: ReconciliationView, language: Language): string {
  if (days.length === 0) return ''
  const say = pageWords.say(language)
  const count = (state: string) => days.filter((day) => day.state === state).length
  const [agree, explained, differ] = [count('agrees'), count('explained'), count('differs')]
  const worst = days.findLast(({ state }) => state === 'differs')
  const parts = [
    say('summary.agree', { agree, count: days.length }),
    ...(explained > 0 ? [say('summary.explained', { count: explained })] : []),
    ...(differ > 0 && worst ? [say('summary.differ', { count: differ, day: dayText(worst.day, language) })] : []),
  ]
  return `${parts.join(' · ')}.`
}
