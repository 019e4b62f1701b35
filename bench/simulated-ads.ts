// A simulated ad platform for a benchmark, and the minimum number of requests to it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { addDays, addMonths, countDays, type DayRange, dayOf, listDays } from '@tillsight/core/days'
import { z } from 'zod'
import { type AdSource, type FakeAdDay, sampleAds } from '../simulators/index.ts'

/** The ad platforms that can be simulated. */
export const adPlatforms = ['googleads', 'metaads', 'tiktokads'] as const
/** One of {@link adPlatforms}. */
export type AdPlatform = (typeof adPlatforms)[number]

/** Settings of a simulator. */
export interface AdsOptions {
  readonly platform: AdPlatform
  readonly ads: number
  /** `weeks`: ads come and go, as in real accounts; `always`: each runs on every day. */
  readonly run: 'weeks' | 'always'
}

/** Length of the history. */
export const historyMonths = 25
/** The account of every simulated platform. */
const account = {
  id: '4821903376',
  name: 'Benchmark',
  currency: 'EUR',
  zone: 'Europe/Berlin',
  status: 'active',
} as const
const adsPerSet = 10
const setsPerCampaign = 5
/** For how many days ads of `weeks` run: half of them for more than three months. */
export const adLife = [14, 180] as const

/** All days with figures. */
function historyOf(): DayRange {
  const to = dayOf(new Date(), account.zone)
  return { from: addMonths(to, -historyMonths), to }
}

/** The contents of a simulated platform: the same in every process. */
export function sampleOf({ ads, run }: Pick<AdsOptions, 'ads' | 'run'>): AdSource {
  const history = historyOf()
  return sampleAds({
    seed: 7,
    idDigits: 16,
    accounts: [account],
    campaigns: Math.ceil(ads / adsPerSet / setsPerCampaign),
    adSetsPerCampaign: setsPerCampaign,
    adsPerAdSet: adsPerSet,
    startsOn: history.from,
    ...(run === 'weeks' ? { lives: { days: adLife, over: countDays(history) } } : {}),
  })
}

/** Rows of a window by level. */
interface WindowRows {
  readonly accounts: number
  readonly campaigns: number
  readonly adSets: number
  readonly ads: number
}

/** Maximum range of a query on the platforms that limit it. */
const windowDays = 30

function windowsOf(source: AdSource): WindowRows[] {
  const { from, to } = historyOf()
  const windows: WindowRows[] = []
  for (let last = to; last >= from; last = addDays(last, -windowDays)) {
    const first = addDays(last, 1 - windowDays)
    const days = listDays({ from: first > from ? first : from, to: last }).map((day) => source.day(account.id, day))
    const rows = (key: (row: FakeAdDay) => string): number => sum(days.map((day) => new Set(day.map(key)).size))
    windows.push({
      accounts: rows(() => ''),
      campaigns: rows(({ campaignId }) => campaignId),
      adSets: rows(({ adSetId }) => adSetId),
      ads: rows(({ adId }) => adId),
    })
  }
  return windows
}

const clickDays = 90

/**
 * The minimum number of requests for all figures, given each platform's page size; without signing in, names, and today's
 * hours.
 */
export function leastRequests({ platform, ...sample }: AdsOptions): number {
  const perWindow = { googleads: () => googleLevels, metaads: metaPages, tiktokads: tiktokPages }[platform]
  // Google reports daily which ad a click belongs to, for as long as it keeps clicks.
  const clicks = platform === 'googleads' ? clickDays : 0
  return sum(windowsOf(sampleOf(sample)).map(perWindow)) + clicks
}

/** A stream has no pages. Spend and conversions cannot be queried together: four levels, and three of conversions. */
const googleLevels = 4 + 3

/**
 * More than a week of ads is an async report, which is created and polled before its pages; ad sets are the sum of their ads.
 */
function metaPages({ accounts, campaigns, ads }: WindowRows): number {
  return sum([accounts, campaigns, ads].map((rows) => pagesOf(rows, 500))) + 2
}

/** Beyond twenty pages there are files of any size: each is created, polled and downloaded once that is known. */
function tiktokPages({ accounts, campaigns, adSets, ads }: WindowRows): number {
  return sum(
    [accounts, campaigns, adSets, ads].map((rows) => {
      const pages = pagesOf(rows, 1_000)
      return pages > 20 ? 1 + 3 : pages
    }),
  )
}

/** An empty result is a page as well. */
function pagesOf(rows: number, size: number): number {
  return Math.max(1, Math.ceil(rows / size))
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + count, 0)
}

/** Runs the work beside a simulated ad platform, with the environment of an installation that reads it. */
export async function withAds<T>(
  options: AdsOptions,
  work: (variables: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  const file = fileURLToPath(import.meta.resolve('./ad-simulator.ts'))
  const child = spawn(process.execPath, ['--max-old-space-size=4096', file, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  try {
    const { value, done } = await createInterface(child.stdout)[Symbol.asyncIterator]().next()
    if (done) throw new Error('The simulator ended')
    return await work(z.record(z.string(), z.string()).parse(JSON.parse(String(value))))
  } finally {
    child.stdin.end()
    await exited
  }
}
