import { addDays, type Day } from '@tillsight/core/days'
import type { AdSource, FakeAdAccount, FakeAdDay, FakeCampaign, FakePurchase } from './world.ts'

/** The size of a made-up ad platform. */
export interface SampleAds {
  readonly seed: number
  /** Ids are text of this many digits. */
  readonly idDigits: number
  readonly accounts: readonly Pick<FakeAdAccount, 'id' | 'name' | 'currency' | 'zone' | 'status'>[]
  readonly campaigns: number
  readonly adSetsPerCampaign: number
  readonly adsPerAdSet: number
  readonly startsOn: Day
  /** The last campaign of each account is only reported as a whole. */
  readonly withWhole?: boolean
  /** Ads with limited run times; absent: each runs on every day. */
  readonly lives?: AdLives
}

/** The shortest and longest run time of ads in days, and over how many days since `startsOn` they are spread. */
interface AdLives {
  readonly days: readonly [shortest: number, longest: number]
  readonly over: number
}

const kinds = ['search', 'shopping', 'video', 'social', 'retargeting'] as const
const dayMs = 86_400_000

/** A deterministic ad platform without any shop behind it, for tests and benchmarks: every number follows from the seed. */
export function sampleAds(size: SampleAds): AdSource {
  const accounts = size.accounts.map((account, index) => ({ ...account, campaigns: campaignsOf(size, index) }))
  const runs = runningOf(size, accounts)
  return {
    accounts,
    day(accountId, day) {
      const account = accounts.find(({ id }) => id === accountId)
      if (!account || day < size.startsOn) return []
      return account.campaigns.flatMap((campaign) => rowsOf(campaign, { day, seed: size.seed, runs }))
    },
  }
}

type Runs = (adId: string, day: Day) => boolean

/** Whether an ad runs on a day; run times start before the history and end after it, so that every day has equally many. */
function runningOf({ seed, startsOn, lives }: SampleAds, accounts: readonly FakeAdAccount[]): Runs {
  if (!lives) return () => true
  const [shortest, longest] = lives.days
  const ads = accounts.flatMap(({ campaigns }) => campaigns.flatMap(({ adSets }) => adSets.flatMap(({ ads }) => ads)))
  const spans = new Map(
    ads.map(({ id }) => {
      const draw = drawing(`${seed} life ${id}`)
      const days = shortest + Math.floor(draw() * (longest - shortest + 1))
      const from = addDays(startsOn, Math.floor(draw() * (lives.over + days)) - days)
      return [id, { from, to: addDays(from, days - 1) }]
    }),
  )
  return (adId, day) => {
    const span = spans.get(adId)
    return span === undefined || (day >= span.from && day <= span.to)
  }
}

function campaignsOf(size: SampleAds, account: number): FakeCampaign[] {
  return Array.from({ length: size.campaigns }, (_, number): FakeCampaign => {
    const id = idOf(size, [account, number])
    const isWhole = size.withWhole === true && number === size.campaigns - 1
    return {
      id,
      name: `Campaign ${number + 1}`,
      kind: isWhole ? 'whole' : (kinds[number % kinds.length] ?? 'search'),
      status: number % 7 === 5 ? 'removed' : number % 7 === 3 ? 'paused' : 'active',
      dailyBudget: 50 + 10 * number,
      startsOn: size.startsOn,
      endsOn: null,
      adSets: isWhole
        ? []
        : Array.from({ length: size.adSetsPerCampaign }, (_none, set) => adSetOf(size, [account, number, set])),
    }
  })
}

function adSetOf(size: SampleAds, place: readonly number[]) {
  const name = `Ad set ${(place[2] ?? 0) + 1}`
  return {
    id: idOf(size, place),
    name,
    status: 'active' as const,
    ads: Array.from({ length: size.adsPerAdSet }, (_, number) => ({
      id: idOf(size, [...place, number]),
      name: `Ad ${number + 1}`,
      status: 'active' as const,
      title: `Headline ${number + 1}`,
      text: `Text of ${name}`,
      landingUrl: 'https://shop.example/',
      isVideo: number % 3 === 1,
      hue: (number * 67) % 360,
    })),
  }
}

function idOf({ seed, idDigits }: SampleAds, place: readonly number[]): string {
  const tail = [seed, ...place.map((part) => part + 1)].map((part) => String(part).padStart(3, '0')).join('')
  return `1${tail.padStart(idDigits - 1, '7').slice(-(idDigits - 1))}`
}

function rowsOf(campaign: FakeCampaign, { day, seed, runs }: { day: Day; seed: number; runs: Runs }): FakeAdDay[] {
  if (campaign.kind === 'whole') return [rowOf({ campaign, day, seed, adSetId: '', adId: '' })]
  return campaign.adSets.flatMap((set) =>
    set.ads.filter(({ id }) => runs(id, day)).map((ad) => rowOf({ campaign, day, seed, adSetId: set.id, adId: ad.id })),
  )
}

interface At {
  readonly campaign: FakeCampaign
  readonly day: Day
  readonly seed: number
  readonly adSetId: string
  readonly adId: string
}

function rowOf({ campaign, day, seed, adSetId, adId }: At): FakeAdDay {
  const draw = drawing(`${seed} ${campaign.id} ${adSetId} ${adId} ${day}`)
  const impressions = 500 + Math.floor(draw() * 4500)
  const clicks = Math.floor(impressions * (0.01 + draw() * 0.03))
  const linkClicks = Math.floor(clicks * 0.7)
  return {
    campaignId: campaign.id,
    adSetId,
    adId,
    spendMicros: BigInt(clicks) * 10_000n * BigInt(20 + Math.floor(draw() * 60)),
    impressions,
    clicks,
    linkClicks,
    views: campaign.kind === 'video' ? Math.floor(impressions * 0.4) : 0,
    reach: Math.floor(impressions * 0.8),
    hours: Array.from({ length: 24 }, (_, hour) => (hour < 7 ? 1 : 4)),
    purchases: Array.from({ length: Math.floor(draw() * 3) }, () => purchaseOf(day, draw)),
  }
}

function purchaseOf(day: Day, draw: () => number): FakePurchase {
  const days = Math.floor(draw() * draw() * 20)
  const happenedAt = new Date(Date.parse(`${addDays(day, days)}T15:00:00Z`) + Math.floor(draw() * 3_600_000))
  return {
    value: (20 + Math.floor(draw() * 15_000) / 100).toFixed(2),
    happenedAt,
    knownAt: new Date(happenedAt.getTime() + Math.floor(draw() * (dayMs / 4))),
    after: draw() < 0.8 ? 'click' : 'view',
    days,
    share: draw() < 0.3 ? 0.5 : 1,
  }
}

/** A stream of numbers from 0 to 1 that follows from a text (mulberry32 over an FNV hash). */
function drawing(text: string): () => number {
  let state = 2_166_136_261
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16_777_619) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
