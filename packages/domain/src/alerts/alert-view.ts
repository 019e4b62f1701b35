import { AppError } from '@tillsight/core'
import type { AlertEpisodeRow, AlertRow } from '@tillsight/database'
import { type Filter, MetricQueryInput } from '@tillsight/metrics'
import { z } from 'zod'
import { AlertFound } from './news.ts'
import { AlertBound, AlertRule, alertWindows } from './rule.ts'

/** Where an alert goes besides the inbox of its person. */
const Target = z.discriminatedUnion('channel', [
  z.strictObject({ channel: z.literal('mail'), person: z.literal('me').default('me') }),
  /** All browsers in which the person switched notifications on. */
  z.strictObject({ channel: z.literal('push'), person: z.literal('me').default('me') }),
  z.strictObject({ channel: z.literal('slack'), id: z.uuid({ error: 'This is no Slack address of the shop.' }) }),
])

const Name = z
  .string()
  .trim()
  .min(1, { error: 'Give the alert a name' })
  .max(100, { error: 'A name has 100 characters at most' })
const Filters = MetricQueryInput.in.shape.filters

/** What an alert watches, as people and programs say it; `null` bound: whatever is unusual. */
const watched = {
  metric: z.string().optional(),
  filters: Filters,
  window: z.enum(alertWindows).optional(),
  op: z.enum(['below', 'above', 'unusual', 'finding']),
  bound: AlertBound.optional(),
  minOrders: z.int().min(0).max(1_000_000).optional(),
  severity: z.enum(['warning', 'error']).optional(),
}
export const WatchedInput = z.strictObject(watched)
export type WatchedInput = z.output<typeof WatchedInput>

/** A new alert, or all of one that is changed. */
export const AlertInput = z.strictObject({ name: Name, ...watched, to: z.array(Target).max(3).default([]) })

/** What an alert watches, checked. */
export interface Watched {
  readonly metric: string
  readonly filters: readonly Filter[]
  readonly rule: AlertRule
}

/** Checks what belongs together. Throws `invalid_input` by field. */
export function toWatched(input: WatchedInput): Watched {
  const { op, metric, window = 'day', bound, minOrders = 0, severity = 'warning', filters = [] } = input
  if (op === 'finding') return { metric: '', filters: [], rule: { kind: 'health', severity } }
  if (metric === undefined) throw refused('metric', 'Name the metric that the alert watches.')
  if (op === 'unusual') return { metric, filters, rule: { kind: 'anomaly', window } }
  if (bound === undefined) {
    throw refused('bound', 'Say how far it may go: a value, or a change in percent against the same weekday.')
  }
  return { metric, filters, rule: AlertRule.parse({ kind: 'threshold', window, op, bound, minOrders }) }
}

/** An `invalid_input` about one field. */
export function refused(field: string, message: string): AppError {
  return new AppError('invalid_input', message, { details: { field }, problems: { [field]: message } })
}

/** A time that the alert fired. */
const AlertEpisode = AlertFound.extend({
  id: z.string(),
  firedAt: z.iso.datetime(),
  resolvedAt: z.iso.datetime().nullable(),
})

/** An alert as its person sees it. */
export const AlertView = z.object({
  id: z.string(),
  name: z.string(),
  /** Null for one about the data itself. */
  metric: z.string().nullable(),
  filters: z.array(
    z.object({ dimension: z.string(), operator: z.enum(['is', 'is_not']), values: z.array(z.string()) }),
  ),
  op: z.enum(['below', 'above', 'unusual', 'finding']),
  window: z.enum(alertWindows).nullable(),
  bound: AlertBound.nullable(),
  minOrders: z.number().int(),
  severity: z.enum(['warning', 'error']).nullable(),
  to: z.array(
    z.discriminatedUnion('channel', [
      z.object({ channel: z.literal('mail'), person: z.literal('me') }),
      z.object({ channel: z.literal('push'), person: z.literal('me') }),
      z.object({ channel: z.literal('slack'), id: z.string() }),
    ]),
  ),
  state: z.enum(['ok', 'firing', 'resolved', 'paused']),
  lookedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  /** The last times that it fired, the newest first. */
  episodes: z.array(AlertEpisode),
})
export type AlertView = z.infer<typeof AlertView>

/** Prints a stored alert. */
export function toAlertView(row: AlertRow, episodes: readonly AlertEpisodeRow[]): AlertView {
  const rule = AlertRule.parse(row.rule)
  return {
    id: row.id,
    name: row.name,
    metric: row.metric === '' ? null : row.metric,
    filters: AlertView.shape.filters.parse(row.filters),
    ...ruleView(rule),
    to: [
      ...(row.mail ? [{ channel: 'mail' as const, person: 'me' as const }] : []),
      ...(row.push ? [{ channel: 'push' as const, person: 'me' as const }] : []),
      ...(row.slackId === null ? [] : [{ channel: 'slack' as const, id: row.slackId }]),
    ],
    state: row.enabled ? row.state : 'paused',
    lookedAt: row.lookedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    episodes: episodes.map(({ id, firedAt, resolvedAt, found }) => ({
      ...AlertFound.parse(found),
      id,
      firedAt: firedAt.toISOString(),
      resolvedAt: resolvedAt?.toISOString() ?? null,
    })),
  }
}

function ruleView(rule: AlertRule): Pick<AlertView, 'op' | 'window' | 'bound' | 'minOrders' | 'severity'> {
  switch (rule.kind) {
    case 'health':
      return { op: 'finding', window: null, bound: null, minOrders: 0, severity: rule.severity }
    case 'anomaly':
      return { op: 'unusual', window: rule.window, bound: null, minOrders: 0, severity: null }
    case 'threshold': {
      const { op, window, bound, minOrders } = rule
      return { op, window, bound, minOrders, severity: null }
    }
  }
}
