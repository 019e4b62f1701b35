import type { StoredSlack } from '@tillsight/database'
import type { Filter } from '@tillsight/metrics'
import { z } from 'zod'
import type { LanguageCode } from '../inputs/index.ts'
import type { Rendered } from '../notifications/index.ts'
import type { Display } from '../preferences.ts'

/** What an alert found when it fired; stored with the episode. */
export const AlertFound = z.object({
  metric: z.string(),
  window: z.object({ from: z.string(), until: z.string() }).nullable(),
  value: z.string().nullable(),
  expected: z.string().nullable(),
  z: z.string().nullable(),
  currency: z.string(),
  parts: z.array(z.object({ dimension: z.string(), key: z.string(), name: z.string(), change: z.string() })),
  /** Kinds of findings about the data that were open, and their titles. */
  open: z.array(z.string()),
  findings: z.array(z.string()),
})
export type AlertFound = z.infer<typeof AlertFound>

/** An alert that fired or is over, for people. */
export interface AlertEvent extends AlertFound {
  readonly alert: string
  readonly name: string
  readonly filters: readonly Filter[]
  /** `below 500`, `-30 %`; null for what is only unusual. */
  readonly bound: { readonly op: 'below' | 'above'; readonly value?: string; readonly percent?: string } | null
  readonly kind: 'threshold' | 'anomaly' | 'health'
  readonly isOver: boolean
}

/** What a person is told of the alerts of a shop at once. */
export interface AlertNews {
  readonly language: LanguageCode
  readonly display: Display
  readonly shop: { readonly domain: string; readonly name: string; readonly zone: string }
  readonly events: readonly AlertEvent[]
}

/** News in words: for the mail and the inbox, for Slack, and for devices. */
export interface RenderedAlerts extends Rendered {
  readonly slack: StoredSlack
  /** For lock screens; `hidden`: without figures. */
  readonly push: { readonly title: string; readonly body: string; readonly hidden: string }
}

/** Puts news into words, in the language of their reader. */
export type RenderAlerts = (news: AlertNews) => RenderedAlerts
