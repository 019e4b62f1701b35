import type { VisitRules } from '@tillsight/attribution'
import { z } from 'zod'
import { defineVerb, type ShopContext } from '../../context/index.ts'
import { settingsAfter, TrackingSettingsChange } from '../settings/settings.ts'
import { loadTrackingSettings } from '../settings/stored-settings.ts'
import { type AdIndex, loadAdIndex } from './ad-index.ts'
import { joinAd } from './join-ads.ts'
import { reread } from './replay-touches.ts'
import { loadSetup, StoredTouch, touchColumns } from './touch-rows.ts'

const previewDays = 30
const rowsAtOnce = 20_000
const noTouch = { channel: '', paid: false }

/** The effect of other settings on the touches of the last 30 days. */
export const SettingsPreview = z.object({
  days: z.number(),
  /** Number of touches examined. */
  touches: z.number(),
  moved: z.number(),
  /** Changes from one channel to another, most touches first; an empty channel means no touch. */
  moves: z.array(
    z.object({
      from: z.string(),
      fromPaid: z.boolean(),
      to: z.string(),
      toPaid: z.boolean(),
      touches: z.number(),
      /** One landing page among them. */
      example: z.string(),
    }),
  ),
})
export type SettingsPreview = z.infer<typeof SettingsPreview>

/** Previews the effect of changed settings without saving them (attribution.md §5.3). */
export const previewTrackingSettings = defineVerb({
  name: 'tracking.previewSettings',
  needs: 'tracking:write',
  access: 'read',
  input: TrackingSettingsChange,
  output: SettingsPreview,
  async run(ctx: ShopContext, change) {
    const before = await loadTrackingSettings(ctx.queries, ctx.shop)
    const old = await loadSetup(ctx, before)
    const fresh = await loadSetup(ctx, settingsAfter(before, change))
    const moves = new Map<string, SettingsPreview['moves'][number]>()
    let touches = 0
    for await (const piece of readLatest(ctx)) {
      touches += piece.length
      await compare(ctx, piece, { old: old.rules, fresh: fresh.rules, moves })
    }
    const sorted = [...moves.values()].toSorted((one, other) => other.touches - one.touches)
    const moved = sorted.reduce((sum, move) => sum + move.touches, 0)
    return { days: previewDays, touches, moved, moves: sorted }
  },
})

const latestSql = `SELECT ${touchColumns} FROM touches
  WHERE shop_id = {shop:UUID} AND origin != 'order' AND at >= fromUnixTimestamp64Milli({since:Int64})`

async function* readLatest({ warehouse, clock }: ShopContext): AsyncGenerator<StoredTouch[]> {
  const since = `${clock.now().getTime() - previewDays * 86_400_000}`
  let piece: StoredTouch[] = []
  for await (const touch of warehouse.stream({ sql: latestSql, params: { since } }, StoredTouch)) {
    piece.push(touch)
    if (piece.length < rowsAtOnce) continue
    yield piece
    piece = []
  }
  if (piece.length > 0) yield piece
}

interface Comparison {
  readonly old: VisitRules
  readonly fresh: VisitRules
  readonly moves: Map<string, SettingsPreview['moves'][number]>
}

async function compare(ctx: ShopContext, touches: readonly StoredTouch[], { old, fresh, moves }: Comparison) {
  const read = touches.map((touch) => ({ touch, before: reread(touch, old), after: reread(touch, fresh) }))
  const ads = await loadAdIndex(
    ctx,
    read.flatMap((each) => [each.before, each.after].filter((said) => said !== undefined)),
  )
  for (const { touch, ...each } of read) {
    const [from, to] = [decide(each.before, ads, old), decide(each.after, ads, fresh)]
    if (from.channel === to.channel && from.paid === to.paid) continue
    const key = [from.channel, from.paid, to.channel, to.paid].join(' ')
    const known = moves.get(key)
    if (known) known.touches += 1
    else
      moves.set(key, {
        from: from.channel,
        fromPaid: from.paid,
        to: to.channel,
        toPaid: to.paid,
        touches: 1,
        example: touch.url,
      })
  }
}

function decide(said: ReturnType<typeof reread>, ads: AdIndex, { brandTerms }: VisitRules) {
  return said ? joinAd(said, ads, brandTerms) : noTouch
}
