// Row types of administration: who administers the installation, whom they looked in as, and what runs in it. Must not know the rules.
import type { OrganisationId, PersonId } from '@tillsight/core'
import type { ColumnType, Generated } from 'kysely'

type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>

/** Who administers the installation. */
export interface AdministratorsTable {
  personId: PersonId
  createdAt: Date
}

/** Visits of administrators who look in as somebody. */
export interface SupportVisitsTable {
  id: Generated<string>
  organisationId: OrganisationId
  /** Who looks in. */
  adminId: PersonId
  /** As whom. */
  personId: PersonId
  reason: string
  /** SHA-256 of the token in the browser's cookie. */
  tokenHash: string
  startedAt: Date
  endsAt: Date
  endedAt: Optional<Date>
}

/** Requests to platforms, counted by the hour. */
export interface ConnectorRequestsTable {
  connector: string
  hour: Date
  requests: number
  /** Refused: the access does not suffice. */
  refused: number
  /** Held back: too many requests. */
  limited: number
  /** Not answered, or with a failure of the platform. */
  failed: number
}

/** Mails that were handed to the mail server, or refused by it. */
export interface SentMailsTable {
  id: Generated<string>
  at: Date
  /** Masked: enough to recognise, too little to write to. */
  recipient: string
  subject: string
  error: Optional<string>
}

/** Backups that were completed. */
export interface BackupRunsTable {
  id: Generated<string>
  createdAt: Date
  version: string
  files: number
  bytes: ColumnType<string, number, never>
}

/** The tables of this part. */
export interface AdministrationSchema {
  administrators: AdministratorsTable
  supportVisits: SupportVisitsTable
  connectorRequests: ConnectorRequestsTable
  sentMails: SentMailsTable
  backupRuns: BackupRunsTable
}
