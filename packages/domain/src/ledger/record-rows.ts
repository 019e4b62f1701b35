import { hash } from 'node:crypto'
import type { PlatformRecord, RecordType } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import { readInstant } from './decimals.ts'

/** The source of facts from files; all other sources are connectors. */
export const importSource = 'import'

/** A record prepared for the warehouse. Deletions and refund sets are facts like any other and are kept. */
export interface EncodedRecord {
  readonly record: PlatformRecord
  readonly type: RecordType
  /** Id of the order, for records that belong to one. */
  readonly parentId: string
  readonly id: string
  /** Milliseconds since 1970; 0 if the platform does not report it. */
  readonly updatedAt: number
  /** Hash of everything but the update time, which some stores change without changing anything else. */
  readonly hash: string
  readonly body: string
}

/** The part of a record that is stored. */
export type StorableRecord = Omit<EncodedRecord, 'record'>

/** A stored record. */
export const RecordRow = z.object({
  type: z.string(),
  parent_id: z.string(),
  id: z.string(),
  source: z.string(),
  updated_at: z.string(),
  content_hash: z.string(),
  body: z.string(),
})
export type RecordRow = z.infer<typeof RecordRow>

/** Which version of a record is stored. */
export interface StoredVersion {
  readonly updatedAt: number
  readonly hash: string
  readonly source: string
}

/** Prepares a record for storing and comparing. */
export function encodeRecord(record: PlatformRecord): EncodedRecord {
  const { version, ...key } = keyOf(record)
  const body = JSON.stringify(record)
  const timeless = version.field === null ? body : body.replace(`"${version.field}":${JSON.stringify(version.at)}`, '')
  return {
    ...key,
    record,
    type: record.type,
    updatedAt: version.at === null ? 0 : readMilliseconds(version.at),
    hash: BigInt(`0x${hash('sha1', timeless, 'hex').slice(0, 16)}`).toString(),
    body,
  }
}

interface KeyAndVersion {
  readonly parentId: string
  readonly id: string
  /** The record's update time, and the field that holds it. */
  readonly version: { readonly at: string | null; readonly field: string | null }
}

function keyOf(record: PlatformRecord): KeyAndVersion {
  switch (record.type) {
    case 'order':
    case 'product':
    case 'customer':
    case 'coupon':
      return { parentId: '', id: record.id, version: { at: record.updatedAt, field: 'updatedAt' } }
    case 'refund':
      return { parentId: record.orderId, id: record.id, version: { at: record.at, field: null } }
    case 'dispute':
      return { parentId: record.orderId, id: record.id, version: { at: record.endedAt ?? record.at, field: null } }
    case 'refund_set':
      return { parentId: record.orderId, id: record.orderId, version: { at: record.seenAt, field: 'seenAt' } }
    case 'order_visit':
      return { parentId: '', id: record.orderId, version: { at: record.at, field: null } }
    case 'deletion':
      return {
        parentId: deletionParent(record),
        id: `${record.of}:${record.id}`,
        version: { at: record.seenAt, field: 'seenAt' },
      }
  }
}

function deletionParent({ of, id, orderId }: Extract<PlatformRecord, { type: 'deletion' }>): string {
  if (of === 'order') return id
  return of === 'refund' ? (orderId ?? '') : ''
}

function readMilliseconds(text: string): number {
  const seconds = readInstant(text)
  return seconds * 1000 + (Math.max(0, Date.parse(text)) % 1000)
}

/** Unique among all stored records of a shop. */
export function recordKey({ type, parentId, id }: Pick<EncodedRecord, 'type' | 'parentId' | 'id'>): string {
  return `${type}\n${parentId}\n${id}`
}

/** The row that stores a record; `hidden` hides it because the platform no longer has it. */
export function toRecordRow(encoded: StorableRecord, stored: { source: string; version: string; hidden?: boolean }) {
  return {
    type: encoded.type,
    id: encoded.id,
    parent_id: encoded.parentId,
    source: stored.source,
    updated_at: new Date(encoded.updatedAt).toISOString().slice(0, 23).replace('T', ' '),
    content_hash: encoded.hash,
    body: encoded.body,
    version: stored.version,
    is_deleted: stored.hidden ? 1 : 0,
  }
}

/** Decodes what {@link toRecordRow} wrote. */
export function decodeRecord(row: Pick<RecordRow, 'body'>): PlatformRecord {
  // Holds because bodies are written by `toRecordRow` only, from values of this very type.
  return JSON.parse(row.body) as PlatformRecord
}

/** Parses a stored update time into milliseconds since 1970. */
export function fromStoredTime(text: string): number {
  return Date.parse(`${text.replace(' ', 'T')}Z`)
}
