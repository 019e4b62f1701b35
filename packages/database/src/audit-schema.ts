// Row types of the audit log. Must not know what its entries say.
import type { OrganisationId, PersonId, ShopId } from '@tillsight/core'
import type { Generated } from 'kysely'

/** Where an organisation's chain of entries stands. */
export interface AuditChainsTable {
  organisationId: OrganisationId
  /** Of the newest entry; 0: there was none yet. */
  lastNumber: Generated<number>
  lastHash: Generated<Buffer>
  /** Of the entry before the oldest one that is kept. */
  baseNumber: Generated<number>
  baseHash: Generated<Buffer>
}

/** Entries of the audit log. Everything but the body is there to search by, and is compared with it by a check. */
export interface AuditEntriesTable {
  id: string
  organisationId: OrganisationId
  /** Its place in the chain, given by the database when the transaction commits. */
  number: number | null
  at: Date
  /** The shops it is about; empty: none in particular; null: all of the organisation. */
  shopIds: ShopId[] | null
  actorId: string
  action: string
  /** The entry as canonical JSON. */
  body: string
  /** SHA-256 of the hash before it and the body. */
  hash: Buffer | null
}

/** Attempts to sign in that failed, counted until the log tells of them. */
export interface FailedSignInsTable {
  /** The account; where there is none, one of a fixed number of places. */
  subject: string
  step: 'password' | 'code' | 'factor'
  /** Beginning of the time that is counted together. */
  since: Date
  /** Null: the name belongs to nobody. */
  personId: PersonId | null
  attempts: Generated<number>
  /** Of the last attempt. */
  network: string
  agent: string
}

/** The tables of this part. */
export interface AuditSchema {
  auditChains: AuditChainsTable
  auditEntries: AuditEntriesTable
  failedSignIns: FailedSignInsTable
}
