import type { Db } from '@tillsight/database'

/** One signed-in device of a user. */
export interface AuthSessionView {
  readonly id: string
  readonly userAgent: string
  readonly ip: string
  readonly createdAt: Date
  /** The last refresh; for a session that never refreshed, its start. */
  readonly lastUsedAt: Date
  readonly aal: 'aal1' | 'aal2'
}

/** The latest used first. */
export async function listSessions(db: Db, user: string): Promise<AuthSessionView[]> {
  const rows = await db.selectFrom('authSessions').selectAll().where('userId', '=', user).execute()
  return rows
    .map((row) => ({
      id: row.id,
      userAgent: row.userAgent,
      ip: row.ip,
      createdAt: row.createdAt,
      lastUsedAt: row.refreshedAt ?? row.createdAt,
      aal: row.aal === 'aal2' ? ('aal2' as const) : ('aal1' as const),
    }))
    .toSorted((one, other) => other.lastUsedAt.getTime() - one.lastUsedAt.getTime())
}
