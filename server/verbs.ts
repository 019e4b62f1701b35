import { parseDay } from '@tillsight/core/days'
import {
  type ActorContext,
  askReach,
  type ConnectionContext,
  getShop,
  type MetricAnswer,
  type RunVerb,
  recalculationOf,
  requestFollowing,
  requestImportWork,
  requestRates,
  requestRecalculation,
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
 * An answer without reach of days that nobody asked for yet leads to its being asked; the figures follow by themselves.
 * Returns whether any platform is asked now; one that was asked a moment ago is not asked again.
 */
async function askMissingReach(ctx: ConnectionContext, answer: MetricAnswer): Promise<boolean> {
  let isAsked = false
  for (const { range } of missingIn(answer)) {
    if (await ask(ctx, range)) isAsked = true
  }
  return isAsked
}

function missingIn(answer: MetricAnswer): readonly Pick<MetricAnswer, 'totals' | 'range'>[] {
  return [answer, ...(answer.compare ? [answer.compare] : [])].filter(({ totals }) =>
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

/** For whoever does not follow the figures: the answer with when to ask again. */
async function withReachAsked(ctx: ConnectionContext, answer: MetricAnswer): Promise<MetricAnswer> {
  if (missingIn(answer).length === 0) return answer
  const when = (await askMissingReach(ctx, answer))
    ? 'Reach is being asked for now: put the same question again in about a minute.'
    : 'Reach was asked for within the last 10 minutes, or its connection cannot be read right now: put the same question again in a few minutes.'
  return { ...answer, warnings: [...answer.warnings, when] }
}

// Runs the verbs of the product by their names, for whoever is at a door, with the work that follows once they are done.

/** What work in the background is asked for with. */
type Background = Pick<Runtime, 'jobs' | 'clock'>

/**
 * Where a verb is called: a request for a page, which shares what it reads and follows figures that are still to come, or
 * a program, which asks for each thing by itself.
 */
type DoorKind = 'page' | 'program'

/** Work that a verb of a shop asks for, whichever door it is called through. */
interface Work<One extends ShopVerbs[keyof ShopVerbs]> {
  /** Before it is run: it is allowed by then, and the input valid. */
  readonly before?: (at: Background, ctx: ConnectionContext, input: z.output<One['input']>) => Promise<unknown>
  readonly after?: (at: Background, ctx: ConnectionContext, done: Done<One>) => Promise<unknown>
  /** What a program is told of it, where it would not hear otherwise; in place of {@link Work.after}. */
  readonly tell?: (ctx: ConnectionContext, answer: VerbOutput<One>) => Promise<VerbOutput<One>>
}

interface Done<One extends ShopVerbs[keyof ShopVerbs]> {
  readonly input: z.output<One['input']>
  readonly answer: VerbOutput<One>
}

const work: { readonly [Name in keyof ShopVerbs]?: Work<ShopVerbs[Name]> } = {
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
  'metrics.query': { after: (_at, ctx, { answer }) => askMissingReach(ctx, answer), tell: withReachAsked },
  'rates.fetch': { after: ({ jobs }) => requestRates(jobs) },
  'rates.upload': { after: ({ jobs }) => requestFollowing(jobs) },
  'shop.update': {
    // Queued before the change is stored: a process that dies in between computes once too often, not once too little.
    async before(at, ctx, change) {
      const what = recalculationOf(await run(getShop, ctx, {}), change)
      await requestRecalculation(at, { shop: ctx.shop.id, what })
    },
    // That one may have begun already.
    after: (at, { shop }, { answer }) => requestRecalculation(at, { shop: shop.id, what: answer.recalculation }),
  },
  'survey.mappings': { after: (at, { shop }) => requestSurveyWork(at, shop.id) },
  'tracking.saveSettings': {
    after: (at, { shop }, { answer }) => requestTouchReplay(at, { shop: shop.id, what: answer.replay }),
  },
}

/**
 * The verbs of one shop. For a page, what takes no input is not read again until something is written: a page and its layout
 * ask for the same.
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
    const answer = known.get(verb.name) ?? run(offered, ctx, input)
    known.set(verb.name, answer)
    return answer
  })
}

function isNothing(input: unknown): boolean {
  return typeof input === 'object' && input !== null && Object.keys(input).length === 0
}

/** Verbs of which a caller has checked the types by their names. */
type AnyVerb<Ctx extends ActorContext> = Verb<unknown, unknown, Ctx, unknown>

/** As {@link AnyVerb}. */
interface AnyWork {
  readonly before?: (at: Background, ctx: ConnectionContext, input: unknown) => Promise<unknown>
  readonly after?: (at: Background, ctx: ConnectionContext, done: unknown) => Promise<unknown>
  readonly tell?: (ctx: ConnectionContext, answer: unknown) => Promise<unknown>
}

/** Calls by name. The only place where types are taken on trust: {@link RunVerb} holds its callers to those of the table. */
export function runner<Verbs extends VerbTable, Ctx extends ActorContext>(
  verbs: Verbs,
  call: (verb: AnyVerb<Ctx>, input: unknown) => Promise<unknown>,
): RunVerb<Verbs> {
  const named = (name: keyof Verbs, input: unknown = {}) => call(verbs[name] as unknown as AnyVerb<Ctx>, input)
  return named as RunVerb<Verbs>
}
