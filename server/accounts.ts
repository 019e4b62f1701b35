import type { AuthError, User } from '@supabase/supabase-js'
import { AppError, type PersonId, toPersonId } from '@tillsight/core'
import { findPersonByEmail } from '@tillsight/database'
import { claimOwnerlessOrganisations, createOrganisation, ensurePerson, listMemberships, run } from '@tillsight/domain'
import { operatorAdminRunner } from './administration.ts'
import { personContext } from './contexts.ts'
import type { Runtime } from './runtime.ts'

/** Credentials of a new account. */
export interface NewAccount {
  readonly email: string
  readonly password: string
}

/**
 * Creates a confirmed account on behalf of the operator, through the auth service's admin API. Throws `conflict` when the
 * address is taken, `invalid_input` for a weak password or an invalid address.
 */
export async function createAccount(runtime: Runtime, { email, password }: NewAccount): Promise<{ id: PersonId }> {
  assertStrong(runtime, password)
  const { data, error } = await runtime.auth.admin().createUser({ email, password, email_confirm: true })
  if (error !== null) throw toFailure(error, email)
  return await known(runtime, data.user)
}

/** Like {@link createAccount}, but keeps an existing account, and its password. */
export async function ensureAccount(runtime: Runtime, account: NewAccount): Promise<{ id: PersonId }> {
  const person = await findPersonByEmail(runtime.stores.database.kysely, account.email.toLowerCase())
  return person ?? (await createAccount(runtime, account))
}

/** Makes the person owner of all organisations without one; somebody who then has none gets a new one of this name. */
export async function makeOwner(runtime: Runtime, id: PersonId, name: string): Promise<void> {
  const ctx = personContext(runtime, id)
  await claimOwnerlessOrganisations(ctx, id)
  if ((await run(listMemberships, ctx, {})).length === 0) await run(createOrganisation, ctx, { name })
}

/** Makes the person an administrator of the installation. */
export async function makeAdministrator(runtime: Runtime, person: PersonId): Promise<void> {
  await operatorAdminRunner(runtime)('admin.appoint', { person })
}

async function known({ stores }: Runtime, user: User): Promise<{ id: PersonId }> {
  const id = toPersonId(user.id)
  await ensurePerson({ queries: stores.database.kysely }, { id, confirmedEmail: user.email ?? '', name: '' })
  return { id }
}

/** The service does not check the strength of passwords set through its admin API. */
function assertStrong({ config, auth }: Runtime, password: string): void {
  if (auth.isHosted) return
  const { minimumLength, requiredSets } = config.identity.settings.password
  const missing = requiredSets.filter((set) => !Array.from(set).some((character) => password.includes(character)))
  const problems = [
    ...(Array.from(password).length < minimumLength ? [`it needs at least ${minimumLength} characters`] : []),
    ...missing.map((set) => `it needs one of ${set}`),
  ]
  if (problems.length === 0) return
  throw new AppError('invalid_input', `This password is too weak: ${problems.join(', ')}.`, {
    details: { field: 'password' },
  })
}

function toFailure(error: AuthError, email: string): AppError {
  const { code = '', status = 500 } = error
  if (code === 'email_exists' || code === 'user_already_exists') {
    return new AppError('conflict', `There is an account with the address ${email} already.`)
  }
  if (status >= 400 && status < 500) return new AppError('invalid_input', `${error.message}.`.replace(/\.\.$/, '.'))
  return new AppError('unavailable', 'The sign-in service did not answer, so no account was made. Try again.', {
    cause: error,
  })
}
