import type { Clock } from '@tillsight/core'
import type { Db } from '@tillsight/database'

/** What the persistent limits work with. `hash` is keyed, so that the table says nothing about whom it counts. */
export interface MarkOptions {
  readonly db: Db
  readonly clock: Clock
  readonly hash: (purpose: string, text: string) => string
}

/** The table's key of something that is counted. */
export function markKey({ hash }: Pick<MarkOptions, 'hash'>, kind: string, subject: string): string {
  return `${kind}:${hash(`mark ${kind}`, subject)}`
}

/** Deletes marks that no longer matter; answers how many. */
export async function sweepMarks({ db, clock }: Pick<MarkOptions, 'db' | 'clock'>): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('authMarks').where('expiresAt', '<=', clock.now()).executeTakeFirst()
  return Number(numDeletedRows)
}

/** The instant so many milliseconds after `at`; negative is before. */
export function after(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms)
}
