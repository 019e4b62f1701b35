import { AppError, type OrganisationId, type PersonId, toOrganisationId } from '@tillsight/core'
import {
  addMembership,
  claimMemberlessOrganisations,
  type Db,
  findMembership,
  findPerson,
  createOrganisation as insertOrganisation,
  listMemberships as listRows,
  type MembershipRow,
  readOrganisation,
  renameOrganisation as rename,
} from '@tillsight/database'
import { z } from 'zod'
import { changesBetween, recordAudit } from '../audit/index.ts'
import {
  type Actor,
  type Context,
  defineVerb,
  type PersonActor,
  type PersonContext,
  supportOf,
  toRole,
} from '../context/index.ts'
import { OrganisationName, RoleInput } from '../inputs/index.ts'
import { factorMissing, lacksFactor } from './factor-rule.ts'

/** An organisation with the person's role in it. */
export const MembershipView = z.object({
  organisation: z.string().transform((id): OrganisationId => toOrganisationId(id)),
  name: z.string(),
  role: RoleInput,
})
export type MembershipView = z.infer<typeof MembershipView>

/**
 * Makes the person the owner of all organisations without members, such as those created before sign-in existed. Only for the
 * installation's operator.
 */
export async function claimOwnerlessOrganisations(
  { db, clock }: Pick<PersonContext, 'db' | 'clock'>,
  person: PersonId,
): Promise<OrganisationId[]> {
  return db.transaction(async (queries) => {
    const claimed = await claimMemberlessOrganisations(queries, person)
    const name = (await findPerson(queries, person))?.email ?? ''
    for (const organisation of claimed) {
      const ctx = { actor: { kind: 'local' }, organisation, queries, clock } as const
      await recordAudit(ctx, { action: 'organisation.claim', target: { kind: 'person', id: person, name } })
    }
    return claimed
  })
}

/** Creates an organisation owned by the person. */
export const createOrganisation = defineVerb({
  name: 'organisation.create',
  needs: 'self',
  access: 'write',
  input: z.object({ name: OrganisationName }),
  output: MembershipView,
  run: (ctx: PersonContext, { name }) => foundOrganisation(ctx, name),
})

/** Creates the organisation's rows, for verbs that create one together with something else. */
export async function foundOrganisation(ctx: PersonContext, name: string): Promise<MembershipView> {
  const { queries, person } = ctx
  const { id } = await insertOrganisation(queries, { name })
  await addMembership(queries, { organisationId: id, personId: person, role: 'owner', shopIds: null })
  await recordAudit(
    { ...ctx, organisation: id },
    { action: 'organisation.create', target: organisationTarget(id, name) },
  )
  return { organisation: id, name, role: 'owner' }
}

/** The organisations of the person, by name. */
export const listMemberships = defineVerb({
  name: 'organisation.list',
  needs: 'self',
  access: 'read',
  input: z.object({}),
  output: z.array(MembershipView),
  isForSupport: true,
  async run({ actor, queries, person }: PersonContext) {
    const rows = (await listRows(queries, person)).filter(({ organisationId }) => sees(actor, organisationId))
    return rows.map(({ organisationId, organisationName, role }) => ({
      organisation: organisationId,
      name: organisationName,
      role: toRole(role),
    }))
  },
})

/** Renames the organisation. */
export const renameOrganisation = defineVerb({
  name: 'organisation.rename',
  needs: 'organisation:write',
  access: 'write',
  input: z.object({ name: OrganisationName }),
  output: z.object({ name: z.string() }),
  async run(ctx: Context, input) {
    const { queries, organisation } = ctx
    const before = await readOrganisation(queries, organisation)
    const { name } = await rename(queries, organisation, input.name)
    const changes = changesBetween({ name: before.name }, { name })
    await recordAudit(ctx, { action: 'organisation.rename', target: organisationTarget(organisation, name), changes })
    return { name }
  },
})

function organisationTarget(id: OrganisationId, name: string) {
  return { kind: 'organisation', id, name }
}

/** Builds the actor for a person's membership; whoever looks in as them still does. */
export function toPersonActor(
  { personId, role, shopIds }: Omit<MembershipRow, 'createdAt' | 'seenOn'>,
  from?: Actor,
): PersonActor {
  const support = from && supportOf(from)
  return { kind: 'person', id: personId, role: toRole(role), shops: shopIds ?? 'all', ...(support ? { support } : {}) }
}

/** Whether the actor may see the organisation at all: whoever looks in as somebody sees one only. */
function sees(actor: Actor, organisation: OrganisationId): boolean {
  const support = supportOf(actor)
  return support === undefined || support.organisation === organisation
}

/**
 * The person as a member. Throws the same `not_found` for an organisation they do not belong to and for one that does not
 * exist.
 */
export async function resolveActor(db: Db, person: PersonId, organisation: OrganisationId): Promise<PersonActor> {
  const membership = await findMembership(db, { organisationId: organisation, personId: person })
  if (!membership) throw organisationNotFound()
  return toPersonActor(membership)
}

/**
 * Binds a person's context to one of their organisations. Throws `not_found`, like {@link resolveActor}, and `forbidden` where
 * the organisation asks for a second factor that the person lacks.
 */
export async function enterOrganisation(ctx: PersonContext, organisation: OrganisationId): Promise<Context> {
  const { db, queries, clock, log, origin, personReads } = ctx
  const membership = sees(ctx.actor, organisation) ? await membershipOf(ctx, organisation) : undefined
  if (!membership) throw organisationNotFound()
  if (lacksFactor(membership, clock.now())) throw factorMissing()
  const actor = toPersonActor(membership, ctx.actor)
  return { actor, organisation, db, queries, clock, log, origin, personReads }
}

/** What a request has read of the person's shops says it of each organisation that has one open to them. */
async function membershipOf({ person, queries, personReads }: PersonContext, organisation: OrganisationId) {
  const entry = await personReads?.entry()
  const known = entry?.shops.find(({ organisationId }) => organisationId === organisation)
  if (known) return { ...known, personId: person, hasFactor: entry?.person?.hasFactor ?? false }
  return findMembership(queries, { organisationId: organisation, personId: person })
}

/** The same error for an organisation that does not exist and for one that the person does not belong to. */
export function organisationNotFound(): AppError {
  return new AppError('not_found', 'There is no such organisation here. Ask one of its owners to invite you.')
}
