import { parseDay } from '@tillsight/core/days'
import type { CustomSpendRow } from '@tillsight/database'
import { z } from 'zod'
import type { WriteContext } from '../context/index.ts'
import { toSpending } from './entry.ts'
import { shareBaseText } from './shares.ts'
import type { Repetition } from './spread.ts'

/** How often the cost occurs, in the column for a platform's kind of campaign. */
const kinds: Readonly<Record<Repetition, string>> = {
  never: 'One-off',
  day: 'Every day',
  week: 'Every week',
  month: 'Every month',
  quarter: 'Every quarter',
  year: 'Every year',
}

const Stored = z.object({ account_id: z.string(), campaign_id: z.string(), level: z.string() })
type Stored = z.infer<typeof Stored>

const storedSql = `SELECT account_id, campaign_id, toString(level) AS level FROM ad_entities
  WHERE shop_id = {shop:UUID} AND platform = 'custom' AND account_id IN {ids:Array(String)}`

type Row = Parameters<WriteContext['warehouse']['insert']>[1][number]

/** Rows with the names of entries of custom spend and their campaigns, and tombstones for names no longer in use. */
export async function toEntityRows(
  { warehouse, clock }: WriteContext,
  entries: readonly CustomSpendRow[],
  version: string,
): Promise<Row[]> {
  const ids = entries.map(({ id }) => id)
  const left = new Map<string, Stored>()
  for (const stored of await warehouse.read({ sql: storedSql, params: { ids } }, Stored))
    left.set(keyOf(stored), stored)
  const rows: Row[] = []
  for (const entry of entries) {
    if (entry.removedAt !== null) continue
    for (const { level, campaign_id, name } of namesOf(entry)) {
      left.delete(keyOf({ account_id: entry.id, campaign_id, level }))
      rows.push({
        ...placeOf({ account_id: entry.id, campaign_id, level }),
        ...said(entry),
        name,
        seen_at: clock.now(),
        version,
      })
    }
  }
  for (const stored of left.values()) rows.push({ ...placeOf(stored), version, is_deleted: 1 })
  return rows
}

function namesOf({ name, campaign }: CustomSpendRow) {
  const account = { level: 'account', campaign_id: '', name }
  return campaign === '' ? [account] : [account, { level: 'campaign', campaign_id: campaign, name: campaign }]
}

function placeOf({ account_id, campaign_id, level }: Stored) {
  return { platform: 'custom', account_id, level, campaign_id, ad_set_id: '', ad_id: '' }
}

/** Used for an unknown day: the earliest possible one. */
const noDay = parseDay('1970-01-01')

function said(entry: CustomSpendRow) {
  const spending = toSpending(entry)
  return {
    status: 'active',
    status_text: 'Entered by hand',
    kind: entry.percentOf === null ? kinds[spending.repeats] : `A percentage of ${shareBaseText(entry.percentOf)}`,
    budget: '0',
    budget_per: 'none',
    budget_shared_by: '',
    starts_on: entry.firstDay,
    ends_on: entry.lastDay ?? (spending.repeats === 'never' ? entry.firstDay : noDay),
    landing_url: '',
    url_tags: '',
    creative_id: '',
    title: '',
    text: '',
    image_url: '',
    is_video: 0,
    is_deleted: 0,
  } as const
}

function keyOf({ account_id, campaign_id, level }: Stored): string {
  return `${level} ${account_id} ${campaign_id}`
}
