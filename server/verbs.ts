import { parseDay } from '@tillsight/core/days'
import {
  type ActorContext,
  askReach,
  type ConnectionContext,
  getShop,
  type MetricAnswer,
  type RunVerb,
  recalculationOf,
  requestExportRound,
  requestFollowing,
  requestImportWork,
  requestRates,
  requestRecalculation,
  requestRestating,
  requestSurveyWork,
  requestTouchReplay,
  run,
  type ShopVerbs,
  shopVerbs,
  type Verb,
  type VerbOutput,
  type VerbTable,
} from '@tillsight/domain'
import { reachMetrics } from '@tillsight/platforms'
import type { z } from 'zod'
import type { Runtime } from './runtime.ts'

/**
 * When a result lacks the reach of days that were never requested, queues their import; the figures follow by themselves.
 * Returns whether any platform is queried; recent requests are not repeated.
 */
async function askMissingReach(ctx: ConnectionContext, response: MetricAnswer): Promise<boolean> {
  let isParams = false
  for (const { range } of missingIn(response)) {
    if (await ask(ctx, range)) isParams = true
  }
  return isParams
}

function missingIn(response: MetricAnswer): readonly Pick<MetricAnswer, 'totals' | 'range'>[] {
  return [response, ...(response.compare ? [response.compare] : [])].filter(({ totals }) =>
    reachMetrics.some((metric) => totals[metric] === null),
  )
}

async function ask(ctx: ConnectionContext, { from, to }: MetricAnswer['range']): Promise<boolean> {
  try {
    return (await askReach(ctx, { from: parseDay(from), to: parseDay(to) })) > 0
  } catch (error) {
    ctx.log.warn({ shop: ctx.shop.id, err: error }, 'how many people were reached could not be asked for')
    return false
  }
}

/** For clients without live updates: the result with a time to query again. */
async function withReachParams(ctx: ConnectionContext, response: MetricAnswer): Promise<MetricAnswer> {
  if (missingIn(response).length === 0) return response
  const when = (await askMissingReach(ctx, response))
    ? 'Reach is being asked for now: put the same question again in about a minute.'
    : 'Reach was asked for within the last 10 minutes, or its connection cannot be read right now: put the same question again in a few minutes.'
  return { ...response, warnings: [...response.warnings, when] }
}

// Runs the product's verbs by name, for any kind of caller, with the follow-up work.

/** Services for background work. */
type Background = Pick<Runtime, 'jobs' | 'clock'>

/**
 * The caller of a verb: a page's request, which shares reads and follows figures that are still to come, or a program, which
 * requests each thing separately.
 */
type DoorKind = 'page' | 'program'

/** Additional work of a shop's verb, for all callers. */
interface Work<One extends ShopVerbs[keyof ShopVerbs]> {
  /** Before it is run: it is allowed by then, and the input valid. */
  readonly before?: (at: Background, ctx: ConnectionContext, input: z.output<One['input']>) => Promise<unknown>
  readonly after?: (at: Background, ctx: ConnectionContext, done: Done<One>) => Promise<unknown>
  /** Changes the result for a program, which would not be notified otherwise; in place of {@link Work.after}. */
  readonly tell?: (ctx: ConnectionContext, response: VerbOutput<One>) => Promise<VerbOutput<One>>
}

interface Done<One extends ShopVerbs[keyof ShopVerbs]> {
  readonly input: z.output<One['input']>
  readonly answer: VerbOutput<One>
}

const work: { readonly [Name in keyof ShopVerbs]?: Work<ShopVerbs[Name]> } = {
  'costs.import_file': {
    after: ({ jobs }, { shop }, { answer }) => (answer.restating ? requestRestating(jobs, shop.id) : Promise.resolve()),
  },
  'costs.save': {
    after: ({ jobs }, { shop }, { answer }) => (answer.restating ? requestRestating(jobs, shop.id) : Promise.resolve()),
  },
  'import.plan': {
    after: ({ jobs }, { shop }, { input }) =>
      requestImportWork(jobs, { shop: shop.id, import: input.import, what: 'check' }),
  },
  'import.start': {
    after: ({ jobs }, { shop }, { input }) =>
      requestImportWork(jobs, { shop: shop.id, import: input.import, what: 'store' }),
  },
  'import.undo': {
    after: ({ jobs }, { shop }, { input }) =>
      requestImportWork(jobs, { shop: shop.id, import: input.import, what: 'undo' }),
  },
  'export.run': { after: ({ jobs }) => requestExportRound(jobs) },
  'metrics.query': { after: (_at, ctx, { answer }) => askMissingReach(ctx, answer), tell: withReachParams },
  'rates.fetch': { after: ({ jobs }) => requestRates(jobs) },
  'rates.upload': { after: ({ jobs }) => requestFollowing(jobs) },
  'shop.update': {
    // Queued before the change is stored: if the process dies in between, the recalculation runs once too often instead of
    // being lost.
    async before(at, ctx, change) {
      const what = recalculationOf(await run(getShop, ctx, {}), change)
      await requestRecalculation(at, { shop: ctx.shop.id, what })
    },
    // The first job may have started before the change was stored.
    after: (at, { shop }, { answer }) => requestRecalculation(at, { shop: shop.id, what: answer.recalculation }),
  },
  'survey.mappings': { after: (at, { shop }) => requestSurveyWork(at, shop.id) },
  'tracking.saveSettings': {
    after: (at, { shop }, { answer }) => requestTouchReplay(at, { shop: shop.id, what: answer.replay }),
  },
}

/**
 * Runs verbs on one shop. For a page, results of verbs without input are cached until something is written: a page and its
 * layout read the same.
 */
export function shopRunner(at: Background, ctx: ConnectionContext, door: DoorKind): RunVerb<ShopVerbs> {
  const known = new Map<string, Promise<unknown>>()
  return runner<ShopVerbs, ConnectionContext>(shopVerbs, (verb, input) => {
    const { before, after, tell } = (work[verb.name as keyof ShopVerbs] ?? {}) as AnyWork
    const offered = {
      ...verb,
      before: before && ((valid: unknown) => before(at, ctx, valid)),
      after: async (answer: unknown, valid: unknown) => {
        if (tell && door === 'program') return await tell(ctx, answer)
        await after?.(at, ctx, { input: valid, answer })
        return answer
      },
    }
    if (door === 'program') return run(offered, ctx, input)
    if (verb.access !== 'read') {
      known.clear()
      return run(offered, ctx, input).finally(() => known.clear())
    }
    if (!isNothing(input)) return run(offered, ctx, input)
    const response = known.get(verb.name) ?? run(offered, ctx, input)
    known.set(verb.name, response)
    return response
  })
}

function isNothing(input: unknown): boolean {
  return typeof input === 'object' && input !== null && Object.keys(input).length === 0
}

/** Verbs whose types were checked by name. */
type AnyVerb<Ctx extends ActorContext> = Verb<unknown, unknown, Ctx, unknown>

/** Additional work whose types were checked by name. */
interface AnyWork {
  readonly before?: (at: Background, ctx: ConnectionContext, input: unknown) => Promise<unknown>
  readonly after?: (at: Background, ctx: ConnectionContext, done: unknown) => Promise<unknown>
  readonly tell?: (ctx: ConnectionContext, response: unknown) => Promise<unknown>
}

/**
 * Runs verbs by name. The only place where types are unchecked: {@link RunVerb} restricts its callers to the table's types.
 */
export function runner<Verbs extends VerbTable, Ctx extends ActorContext>(
  verbs: Verbs,
  call: (verb: AnyVerb<Ctx>, input: unknown) => Promise<unknown>,
): RunVerb<Verbs> {
  const named = (name: keyof Verbs, input: unknown = {}) => call(verbs[name] as unknown as AnyVerb<Ctx>, input)
  return named as RunVerb<Verbs>
}
