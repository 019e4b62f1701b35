import { AppError, type OrganisationId, type PersonId, toOrganisationId, toPersonId } from '@tillsight/core'
import {
  addSupportVisit,
  endSupportVisit,
  enterSupportVisit,
  findMembership,
  findPerson,
  findPersonByEmail,
  isAdministrator,
  listMembers,
  listSupportVisits,
  readOrganisation,
  readPerson,
  type SupportVisitRow,
  setSupportAllowed,
} from '@tillsight/database'
import { z } from 'zod'
import { changesBetween, recordAudit, recordInstallation } from '../audit/index.ts'
import { type Context, defineVerb, type PersonActor } from '../context/index.ts'
import { type AdminContext, adminVerb, ListInput, pageRows, partOf } from './context.ts'

const visitMs = 30 * 60_000
const shortestReason = 10
const longestReason = 500

/** Lets administrators of the installation look in, or no longer; who looks in at present is out at once. */
export const allowSupport = defineVerb({
  name: 'organisation.allow_support',
  needs: 'support:allow',
  access: 'write',
  input: z.object({ allowed: z.boolean() }),
  output: z.object({ allowed: z.boolean() }),
  async run(ctx: Context, { allowed }) {
    const { queries, organisation, clock } = ctx
    const { name } = await readOrganisation(queries, organisation)
    const before = await setSupportAllowed(queries, { organisation, isAllowed: allowed, now: clock.now() })
    const changes = changesBetween({ allowed: before }, { allowed })
    if (changes.length === 0) return { allowed }
    const target = { kind: 'organisation', id: organisation, name }
    await recordAudit(ctx, { action: 'organisation.allow_support', target, changes })
    return { allowed }
  },
})

/** Whether administrators of the installation may look in. */
export const getSupport = defineVerb({
  name: 'organisation.support',
  needs: 'members:read',
  access: 'read',
  input: z.object({}),
  output: z.object({ allowed: z.boolean() }),
  async run({ queries, organisation }: Context) {
    return { allowed: (await readOrganisation(queries, organisation)).supportAllowed }
  },
})

/**
 * Lets the administrator see the organisation as one of its members does, for half an hour: nothing can be changed, both logs tell of
 * it, and the owners get a mail. Throws `forbidden` where its owners do not allow it, and `not_found` for nobody of it.
 */
export const lookIn = adminVerb({
  name: 'admin.look_in',
  access: 'write',
  input: z.object({
    organisation: z.uuid().transform(toOrganisationId),
    /** The address of the member. */
    email: z.string().trim().max(320),
    reason: z.string().trim().min(shortestReason, { error: 'say in a sentence why' }).max(longestReason),
    /** The address of the administrator who will look, from the command line; in a browser it is whoever is signed in. */
    administrator: z.string().trim().max(320).optional(),
  }),
  output: z.object({
    visit: z.string(),
    /** For the cookie of the administrator's browser; with any other account it opens nothing. */
    token: z.string(),
    endsAt: z.iso.datetime(),
  }),
  async run(ctx: AdminContext, { organisation, email, reason, administrator }) {
    const { actor, queries, clock, installation } = ctx
    const admin = actor.kind === 'person' ? toPersonId(actor.id) : await findAdministrator(ctx, administrator)
    const { name, member } = await findVisited(ctx, organisation, email)
    const now = clock.now()
    const { token, hash } = installation.newToken()
    const visit = await addSupportVisit(queries, {
      organisationId: organisation,
      adminId: admin,
      personId: member.id,
      reason,
      tokenHash: hash,
      startedAt: now,
      endsAt: new Date(now.getTime() + visitMs),
    })
    const target = { kind: 'person', id: member.id, name: member.name || member.email }
    const at = [target.name, name, ...(actor.kind === 'person' ? [] : [administrator])].join(', ')
    await recordInstallation(ctx, { action: 'admin.look_in', target: { ...target, name: at }, reason })
    await recordAudit(
      { ...ctx, actor: visitorOf(visit), organisation },
      {
        action: 'support.begin',
        target,
        changes: changesBetween({}, { reason, until: visit.endsAt.toISOString() }),
      },
    )
    await tellOwners(ctx, visit, { organisation: name, member: target.name })
    return { visit: visit.id, token, endsAt: visit.endsAt.toISOString() }
  },
})

/**
 * Brings a visit that was begun elsewhere into the administrator's browser, and out of any other that it was in. Throws `not_found` for
 * one that is over, is somebody else's, or is not allowed any more.
 */
export const enterVisit = adminVerb({
  name: 'admin.enter_visit',
  access: 'write',
  input: z.object({ visit: z.uuid() }),
  output: z.object({ token: z.string(), endsAt: z.iso.datetime() }),
  async run({ actor, queries, clock, installation }: AdminContext, { visit: id }) {
    const { token, hash } = installation.newToken()
    const visit =
      actor.kind === 'person' &&
      (await enterSupportVisit(queries, { id, admin: toPersonId(actor.id), tokenHash: hash, now: clock.now() }))
    if (visit) return { token, endsAt: visit.endsAt.toISOString() }
    throw new AppError('not_found', 'There is no such look-in of yours, or it is over. Begin another one.')
  },
})

/** Who looked in as whom and why, the newest first. */
export const listVisits = adminVerb({
  name: 'admin.visits',
  access: 'read',
  input: ListInput,
  output: z.object({
    items: z.array(
      z.object({
        visit: z.string(),
        administrator: z.string(),
        member: z.string(),
        organisation: z.string(),
        reason: z.string(),
        startedAt: z.iso.datetime(),
        /** When it ended, or will. */
        endsAt: z.iso.datetime(),
        isOpen: z.boolean(),
      }),
    ),
    total: z.number(),
    pageRows: z.number(),
  }),
  async run({ queries, clock }: AdminContext, input) {
    const now = clock.now()
    const { rows, total } = await listSupportVisits(queries, partOf(input))
    const items = rows.map(({ id, startedAt, endsAt, endedAt, ...named }) => ({
      ...named,
      visit: id,
      startedAt: startedAt.toISOString(),
      endsAt: (endedAt ?? endsAt).toISOString(),
      isOpen: endedAt === null && endsAt > now,
    }))
    return { items, total, pageRows }
  },
})

/** Ends a visit of the administrator before its time; one that has ended already stays ended. */
export const stopLooking = adminVerb({
  name: 'admin.stop_looking',
  access: 'write',
  input: z.object({ visit: z.uuid() }),
  output: z.object({ ended: z.boolean() }),
  async run(ctx: AdminContext, { visit: id }) {
    const visit = await endSupportVisit(ctx.queries, { id, now: ctx.clock.now() })
    if (!visit) return { ended: false }
    const person = await findPerson(ctx.queries, visit.personId)
    const target = { kind: 'person', id: visit.personId, name: person?.name || person?.email || '' }
    await recordInstallation(ctx, { action: 'admin.stop_looking', target })
    const organisation = visit.organisationId
    await recordAudit({ ...ctx, actor: visitorOf(visit), organisation }, { action: 'support.end', target })
    return { ended: true }
  },
})

/** Whoever looks in, as who they look in as. */
export function visitorOf({ id, adminId, personId, organisationId }: SupportVisitRow): PersonActor {
  const support = { id, admin: adminId, organisation: organisationId }
  return { kind: 'person', id: personId, role: null, shops: [], support }
}

/** Throws `invalid_input` without an address, and `not_found` for nobody who administers the installation. */
async function findAdministrator({ queries }: AdminContext, email: string | undefined): Promise<PersonId> {
  const field = { details: { field: 'administrator' } }
  if (email === undefined) throw new AppError('invalid_input', 'Name the administrator who will look.', field)
  const found = await findPersonByEmail(queries, email.toLowerCase())
  if (found && (await isAdministrator(queries, found.id))) return found.id
  throw new AppError('not_found', `${email} does not administer this installation.`, field)
}

async function findVisited({ queries }: AdminContext, organisation: OrganisationId, email: string) {
  const found = await readOrganisation(queries, organisation).catch(() => undefined)
  const member = await findPersonByEmail(queries, email.toLowerCase())
  const isMember = member && (await findMembership(queries, { organisationId: organisation, personId: member.id }))
  if (!found || !isMember) {
    throw new AppError('not_found', 'There is no such member. Take organisation and address from the lists here.', {
      details: { field: 'email' },
    })
  }
  if (found.supportAllowed) return { name: found.name, member }
  throw new AppError(
    'forbidden',
    `The owners of “${found.name}” do not let anybody look in. One of them has to allow it first: Settings > Members.`,
  )
}

async function tellOwners(
  { queries, installation }: AdminContext,
  { organisationId, adminId, endsAt, reason }: SupportVisitRow,
  named: { readonly organisation: string; readonly member: string },
): Promise<void> {
  const admin = await readPerson(queries, adminId)
  for (const { personId, role } of await listMembers(queries, organisationId)) {
    if (role !== 'owner') continue
    const { email, language } = await readPerson(queries, personId)
    if (email === '') continue
    const person = `${admin.name || admin.email}`
    const letter = { kind: 'support', to: email, language, organisation: named.organisation, person } as const
    await installation.letters.sendLetter({ ...letter, reason, at: endsAt, shop: null })
  }
}
