import type { ShopVerbs, VerbOutput, WorkView } from '@tillsight/domain'
import { storeBasics } from '../../blocks/connections/connections.ts'
import { figureText } from '../../format/index.ts'
import type { ShopServices } from '../../services.ts'
import type { JobModel, SettingsModel } from './model.ts'

/** A conservative throughput, so that estimates hold. */
const ordersPerSecond = 500
const daysPerSecond = 500

/** Options for zones and currencies; the shop forms provide them. */
type Choices = Pick<SettingsModel, 'zones' | 'currencies'>

/** The shop's settings and the person's own preference. */
export async function loadSettings(services: ShopServices, now: string, choices: Choices): Promise<SettingsModel> {
  const { shop, may } = services
  const [{ settings }, preference, work, usage, connections] = await Promise.all([
    services.run('shop.get'),
    services.run('preference.get'),
    services.run('work.list'),
    services.run('shop.usage'),
    services.run('connection.list'),
  ])
  const { layout } = preference.summary
  const { currency, decimals, chosenLanguage, numbers } = shop.display
  return {
    shop: {
      name: shop.name,
      zone: shop.zone,
      currency: shop.currency,
      storeCurrency: storeBasics(connections)?.currency ?? null,
    },
    settings: {
      weekStartsOn: settings.weekStartsOn,
      ratioBasis: settings.ratioBasis,
      viewersSeeProfit: settings.viewersSeeProfit,
      countUnpaid: settings.countUnpaid,
      excludedStatuses: settings.excludedStatuses,
      tests: settings.tests,
    },
    preference: {
      theme: preference.theme,
      language: chosenLanguage ?? '',
      currency,
      decimal: decimals,
      numbers: preference.numbers,
      grid: layout.grid,
      fluid: layout.fluid,
    },
    mayChange: may.changeSettings,
    effort: printEffort(usage, { today: shop.today, numbers }),
    jobs: work.filter(({ what }) => what === 'recalculation').map((job) => printJob(job, { now, numbers })),
    ...choices,
  }
}

function printEffort(
  { orders, firstDay }: VerbOutput<ShopVerbs['shop.usage']>,
  { today, numbers }: { readonly today: string; readonly numbers: string },
): SettingsModel['effort'] {
  const days = firstDay === null ? 0 : (Date.parse(today) - Date.parse(firstDay)) / 86_400_000 + 1
  return {
    orders: count(orders, numbers),
    ledger: durationText(orders / ordersPerSecond + days / daysPerSecond),
    days: durationText(days / daysPerSecond),
  }
}

/** Rounded up: finishing early is better than taking longer than promised. */
export function durationText(seconds: number): string {
  if (seconds <= 5) return 'a few seconds'
  if (seconds <= 30) return 'about half a minute'
  if (seconds <= 60) return 'about a minute'
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? `about ${minutes} minutes` : `about ${Math.ceil(minutes / 60)} hours`
}

interface Printing {
  readonly now: string
  /** Locale of figures. */
  readonly numbers: string
}

function printJob(job: WorkView, { now, numbers }: Printing): JobModel {
  const { id, label, done, total, message, estimatedEndAt } = job
  const state = job.state === 'retrying' ? 'waiting' : job.state
  if (state === 'failed') {
    return { id, label, state, done, total, text: message ?? 'It failed without saying why; the log has the details.' }
  }
  const amount = total === null || total === 0 ? null : `${count(done, numbers)} of ${count(total, numbers)}`
  const left =
    estimatedEndAt === null || done >= (total ?? 0)
      ? message
      : `${durationText((Date.parse(estimatedEndAt) - Date.parse(now)) / 1000)} left`
  const begins = state === 'waiting' ? 'Begins in a moment' : 'Under way'
  return { id, label, state, done, total, text: [amount, left].filter(Boolean).join(' · ') || begins }
}

function count(value: number, numbers: string): string {
  return figureText(value, 'count', { currency: 'USD', decimals: 0, numbers })
}
