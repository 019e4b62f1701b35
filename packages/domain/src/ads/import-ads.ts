import { Readable } from 'node:stream'
import { AppError, clipValue, type RowProblem } from '@tillsight/core'
import { type Day, isZone, parseDay } from '@tillsight/core/days'
import { type AdPlatformId, adPlatformIds, toAdPlatformId } from '@tillsight/platforms'
import type { AdDayRecord, AdEntityRecord, AdRow } from '@tillsight/platforms/connectors'
import type { ShopWarehouse } from '@tillsight/warehouse'
import { z } from 'zod'
import { writeAdRecords } from '../ad-facts/index.ts'
import { defineVerb, type ShopContext } from '../context/index.ts'
import { inspectText, openCsv, readRows } from '../files/index.ts'

/** Column headings of an ads file, in the order of the documentation. */
const columns = [
  'platform',
  'account_id',
  'day',
  'currency',
  'timezone',
  'campaign_id',
  'campaign',
  'ad_set_id',
  'ad_set',
  'ad_id',
  'ad',
  'spend',
  'impressions',
  'clicks',
  'link_clicks',
  'purchases',
  'purchase_value',
] as const
type Column = (typeof columns)[number]
type Typed = Readonly<Record<Column, string>>
const needed = ['platform', 'account_id', 'day', 'currency', 'spend'] as const satisfies readonly Column[]

const largestMb = 64
const mostRows = 500_000
const mostProblems = 50
/**
 * The attribution value of days from files, so that days reported by the platform are never taken for imported ones nor
 * replaced by them.
 */
const attribution = 'import'

const File = z.object({ name: z.string().min(1).max(255), bytes: z.instanceof(Uint8Array) })

/** The result of importing a file, or of its preview. */
export const AdFileReport = z.object({
  fileName: z.string(),
  rows: z.number(),
  /** Account days: each is imported as a whole or not at all. */
  days: z.number(),
  /** Days whose figures were already stored. */
  known: z.number(),
  leftOut: z.number(),
  problems: z.array(
    z.object({ row: z.number(), field: z.string(), value: z.string(), problem: z.string(), remedy: z.string() }),
  ),
  problemCount: z.number(),
  ignored: z.array(z.string()),
})
export type AdFileReport = z.infer<typeof AdFileReport>

/**
 * Imports ad costs and results from a file with a row for each day of an account, campaign, ad set or ad. Days reported by
 * the platform itself are kept. Importing the same file again changes nothing. Throws `invalid_input` for an unreadable file.
 */
export const importAds = defineVerb({
  name: 'ads.import',
  needs: 'imports:write',
  access: 'work',
  input: File,
  output: AdFileReport,
  async run(ctx: ShopContext, file) {
    const read = await readFile(ctx, file)
    let [days, known] = [0, 0]
    for (const platform of adPlatformIds) {
      const own = read.days.filter((day) => day.platform === platform)
      if (own.length === 0) continue
      const at = ctx.clock.now().toISOString()
      const records = [...own.map((day) => toDay(day, at)), ...own.flatMap((day) => toEntities(day, at))]
      const outcome = await writeAdRecords(ctx, { source: platform, records })
      days += outcome.days
      known += outcome.unchanged
    }
    const { rows, leftOut, problems, problemCount, ignored } = read
    return { fileName: file.name, rows, days, known, leftOut, problems, problemCount, ignored }
  },
})

interface ReadRow {
  readonly number: number
  readonly typed: Typed
  readonly figures: AdRow
}

/** A day of an account with all its rows. */
interface ReadDay {
  readonly platform: AdPlatformId
  readonly accountId: string
  readonly day: Day
  readonly currency: string
  readonly zone: string
  readonly rows: readonly ReadRow[]
}

async function openFile({ name, bytes }: z.infer<typeof File>) {
  if (bytes.length > largestMb * 1024 * 1024)
    throw new AppError('invalid_input', `The file is larger than ${largestMb} MB. Split it and import the parts.`)
  const source = { name, open: () => Readable.from([Buffer.from(bytes)], { objectMode: false }) }
  return openCsv(source, await inspectText(source))
}

async function readFile(ctx: ShopContext, file: z.infer<typeof File>) {
  const csv = await openFile(file)
  const { typedOf, ignored } = readHeader(csv.header)
  const all: RowProblem[] = []
  const byDay = new Map<string, ReadRow[]>()
  const spoilt = new Set<string>()
  let rows = 0
  for await (const row of readRows(csv)) {
    rows += 1
    if (rows > mostRows)
      throw new AppError('invalid_input', `The file has more than ${mostRows.toLocaleString('en')} rows. Split it.`)
    const typed = typedOf(row.cells)
    const name = dayNameOf(typed)
    const { figures, problems } = readRow(typed)
    const wrong = 'problem' in row ? [row.problem] : problems.map((each) => toRowProblem(row.number, typed, each))
    all.push(...wrong)
    if (wrong.length > 0) spoilt.add(name)
    const own = byDay.get(name) ?? []
    own.push({ number: row.number, typed, figures })
    byDay.set(name, own)
  }
  const told = await daysOfPlatforms(ctx.warehouse)
  const days: ReadDay[] = []
  let leftOut = 0
  for (const [name, own] of byDay) {
    const found = spoilt.has(name) ? [] : problemsOfDay(own, told.has(name))
    all.push(...found)
    const day = spoilt.has(name) || found.length > 0 ? undefined : toReadDay(own, ctx.shop.zone)
    if (day) days.push(day)
    else leftOut += own.length
  }
  const problems = all.toSorted((one, other) => one.row - other.row)
  return { rows, days, leftOut, problems: problems.slice(0, mostProblems), problemCount: problems.length, ignored }
}

function toReadDay(rows: readonly ReadRow[], zone: string): ReadDay | undefined {
  const typed = rows[0]?.typed
  const platform = toAdPlatformId(typed?.platform.toLowerCase())
  if (typed === undefined || platform === undefined) return undefined
  const { account_id: accountId, day, currency, timezone } = typed
  return { platform, accountId, day: parseDay(day), currency: currency.toUpperCase(), zone: timezone || zone, rows }
}

function readHeader(header: readonly string[]) {
  const headings = header.map((heading) =>
    heading
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_'),
  )
  const missing = needed.filter((column) => !headings.includes(column))
  if (missing.length > 0)
    throw new AppError(
      'invalid_input',
      `The file lacks the columns ${missing.join(', ')}. Name the columns in its first row as docs/reference/ads-file.md does. Nothing was imported.`,
    )
  const known = new Set<string>(columns)
  return {
    ignored: header.filter((heading, index) => heading !== '' && !known.has(headings[index] ?? '')),
    typedOf: (cells: readonly string[]): Typed => {
      const values = columns.map((column) => [column, (cells[headings.indexOf(column)] ?? '').trim()])
      return Object.fromEntries(values) as Record<Column, string>
    },
  }
}

function dayNameOf({ platform, account_id, day }: Typed): string {
  return `${platform.toLowerCase()} ${day} ${account_id}`
}

interface Problem {
  readonly field: Column
  readonly problem: string
  readonly remedy: string
}

function toRowProblem(row: number, typed: Typed, { field, problem, remedy }: Problem): RowProblem {
  return { row, field, value: clipValue(typed[field]), problem, remedy }
}

const decimal = /^\d{1,12}(?:\.\d{1,6})?$/
const whole = /^\d{1,15}$/

/** Parses a row and lists everything wrong with it; invalid figures become 0. */
function readRow(typed: Typed): { readonly figures: AdRow; readonly problems: readonly Problem[] } {
  const problems: Problem[] = []
  const check = (isRight: boolean, problem: Problem) => {
    if (!isRight) problems.push(problem)
  }
  check(toAdPlatformId(typed.platform.toLowerCase()) !== undefined, {
    field: 'platform',
    problem: 'This is no ad platform that is known here.',
    remedy: `Use one of ${adPlatformIds.join(', ')}; costs of other channels go in with spend import.`,
  })
  for (const field of ['account_id', 'campaign_id', 'ad_set_id', 'ad_id', 'campaign', 'ad_set', 'ad'] as const)
    check(typed[field].length <= 300, { field, problem: 'It has more than 300 characters.', remedy: 'Shorten it.' })
  check(typed.account_id !== '', { field: 'account_id', problem: 'The account is missing.', remedy: 'Fill it.' })
  check(isDay(typed.day), { field: 'day', problem: 'This is no day.', remedy: 'Write it like 2026-03-31.' })
  check(/^[A-Za-z]{3}$/.test(typed.currency), {
    field: 'currency',
    problem: 'This is no currency.',
    remedy: 'Use three letters such as EUR.',
  })
  check(typed.timezone === '' || isZone(typed.timezone), {
    field: 'timezone',
    problem: 'This is no time zone.',
    remedy: 'Use a name such as Europe/Berlin, or leave it empty for the shop’s.',
  })
  const read = (field: Column, pattern: RegExp, remedy: string): string => {
    const text = typed[field]
    const isMissing = text === '' && field !== 'spend'
    check(isMissing || pattern.test(text), { field, problem: 'This is no number that can stand here.', remedy })
    return pattern.test(text) ? text : '0'
  }
  const amount = (field: Column) => read(field, decimal, 'Write it like 12.50, with a point and up to six decimals.')
  const count = (field: Column) => Number(read(field, whole, 'Write a whole number.'))
  const [campaignId, adSetId, adId] = [
    typed.campaign_id || typed.campaign,
    typed.ad_set_id || typed.ad_set,
    typed.ad_id || typed.ad,
  ]
  check(adSetId === '' || campaignId !== '', {
    field: 'campaign_id',
    problem: 'An ad set is named without its campaign.',
    remedy: 'Fill it.',
  })
  check(adId === '' || adSetId !== '', {
    field: 'ad_set_id',
    problem: 'An ad is named without its ad set.',
    remedy: 'Fill it.',
  })
  const clicks = count('clicks')
  const figures: AdRow = {
    level: adId ? 'ad' : adSetId ? 'ad_set' : campaignId ? 'campaign' : 'account',
    campaignId,
    adSetId,
    adId,
    spend: amount('spend'),
    impressions: count('impressions'),
    clicks,
    linkClicks: typed.link_clicks === '' ? clicks : count('link_clicks'),
    views: 0,
    reach: null,
    purchases: amount('purchases'),
    value: amount('purchase_value'),
    claims: {},
  }
  return { figures, problems }
}

function isDay(text: string): boolean {
  try {
    return parseDay(text) !== undefined
  } catch {
    return false
  }
}

/** Problems that reject a day although each of its rows is valid. */
function problemsOfDay(rows: readonly ReadRow[], isReported: boolean): RowProblem[] {
  const [first] = rows
  if (!first) return []
  if (isReported) {
    const problem = 'The platform itself has told this day.'
    const remedy = 'It stays as it is; nothing has to be done.'
    return [toRowProblem(first.number, first.typed, { field: 'day', problem, remedy })]
  }
  const seen = new Map<string, number>()
  return rows.flatMap(({ number, typed, figures }) => {
    const found: RowProblem[] = []
    const name = [figures.campaignId, figures.adSetId, figures.adId].join('\n')
    const earlier = seen.get(name)
    if (earlier !== undefined) {
      const problem = `Row ${earlier} is about the same.`
      found.push(toRowProblem(number, typed, { field: 'day', problem, remedy: 'Keep one, or add them up.' }))
    }
    seen.set(name, number)
    for (const field of ['currency', 'timezone'] as const) {
      if (typed[field].toLowerCase() === first.typed[field].toLowerCase()) continue
      const problem = `Row ${first.number} of the same day says “${first.typed[field]}”.`
      found.push(toRowProblem(number, typed, { field, problem, remedy: 'An account has one.' }))
    }
    return found
  })
}

const ReportedRow = z.object({ name: z.string() })

/** Account days that were reported by their platforms. */
async function daysOfPlatforms(warehouse: ShopWarehouse): Promise<ReadonlySet<string>> {
  const sql = `SELECT DISTINCT concat(platform, ' ', toString(day), ' ', account_id) AS name FROM ad_days
    WHERE shop_id = {shop:UUID} AND attribution != '${attribution}' AND platform IN (${adPlatformIds.map((id) => `'${id}'`).join(', ')})`
  return new Set((await warehouse.read({ sql, params: {} }, ReportedRow)).map(({ name }) => name))
}

function toDay({ accountId, day, currency, zone, rows }: ReadDay, fetchedAt: string): AdDayRecord {
  const figures = rows.map((row) => row.figures)
  return { type: 'ad_day', accountId, day, currency, zone, attribution, fetchedAt, rows: figures }
}

/** Campaigns, ad sets and ads with their names in the file. */
function toEntities({ accountId, rows }: ReadDay, seenAt: string): AdEntityRecord[] {
  return rows.flatMap(({ typed, figures: { campaignId, adSetId, adId } }) => {
    const named = [
      { level: 'campaign', id: campaignId, name: typed.campaign, adSetId: '' },
      { level: 'ad_set', id: adSetId, name: typed.ad_set, adSetId },
      { level: 'ad', id: adId, name: typed.ad, adSetId },
    ] as const
    return named.flatMap(({ name, ...place }): AdEntityRecord[] =>
      name === '' || place.id === '' ? [] : [{ ...unknownSetup, ...place, accountId, campaignId, name, seenAt }],
    )
  })
}

/** A file says nothing about how campaigns are set up. */
const unknownSetup = {
  type: 'ad_entity',
  status: 'inactive',
  statusText: 'From a file',
  kind: '',
  budget: null,
  startsOn: null,
  endsOn: null,
  landingUrl: null,
  urlTags: null,
  creative: null,
} as const
