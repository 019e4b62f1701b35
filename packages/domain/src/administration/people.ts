import { AppError, type PersonId, toOrganisationId, toPersonId } from '@tillsight/core'
import {
  type AccountRow,
  addAdministrator,
  deletePerson,
  listInstalledAccounts,
  listKeysMadeBy,
  listMemberships,
  listOwnedAlone,
  removeAdministrator,
  revokeApiKey,
} from '@tillsight/database'
import { z } from 'zod'
import { recordAudit, recordInstallation } from '../audit/index.ts'
import { type AccountServices, type AdminContext, adminVerb, ListInput, pageRows, partOf } from './context.ts'

const AccountView = z.object({
  person: z.string(),
  email: z.string(),
  name: z.string(),
  state: z.enum(['active', 'unconfirmed', 'locked']),
  isAdministrator: z.boolean(),
  hasFactor: z.boolean(),
  createdAt: z.iso.datetime(),
  lastSignInAt: z.iso.datetime().nullable(),
  organisations: z.array(z.object({ id: z.string(), name: z.string(), role: z.string(), supportAllowed: z.boolean() })),
})

/** Which people are listed. */
export const accountStates = ['all', 'locked', 'unconfirmed', 'administrators'] as const

/** Everybody with an account, the newest first. */
export const listPeople = adminVerb({
  name: 'admin.people',
  access: 'read',
  input: ListInput.extend({
    state: z.enum(accountStates).default('all'),
    organisation: z.uuid().transform(toOrganisationId).optional(),
  }),
  output: z.object({ items: z.array(AccountView), total: z.number(), pageRows: z.number() }),
  async run({ queries, clock }: AdminContext, { state, organisation, ...input }) {
    const asked = { ...partOf(input), state, organisation, now: clock.now() }
    const { rows, total } = await listInstalledAccounts(queries, asked)
    return { items: rows.map(toView), total, pageRows }
  },
})

function toView(row: AccountRow): z.infer<typeof AccountView> {
  const { person, email, name, isConfirmed, lockedUntil, lastSignInAt, createdAt, hasFactor } = row
  return {
    person,
    email,
    name,
    state: lockedUntil === null ? (isConfirmed ? 'active' : 'unconfirmed') : 'locked',
    isAdministrator: row.isAdministrator,
    hasFactor,
    createdAt: createdAt.toISOString(),
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
    organisations: [...row.organisations],
  }
}

const PersonInput = z.object({ person: z.uuid().transform(toPersonId) })
const Done = z.object({ person: z.string(), email: z.string() })

/** Takes somebody's address as confirmed, without the mail. */
export const confirmPerson = onAccount('admin.confirm_person', (accounts, { person }) => accounts.confirm(person))

/**
 * Keeps somebody out: no sign-in, their sessions end, and so do the keys that they made. What they made otherwise stays. Throws
 * `conflict` for whoever asks.
 */
export const lockPerson = adminVerb({
  name: 'admin.lock_person',
  access: 'work',
  input: PersonInput,
  output: Done.extend({ keys: z.number() }),
  async run(ctx: AdminContext, { person }) {
    refuseOneself(ctx, person)
    const account = await readAccount(ctx, person)
    await recordInstallation(ctx, { action: 'admin.lock_person', target: targetOf(account) })
    await ctx.installation.accounts.lock(person)
    return { ...doneOf(account), keys: await endKeys(ctx, person) }
  },
})

/** Lets somebody sign in again; keys that ended with the lock do not come back. */
export const unlockPerson = onAccount('admin.unlock_person', (accounts, { person }) => accounts.unlock(person))

/** Mails somebody a link for a new password. Throws `conflict` for an account without an address. */
export const resetPerson = onAccount(
  'admin.reset_person',
  (accounts, { email }) => accounts.sendReset(email),
  ({ email }) => {
    if (email.includes('@')) return
    throw new AppError('conflict', 'This account has no address to mail to: it signs in with a phone number.')
  },
)

/**
 * Deletes an account with everything that is its own. Throws `conflict` for the only owner of an organisation, which would have
 * nobody left, and for whoever asks.
 */
export const deleteAccount = adminVerb({
  name: 'admin.delete_person',
  access: 'work',
  input: PersonInput.extend({
    /** The address of the account, typed, so that nobody is deleted by a slip. */
    email: z.string().trim().max(320),
  }),
  output: Done,
  async run(ctx: AdminContext, { person, email }) {
    refuseOneself(ctx, person)
    const account = await readAccount(ctx, person)
    if (email.toLowerCase() !== account.email.toLowerCase()) {
      throw new AppError('invalid_input', 'This is not the address of the account. Type it as it stands in the list.', {
        details: { field: 'email' },
      })
    }
    const alone = await listOwnedAlone(ctx.queries, person)
    if (alone.length > 0) {
      throw new AppError(
        'conflict',
        `${account.email} is the only owner of ${alone.map(({ name }) => `“${name}”`).join(', ')}. Have the organisation handed over or deleted first.`,
      )
    }
    await recordInstallation(ctx, { action: 'admin.delete_person', target: targetOf(account) })
    await endKeys(ctx, person)
    await tellOrganisations(ctx, account)
    await ctx.installation.accounts.remove(person)
    await deletePerson(ctx.queries, person)
    return doneOf(account)
  },
})

/** Makes somebody an administrator of the installation. */
export const appointAdministrator = adminVerb({
  name: 'admin.appoint',
  access: 'write',
  input: PersonInput,
  output: Done,
  async run(ctx: AdminContext, { person }) {
    const account = await readAccount(ctx, person)
    if (await addAdministrator(ctx.queries, person, ctx.clock.now())) {
      await recordInstallation(ctx, { action: 'admin.appoint', target: targetOf(account) })
    }
    return doneOf(account)
  },
})

/** Takes administration from somebody. Throws `conflict` for whoever asks: another administrator, or the command line, does that. */
export const dismissAdministrator = adminVerb({
  name: 'admin.dismiss',
  access: 'write',
  input: PersonInput,
  output: Done,
  async run(ctx: AdminContext, { person }) {
    refuseOneself(ctx, person)
    const account = await readAccount(ctx, person)
    if (await removeAdministrator(ctx.queries, person)) {
      await recordInstallation(ctx, { action: 'admin.dismiss', target: targetOf(account) })
    }
    return doneOf(account)
  },
})

/** What the auth service does to an account; told in the log before it is done. */
function onAccount<const Name extends `admin.${string}`>(
  name: Name,
  work: (accounts: AccountServices, account: AccountRow) => Promise<void>,
  check: (account: AccountRow) => void = () => {},
) {
  return adminVerb({
    name,
    access: 'work',
    input: PersonInput,
    output: Done,
    async run(ctx, { person }) {
      const account = await readAccount(ctx, person)
      check(account)
      await recordInstallation(ctx, { action: name, target: targetOf(account) })
      await work(ctx.installation.accounts, account)
      return doneOf(account)
    },
  })
}

function refuseOneself({ actor }: AdminContext, person: PersonId): void {
  if (actor.kind !== 'person' || actor.id !== person) return
  throw new AppError(
    'conflict',
    'This is your own account: you would close the door behind you. Have another administrator do it.',
  )
}

/** Throws `not_found`. */
async function readAccount({ queries, clock }: AdminContext, person: PersonId): Promise<AccountRow> {
  const search = { search: '', offset: 0, limit: 1, person, state: 'all', now: clock.now() } as const
  const [account] = (await listInstalledAccounts(queries, search)).rows
  if (account) return account
  throw new AppError('not_found', 'There is no such account here. Load the list again; it may have been deleted.')
}

function targetOf({ person, email, name }: AccountRow) {
  return { kind: 'person', id: person, name: email || name }
}

function doneOf({ person, email }: AccountRow) {
  return { person, email }
}

/** Revokes the keys that the person made, and tells the organisations whose keys they are. */
async function endKeys({ db, clock, actor, origin }: AdminContext, person: PersonId): Promise<number> {
  return db.transaction(async (queries) => {
    const keys = await listKeysMadeBy(queries, person)
    for (const { id, name, organisationId: organisation } of keys) {
      await revokeApiKey(queries, id, clock.now())
      await recordAudit(
        { actor, queries, clock, origin, organisation },
        { action: 'key.revoke', target: { kind: 'key', id, name } },
      )
    }
    return keys.length
  })
}

/** Tells each organisation that a member is gone. */
async function tellOrganisations({ db, clock, actor, origin }: AdminContext, account: AccountRow): Promise<void> {
  await db.transaction(async (queries) => {
    for (const { organisationId: organisation } of await listMemberships(queries, account.person)) {
      await recordAudit(
        { actor, queries, clock, origin, organisation },
        { action: 'member.remove', target: targetOf(account) },
      )
    }
  })
}
