import { printFixed, roundFixed } from '@tillsight/core'
import type { AdAccount, AdAccountRecord, AdEntityRecord } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import { type AdWrite, newestOf } from './batch.ts'

const Status = z.object({
  account_id: z.string(),
  level: z.string(),
  campaign_id: z.string(),
  ad_set_id: z.string(),
  ad_id: z.string(),
  name: z.string(),
  status: z.string(),
  status_text: z.string(),
  kind: z.string(),
  budget: z.string(),
  budget_per: z.string(),
  budget_shared_by: z.string(),
  starts_on: z.string(),
  ends_on: z.string(),
  landing_url: z.string(),
  url_tags: z.string(),
  creative_id: z.string(),
  title: z.string(),
  text: z.string(),
  image_url: z.string(),
  is_video: z.number(),
})
type Status = z.infer<typeof Status>
const Seen = Status.extend({ seen_seconds: z.coerce.number() })

/** What a day column holds where there is none. */
const noDay = '1970-01-01'

interface Entity {
  readonly row: Status
  readonly seenAt: string
  /** Only its removal is known: everything else stays as stored. */
  readonly isGone: boolean
}

/**
 * Updates names and set-up of campaigns, ad sets and ads. A removed entity keeps its name and picture; the newest record
 * wins. Returns whether anything changed.
 */
export async function writeEntities(
  write: AdWrite,
  { entities, accounts }: { entities: readonly AdEntityRecord[]; accounts: readonly AdAccountRecord[] },
): Promise<boolean> {
  const incoming = newestOf([...entities.map(toEntity), ...accounts.map(toAccount)], {
    nameOf: ({ row }) => nameOf(row),
    at: ({ seenAt }) => seenAt,
  })
  if (incoming.length === 0) return false
  const standing = await readStatus(write, [...new Set(incoming.map(({ row }) => row.account_id))])
  let isNew = false
  const rows = incoming.flatMap((entity) => {
    const known = standing.get(nameOf(entity.row))
    if (known && secondsOf(entity.seenAt) < known.seen_seconds) return []
    const row = known ? keepKnown(entity, known) : entity.row
    const isChanged = !known || !isSame(row, known)
    isNew ||= isChanged
    if (known && !isChanged && secondsOf(entity.seenAt) === known.seen_seconds) return []
    const { source: platform, version } = write
    return [{ ...row, platform, seen_at: new Date(entity.seenAt), version, is_deleted: 0 }]
  })
  if (rows.length > 0) await write.ctx.warehouse.insert('ad_entities', rows)
  return isNew
}

function nameOf({ account_id, level, campaign_id, ad_set_id, ad_id }: Status): string {
  return [account_id, level, campaign_id, ad_set_id, ad_id].join('\n')
}

function secondsOf(at: string): number {
  return Math.floor(Date.parse(at) / 1000)
}

/** Picture addresses are signed anew on every read, which is no change; only whether there is one counts. */
const told = Status.omit({ image_url: true }).keyof().options

function isSame(one: Status, other: Status): boolean {
  const samePictures = (one.image_url === '') === (other.image_url === '')
  return samePictures && told.every((column) => one[column] === other[column])
}

/** Platforms return little about removed entities, and sometimes omit a name. */
function keepKnown({ row, isGone }: Entity, known: Status): Status {
  const { name, kind, landing_url, url_tags } = row
  const named = { ...row, name: name === '' ? known.name : name }
  if (!isGone) return named
  const { creative_id, title, text, image_url, is_video } = known
  const hasPicture = row.creative_id !== '' && row.image_url !== ''
  return {
    ...named,
    ...(hasPicture ? {} : { creative_id, title, text, image_url, is_video }),
    kind: kind === '' ? known.kind : kind,
    landing_url: landing_url === '' ? known.landing_url : landing_url,
    url_tags: url_tags === '' ? known.url_tags : url_tags,
  }
}

function toEntity(record: AdEntityRecord): Entity {
  const { level } = record
  return {
    seenAt: record.seenAt,
    isGone: record.status === 'removed',
    row: {
      account_id: record.accountId,
      level,
      campaign_id: record.campaignId,
      ad_set_id: level === 'campaign' ? '' : record.adSetId,
      ad_id: level === 'ad' ? record.id : '',
      name: record.name,
      status: record.status,
      status_text: record.statusText,
      kind: record.kind,
      ...budgetOf(record),
      starts_on: record.startsOn ?? noDay,
      ends_on: record.endsOn ?? noDay,
      landing_url: record.landingUrl ?? '',
      url_tags: record.urlTags ?? '',
      ...creativeOf(record),
    },
  }
}

const noBudget = { budget: '0.000000', budget_per: 'none', budget_shared_by: '' }

function budgetOf({ budget }: AdEntityRecord) {
  if (!budget) return noBudget
  const amount = printFixed(roundFixed(budget.amount, 6), 6)
  return { budget: amount, budget_per: budget.per, budget_shared_by: budget.sharedBy ?? '' }
}

const noCreative = { creative_id: '', title: '', text: '', image_url: '', is_video: 0 }

function creativeOf({ creative }: AdEntityRecord) {
  if (!creative) return noCreative
  const { id, title, text, imageUrl, isVideo } = creative
  return { creative_id: id, title, text, image_url: imageUrl ?? '', is_video: isVideo ? 1 : 0 }
}

const accountStatuses = { active: 'active', limited: 'inactive', closed: 'removed' } as const satisfies Record<
  AdAccount['status'],
  AdEntityRecord['status']
>

/** Accounts have names like the entities below them. */
function toAccount({ account, seenAt }: AdAccountRecord): Entity {
  return {
    seenAt,
    isGone: account.status === 'closed',
    row: {
      account_id: account.id,
      level: 'account',
      campaign_id: '',
      ad_set_id: '',
      ad_id: '',
      name: account.name,
      status: accountStatuses[account.status],
      status_text: account.statusText,
      kind: '',
      ...noBudget,
      starts_on: noDay,
      ends_on: noDay,
      landing_url: '',
      url_tags: '',
      ...noCreative,
    },
  }
}

async function readStatus(
  { ctx, source }: AdWrite,
  accounts: readonly string[],
): Promise<ReadonlyMap<string, z.infer<typeof Seen>>> {
  const columns = Object.keys(Status.shape).map((name) =>
    name === 'level' || name === 'budget_per' ? `toString(${name}) AS ${name}` : name,
  )
  const rows = await ctx.warehouse.read(
    {
      sql: `SELECT ${columns.join(', ')}, toUnixTimestamp(seen_at) AS seen_seconds FROM ad_entities
        WHERE shop_id = {shop:UUID} AND platform = {platform:String} AND account_id IN {accounts:Array(String)}`,
      params: { platform: source, accounts: [...accounts] },
    },
    Seen,
  )
  return new Map(rows.map((row) => [nameOf(row), row]))
}
