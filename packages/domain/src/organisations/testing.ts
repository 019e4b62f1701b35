// People and organisations on a real database for tests.

import { randomUUID } from 'node:crypto'
import { type AppError, type Clock, fixedClock, isAppError, type OrganisationId, toPersonId } from '@tillsight/core'
import { addMembership, type Database, type ShopRow } from '@tillsight/database'
import { openTestDatabase } from '@tillsight/database/testing'
import type { BillingServices } from '../billing/index.ts'
import { testBillingServices } from '../billing/testing.ts'
import { type Log, type PersonContext, personActor, run } from '../context/index.ts'
import type { Role } from '../inputs/index.ts'
import { ensurePerson } from '../people/index.ts'
import type { ContentsContext } from './deletion.ts'
import type { InvitationLetter, MemberContext, MemberLetter, MemberLetters } from './letters.ts'
import { createOrganisation, enterOrganisation } from './organisations.ts'

const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }

/** Fixture for tests about people. */
export interface TestPeople {
  readonly db: Database
  /** A new signed-in person without any organisation. */
  newPerson(email?: string): Promise<PersonContext>
  /** An organisation with its owner. */
  newOrganisation(name?: string): Promise<{ id: OrganisationId; owner: PersonContext }>
  /** A new member of the organisation. */
  newMember(organisation: OrganisationId, role: Role, shops?: readonly ShopRow[]): Promise<PersonContext>
}

/** Opens a database, or uses one that is already open. */
export async function openTestPeople(
  t: Parameters<typeof openTestDatabase>[0],
  open: { db?: Database; clock?: Clock } = {},
): Promise<TestPeople> {
  const db = open.db ?? (await openTestDatabase(t))
  const clock = open.clock ?? fixedClock('2026-06-30T12:00:00Z')
  let count = 0
  const newPerson = async (email = `person-${(count += 1)}@x.test`): Promise<PersonContext> => {
    const person = toPersonId(randomUUID())
    await ensurePerson({ queries: db.kysely }, { id: person, confirmedEmail: email, name: `Person ${count}` })
    return { actor: personActor(person), person, db, queries: db.kysely, clock, log: silentLog }
  }
  return {
    db,
    newPerson,
    async newOrganisation(name = 'Nord GmbH') {
      const owner = await newPerson()
      return { id: (await run(createOrganisation, owner, { name })).organisation, owner }
    },
    async newMember(organisationId, role, shops) {
      const ctx = await newPerson()
      const shopIds = shops?.map(({ id }) => id) ?? null
      await addMembership(db.kysely, { organisationId, personId: ctx.person, role, shopIds })
      return ctx
    },
  }
}

/** Keeps the mails about members instead of sending them. */
export function testLetters(invitationsPerHour = 20): {
  letters: MemberLetters
  invitations: InvitationLetter[]
  sent: MemberLetter[]
} {
  const invitations: InvitationLetter[] = []
  const sent: MemberLetter[] = []
  return {
    invitations,
    sent,
    letters: {
      invitationsPerHour,
      async sendInvitation(letter) {
        invitations.push(letter)
      },
      async sendLetter(letter) {
        sent.push(letter)
      },
    },
  }
}

/** A member's context of an organisation, with all that its verbs need. */
export async function enterTestOrganisation(
  person: PersonContext,
  { organisation, warehouses }: Pick<ContentsContext, 'organisation' | 'warehouses'>,
): Promise<MemberContext & ContentsContext & BillingServices> {
  const ctx = { ...(await enterOrganisation(person, organisation)), letters: testLetters().letters, warehouses }
  return { ...ctx, ...testBillingServices(ctx) }
}

/** A validation function for `assert.rejects`. */
export function isRefused(code: AppError['code'], text = /./) {
  return (error: unknown): boolean => isAppError(error) && error.code === code && text.test(error.message)
}
