// What the tests of administration share: an administrator, members, and browsers with their cookies.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { addMembership } from '@tillsight/database'
import type { AdminVerbs, RunVerb } from '@tillsight/domain'
import { makeAdministrator } from '../accounts.ts'
import { adminRunner } from '../administration.ts'
import { openVisit, type Visit } from '../identity/visit.ts'
import type { Runtime } from '../runtime.ts'
import { addShop, type Installation } from './installation.ts'
import { addPerson, type SignedInPerson } from './people.ts'

/** An installation with an administrator, and a shop of its owner. */
export async function openAdministration(installation: Installation) {
  const { runtime, contexts, owner } = installation
  await addShop(installation, { domain: 'tea.example' })
  const { organisation } = await contexts.shop('tea.example')
  const admin = await addPerson(installation, 'ada@operator.example')
  await makeAdministrator(runtime, admin.id)
  const newPerson = () => addPerson(installation, `person-${randomUUID()}@example.com`)
  /** The visit of a browser with the person's cookies; nobody's without. */
  const browserOf = (
    person: SignedInPerson | undefined,
    more: { readonly ip?: string; readonly cookie?: string } = {},
  ): Visit =>
    openVisit(runtime.auth, runtime.stores.database, {
      cookies: [person?.cookie ?? '', more.cookie ?? ''].join('; '),
      bearer: undefined,
      userAgent: 'test',
      ip: more.ip ?? '127.0.0.1',
      origin: runtime.own.url(),
    })
  return {
    runtime,
    contexts,
    owner,
    admin,
    organisation,
    kysely: runtime.stores.database.kysely,
    newPerson,
    async newMember(role: string): Promise<SignedInPerson> {
      const person = await newPerson()
      const membership = { organisationId: organisation, personId: person.id, role, shopIds: null }
      await addMembership(runtime.stores.database.kysely, membership)
      return person
    },
    browserOf,
    administer: (visit: Visit, at: Runtime = runtime): Promise<RunVerb<AdminVerbs>> => adminRunner(at, visit),
  }
}

/** Looks until there is something. */
export async function eventually<T>(look: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + 60_000
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    assert.ok(performance.now() < deadline, 'it did not come')
    await delay(50)
  }
}
