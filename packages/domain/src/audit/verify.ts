import { createHash } from 'node:crypto'
import type { OrganisationId } from '@tillsight/core'
import { type AuditEntryRow, type Database, type Db, findAuditChain, readAuditChain } from '@tillsight/database'
import { z } from 'zod'
import { AuditBody } from './entry.ts'

/** What a check of a chain found. */
export const AuditCheck = z.discriminatedUnion('state', [
  z.object({ state: z.literal('ok'), entries: z.number(), newest: z.number(), hash: z.string() }),
  z.object({
    state: z.literal('broken'),
    /** The place in the chain at which it breaks. */
    number: z.number(),
    reason: z.string(),
  }),
])
export type AuditCheck = z.infer<typeof AuditCheck>

const perRead = 2000

/** Computes the chain of an organisation, or that of {@link installationLog}, anew from the oldest entry that is kept, and says where it breaks. */
export async function verifyAudit({ kysely }: Database, organisation: OrganisationId): Promise<AuditCheck> {
  // As of one instant: entries may be added meanwhile.
  return kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => verifyChain(tx, organisation))
}

/** A place in the chain, and the hash of all up to it. */
interface Link {
  readonly number: number
  readonly hash: Buffer
}

async function verifyChain(db: Db, organisation: OrganisationId): Promise<AuditCheck> {
  const chain = await findAuditChain(db, organisation)
  let last: Link = { number: chain?.baseNumber ?? 0, hash: chain?.baseHash ?? Buffer.alloc(32) }
  let entries = 0
  for (;;) {
    const rows = await readAuditChain(db, { organisation, after: last.number, limit: perRead })
    for (const row of rows) {
      const next = linkOf(last, row)
      const reason = whatIsWrong(row, next)
      if (reason !== undefined) return { state: 'broken', number: next.number, reason }
      last = next
      entries += 1
    }
    if (rows.length < perRead) break
  }
  if (!chain || (chain.lastNumber === last.number && chain.lastHash.equals(last.hash))) {
    return { state: 'ok', entries, newest: last.number, hash: last.hash.toString('hex') }
  }
  const reason = `entries up to ${chain.lastNumber} were written, and are gone`
  return { state: 'broken', number: last.number + 1, reason }
}

function linkOf({ number, hash }: Link, { body }: AuditEntryRow): Link {
  return { number: number + 1, hash: createHash('sha256').update(hash).update(body, 'utf8').digest() }
}

/** Why a row cannot be the next of the chain. */
function whatIsWrong(row: AuditEntryRow, { number, hash }: Link): string | undefined {
  if (row.number !== number) return gap(row, number)
  if (row.hash?.equals(hash) !== true) return `the entry ${row.id} was changed after it was written`
  return isSearchedAsTold(row) ? undefined : `the entry ${row.id} is filed under something else than it says`
}

function gap({ id, number }: AuditEntryRow, expected: number): string {
  return number === null
    ? `the entry ${id} was added beside the chain`
    : `entry ${expected} is gone; the next is ${number}`
}

/** Whether the columns that entries are found by say the same as the entry. */
function isSearchedAsTold(row: AuditEntryRow): boolean {
  const { success, data } = AuditBody.safeParse(readJson(row.body))
  return (
    success &&
    data.id === row.id &&
    data.organisation === row.organisationId &&
    data.at === row.at.toISOString() &&
    data.actor.id === row.actorId &&
    data.action === row.action &&
    JSON.stringify(data.shops) === JSON.stringify(row.shopIds)
  )
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
