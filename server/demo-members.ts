import { randomBytes } from 'node:crypto'
import type { PersonId } from '@tillsight/core'
import { addMembership, updatePerson } from '@tillsight/database'
import { listMemberships, type Role, run } from '@tillsight/domain'
import { ensureAccount } from './accounts.ts'
import { personContext } from './contexts.ts'
import type { Runtime } from './runtime.ts'

interface Colleague {
  readonly name: string
  readonly email: string
  readonly role: Role
}

/** Who works with the owner of the demo's shops: one of each other role. */
const colleagues: readonly Colleague[] = [
  { name: 'Mara Lindqvist', email: 'mara@tillsight.test', role: 'admin' },
  { name: 'Jonas Weber', email: 'jonas@tillsight.test', role: 'analyst' },
  { name: 'Priya Shah', email: 'priya@tillsight.test', role: 'viewer' },
]

/** Makes them members of what the owner has. They have accounts with passwords that nobody knows; a second start changes nothing. */
export async function addDemoMembers(runtime: Runtime, owner: PersonId): Promise<void> {
  const queries = runtime.stores.database.kysely
  const own = (await run(listMemberships, personContext(runtime, owner), {})).filter(({ role }) => role === 'owner')
  for (const { name, email, role } of colleagues) {
    const { id } = await ensureAccount(runtime, { email, password: `Aa1-${randomBytes(18).toString('base64url')}` })
    await updatePerson(queries, id, { name })
    for (const { organisation: organisationId } of own) {
      await addMembership(queries, { organisationId, personId: id, role, shopIds: null })
    }
  }
}
