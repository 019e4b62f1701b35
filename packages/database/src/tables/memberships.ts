import type { OrganisationId, PersonId, ShopId } from '@tillsight/core'
import { type Selectable, sql } from 'kysely'
import type { MembershipsTable } from '../identity-schema.ts'
import type { Db } from '../schema.ts'
import type { ShopRow } from './shops.ts'

/** Who belongs to an organisation as what; `shopIds` null means all its shops. */
export type MembershipRow = Selectable<MembershipsTable>

/** Names one membership. */
export type MembershipKey = Pick<MembershipRow, 'organisationId' | 'personId'>

/** A membership with the name of its organisation. */
export interface NamedMembershipRow extends MembershipRow {
  readonly organisationName: string
}

/** A membership with who it is. */
export interface MemberRow extends MembershipRow {
  readonly name: string
  readonly email: string
}

/** A shop with the membership by which somebody may see it. */
export interface ShopAccessRow extends ShopRow {
  readonly role: string
  readonly shopIds: ShopId[] | null
}

/** Adds the membership; one that exists stays as it is. */
export async function addMembership(db: Db, membership: Omit<MembershipRow, 'createdAt'>): Promise<void> {
  await db
    .insertInto('memberships')
    .values(membership)
    .onConflict((conflict) => conflict.columns(['organisationId', 'personId']).doNothing())
    .execute()
}

/** Makes the person the owner of every organisation that has no member at all; returns which. */
export async function claimMemberlessOrganisations(db: Db, person: PersonId): Promise<OrganisationId[]> {
  const rows = await db
    .insertInto('memberships')
    .columns(['organisationId', 'personId', 'role'])
    .expression((from) =>
      from
        .selectFrom('organisations')
        .select(['organisations.id', sql<PersonId>`${person}::uuid`.as('personId'), sql<string>`'owner'`.as('role')])
        .where((where) =>
          where.not(
            where.exists(
              where
                .selectFrom('memberships')
                .select('role')
                .whereRef('memberships.organisationId', '=', 'organisations.id'),
            ),
          ),
        ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('organisationId')
    .execute()
  return rows.map(({ organisationId }) => organisationId)
}

/** The membership, if the person belongs to the organisation. */
export async function findMembership(db: Db, key: MembershipKey): Promise<NamedMembershipRow | undefined> {
  return withName(db).where('personId', '=', key.personId).where('id', '=', key.organisationId).executeTakeFirst()
}

/** Where the person belongs, by name. */
export async function listMemberships(db: Db, person: PersonId): Promise<NamedMembershipRow[]> {
  return withName(db).where('personId', '=', person).orderBy('name').orderBy('id').execute()
}

/** The people of the organisation, by name. */
export async function listMembers(db: Db, organisation: OrganisationId): Promise<MemberRow[]> {
  return db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.personId')
    .selectAll('memberships')
    .select(['people.name', 'people.email'])
    .where('organisationId', '=', organisation)
    .orderBy('people.name')
    .orderBy('people.email')
    .orderBy('personId')
    .execute()
}

/** All memberships of the organisation, held until the transaction ends: who decides about members decides alone. */
export async function lockMemberships(db: Db, organisation: OrganisationId): Promise<MembershipRow[]> {
  return db
    .selectFrom('memberships')
    .selectAll()
    .where('organisationId', '=', organisation)
    .orderBy('personId')
    .forUpdate()
    .execute()
}

/** Changes the role and which shops it reaches. */
export async function updateMembership(
  db: Db,
  { organisationId, personId }: MembershipKey,
  change: Pick<MembershipRow, 'role' | 'shopIds'>,
): Promise<void> {
  await db
    .updateTable('memberships')
    .set(change)
    .where('organisationId', '=', organisationId)
    .where('personId', '=', personId)
    .execute()
}

/** Ends the membership. */
export async function deleteMembership(db: Db, { organisationId, personId }: MembershipKey): Promise<void> {
  await db
    .deleteFrom('memberships')
    .where('organisationId', '=', organisationId)
    .where('personId', '=', personId)
    .execute()
}

/** The shops that the person may see, over all memberships; by name. */
export async function listShopsOfPerson(db: Db, person: PersonId): Promise<ShopAccessRow[]> {
  return shopsOf(db, person).orderBy('shops.name').orderBy('shops.id').execute()
}

/** The shops of one domain that the person may see: of the domain itself, or of that of the shop with this id. */
export async function findShopsOfPerson(
  db: Db,
  person: PersonId,
  named: { readonly domain: string } | { readonly id: ShopId },
): Promise<ShopAccessRow[]> {
  const own = shopsOf(db, person).orderBy('shops.createdAt').orderBy('shops.id')
  if ('id' in named) {
    return own
      .where('shops.domain', '=', (eb) =>
        eb.selectFrom('shops as asked').select('asked.domain').where('asked.id', '=', named.id),
      )
      .execute()
  }
  // PostgreSQL has no text with a zero byte, and addresses can hold one.
  return named.domain.includes('\0') ? [] : own.where('shops.domain', '=', named.domain).execute()
}

function withName(db: Db) {
  return db
    .selectFrom('memberships')
    .innerJoin('organisations', 'organisations.id', 'memberships.organisationId')
    .selectAll('memberships')
    .select('organisations.name as organisationName')
}

function shopsOf(db: Db, person: PersonId) {
  return db
    .selectFrom('shops')
    .innerJoin('memberships', 'memberships.organisationId', 'shops.organisationId')
    .selectAll('shops')
    .select(['memberships.role', 'memberships.shopIds'])
    .where('memberships.personId', '=', person)
    .where(sql<boolean>`(memberships.shop_ids IS NULL OR shops.id = ANY (memberships.shop_ids))`)
}
