import { randomBytes } from 'node:crypto'
import type { TrackingKeyRow } from '@tillsight/database'
import { z } from 'zod'

/** A key that pages of a shop name it with. Anybody can read it there: it lets events in, and nothing out. */
export const TrackingKey = z.object({
  key: z.string(),
  createdAt: z.date(),
  /** Since when events with it are refused; null while they are taken. */
  revokedAt: z.date().nullable(),
})
/** See {@link TrackingKey}. */
export type TrackingKey = z.infer<typeof TrackingKey>

/** A key that nobody can guess. */
export function newTrackingKey(): string {
  return `tk_${randomBytes(12).toString('hex')}`
}

/** What people see of a stored key. */
export function toTrackingKey({ key, createdAt, revokedAt }: TrackingKeyRow): TrackingKey {
  return { key, createdAt, revokedAt }
}
