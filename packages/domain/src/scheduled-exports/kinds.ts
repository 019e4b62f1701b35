import { AppError } from '@tillsight/core'
import { type DayRange, listDays, parseDay } from '@tillsight/core/days'
import { CurrencyInput, MetricQueryInput, type MetricRow } from '@tillsight/metrics'
import { z } from 'zod'
import { AttributionQuery, exportAttribution, ReportQuery } from '../attribution/index.ts'
import { assertAllowed, type Permission, run, type ShopContext } from '../context/index.ts'
import { costFileKinds, readCostFile } from '../costs/index.ts'
import { requestedModels } from '../credit/index.ts'
import {
  type ColumnKind,
  type ExportRow,
  type ExportTable,
  exportCustomers,
  exportLedger,
  exportMetrics,
  exportOrders,
  figureCells,
  figureColumns,
} from '../exports.ts'
import { listProducts } from '../products/index.ts'
import { ladder } from '../profit/index.ts'
import { assertSeesProfit, assertShown, describeMetrics, runQuery } from '../reports/index.ts'
import { cohortsQuery, exportCohorts } from './cohorts.ts'
import type { ExportKind } from './definition.ts'

type Question = Readonly<Record<string, unknown>>

/** A kind of rows: what can be asked about them, who may, and how they are read. */
interface KindSpec<Asked extends Question> {
  /** A question without its days. */
  readonly question: z.ZodType<Asked>
  readonly needs: readonly Permission[]
  /** Throws `invalid_input` or `forbidden` for a question that the actor may not ask, in other ways than by a permission. */
  readonly check?: (ctx: ShopContext, asked: Asked) => void
  /** Says outright what a question leaves to whoever asks it, so that it means the same to everybody. */
  readonly settle?: (ctx: ShopContext, asked: Asked) => Promise<Asked>
  /** Whether every row is of one day, so that a range is its days one after the other. */
  readonly isByDay?: (asked: Asked) => boolean
  readonly read: (ctx: ShopContext, range: DayRange, asked: Asked) => Promise<ExportTable> | ExportTable
}

/** A kind with a question, once that is given. */
interface Kind {
  readonly needs: readonly Permission[]
  /** Throws `invalid_input` or `forbidden`. */
  ask(ctx: ShopContext, question: Question): Promise<Prepared>
}

interface Prepared {
  /** As it is stored. */
  readonly question: Question
  readonly isByDay: boolean
  read(ctx: ShopContext, range: DayRange): Promise<ExportTable>
}

/** Lines of the statement of profit and loss, top to bottom, and the orders behind them. */
const statementMetrics = ['orders', ...ladder, 'grossMargin', 'cm1Margin', 'cm2Margin', 'cm3Margin', 'netMargin']

/** What campaigns are told of when nothing else is asked. */
const campaignMetrics = ['adSpend', 'adImpressions', 'adClicks', 'claimedConversions', 'claimedRevenue', 'claimedRoas']

const adLevels = ['channel', 'ad_account', 'campaign', 'ad_set', 'ad'] as const
const rowsAtOnce = 1000
/** What a query checks as it does for everybody; days and pages are told by the run. */
const figures = {
  metrics: z.array(z.string()).min(1).optional(),
  filters: z
    .array(
      z.strictObject({ dimension: z.string(), operator: z.enum(['is', 'is_not']), values: z.array(z.string()).min(1) }),
    )
    .optional(),
  currency: CurrencyInput.optional(),
}
const by = z.enum(['day', 'range'])
const anyRange: DayRange = { from: parseDay('2026-01-01'), to: parseDay('2026-01-01') }

const kinds: Readonly<Record<ExportKind, Kind>> = {
  metrics: kind({
    question: z.strictObject({
      ...figures,
      dimensions: z.array(z.string()).min(1).optional(),
      interval: z.enum(['day', 'week', 'month']).optional(),
    }),
    needs: ['metrics:read'],
    isByDay: ({ interval = 'day', dimensions }) => dimensions !== undefined || interval === 'day',
    settle: async (ctx, asked) => ({ ...asked, metrics: asked.metrics ?? (await allMetrics(ctx)) }),
    check(ctx, { metrics = [], interval: _interval, ...asked }) {
      assertShown(ctx, metrics)
      assertQuery({ ...asked, metrics })
    },
    async read(ctx, range, { metrics = [], dimensions, interval, ...asked }) {
      if (dimensions) return readRows(ctx, range, { ...asked, metrics, dimensions })
      return streamed(await exportMetrics(ctx, range, { ...asked, metrics, interval }))
    },
  }),
  pnl: kind({
    question: z.strictObject({
      currency: figures.currency,
      filters: figures.filters,
      interval: z.enum(['day', 'week', 'month']).default('day'),
    }),
    needs: ['metrics:read'],
    isByDay: ({ interval }) => interval === 'day',
    check(ctx, { interval: _interval, ...asked }) {
      assertSeesProfit(ctx)
      assertQuery({ ...asked, metrics: statementMetrics })
    },
    async read(ctx, range, { interval, ...asked }) {
      return streamed(await exportMetrics(ctx, range, { ...asked, metrics: statementMetrics, interval }))
    },
  }),
  orders: plain(exportOrders, 'by day'),
  ledger: plain(exportLedger, 'by day'),
  customers: plain(exportCustomers, 'by range'),
  products: kind({
    question: z.strictObject({
      by: by.default('range'),
      currency: figures.currency,
      model: z.enum(requestedModels).optional(),
    }),
    needs: ['metrics:read'],
    isByDay: (asked) => asked.by === 'day',
    check: (ctx) => assertSeesProfit(ctx),
    read: (ctx, range, asked) => readProducts(ctx, range, asked),
  }),
  attribution: kind({
    question: z.record(z.string(), z.unknown()),
    needs: ['attribution:read'],
    check(ctx, asked) {
      assertNoPlace(asked)
      if (asked['contribution'] === true) assertSeesProfit(ctx)
      parsed(AttributionQuery, { ...asked, ...anyRange })
    },
    async read(ctx, range, asked) {
      return streamed(await exportAttribution.run(ctx, parsed(AttributionQuery, { ...asked, ...range })))
    },
  }),
  cohorts: kind({
    question: z.record(z.string(), z.unknown()),
    needs: ['attribution:read'],
    check(_ctx, asked) {
      assertNoPlace(asked)
      parsed(ReportQuery, cohortsQuery(asked, anyRange))
    },
    read: async (ctx, range, asked) => streamed(await exportCohorts(ctx, range, asked)),
  }),
  campaigns: kind({
    question: z.strictObject({ ...figures, level: z.enum(adLevels).default('campaign') }),
    needs: ['metrics:read'],
    isByDay: () => true,
    check(ctx, { metrics = campaignMetrics, level, ...asked }) {
      assertShown(ctx, metrics)
      assertQuery({ ...asked, metrics, dimensions: [level] })
    },
    read: (ctx, range, { metrics = campaignMetrics, level, ...asked }) =>
      readRows(ctx, range, { ...asked, metrics, dimensions: [level] }),
  }),
  costs: kind({
    question: z.strictObject({ kind: z.enum(costFileKinds).default('goods') }),
    needs: ['costs:read'],
    async read(ctx, _range, { kind: asked }) {
      const { columns, rows } = await readCostFile(ctx, asked)
      const cells = rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column] ?? ''])))
      return streamed({ columns: Object.fromEntries(columns.map((column) => [column, 'text'] as const)), rows: cells })
    },
  }),
}

/** The question as it is stored. Throws `invalid_input` for one that cannot be asked, `forbidden` for one that the actor may not ask. */
export async function checkQuestion(ctx: ShopContext, what: ExportKind, question: Question): Promise<Question> {
  return (await prepare(ctx, what, question)).question
}

/** Throws `forbidden` unless the actor may see rows of the kind; what a question adds to that, {@link checkQuestion} says. */
export function assertMayHave({ actor }: Pick<ShopContext, 'actor'>, what: ExportKind): void {
  for (const needs of kinds[what].needs) assertAllowed(actor, needs, `export of ${what}`)
}

/** Throws what {@link checkQuestion} throws: rights and the catalogue may be others than when the question was stored. */
export async function readExport(
  ctx: ShopContext,
  range: DayRange,
  { what, question }: { readonly what: ExportKind; readonly question: Question },
): Promise<ExportTable> {
  return (await prepare(ctx, what, question)).read(ctx, range)
}

/** Whether the export's rows are of a day each. */
export async function isByDay(
  ctx: ShopContext,
  { what, question }: { readonly what: ExportKind; readonly question: Question },
): Promise<boolean> {
  return (await prepare(ctx, what, question)).isByDay
}

async function prepare(ctx: ShopContext, what: ExportKind, question: Question): Promise<Prepared> {
  assertMayHave(ctx, what)
  return kinds[what].ask(ctx, question)
}

/** What the database cannot keep: half of a character, or one that ends a text. */
const unstorable = /\\u(?:0000|d[89a-f])/

function kind<Asked extends Question>({
  question: schema,
  needs,
  check,
  settle,
  isByDay,
  read,
}: KindSpec<Asked>): Kind {
  return {
    needs,
    async ask(ctx, question) {
      if (unstorable.test(JSON.stringify(question)))
        throw invalid('The question holds a character that cannot be stored.')
      const given = parsed(schema, question)
      const asked = settle ? await settle(ctx, given) : given
      check?.(ctx, asked)
      return {
        question: asked,
        isByDay: isByDay?.(asked) ?? false,
        read: async (own, range) => read(own, range, asked),
      }
    },
  }
}

function plain(read: (ctx: ShopContext, range: DayRange) => ExportTable, rows: 'by day' | 'by range'): Kind {
  return kind({
    question: z.strictObject({}),
    needs: ['orders:read'],
    isByDay: () => rows === 'by day',
    read: (ctx, range) => read(ctx, range),
  })
}

async function allMetrics(ctx: ShopContext): Promise<string[]> {
  return (await run(describeMetrics, ctx, {})).metrics.map(({ key }) => key)
}

interface Asked {
  readonly metrics: readonly string[]
  readonly filters?: z.infer<typeof figures.filters>
  readonly currency?: string | undefined
  readonly dimensions?: readonly string[] | undefined
}

function assertQuery(asked: Asked): void {
  parsed(MetricQueryInput, { ...asked, ...anyRange })
}

/** Where a run begins and ends is told by the run. */
function assertNoPlace(asked: Question): void {
  const told = ['from', 'to', 'limit', 'cursor', 'report'].filter((name) => name in asked)
  if (told.length === 0) return
  throw invalid(`The days and pages of an export are not part of its question: leave out ${told.join(', ')}.`)
}

function parsed<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [first] = result.error.issues
  const where = first?.path.length ? `“question.${first.path.join('.')}”: ` : ''
  throw invalid(`${where}${first?.message ?? 'This question cannot be asked.'}`)
}

function invalid(message: string): AppError {
  return new AppError('invalid_input', message, { details: { field: 'question' } })
}

/** Figures of every value of some dimensions, day by day: each day is the answer to a question about that day alone. */
function readRows(ctx: ShopContext, range: DayRange, asked: Asked): ExportTable {
  const { metrics, dimensions = [] } = asked
  const names = dimensions.flatMap((dimension) => [dimension, `${dimension}_name`])
  const rows = async function* (): AsyncGenerator<ExportRow> {
    for (const day of listDays(range)) {
      for await (const row of answerOf(ctx, { from: day, to: day }, asked)) {
        const cells = dimensions.flatMap((dimension) => [
          [dimension, row.dimensions[dimension] ?? ''],
          [`${dimension}_name`, row.names?.[dimension] ?? ''],
        ])
        yield { day, ...Object.fromEntries(cells), ...figureCells(metrics, row) }
      }
    }
  }
  const places = Object.fromEntries(names.map((name): [string, ColumnKind] => [name, 'text']))
  return { columns: { day: 'day', ...places, ...figureColumns(metrics) }, rows: rows() }
}

async function* answerOf(ctx: ShopContext, range: DayRange, asked: Asked): AsyncGenerator<MetricRow> {
  let cursor: string | undefined
  do {
    const { metrics, dimensions = [], filters, currency } = asked
    const page = { filters, currency, metrics: [...metrics], dimensions: [...dimensions], ...range, limit: rowsAtOnce }
    const answer = await run(runQuery, ctx, { ...page, ...(cursor === undefined ? {} : { cursor }) })
    yield* answer.rows ?? []
    cursor = answer.cursor
  } while (cursor !== undefined)
}

/** Figures of products alone, which the catalogue does not have. */
const ofAds = { adsCredited: { decimals: 6 }, contributionAfterAds: { decimals: 16 } } as const

interface ProductsAsked {
  readonly by: z.infer<typeof by>
  readonly currency?: string | undefined
  readonly model?: (typeof requestedModels)[number] | undefined
}

async function readProducts(
  ctx: ShopContext,
  range: DayRange,
  { by: each, ...asked }: ProductsAsked,
): Promise<ExportTable> {
  const question = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
  const ask = (days: DayRange, cursor?: string, limit = rowsAtOnce) =>
    run(listProducts, ctx, { ...question, ...days, limit, ...(cursor === undefined ? {} : { cursor }) })
  const { totals } = await ask(range, undefined, 1)
  const keys = Object.keys(totals).filter((key) => !(key in ofAds))
  const rows = async function* (): AsyncGenerator<ExportRow> {
    for (const days of each === 'range' ? [range] : listDays(range).map((day) => ({ from: day, to: day }))) {
      let cursor: string | undefined
      do {
        const page = await ask(days, cursor)
        for (const { id, title, values, bounds } of page.products) {
          const own = Object.fromEntries(Object.keys(ofAds).map((key) => [key, values[key] ?? null]))
          yield {
            from: page.from,
            to: page.to,
            product_id: id,
            title,
            ...figureCells(keys, { values, bounds }),
            ...own,
          }
        }
        cursor = page.cursor
      } while (cursor !== undefined)
    }
  }
  const places = { from: 'day', to: 'day', product_id: 'text', title: 'text' } as const
  return { columns: { ...places, ...figureColumns(keys), ...ofAds }, rows: rows() }
}

/** Rows that are known, as those that are read. */
function streamed({ columns, rows }: ExportTable<readonly ExportRow[]>): ExportTable {
  return {
    columns,
    rows: (async function* () {
      yield* rows
    })(),
  }
}
