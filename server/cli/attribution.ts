import { text } from 'node:stream/consumers'
import {
  additiveModels,
  attribute,
  type Claim,
  type Credit,
  type CreditConfig,
  claim,
  claimsModel,
  classify,
  doesCount,
  type HistoryEvent,
  markov,
  type Order,
  type PathRow,
  resolveJourneys,
  shapley,
  shapleyOrdered,
  usualConfig,
} from '@tillsight/attribution'
import { AppError } from '@tillsight/core'
import type { Command } from 'commander'
import { z } from 'zod'

const mostProblems = 5

/**
 * Reads a JSON document from standard input. Throws `invalid_input` that names the first invalid places, so that they can be
 * found among thousands of generated cases.
 */
async function readInput<T>(shape: z.ZodType<T>, name: string): Promise<T> {
  if (process.stdin.isTTY) {
    throw new AppError('invalid_input', `Give the ${name} as JSON on standard input: … < ${name}.json`)
  }
  const parsed = shape.safeParse(parseJson(await text(process.stdin), name))
  if (parsed.success) return parsed.data
  const { issues } = parsed.error
  const told = issues.slice(0, mostProblems).map(({ path, message }) => `${placeOf(path)}: ${message}`)
  const more = issues.length > mostProblems ? [`… and ${issues.length - mostProblems} more`] : []
  throw new AppError('invalid_input', [`The ${name} cannot be used:`, ...told, ...more].join('\n  '))
}

function parseJson(input: string, name: string): unknown {
  try {
    return JSON.parse(input)
  } catch (error) {
    const why = error instanceof Error ? error.message : 'it cannot be read'
    throw new AppError('invalid_input', `What came on standard input is not JSON, so there are no ${name}: ${why}`)
  }
}

function placeOf(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'the whole'
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '')
}

/** The caller's id of a case; returned unchanged. */
const CaseId = z.union([z.string(), z.number()])

/** An integer of minor units: a number as far as numbers are exact, beyond that digits in quotes. */
const Amount = z
  .union([
    z.int(),
    z.string().regex(/^-?\d+$/, 'Expected an integer of minor units, in quotes where it is beyond 2^53.'),
  ])
  .transform((value) => BigInt(value))

/** Milliseconds since 1970, UTC. */
const Instant = z.int()

/** An amount as a number, or as a string where a number would not be exact. */
function printAmount(amount: bigint): number | string {
  const isExact = amount <= BigInt(Number.MAX_SAFE_INTEGER) && amount >= BigInt(Number.MIN_SAFE_INTEGER)
  return isExact ? Number(amount) : amount.toString()
}

const Landings = z.array(
  z.object({
    id: CaseId,
    url: z.string(),
    referrer: z.string().nullish(),
    own_domains: z.array(z.string()).default([]),
    brand_terms: z.array(z.string()).default([]),
    seen_click_ids: z.array(z.string()).default([]),
  }),
)

/** Classifies every visit into a channel. */
async function classifyLandings(): Promise<unknown> {
  const landings = await readInput(Landings, 'landings')
  return landings.map(({ id, url, referrer, own_domains, brand_terms, seen_click_ids }) => {
    const landing = { url, referrer, ownDomains: own_domains, brandTerms: brand_terms, seenClickIds: seen_click_ids }
    const { newTouch, ...found } = classify(landing)
    return { id, new_touch: newTouch, ...found }
  })
}

const Share = z
  .string()
  .regex(/^\d+\/0*[1-9]\d*$/, 'Expected a fraction such as 1/2.')
  .transform((text) => {
    const [over = '0', by = '1'] = text.split('/')
    return { over: BigInt(over), by: BigInt(by) }
  })

/** Relative effect of a channel: a fraction or a whole number, as number or string. */
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

/** Attribution settings of a case; missing ones have their defaults. */
const ConfigShape = z.object({
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

/** Attributes all orders of all cases, under the models that each case requests. */
async function creditCases(): Promise<unknown> {
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

/** Ids of other systems, some of which write numbers. */
const Key = z.union([z.string(), z.int()]).nullish().transform(toKey)

const onDevice = { ts: Instant, visitor: Key, customer: Key, email: Key, cart_token: Key, checkout_token: Key }
const isSo = z
  .boolean()
  .nullish()
  .transform((value) => value ?? undefined)

const Event: z.ZodType<HistoryEvent> = z.discriminatedUnion('type', [
  z.object({
    ...onDevice,
    type: z.literal('touch'),
    touch_id: z.string(),
    kind: z.enum(['click', 'view', 'engaged_view']).optional(),
    channel: z.string().optional(),
  }),
  z.object({ ...onDevice, type: z.literal('identify') }),
  z.object({
    ...onDevice,
    type: z.literal('order'),
    order_id: z.string(),
    value_minor: Amount.optional(),
    cancelled: isSo,
    test: isSo,
  }),
])

const Histories = z.array(ConfigShape.extend({ id: CaseId, events: z.array(Event) }))

/** Resolves which touchpoints belong to the history of every order. */
async function resolveHistories(): Promise<unknown> {
  const histories = await readInput(Histories, 'events')
  return histories.map(({ id, events, ...config }) => ({ id, ...resolveJourneys(events, config) }))
}

function toKey(value: string | number | null | undefined): string | undefined {
  const text = value === null || value === undefined ? '' : String(value)
  return text === '' ? undefined : text
}

const Count = z.int().min(0)

const Paths = z.object({
  rows: z.array(
    z.object({
      path: z.array(z.string()),
      conversions: Count,
      value_minor: Amount.default(0n),
      null: Count.default(0),
    }),
  ),
  models: z.array(z.enum(['markov', 'shapley', 'shapley_ordered'])),
  order: z.int().min(1).max(10).default(1),
  nulls: z.boolean().default(true),
})

const significantDigits = 12

/** Fitted models of journeys that are counted by path. */
async function fitPaths(): Promise<unknown> {
  const { rows, models, order, nulls } = await readInput(Paths, 'paths')
  const counted: PathRow[] = rows.map((row) => ({ ...row, value_minor: Number(row.value_minor) }))
  const fits = {
    markov: () => markov(counted, { order, nulls }),
    shapley: () => shapley(counted),
    shapley_ordered: () => shapleyOrdered(counted),
  }
  return rounded(Object.fromEntries(models.map((model) => [model, fits[model]()])))
}

/** Rounds all numbers to their reliable digits. */
function rounded(value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toPrecision(significantDigits))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, rounded(part)]))
}

/** `attribution credit|paths|classify|journeys`: the arithmetic itself, without a shop or a store; JSON in and out. */
export function addAttributionCommands(program: Command): void {
  const attribution = program
    .command('attribution')
    .description('work out credit, channels and journeys from what is given on standard input; opens no store')
  const command = (name: string, description: string, work: () => Promise<unknown>): void => {
    attribution
      .command(name)
      .description(description)
      .option('--json', 'print JSON, which it does anyway')
      .action(async () => {
        process.stdout.write(`${JSON.stringify(await work(), null, 2)}\n`)
      })
  }
  command('credit', 'what every touch gets of every order, under the models asked for', creditCases)
  command('paths', 'Markov and Shapley for journeys counted by path', fitPaths)
  command('classify', 'the channel of every landing', classifyLandings)
  command('journeys', 'whose touches every order looks back on', resolveHistories)
}
