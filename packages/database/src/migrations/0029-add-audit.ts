import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  `CREATE TABLE audit_chains (
    organisation_id uuid PRIMARY KEY REFERENCES organisations ON DELETE CASCADE DEFERRABLE,
    last_number integer NOT NULL DEFAULT 0,
    last_hash bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex'),
    base_number integer NOT NULL DEFAULT 0,
    base_hash bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex')
  )`,
  `CREATE TABLE audit_entries (
    id uuid PRIMARY KEY,
    organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE DEFERRABLE,
    number integer,
    at timestamptz NOT NULL,
    shop_ids uuid[],
    actor_id text NOT NULL,
    action text NOT NULL,
    body text NOT NULL,
    hash bytea
  )`,
  'CREATE UNIQUE INDEX audit_entries_in_order ON audit_entries (organisation_id, number)',
  'CREATE INDEX audit_entries_without_place ON audit_entries (organisation_id) WHERE number IS NULL',
  'CREATE INDEX audit_entries_by_time ON audit_entries (organisation_id, at DESC, number DESC)',
  'CREATE INDEX audit_entries_by_actor ON audit_entries (organisation_id, actor_id, at DESC, number DESC)',
  'CREATE INDEX audit_entries_by_action ON audit_entries (organisation_id, action, at DESC, number DESC)',
  'CREATE INDEX audit_entries_by_shop ON audit_entries USING gin (shop_ids)',
  // Chains are locked while a transaction commits, when it takes no other lock any more, and all that it adds to in one order: two
  // of them cannot wait for each other, and nobody waits for one that is long.
  `CREATE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    chain audit_chains;
  BEGIN
    INSERT INTO audit_chains (organisation_id)
      SELECT DISTINCT organisation_id FROM audit_entries WHERE number IS NULL ORDER BY organisation_id
      ON CONFLICT DO NOTHING;
    PERFORM FROM audit_chains
      WHERE organisation_id IN (SELECT organisation_id FROM audit_entries WHERE number IS NULL)
      ORDER BY organisation_id FOR UPDATE;
    UPDATE audit_chains
      SET last_number = last_number + 1, last_hash = sha256(last_hash || convert_to(NEW.body, 'UTF8'))
      WHERE organisation_id = NEW.organisation_id RETURNING * INTO chain;
    UPDATE audit_entries SET number = chain.last_number, hash = chain.last_hash WHERE id = NEW.id;
    RETURN NULL;
  END $$`,
  // What a backup brings back has its place already.
  `CREATE CONSTRAINT TRIGGER audit_entry_is_chained AFTER INSERT ON audit_entries
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.number IS NULL) EXECUTE FUNCTION chain_audit_entry()`,
]

/** Who did what in an organisation: entries that only grow, each with the hash of all before it. */
export const addAudit: Migration = {
  async up(db) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
