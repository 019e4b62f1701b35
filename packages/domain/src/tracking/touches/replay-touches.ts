import { readVisit, type VisitRules } from '@tillsight/attribution'
import { z } from 'zod'
import { asOnlyWriter, type WriteContext } from '../../context/index.ts'
import { markAllJourneys } from '../../journey-marks/index.ts'
import type { TouchReplay } from '../settings/stored-settings.ts'
import { loadAdIndex } from './ad-index.ts'
import { bringTouchesUpToDate, writeTouches } from './derive-touches.ts'
import { type Joinable, joinAd } from './join-ads.ts'
import { ever } from './read-visits.ts'
import { isSameTouch, loadSetup, StoredTouch, touchColumns } from './touch-rows.ts'

/** Channel and ad information of a touch before the join. */
interface Reread extends Joinable {
  readonly evidence: string
}

/**
 * The classification of a stored touch under these rules; undefined if it would be no touch. What a file stated explicitly is
 * kept, whatever the rules are.
 */
export function reread(touch: StoredTouch, rules: VisitRules): Reread | undefined {
  if (touch.evidence === 'import' || touch.url === '') return asReported(touch)
  // If a touch lacks the click id of its own address, another visitor brought that first.
  const isForeign = touch.click_id === ''
  const visit = readVisit(touch, rules, () => isForeign)
  return visit.newTouch ? visit : undefined
}

function asReported(touch: StoredTouch): Reread {
  return {
    channel: touch.channel_rule,
    paid: touch.paid === 1,
    platform: touch.platform,
    campaignId: touch.campaign_id,
    adSetId: touch.ad_set_id,
    adId: touch.ad_id,
    campaign: touch.campaign,
    clickId: touch.click_id,
    isCustom: true,
    evidence: touch.evidence,
  }
}

/** Progress in touches, or in visitors. */
type ReplayProgress = (progress: { readonly done: number; readonly total: number }) => unknown

const rowsAtOnce = 20_000
const visitorsAtOnce = 5_000

/**
 * Applies the shop's current settings to stored touches: to their channels, or also to whether they are touches at all. Works
 * in portions, between which others may write; idempotent. Returns how many rows changed.
 */
export async function replayTouches(ctx: WriteContext, what: TouchReplay, progress?: ReplayProgress): Promise<number> {
  if (what === 'none') return 0
  // Touches from order evidence follow the same rules.
  await asOnlyWriter(ctx, markAllJourneys)
  if (what === 'journeys') return 0
  const visits = what === 'visits' ? await replayVisits(ctx, progress) : 0
  return visits + (await replayChannels(ctx, { where: '1', progress }))
}

/** Which touches to process, as a condition on their table, and a progress callback. */
interface ChannelReplay {
  readonly where: string
  readonly progress?: ReplayProgress | undefined
}

/** Determines channel and ad of touches again. */
async function replayChannels(ctx: WriteContext, { where, progress }: ChannelReplay): Promise<number> {
  const total = progress ? await count(ctx, `touches WHERE shop_id = {shop:UUID} AND ${movable} AND (${where})`) : 0
  let [done, changed] = [0, 0]
  let last: StoredTouch | undefined
  for (;;) {
    const { read, written } = await asOnlyWriter(ctx, (fresh) => replayPiece(fresh, where, last))
    changed += written
    done += read.length
    last = read.at(-1)
    await progress?.({ done, total: Math.max(total, done) })
    if (read.length < rowsAtOnce) return changed
  }
}

/** Touches from order evidence are updated together with journeys. */
const movable = `origin != 'order'`
const pieceSql = (where: string) => `SELECT ${touchColumns} FROM touches
  WHERE shop_id = {shop:UUID} AND ${movable} AND (${where})
    AND (visitor_id, toUnixTimestamp64Milli(at), touch_id) > ({visitor:String}, {ms:Int64}, {touch:String})
  ORDER BY visitor_id, at, touch_id LIMIT ${rowsAtOnce}`

async function replayPiece(ctx: WriteContext, where: string, last: StoredTouch | undefined) {
  const { rules } = await loadSetup(ctx)
  const params = { visitor: last?.visitor_id ?? '', ms: `${last?.ms ?? -1}`, touch: last?.touch_id ?? '' }
  const read = await ctx.warehouse.read({ sql: pieceSql(where), params }, StoredTouch, { timeoutSeconds: 300 })
  const said = read.flatMap((touch) => {
    const now = reread(touch, rules)
    return now ? [{ touch, now }] : []
  })
  const ads = await loadAdIndex(
    ctx,
    said.map(({ now }) => now),
  )
  const fresh = said.flatMap(({ touch, now }) => {
    const { accountId, campaignId, adSetId, adId, joined, channel, paid } = joinAd(now, ads, rules.brandTerms)
    const changed: StoredTouch = {
      ...touch,
      channel,
      paid: paid ? 1 : 0,
      joined,
      channel_rule: now.channel,
      platform: now.platform,
      evidence: now.evidence,
      account_id: accountId,
      campaign_id: campaignId,
      ad_set_id: adSetId,
      ad_id: adId,
    }
    return isSameTouch(changed, touch) ? [] : [changed]
  })
  await writeTouches(ctx, { fresh, gone: [] })
  return { read, written: fresh.length }
}

const Visitor = z.object({ visitor: z.string() })
const visitorsSql = `SELECT DISTINCT visitor_id AS visitor FROM events
  WHERE shop_id = {shop:UUID} AND visitor_id > {after:String} ORDER BY visitor_id LIMIT ${visitorsAtOnce}`

async function replayVisits(ctx: WriteContext, progress: ReplayProgress | undefined): Promise<number> {
  const total = await count(
    ctx,
    `(SELECT DISTINCT visitor_id FROM events WHERE shop_id = {shop:UUID} AND visitor_id != '')`,
  )
  let [done, changed, last] = [0, 0, '']
  for (;;) {
    const query = { sql: visitorsSql, params: { after: last } }
    const rows = await ctx.warehouse.read(query, Visitor, { timeoutSeconds: 300 })
    const concerned = new Map(rows.map(({ visitor }) => [visitor, ever]))
    changed += await asOnlyWriter(ctx, async (fresh) =>
      bringTouchesUpToDate(fresh, await loadSetup(fresh), { concerned }),
    )
    done += rows.length
    last = rows.at(-1)?.visitor ?? ''
    await progress?.({ done, total: Math.max(total, done) })
    if (rows.length < visitorsAtOnce) return changed
  }
}

async function count({ warehouse }: WriteContext, from: string): Promise<number> {
  const sql = `SELECT count() AS count FROM ${from}`
  const [row] = await warehouse.read({ sql, params: {} }, z.object({ count: z.coerce.number() }), {
    timeoutSeconds: 300,
  })
  return row?.count ?? 0
}

/** Google reports for 90 days which campaign a click belonged to. */
const rejoinedDays = 90

/**
 * Looks again for the ads of recent touches that were not found precisely: platforms report ads and clicks later than the
 * visits arrive. Returns how many touches changed.
 */
export async function rejoinTouches(ctx: WriteContext): Promise<number> {
  const since = Math.floor(ctx.clock.now().getTime() / 1000) - rejoinedDays * 86_400
  const said = "campaign_id != '' OR ad_set_id != '' OR ad_id != '' OR click_id != '' OR campaign != ''"
  return replayChannels(ctx, {
    where: `at >= toDateTime(${since}) AND joined != 'ad' AND platform IN ('google', 'meta', 'tiktok') AND (${said})`,
  })
}
