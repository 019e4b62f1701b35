import type { DayRange } from '@tillsight/core/days'
import type { DeliveryRow } from '@tillsight/database'
import type { Bound, MetricValue } from '@tillsight/metrics'
import type { DigestPeriod, LanguageCode } from '../inputs/index.ts'
import type { Display } from '../preferences.ts'

/** A figure of a digest, beside the same of the period before. */
export interface DigestFigure {
  readonly metric: string
  readonly value: MetricValue
  readonly before: MetricValue
  /** The change as a fraction of one; null where there is none to tell. */
  readonly relative: string | null
  readonly bound: Bound
  /** Days are missing in it. */
  readonly isPartial: boolean
}

/** Why a figure changed: its largest parts, and all others together; they add up to the change. */
export interface DigestReason {
  readonly metric: string
  readonly change: string
  readonly parts: readonly DigestPart[]
  readonly rest: string
}

/** A part of a change: a cause of profit, or a product. Names of products come from strangers. */
export interface DigestPart {
  readonly kind: 'cause' | 'product'
  readonly name: string
  readonly amount: string
}

/** Figures of earlier days that moved since the period began. */
export interface DigestMove {
  readonly metric: string
  readonly currency: string
  readonly difference: string
  readonly changes: number
}

/** A source that was not complete when the digest was made. */
export interface MissingSource {
  readonly source: string
  /** Until when it is read, ISO 8601; null if nothing was. */
  readonly until: string | null
}

/** A shop in a digest. */
export interface ShopDigest {
  readonly shop: { readonly id: string; readonly address: string; readonly name: string; readonly zone: string }
  readonly display: Display
  /** Currency of the figures. */
  readonly currency: string
  readonly figures: readonly DigestFigure[]
  readonly reasons: readonly DigestReason[]
  readonly moves: readonly DigestMove[]
  readonly findings: readonly string[]
  readonly moreFindings: number
  readonly missing: readonly MissingSource[]
}

/** A digest before it is put into words. */
export interface Digest {
  /** Undefined for one that was asked for at the moment: it cannot be ended. */
  readonly id: string | undefined
  readonly every: DigestPeriod
  readonly period: DayRange
  readonly before: DayRange
  readonly language: LanguageCode
  readonly shops: readonly ShopDigest[]
  /** Shops that are left out, because there are too many. */
  readonly moreShops: number
  /** Earlier messages that may never have arrived, and on which ways. */
  readonly lost: readonly { readonly title: string; readonly channels: readonly DeliveryRow['channel'][] }[]
}

/** A digest in words: as a mail, and as the inbox shows it. */
export interface Rendered {
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
  /** What the inbox shows, without what is only for mails. */
  readonly body: string
  /** The page with the figures, a path of this site. */
  readonly link: string
}
