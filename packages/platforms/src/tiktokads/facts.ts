import type { AdAccount } from '../ad-records.ts'
import type { Api } from './api.ts'
import { handlingOfError } from './failures.ts'
import { listStores } from './gmv-max.ts'
import { readReport } from './report.ts'
import { countOf, figureOf, isRow, rowsOf, textOf } from './values.ts'

/** The facts about an account that reading its figures requires; they rarely change. */
export interface AccountFacts {
  /** `goals`: no purchase was ever reported, so conversions are whatever its goals count. */
  readonly conversionsAre: 'purchases' | 'goals'
  /** Whether its conversions were reported at least once: if they are missing on a day, TikTok has not computed them yet. */
  readonly tellsConversions?: boolean
  readonly clickWindowDays: number
  readonly viewWindowDays: number
  /** TikTok Shops whose campaigns are in a separate report. */
  readonly stores: readonly string[]
  readonly isGmvMaxRefused: boolean
}

/** TikTok's default attribution windows. */
const usualWindows = { clickWindowDays: 7, viewWindowDays: 1 }
const mostPages = 20

const windows: Readonly<Record<string, number>> = {
  OFF: 0,
  ONE_DAY: 1,
  SEVEN_DAYS: 7,
  FOURTEEN_DAYS: 14,
  TWENTY_EIGHT_DAYS: 28,
}

/** Reads the facts with three short queries. */
export async function learnFacts(api: Api, account: Pick<AdAccount, 'id' | 'name'>): Promise<AccountFacts> {
  const counts = await whatCounts(api, account)
  const stores = await listStores(api, account)
  return {
    ...counts,
    ...(await longestWindows(api, account)),
    stores: stores.ids,
    isGmvMaxRefused: stores.isRefused,
  }
}

/** Looks for purchases at every level, because some levels may not report them at all. */
async function whatCounts(
  api: Api,
  account: Pick<AdAccount, 'id' | 'name'>,
): Promise<Pick<AccountFacts, 'conversionsAre' | 'tellsConversions'>> {
  let hasGoals = false
  for (const level of ['AUCTION_ADVERTISER', 'AUCTION_CAMPAIGN', 'AUCTION_AD'] as const) {
    const { rows, dropped } = await readReport(api, {
      account,
      level,
      metrics: ['spend', 'complete_payment', 'conversion'],
      range: 'lifetime',
      time: null,
    })
    const reported = (name: string) => rows.flatMap(({ metrics }) => figureOf(metrics[name]) ?? [])
    if (reported('complete_payment').some((figure) => Number(figure) > 0)) {
      return { conversionsAre: 'purchases', tellsConversions: true }
    }
    hasGoals ||= reported('conversion').some((figure) => Number(figure) > 0)
    const isReported =
      rows.length === 0 || dropped.includes('complete_payment') || reported('complete_payment').length > 0
    if (isReported) break
  }
  return { conversionsAre: hasGoals ? 'goals' : 'purchases', tellsConversions: hasGoals }
}

/** Every ad group has its own attribution windows; the longest determines how long figures may still grow. */
async function longestWindows(api: Api, account: Pick<AdAccount, 'id' | 'name'>) {
  const seen = { click: new Set<number>(), view: new Set<number>() }
  try {
    for (let page = 1, last = 1; page <= Math.min(last, mostPages); page += 1) {
      const data = await api.ask({
        what: 'ad groups',
        path: 'adgroup/get/',
        query: {
          advertiser_id: account.id,
          fields: ['adgroup_id', 'click_attribution_window', 'view_attribution_window'],
          page: String(page),
          page_size: '1000',
        },
        advertiser: account,
      })
      last = countOf(isRow(data.page_info) ? data.page_info.total_page : 1)
      for (const row of rowsOf(data.list)) {
        seen.click.add(windows[textOf(row.click_attribution_window)] ?? usualWindows.clickWindowDays)
        seen.view.add(windows[textOf(row.view_attribution_window)] ?? usualWindows.viewWindowDays)
      }
    }
  } catch (error) {
    // Figures can be read without knowing the windows.
    if (handlingOfError(error) !== 'endpoint' && handlingOfError(error) !== 'account') throw error
  }
  return {
    clickWindowDays: Math.max(...seen.click, seen.click.size === 0 ? usualWindows.clickWindowDays : 0),
    viewWindowDays: Math.max(...seen.view, seen.view.size === 0 ? usualWindows.viewWindowDays : 0),
  }
}
