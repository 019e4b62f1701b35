import type { AdAccount, AdEntityRecord, AdRecord } from '../ad-records.ts'
import type { Checkpoint, ConnectorContext, Page, Stream } from '../contract.ts'
import { isConnectorError } from '../failures.ts'
import type { Api } from './api.ts'
import { entityKinds, toEntity } from './entity-wire.ts'
import { listGmvMaxCampaigns } from './gmv-max.ts'
import { withPictures } from './pictures.ts'
import { Reading } from './reading.ts'
import { countOf, isRow, rowsOf, toInstantText } from './values.ts'

/** TikTok has no query for changes: everything is read, every few hours. */
export const adEntitiesStream: Stream<AdRecord> = {
  id: 'ad_entities',
  label: 'Campaigns and ads',
  settlesAfterDays: 1,
  everyMinutes: { withWebhooks: 360, without: 360 },
  backfill: (ctx, from) => readEntities(ctx, from),
  // Everything is read again: of the last checkpoint only the accounts are kept, not the position.
  increment: (ctx, from) => readEntities(ctx, onlyAccounts(from)),
}

const levels = ['campaign', 'ad_set', 'ad'] as const
type Level = (typeof levels)[number]

interface Step {
  readonly account: string
  readonly level: Level
  readonly page: number
}

async function* readEntities(ctx: ConnectorContext, from: Checkpoint | null): AsyncIterable<Page<AdRecord>> {
  const reading = await Reading.open(ctx, from)
  const resumed = stepIn(from)
  let done = typeof from?.done === 'number' ? from.done : 0
  const accounts = reading.accounts.slice(
    Math.max(
      0,
      reading.accounts.findIndex(({ id }) => id === resumed?.account),
    ),
  )
  const isOver = from?.level === 'end'
  for (const account of isOver ? [] : accounts) {
    const begin =
      resumed?.account === account.id ? resumed : { account: account.id, level: 'campaign' as const, page: 1 }
    for await (const part of readAccount(reading, account, begin)) {
      done += part.records.length
      const next = part.next ?? {
        account: accounts[accounts.indexOf(account) + 1]?.id ?? '',
        level: 'campaign',
        page: 1,
      }
      yield {
        records: part.records,
        checkpoint: { ...reading.kept(), done, ...next },
        progress: { done, total: null },
        warnings: part.warnings,
      }
    }
  }
  reading.finish()
  yield {
    records: [],
    checkpoint: { ...reading.kept(), done, level: 'end' },
    progress: { done, total: done },
    syncedThrough: toInstantText(reading.beganAt),
    warnings: [],
  }
}

interface EntityPart {
  readonly records: readonly AdEntityRecord[]
  readonly warnings: readonly string[]
  /** Undefined: the account is done. */
  readonly next: Step | undefined
}

async function* readAccount(reading: Reading, account: AdAccount, begin: Step): AsyncIterable<EntityPart> {
  const { api } = reading
  let { page } = begin
  for (const level of levels.slice(levels.indexOf(begin.level))) {
    for (let last = page; page <= last; page += 1) {
      const found: { last: number; warnings: string[] } = { last, warnings: [] }
      const part = await reading.try(account, async () => {
        const read = await readPage(api, { account, level, page, seenAt: toInstantText(reading.beganAt) })
        found.last = read.last
        found.warnings = read.warnings
        return { records: read.records, warnings: [] }
      })
      if (!reading.accounts.includes(account)) return
      last = found.last
      const following = levels[levels.indexOf(level) + 1]
      const more = page < last ? { account: account.id, level, page: page + 1 } : undefined
      const next = more ?? (following && { account: account.id, level: following, page: 1 })
      const records = part.records.flatMap((record) => (record.type === 'ad_entity' ? record : []))
      yield { records, warnings: found.warnings, next }
    }
    page = 1
  }
}

interface PageQuery {
  readonly account: AdAccount
  readonly level: Level
  readonly page: number
  readonly seenAt: string
}

async function readPage(api: Api, { account, level, page, seenAt }: PageQuery) {
  const { what, path, all, fields } = entityKinds[level]
  const query = {
    advertiser_id: account.id,
    filtering: { secondary_status: all },
    page: String(page),
    page_size: '1000',
  }
  const data = await withoutOldFields(async (more) => {
    return await api.ask({ what, path, query: { ...query, ...more }, advertiser: account })
  }, fields)
  const at = { accountId: account.id, seenAt }
  const rows = [...rowsOf(data.list)]
  const records = rows.flatMap((row) => toEntity(level, row, at) ?? [])
  const last = countOf(isRow(data.page_info) ? data.page_info.total_page : 1)
  if (level === 'campaign' && page === 1) {
    const hidden = await listGmvMaxCampaigns(api, account)
    const known = new Set(records.map(({ id }) => id))
    const own = hidden.flatMap((row) => toEntity('campaign', row, at) ?? []).filter(({ id }) => !known.has(id))
    return { records: [...records, ...own.map((one) => ({ ...one, kind: 'GMV Max' }))], last, warnings: [] }
  }
  if (level !== 'ad') return { records, last, warnings: [] }
  const dressed = await withPictures(api, account, records)
  return { records: [...dressed.ads], last, warnings: dressed.isRefused ? [pictureWarning(account)] : [] }
}

/** A field that TikTok has removed must not fail the query: then its default fields are read. */
async function withoutOldFields<T>(
  ask: (more: { readonly fields?: readonly string[] }) => Promise<T>,
  fields: readonly string[],
): Promise<T> {
  try {
    return await ask({ fields })
  } catch (error) {
    if (!isConnectorError(error) || error.failure.kind !== 'bad_request') throw error
    return await ask({})
  }
}

function pictureWarning({ name }: AdAccount): string {
  return `Pictures of the ads of ${name} are not shown, because the permission for it was not given. Add Creative Management to the permissions of the app and connect again.`
}

function stepIn(from: Checkpoint | null): Step | undefined {
  const level = levels.find((one) => one === from?.level)
  const { account, page } = from ?? {}
  return level && typeof account === 'string' && typeof page === 'number' ? { account, level, page } : undefined
}

function onlyAccounts(from: Checkpoint | null): Checkpoint | null {
  return from && Object.fromEntries(Object.entries(from).filter(([key]) => key.startsWith('account ')))
}
