import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The chain of the installation's own log. */
const chain = '00000000-0000-0000-0000-000000000000'

interface Former {
  readonly id: string
  readonly at: Date
  readonly actorId: string
  readonly action: string
  readonly body: {
    readonly actor: { readonly kind: string; readonly id: string; readonly name: string }
    readonly target: { readonly kind: string; readonly id: string; readonly name: string }
    readonly reason?: string
    readonly origin: { readonly ip: string; readonly agent: string; readonly request: string }
  }
}

/** The entry as entries of the audit log are written: JSON without spaces, keys in order. */
function toText({ id, at, action, body: { actor, target, reason, origin } }: Former): string {
  return JSON.stringify({
    action,
    actor: { id: actor.id, kind: actor.kind, name: actor.name },
    at: at.toISOString(),
    ...(reason === undefined ? {} : { changes: [{ after: reason, before: null, field: 'reason' }] }),
    id,
    organisation: chain,
    origin: { agent: origin.agent, ip: origin.ip, request: origin.request },
    shops: null,
    target: { id: target.id, kind: target.kind, name: target.name },
  })
}

/** What administrators did becomes a chain of the audit log, beside those of the organisations: one table, one hash, one check. */
export const chainInstallationLog: Migration = {
  async up(db) {
    const { rows } = await sql<Former>`SELECT id, at, actor_id, action, body FROM installation_entries
      ORDER BY at, id`.execute(db)
    for (const row of rows) {
      await sql`INSERT INTO audit_entries (id, organisation_id, at, shop_ids, actor_id, action, body)
        VALUES (${row.id}, ${chain}, ${row.at}, NULL, ${row.actorId}, ${row.action}, ${toText(row)})`.execute(db)
    }
    // The places are given now: no later step could change a table that waits for its triggers.
    await sql`SET CONSTRAINTS audit_entry_is_chained IMMEDIATE`.execute(db)
    await sql`SET CONSTRAINTS audit_entry_is_chained DEFERRED`.execute(db)
    await sql`DROP TABLE installation_entries`.execute(db)
  },
}
