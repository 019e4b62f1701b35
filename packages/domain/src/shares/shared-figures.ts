import { z } from 'zod'

const Value = z.union([z.string().max(80), z.number()]).nullable()
const Day = z.string().regex(/^\d{4}-\d\d-\d\d$/)
const Days = z.object({ from: Day, to: Day })

/** A figure beside the same of the period before. */
const SharedFigure = z.object({
  value: Value,
  before: Value,
  /** The change as a fraction of one; null where there is none to tell. */
  relative: z.string().max(80).nullable(),
  bound: z.enum(['exact', 'about', 'at_most', 'at_least']),
  /** Days are missing in it. */
  isPartial: z.boolean(),
})
export type SharedFigure = z.infer<typeof SharedFigure>

const unit = z.enum(['money', 'count', 'percent', 'ratio', 'days'])

/**
 * What the page of a link shows, before it is put into words. It is all that the page is made from: what is not in here cannot be
 * on it. Frozen links store it, and it is validated when it is read again.
 */
export const SharedFigures = z.object({
  version: z.literal(1),
  shop: z.object({ name: z.string(), zone: z.string() }),
  /** How amounts are printed: as whoever made the link sees them. */
  display: z.object({ currency: z.string().length(3), decimals: z.int().min(0).max(4), numbers: z.string().max(40) }),
  range: Days,
  before: Days.nullable(),
  /** When these figures were the answer. */
  madeAt: z.iso.datetime(),
  /** Up to when every source was read; null without any source, or while one was not read at all. */
  readUntil: z.iso.datetime().nullable(),
  /** The figures of the view by metric, in order. */
  figures: z.array(SharedFigure.extend({ metric: z.string().max(80) })).max(100),
  /** The first of them by day, week or month. */
  course: z
    .object({
      metric: z.string().max(80),
      interval: z.enum(['hour', 'day', 'week', 'month']),
      points: z.array(z.object({ at: z.string().max(40), value: Value })).max(1000),
    })
    .nullable(),
  /** Rows of campaigns or channels. */
  table: z
    .object({
      /** By the catalogue's metric, or a column of credit. */
      columns: z.array(z.object({ key: z.string().max(80), unit })).max(30),
      rows: z
        .array(z.object({ name: z.string(), detail: z.string(), figures: z.array(SharedFigure).max(30) }))
        .max(1000),
      totals: z.array(SharedFigure).max(30),
      /** There are more rows than these. */
      hasMore: z.boolean(),
    })
    .nullable(),
  /** The model of attribution, where there is one. */
  model: z.string().max(40).nullable(),
})
export type SharedFigures = z.infer<typeof SharedFigures>
