import {
  additiveModels,
  attribute,
  type Claim,
  type Credit,
  type CreditConfig,
  claim,
  claimsModel,
  doesCount,
  type Order,
  usualConfig,
} from '@tillsight/attribution'
import { z } from 'zod'
import { Amount, CaseId, Instant, printAmount, readInput } from './input.ts'

const Share = z
  .string()
  .regex(/^\d+\/0*[1-9]\d*$/, 'Expected a fraction such as 1/2.')
  .transform((text) => {
    const [over = '0', by = '1'] = text.split('/')
    return { over: BigInt(over), by: BigInt(by) }
  })

/** How much a channel is worth beside the others: a fraction, or a whole number, in quotes or not. */
const Effect = z.union([
  Share,
  z
    .union([z.int().min(0), z.string().regex(/^\d+$/, 'Expected a whole number, or a fraction such as 1/2.')])
    .transform((text) => ({
      over: BigInt(text),
      by: 1n,
    })),
])

const TouchShape = z.object({
  touch_id: z.string(),
  ts: Instant,
  kind: z.enum(['click', 'view', 'engaged_view']),
  channel: z.string(),
  platform: z
    .string()
    .nullish()
    .transform((platform) => platform ?? null),
  paid: z.boolean(),
})

const OrderShape = z
  .object({
    order_id: z.string(),
    ts: Instant,
    value_minor: Amount,
    refunds: z.array(Amount).nullish(),
    cancelled: z.boolean().nullish(),
    test: z.boolean().nullish(),
    milestone_ts: Instant.nullish(),
    survey_channel: z.string().nullish(),
  })
  .transform(
    ({ refunds, cancelled, test, milestone_ts, survey_channel, ...order }): Order => ({
      ...order,
      refunds: refunds ?? undefined,
      cancelled: cancelled ?? undefined,
      test: test ?? undefined,
      milestone_ts: milestone_ts ?? undefined,
      survey_channel: survey_channel ?? undefined,
    }),
  )

const WindowDays = z.number().min(0).nullable()

/** What can be said about the rules of a case; what is not said is as usual. */
export const ConfigShape = z.object({
  click_window_days: WindowDays.default(usualConfig.click_window_days),
  view_window_days: WindowDays.default(usualConfig.view_window_days),
  direct_policy: z.enum(['include', 'exclude_unless_only']).default(usualConfig.direct_policy),
  journey_scope: z.enum(['window', 'since_previous_order']).default(usualConfig.journey_scope),
  half_life_days: z.number().positive().default(usualConfig.half_life_days),
  survey_share: Share.refine(({ over, by }) => over <= by, 'A share is at most 1.').default(usualConfig.survey_share),
  survey_base: z.enum(additiveModels).exclude(['survey_blend']).default(usualConfig.survey_base),
  removal_effects: z
    .record(z.string(), Effect)
    .transform((effects) => new Map(Object.entries(effects)))
    .optional(),
})

const Cases = z.array(
  ConfigShape.extend({
    id: CaseId,
    touches: z.array(TouchShape),
    orders: z.array(OrderShape),
    models: z.array(z.enum([...additiveModels, claimsModel])),
  }),
)
type Case = z.infer<typeof Cases>[number]

/** Credit of every order of every case under the models that it asks for. */
export async function creditCases(): Promise<unknown> {
  const cases = await readInput(Cases, 'cases')
  return cases.map((given) => ({
    id: given.id,
    orders: given.orders.filter(doesCount).map((order) => ({
      order_id: order.order_id,
      models: Object.fromEntries(given.models.map((model) => [model, creditOf(order, given, model)])),
    })),
  }))
}

function creditOf(order: Order, { touches, orders, ...config }: Case, model: Case['models'][number]): unknown[] {
  const person = { touches, orders }
  const rules: CreditConfig = config
  if (model === claimsModel) return claim(order, person, rules).map(printClaim)
  return attribute(order, person, { model, config: rules }).filter(isSomething).map(printCredit)
}

function isSomething({ gross_minor, net_minor, orders_micro }: Credit): boolean {
  return gross_minor !== 0n || net_minor !== 0n || orders_micro !== 0n
}

function printCredit({ touch_id, channel, gross_minor, net_minor, orders_micro }: Credit) {
  return {
    touch_id,
    channel,
    gross_minor: printAmount(gross_minor),
    net_minor: printAmount(net_minor),
    orders_micro: printAmount(orders_micro),
  }
}

function printClaim({ platform, touch_id, claimed_minor }: Claim) {
  return { platform, touch_id, claimed_minor: printAmount(claimed_minor) }
}
