import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // Sessions end in many ways, also with their account: the table knows all of them.
  `CREATE FUNCTION tell_ended_session() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_notify('inboxes', OLD.user_id::text);
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER session_ends AFTER DELETE ON auth_sessions
    FOR EACH ROW EXECUTE FUNCTION tell_ended_session()`,
  `CREATE FUNCTION tell_ban() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_notify('inboxes', NEW.id::text);
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER user_is_banned AFTER UPDATE OF banned_until ON auth_users
    FOR EACH ROW WHEN (OLD.banned_until IS DISTINCT FROM NEW.banned_until) EXECUTE FUNCTION tell_ban()`,
]

/** Whoever signs out or is banned is told on the channel of their inbox, where open streams and sockets look again. */
export const tellEndedSessions: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
