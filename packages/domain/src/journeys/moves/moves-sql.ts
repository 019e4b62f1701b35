import { type AdditiveModel, type CreditConfig, creditSql, type SqlText } from '@tillsight/attribution'
import { currencyDecimals } from '@tillsight/core'
import { listOffsets } from '@tillsight/core/days'
import { type OrderValue, orderValues } from '@tillsight/metrics'
import { z } from 'zod'
import type { WriteContext } from '../../context/index.ts'
import { configFields, toCreditConfig, usualConfig } from '../../credit/index.ts'
import { loadTrackingSettings } from '../../tracking/index.ts'
import { localDaySql } from '../journey-source.ts'

const Rules = z.object(configFields).pick({
  model: true,
  click_window_days: true,
  view_window_days: true,
  direct_policy: true,
  journey_scope: true,
  value: true,
})
/** The attribution settings that moved credit was computed with; absent fields are the shop's. */
export const ReportedRules = Rules.extend({
  /** The shop's default model, if it is fitted to all orders at once: moves use this one instead. */
  instead_of: z.string().nullable(),
})

/** The shop's default attribution settings, as applied to single orders. */
export interface MoveRules {
  readonly model: AdditiveModel
  readonly config: CreditConfig
  readonly value: OrderValue
  /** The minor unit of the shop's currency, in millionths. */
  readonly minor: bigint
  readonly told: z.infer<typeof ReportedRules>
}

/** Under a fitted model every order depends on all others, so moves of single orders use this model. */
const insteadOfFitted = 'last_non_direct'

/** Loads the shop's default attribution settings. */
export async function loadMoveRules({ db, shop }: WriteContext): Promise<MoveRules> {
  const { attribution: usual } = await loadTrackingSettings(db.kysely, shop)
  const model = usual.model === 'markov' || usual.model === 'markov_local' ? insteadOfFitted : usual.model
  const asked = usualConfig(usual, model)
  return {
    model,
    config: toCreditConfig(asked),
    value: asked.value,
    minor: 10n ** BigInt(6 - currencyDecimals(shop.currency)),
    told: { ...Rules.parse(asked), instead_of: model === usual.model ? null : usual.model },
  }
}

/** Columns by which two versions of a journey are compared. */
const facts = [
  'previous_ms',
  'milestone_ms',
  'survey_channel',
  'touch_ids',
  'touch_ms',
  'kinds',
  'channels',
  'platforms',
  'paid',
] as const

/**
 * The same rules as `causeOf` for single orders; if touches were added or removed, the reason of the full derivation counts.
 */
const becauseSql = `multiIf(
      stored.survey_channel != fresh.survey_channel, 'survey_answered',
      stored.touch_ids = fresh.touch_ids AND stored.channels = fresh.channels AND stored.paid = fresh.paid, 'history_changed',
      stored.touch_ids = fresh.touch_ids, 'channels_changed',
      ${['stored', 'fresh'].map((form) => `${form}.person != '' AND NOT startsWith(${form}.person, 'device ')`).join(' AND ')}
        AND stored.person != fresh.person, 'customer_changed',
      {because:String})`

/** Orders whose drafts are about to replace the stored journeys, each twice: side 1 is the stored one, side 2 the draft. */
function bothFormsSql({ value }: MoveRules): string {
  const given = facts.flatMap((name) => [`stored.${name} AS old_${name}`, `fresh.${name} AS new_${name}`])
  const chosen = facts.map((name) => `if(side = 1, old_${name}, new_${name}) AS ${name}`)
  return `(SELECT order_id, because, order_ms, order_day, worth AS value, worth AS net, side, ${chosen.join(', ')}
  FROM (
    SELECT stored.order_id AS order_id, ${becauseSql} AS because,
      toInt64(toUnixTimestamp(fresh.placed_at)) * 1000 AS order_ms, ${localDaySql('order_ms')} AS order_day,
      reinterpretAsInt64(fresh.${orderValues[value].column}) AS worth, ${given.join(', ')}
    FROM (
      SELECT * FROM journeys
      WHERE shop_id = {shop:UUID} AND cancelled = 0 AND placed_at < toDateTime({settled:UInt32}, 'UTC')
    ) AS stored
    INNER JOIN (SELECT * FROM journey_drafts WHERE shop_id = {shop:UUID}) AS fresh ON stored.order_id = fresh.order_id
    WHERE fresh.cancelled = 0
  )
  ARRAY JOIN [1, 2] AS side)`
}

/** Each losing channel with each gaining one, by the overlap of their amounts when laid out by name. */
const pairedSql = (credit: string) => `
  SELECT order_day, because, lost.1 AS moved_from, gained.1 AS moved_to, count() AS orders, sum(amount) AS moved
  FROM (
    SELECT order_day, because, lost, gained, least(loss_end, gain_end) - greatest(loss_end - lost.2, gain_end - gained.2) AS amount
    FROM (
      SELECT order_day, because, lost, loss_end, gains, gain_ends
      FROM (
        SELECT *, arrayCumSum(x -> x.2, losses) AS loss_ends, arrayCumSum(x -> x.2, gains) AS gain_ends
        FROM (
          SELECT order_id, order_day, because, arraySort(groupArrayIf((place, -change), change < 0)) AS losses,
            arraySort(groupArrayIf((place, change), change > 0)) AS gains
          FROM (
            SELECT order_id, order_day, because, if(tracked, toString(channel), '') AS place, sum(if(side = 2, gross, -gross)) AS change
            FROM ${credit}
            GROUP BY order_id, order_day, because, place
            HAVING change != 0
          )
          GROUP BY order_id, order_day, because
        )
      ) ARRAY JOIN losses AS lost, loss_ends AS loss_end
    ) ARRAY JOIN gains AS gained, gain_ends AS gain_end
  )
  WHERE amount > 0
  GROUP BY order_day, because, moved_from, moved_to`

/** Options of the statement about all orders. */
interface MovesAsk {
  readonly rules: MoveRules
  readonly zone: string
  readonly now: Date
}

const firstEver = new Date(Date.UTC(1990, 0, 1))

/**
 * Credit that moves between channels when drafts replace the stored journeys: `order_day` (days since 1970), `because`,
 * `moved_from` and `moved_to` ('' for untracked), `orders` and `moved` (millionths). Orders placed from `{settled:UInt32}` on
 * are ignored.
 */
export function movesSql({ rules, zone, now }: MovesAsk): SqlText {
  const { model, config, minor } = rules
  const keep = ['order_id', 'order_day', 'because', 'side']
  const credit = creditSql({ source: bothFormsSql(rules), model, config, unit: minor, touches: ['channels'], keep })
  const offsets = listOffsets(zone, firstEver, now)
  return {
    sql: pairedSql(credit.sql),
    params: {
      ...credit.params,
      zone_since: offsets.map(({ since }) => String(Math.max(0, since.getTime() / 1000))),
      zone_seconds: offsets.map(({ seconds }) => String(seconds)),
    },
  }
}
