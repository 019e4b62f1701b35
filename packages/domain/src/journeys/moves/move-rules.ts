import type { AdditiveModel, CreditConfig } from '@tillsight/attribution'
import { currencyDecimals } from '@tillsight/core'
import { type OrderValue } from '@tillsight/metrics'
import { z } from 'zod'
import type { WriteContext } from '../../context/index.ts'
import { configFields, toCreditConfig } from '../../credit/index.ts'
import { loadTrackingSettings } from '../../tracking/index.ts'

const Rules = z.object(configFields).pick({
  model: true,
  click_window_days: true,
  view_window_days: true,
  direct_policy: true,
  journey_scope: true,
  value: true,
})
/** Under which rules moved credit was counted, as it is told; what is left out is as the shop had it. */
export const ToldRules = Rules.extend({
  /** The shop's usual model is one that is fitted to all orders at once: moves are told under this one instead. */
  instead_of: z.string().nullable(),
})

/** The shop's usual rules, as credit of single orders is worked out by them. */
export interface MoveRules {
  readonly model: AdditiveModel
  readonly config: CreditConfig
  readonly value: OrderValue
  /** Millionths in a minor unit of the shop's currency. */
  readonly minor: bigint
  readonly told: z.infer<typeof ToldRules>
}

/** Under a fitted model every order depends on all others: what one order does is told by this one. */
const insteadOfFitted = 'last_non_direct'

/** How credit is given in the shop where nobody asks otherwise. */
export async function loadMoveRules({ db, shop }: WriteContext): Promise<MoveRules> {
  const { attribution: usual } = await loadTrackingSettings(db.kysely, shop)
  const model = usual.model === 'markov' || usual.model === 'markov_local' ? insteadOfFitted : usual.model
  const asked = z.object(configFields).parse({
    model,
    click_window_days: usual.clickWindowDays,
    view_window_days: usual.viewWindowDays,
    direct_policy: usual.directPolicy,
    journey_scope: usual.journeyScope,
    half_life_days: usual.halfLifeDays,
    survey_share: usual.surveyShare,
    value: usual.value,
  })
  return {
    model,
    config: toCreditConfig(asked),
    value: asked.value,
    minor: 10n ** BigInt(6 - currencyDecimals(shop.currency)),
    told: { ...Rules.parse(asked), instead_of: model === usual.model ? null : usual.model },
  }
}
