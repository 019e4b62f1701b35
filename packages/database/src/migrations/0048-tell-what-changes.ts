import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Sessions end in many ways, also with their account: the table knows all of them. */
const endsOfAccess = [
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

/** Whoever writes how far a piece of work is tells of it with the same commit. */
const progress = [
  `CREATE FUNCTION tell_progress(shop uuid, kind text, id uuid, state text, done float8, total float8)
  RETURNS void LANGUAGE sql AS $$
    SELECT pg_notify('progress', json_build_object(
      'shop', shop, 'kind', kind, 'id', id, 'state', state, 'done', done, 'total', total)::text)
  $$`,
  `CREATE FUNCTION tell_import() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM tell_progress(NEW.shop_id, 'import', NEW.id, NEW.state, NEW.rows_good,
      CASE WHEN NEW.state = 'done' THEN NEW.rows_good END);
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER import_goes_on AFTER UPDATE OF state ON imports
    FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION tell_import()`,
  `CREATE FUNCTION tell_export() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM tell_progress(exports.shop_id, 'export', NEW.id, NEW.state,
      coalesce((NEW.manifest ->> 'rows')::float8, 0), (NEW.manifest ->> 'rows')::float8)
      FROM exports WHERE exports.id = NEW.export_id;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER export_goes_on AFTER INSERT OR UPDATE OF state ON export_runs
    FOR EACH ROW EXECUTE FUNCTION tell_export()`,
  // All histories of a connection are one piece of work to whoever waits for them.
  `CREATE FUNCTION tell_history() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM tell_progress(connections.shop_id, 'sync', NEW.connection_id,
      CASE WHEN bool_and(s.last_success_at IS NOT NULL) THEN 'done' ELSE 'running' END,
      sum(s.done), CASE WHEN bool_and(s.total IS NOT NULL) THEN sum(s.total) END)
      FROM connections JOIN sync_states s ON s.connection_id = connections.id AND s.mode = 'backfill'
      WHERE connections.id = NEW.connection_id GROUP BY connections.shop_id;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER history_goes_on AFTER UPDATE OF done, total, last_success_at ON sync_states
    FOR EACH ROW WHEN (NEW.mode = 'backfill' AND (OLD.done, OLD.total, OLD.last_success_at)
      IS DISTINCT FROM (NEW.done, NEW.total, NEW.last_success_at)) EXECUTE FUNCTION tell_history()`,
  // Counts between two states stand with the job.
  `CREATE FUNCTION tell_job() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.queue = 'exports.run' THEN
      PERFORM tell_progress(exports.shop_id, 'export', export_runs.id, 'running', NEW.done, NEW.total)
        FROM export_runs JOIN exports ON exports.id = export_id WHERE export_runs.id::text = NEW.key;
    ELSE
      PERFORM tell_progress(shop_id, 'import', id, state, NEW.done, NEW.total)
        FROM imports WHERE id::text = NEW.key;
    END IF;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER job_goes_on AFTER UPDATE OF done ON job_progress FOR EACH ROW
    WHEN (NEW.queue IN ('import.check', 'import.store', 'import.undo', 'exports.run')
      AND (OLD.done, OLD.total) IS DISTINCT FROM (NEW.done, NEW.total)) EXECUTE FUNCTION tell_job()`,
]

/**
 * Whoever signs out or is banned is told on the channel of their inbox, where open streams and sockets look again; how far imports,
 * histories and exports are is told on a channel of its own.
 */
export const tellWhatChanges: Migration = {
  async up(db) {
    for (const statement of [...endsOfAccess, ...progress]) await sql.raw(statement).execute(db)
  },
}
