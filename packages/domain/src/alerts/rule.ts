import { z } from 'zod'

/** The windows that an alert looks at: the last whole hour, the day, the last seven days. */
export const alertWindows = ['hour', 'day', '7d'] as const
/** One of {@link alertWindows}. */
export type AlertWindow = (typeof alertWindows)[number]

const plainDecimal = /^-?\d{1,15}(\.\d{1,6})?$/
const Decimal = z
  .string()
  .trim()
  .regex(plainDecimal, { error: 'Expected a number such as 500, -30 or 1.5, with a point and at most six decimals.' })

/** A bound that is a value of the figure itself, or a change against the same weekdays of eight weeks, in percent. */
export const AlertBound = z.union([
  z.strictObject({ value: Decimal }),
  z.strictObject({
    changeAgainst: z.literal('same_weekday'),
    percent: Decimal.refine((text) => Number(text) > -100 && Number(text) <= 10_000, {
      error: 'Expected a change above -100 and up to 10000 percent: -30 is thirty percent less than usual.',
    }),
  }),
])

/** What an alert watches for: a bound that is passed, an unusual value, or a finding about the data. */
export const AlertRule = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('threshold'),
    window: z.enum(alertWindows),
    op: z.enum(['below', 'above']),
    bound: AlertBound,
    /** With fewer orders expected in the window nothing is said. */
    minOrders: z.int().min(0).max(1_000_000),
  }),
  z.strictObject({ kind: z.literal('anomaly'), window: z.enum(alertWindows) }),
  z.strictObject({ kind: z.literal('health'), severity: z.enum(['warning', 'error']) }),
])
export type AlertRule = z.infer<typeof AlertRule>

/** A rule about a figure. */
export type FigureRule = Exclude<AlertRule, { kind: 'health' }>

/** Whether the rule compares with what is usual. */
export function comparesWithUsual(rule: FigureRule): boolean {
  return rule.kind === 'anomaly' || 'percent' in rule.bound
}
