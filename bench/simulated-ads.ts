// A simulated ad platform as a benchmark holds it, and how often it has to be asked at least.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** The ad platforms that can be simulated. */
export const adPlatforms = ['googleads', 'metaads', 'tiktokads'] as const
/** One of {@link adPlatforms}. */
export type AdPlatform = (typeof adPlatforms)[number]

/** What a simulator is started with. */
export interface AdsWish {
  readonly platform: AdPlatform
  readonly ads: number
}

/** How far back there are figures. */
export const historyMonths = 25
const adsPerSet = 10
const setsPerCampaign = 5
/** Days that the platforms let one question be about, where they limit it. */
const windowDays = 30
const clickDays = 90

/** How so many ads are spread over campaigns. */
export function adShape(ads: number) {
  return {
    campaigns: Math.ceil(ads / adsPerSet / setsPerCampaign),
    adSetsPerCampaign: setsPerCampaign,
    adsPerAdSet: adsPerSet,
  }
}

/** The fewest questions that bring so many days on all four levels, by what each platform gives for one. */
export function leastRequests({ platform, ads }: AdsWish, days: number): number {
  const { campaigns } = adShape(ads)
  const windows = Math.ceil(days / windowDays)
  const rows = [1, campaigns, campaigns * setsPerCampaign, ads].map((things) => things * windowDays)
  const pages = (size: number) => rows.map((count) => Math.ceil(count / size))
  const perWindow = {
    // A stream has no pages. Money and what was bought cannot be asked for together: four levels, and three of purchases.
    googleads: 4 + 3,
    metaads: sum(pages(500)),
    // A report made in the background is ordered, looked at and fetched, whatever its size.
    tiktokads: sum(pages(1_000).map((count) => Math.min(count, 3))),
  }[platform]
  // Which ad a click belongs to is told day by day, as far back as Google keeps it.
  const clicks = platform === 'googleads' ? clickDays : 0
  return windows * perWindow + clicks
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + count, 0)
}

/** Runs the work beside a simulated ad platform, with the environment of an installation that reads it. */
export async function withAds<T>(
  wish: AdsWish,
  work: (variables: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  const file = fileURLToPath(import.meta.resolve('./ad-simulator.ts'))
  const child = spawn(process.execPath, ['--max-old-space-size=4096', file, JSON.stringify(wish)], {
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
