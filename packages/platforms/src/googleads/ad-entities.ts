import type { AdAccount, AdEntityRecord, AdRecord } from '../ad-records.ts'
import type { Checkpoint, ConnectorContext, Page, Stream } from '../contract.ts'
import { type AssetRows, assetsOf, creativeAssetNames } from './creatives.ts'
import { type EntityRows, tagsOf, toEntities } from './entity-records.ts'
import { hostsOf } from './hosts.ts'
import { accountQuery, entityQueries } from './queries.ts'
import { openReadings } from './readings.ts'
import { openSession, type Session } from './session.ts'

const pageRecords = 1_000

/** The current campaigns, ad groups, asset groups and ads, including removed ones. */
export const adEntitiesStream: Stream<AdRecord> = {
  id: 'ad_entities',
  label: 'Campaigns and ads',
  settlesAfterDays: 0,
  everyMinutes: { withWebhooks: 360, without: 360 },
  backfill: (ctx, from) => readEntities(ctx, { from, isIncrement: false }),
  increment: (ctx) => readEntities(ctx, { from: null, isIncrement: true }),
}

async function* readEntities(
  ctx: ConnectorContext,
  { from, isIncrement }: { readonly from: Checkpoint | null; readonly isIncrement: boolean },
): AsyncIterable<Page<AdRecord>> {
  const session = await openSession(ctx)
  const now = ctx.clock.now()
  const readings = openReadings(session)
  const { thumbnails } = hostsOf(ctx.app)
  let done = Number(from?.['done'] ?? 0)
  let after = String(from?.['after'] ?? '')
  for (const account of session.accounts.filter(({ id }) => id > after)) {
    ctx.signal.throwIfAborted()
    const entities = await readings.attempt(
      account,
      async () => await entitiesOf(session, account, { now, thumbnails }),
    )
    const records: AdRecord[] = [...(entities ?? []), ...readings.problems(now)]
    if (readings.isHopeless) break
    for (let at = 0; at < records.length; at += pageRecords) {
      const part = records.slice(at, at + pageRecords)
      done += part.length
      // An account is read in one go, so the checkpoint only moves past it with its last page.
      if (at + pageRecords >= records.length) after = account.id
      yield { records: part, checkpoint: { after, done }, progress: { done, total: null }, warnings: [] }
    }
    after = account.id
  }
  readings.finish()
  if (!isIncrement) return
  const syncedThrough = now.toISOString()
  yield {
    records: [],
    checkpoint: { read: syncedThrough },
    progress: { done, total: done },
    syncedThrough,
    warnings: [],
  }
}

async function entitiesOf(
  session: Session,
  account: AdAccount,
  { now, thumbnails }: { readonly now: Date; readonly thumbnails: string },
): Promise<AdEntityRecord[]> {
  const [[own], campaigns, adGroups, ads, assetGroups] = await Promise.all([
    session.ask(account, accountQuery),
    session.ask(account, entityQueries.campaigns),
    session.ask(account, entityQueries.adGroups),
    session.ask(account, entityQueries.ads),
    session.ask(account, entityQueries.assetGroups),
  ])
  const rows: EntityRows = { campaigns, adGroups, ads, assetGroups }
  const assets: AssetRows = {
    ofGroups: assetGroups.length === 0 ? [] : await session.ask(account, entityQueries.assetGroupAssets),
    ofAds: ads.some((row) => creativeAssetNames(row).length > 0)
      ? await session.ask(account, entityQueries.assets)
      : [],
  }
  return toEntities(rows, {
    accountId: account.id,
    accountTags: own ? tagsOf(own, 'customer') : null,
    assets: assetsOf(assets, thumbnails),
    seenAt: now.toISOString(),
  })
}
