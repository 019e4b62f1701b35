import type { ShopVerbs, VerbOutput, WorkView } from '@tillsight/domain'
import { storeBasics } from '../../blocks/connections/connections.ts'
import { figureText } from '../../format/index.ts'
import type { Say } from '../../language/index.ts'
import type { ShopServices } from '../../services.ts'
import type { JobModel, SettingsModel } from './model.ts'
import { pageWords } from './words.server.ts'
import type { WordKey } from './words.ts'

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
  const { currency, decimals, chosenLanguage, language, numbers } = shop.display
  const say = pageWords.say(language)
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
    effort: printEffort(usage, { today: shop.today, numbers, say }),
    jobs: work.filter(({ what }) => what === 'recalculation').map((job) => printJob(job, { now, numbers, say })),
    ...choices,
  }
}

function printEffort(
  { orders, firstDay }: VerbOutput<ShopVerbs['shop.usage']>,
  { today, numbers, say }: { readonly today: string; readonly numbers: string; readonly say: Say<WordKey> },
): SettingsModel['effort'] {
  const days = firstDay === null ? 0 : (Date.parse(today) - Date.parse(firstDay)) / 86_400_000 + 1
  return {
    orders: count(orders, numbers),
    ledger: durationText(orders / ordersPerSecond + days / daysPerSecond, say),
    days: durationText(days / daysPerSecond, say),
  }
}

/** Rounded up: finishing early is better than taking longer than promised. */
export function durationText(seconds: number, say: Say<WordKey>): string {
  if (seconds <= 5) return say('time.seconds')
  if (seconds <= 30) return say('time.half')
  if (seconds <= 60) return say('time.minute')
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? say('time.minutes', { count: minutes }) : say('time.hours', { count: Math.ceil(minutes / 60) })
}

interface Printing {
  readonly now: string
  /** Locale of figures. */
  readonly numbers: string
  readonly say: Say<WordKey>
}

/** What went wrong is in the log; the sentence of the job is English. */
function printJob(job: WorkView, { now, numbers, say }: Printing): JobModel {
  const { id, done, total, estimatedEndAt } = job
  const state = job.state === 'retrying' ? 'waiting' : job.state
  const base = { id, label: say('job.title'), state, done, total }
  if (state === 'failed') return { ...base, text: say('job.failed') }
  const amount = total ? say('job.amount', { done: count(done, numbers), total: count(total, numbers) }) : null
  const left =
    estimatedEndAt === null || done >= (total ?? 0)
      ? null
      : say('job.left', { time: durationText((Date.parse(estimatedEndAt) - Date.parse(now)) / 1000, say) })
  const begins = say(state === 'waiting' ? 'job.waiting' : 'job.running')
  return { ...base, text: [amount, left].filter(Boolean).join(' · ') || begins }
}

function count(value: number, numbers: string): string {
  return figureText(value, 'count', { currency: 'USD', decimals: 0, numbers })
}
