import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Queues of jobs that looked for something every minute each; one job does by now. */
const former = ['attribution.due', 'conversions-due', 'push.round', 'slack.round', 'survey.due', 'sync-due']
/** These go on, but no longer by themselves. */
const unscheduled = ['exports.round', 'notifications.round']

const list = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ')

/** Ends schedules that nobody works for any more: their jobs would pile up. Before the first start there are none. */
const statement = `DO $$ BEGIN
  IF to_regclass('pgboss.schedule') IS NOT NULL THEN
    DELETE FROM pgboss.schedule WHERE name IN (${list([...former, ...unscheduled])});
    DELETE FROM pgboss.job WHERE name IN (${list(former)});
  END IF;
END $$`

/** One job a minute in place of eight. */
export const uniteRounds: Migration = {
  async up(db) {
    await sql.raw(statement).execute(db)
  },
}
