import { createHash } from 'node:crypto'
import type { OrganisationId } from '@tillsight/core'
import { type AuditEntryRow, type Database, type Db, findAuditChain, readAuditChain } from '@tillsight/database'
import { AuditBody } from './entry.ts'

/** What a check of an organisation's chain found. */
export type AuditCheck =
  | { readonly state: 'ok'; readonly entries: number; readonly newest: number; readonly hash: string }
  | {
      readonly state: 'broken'
      /** The place in the chain at which it breaks. */
      readonly number: number
      readonly reason: string
    }

const perRead = 2000

/** Computes the chain anew, from the oldest entry that is kept, and says where it breaks. */
export async function verifyAudit({ kysely }: Database, organisation: OrganisationId): Promise<AuditCheck> {
  // As of one instant: entries may be added meanwhile.
  return kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => verifyChain(tx, organisation))
}

async function verifyChain(db: Db, organisation: OrganisationId): Promise<AuditCheck> {
  const chain = await findAuditChain(db, organisation)
  let number = chain?.baseNumber ?? 0
  let hash = chain?.baseHash ?? Buffer.alloc(32)
  let entries = 0
  for (;;) {
    const rows = await readAuditChain(db, { organisation, after: number, limit: perRead })
    for (const row of rows) {
      const expected = number + 1
      if (row.number !== expected) return { state: 'broken', number: expected, reason: gap(row, expected) }
      hash = createHash('sha256').update(hash).update(row.body, 'utf8').digest()
      if (row.hash?.equals(hash) !== true) {
        return { state: 'broken', number: expected, reason: `the entry ${row.id} was changed after it was written` }
      }
      if (!isSearchedAsTold(row)) {
        return {
          state: 'broken',
          number: expected,
          reason: `the entry ${row.id} is filed under something else than it says`,
        }
      }
      number = expected
      entries += 1
    }
    if (rows.length < perRead) break
  }
  if (!chain || (chain.lastNumber === number && chain.lastHash.equals(hash))) {
    return { state: 'ok', entries, newest: number, hash: hash.toString('hex') }
  }
  return { state: 'broken', number: number + 1, reason: `entries up to ${chain.lastNumber} were written, and are gone` }
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
