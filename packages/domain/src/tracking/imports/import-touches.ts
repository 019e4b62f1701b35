import { localTimesOf } from '@tillsight/core'
import { nextWriteVersion } from '@tillsight/database'
import { z } from 'zod'
import { recordAudit } from '../../audit/index.ts'
import { asOnlyWriter, defineVerb, type ShopContext, type WriteContext } from '../../context/index.ts'
import { createIdentifierHash } from '../../customers/index.ts'
import { markOrders, markVisitors } from '../../journey-marks/index.ts'
import { inPieces } from '../../ledger/index.ts'
import { loadAdIndex } from '../touches/ad-index.ts'
import { writeTouches } from '../touches/derive-touches.ts'
import { joinAd } from '../touches/join-ads.ts'
import { isSameTouch, keyOfTouch, loadSetup, StoredTouch, touchColumns } from '../touches/touch-rows.ts'
import type { ReadTouch, TouchFileContext } from './read-touch.ts'
import { type ReadTouchFile, readTouchFile } from './read-touch-file.ts'

const File = z.object({ name: z.string().min(1).max(255), bytes: z.instanceof(Uint8Array) })

/** The result of importing a file, or of its preview. */
export const TouchFileReport = z.object({
  fileName: z.string(),
  rows: z.number(),
  /** New ones, and those that differ from the previously imported ones. */
  touches: z.number(),
  /** Number that already exist. */
  known: z.number(),
  leftOut: z.number(),
  channels: z.array(z.object({ channel: z.string(), touches: z.number() })),
  /** The first problems, by row. */
  problems: z.array(
    z.object({ row: z.number(), field: z.string(), value: z.string(), problem: z.string(), remedy: z.string() }),
  ),
  problemCount: z.number(),
  ignored: z.array(z.string()),
})
export type TouchFileReport = z.infer<typeof TouchFileReport>

/** Previews the import of this file. Throws `invalid_input` for an unreadable file. */
export const previewTouches = defineVerb({
  name: 'touches.preview',
  needs: 'tracking:write',
  access: 'read',
  input: File,
  output: TouchFileReport,
  async run(ctx: ShopContext, file) {
    const read = await readTouchFile(file, await contextOf(ctx))
    return toReport(file.name, read, await plan(ctx, read.touches))
  },
})

/** Imports the valid rows of the file; the same file again adds nothing. Throws like the preview. */
export const importTouches = defineVerb({
  name: 'touches.import',
  needs: 'tracking:write',
  access: 'work',
  input: File,
  output: TouchFileReport,
  async run(ctx: ShopContext, file) {
    const read = await readTouchFile(file, await contextOf(ctx))
    return asOnlyWriter(ctx, async (fresh) => {
      const planned = await plan(fresh, read.touches)
      // Written first: of what goes to the warehouse there is an entry, whatever happens then.
      await ctx.db.transaction((queries) =>
        recordAudit(
          { ...ctx, queries },
          { action: 'touches.import', target: { kind: 'touches', id: '', name: file.name } },
        ),
      )
      await write(fresh, read.touches, planned)
      return toReport(file.name, read, planned)
    })
  },
})

async function contextOf(ctx: WriteContext): Promise<TouchFileContext> {
  const { rules } = await loadSetup(ctx)
  const { shop, clock, identityKey } = ctx
  return {
    rules,
    times: localTimesOf(shop.zone),
    now: clock.now().getTime(),
    hash: createIdentifierHash(identityKey, shop.id),
  }
}

interface Plan {
  readonly fresh: readonly StoredTouch[]
  /** Stored touches that the file changes, in their time or person. */
  readonly gone: readonly StoredTouch[]
}

const storedSql = `SELECT ${touchColumns} FROM touches
  WHERE shop_id = {shop:UUID} AND origin = 'import' AND touch_id IN {ids:Array(String)}`

async function plan(ctx: WriteContext, read: readonly ReadTouch[]): Promise<Plan> {
  const { rules } = await loadSetup(ctx)
  const [fresh, gone]: [StoredTouch[], StoredTouch[]] = [[], []]
  for (const piece of inPieces(read)) {
    const params = { ids: piece.map(({ touch }) => touch.touch_id) }
    const stored = await ctx.warehouse.read({ sql: storedSql, params }, StoredTouch)
    const ads = await loadAdIndex(
      ctx,
      piece.map(({ said }) => said),
    )
    const before = Map.groupBy(stored, ({ touch_id }) => touch_id)
    for (const { touch, said } of piece) {
      const { accountId, campaignId, adSetId, adId, joined, channel, paid } = joinAd(said, ads, rules.brandTerms)
      const whole = {
        ...touch,
        channel,
        paid: paid ? 1 : 0,
        joined,
        account_id: accountId,
        campaign_id: campaignId,
        ad_set_id: adSetId,
        ad_id: adId,
      }
      const known = before.get(touch.touch_id) ?? []
      gone.push(...known.filter((other) => keyOfTouch(other) !== keyOfTouch(whole)))
      if (!known.some((other) => isSameTouch(other, whole))) fresh.push(whole)
    }
  }
  return { fresh, gone }
}

/** Identifications are written first, so that a stored touch is always complete. */
async function write(ctx: WriteContext, read: readonly ReadTouch[], { fresh, gone }: Plan): Promise<void> {
  const version = (await nextWriteVersion(ctx.db.kysely)).toString()
  const wanted = new Set(fresh.map(({ touch_id }) => touch_id))
  const rows = read
    .filter(({ touch }) => wanted.has(touch.touch_id) && touch.visitor_id !== '')
    .filter(({ identifiers, orderId }) => identifiers.length > 0 || orderId !== '')
    .map(({ touch, identifiers, orderId }) => ({
      visitor_id: touch.visitor_id,
      at: new Date(touch.ms),
      event_id: touch.touch_id,
      identifiers,
      order_id: orderId,
      version,
      is_deleted: 0,
    }))
  await markVisitors(
    ctx,
    [...rows, ...gone].map((row) => row.visitor_id),
  )
  await markOrders(
    ctx,
    [...fresh, ...gone].map((touch) => touch.order_id),
  )
  const past = gone
    .filter(({ visitor_id }) => visitor_id !== '')
    .map(({ visitor_id, ms, touch_id }) => ({
      visitor_id,
      at: new Date(ms),
      event_id: touch_id,
      version,
      is_deleted: 1,
    }))
  if (rows.length + past.length > 0) await ctx.warehouse.insert('identifications', [...past, ...rows])
  for (const piece of inPieces(fresh, 20_000)) await writeTouches(ctx, { fresh: piece, gone: [] })
  await writeTouches(ctx, { fresh: [], gone })
}

function toReport(fileName: string, read: ReadTouchFile, { fresh }: Plan): TouchFileReport {
  const channels = Map.groupBy(read.touches, ({ touch }) => touch.channel)
  return {
    fileName,
    rows: read.rows,
    touches: fresh.length,
    known: read.touches.length - fresh.length,
    leftOut: read.leftOut,
    channels: [...channels]
      .map(([channel, own]) => ({ channel, touches: own.length }))
      .toSorted((one, other) => other.touches - one.touches),
    problems: [...read.problems],
    problemCount: read.problemCount,
    ignored: [...read.ignored],
  }
}
