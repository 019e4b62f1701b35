import { AppError, toPersonId } from '@tillsight/core'
import { findPerson, lockOrganisation, type OrganisationRow, readOrganisation, setDeleteAt } from '@tillsight/database'
import { z } from 'zod'
import { changesBetween, recordAudit } from '../audit/index.ts'
import { type Context, defineVerb } from '../context/index.ts'
import { Contents, type Counting, countContents } from './contents.ts'
import { type MemberContext, type MemberLetter, tellMembers } from './letters.ts'
import { lockMembersFor } from './locked-members.ts'
import { organisationNotFound } from './organisations.ts'

const noticeMs = 14 * 24 * 3_600_000

const DeletionView = z.object({ deleteAt: z.iso.datetime().nullable() })

/** When the organisation is deleted; null: it is not. */
export const showDeletion = defineVerb({
  name: 'organisation.deletion',
  needs: 'shops:read',
  access: 'read',
  input: z.object({}),
  output: DeletionView,
  async run({ queries, organisation }: Context) {
    const { deleteAt } = await readOrganisation(queries, organisation)
    return { deleteAt: deleteAt?.toISOString() ?? null }
  },
})

/** The context of counting what an organisation has, in both stores. */
export interface ContentsContext extends Context, Pick<Counting, 'warehouses'> {}

/** How much goes with the organisation when it is deleted, to be shown before. */
export const showContents = defineVerb({
  name: 'organisation.contents',
  needs: 'members:write',
  access: 'read',
  input: z.object({}),
  output: Contents,
  run: (ctx: ContentsContext) => countContents(ctx, ctx.organisation),
})

/**
 * Has the organisation deleted with everything that it has, 14 days from now, and mails its owners. Until then everything goes on.
 * Throws `invalid_input` for another name than the organisation's.
 */
export const deleteOrganisation = defineVerb({
  name: 'organisation.delete',
  needs: 'members:write',
  access: 'write',
  input: z.object({ name: z.string().max(200) }),
  output: DeletionView,
  async run(ctx: MemberContext, { name: typed }) {
    const { queries, organisation, clock } = ctx
    await lockMembersFor(ctx, 'organisation.delete')
    const { name, deleteAt } = await lockedOrganisation(ctx)
    if (typed.normalize('NFKC').trim() !== name.normalize('NFKC').trim()) {
      throw new AppError(
        'invalid_input',
        'This is not the name of the organisation. Nothing was deleted; type the name as it stands here.',
        { problems: { name: 'This is not the name of the organisation.' } },
      )
    }
    // Asking again does not move the day.
    if (deleteAt !== null) return { deleteAt: deleteAt.toISOString() }
    const at = new Date(clock.now().getTime() + noticeMs)
    await setDeleteAt(queries, organisation, at)
    await record(ctx, 'organisation.delete', { before: null, after: at })
    await tellOwners(ctx, 'deletion', at)
    return { deleteAt: at.toISOString() }
  },
})

/** Takes the deletion back and mails the owners. Throws `not_found` when there is none, and `conflict` once it has begun. */
export const keepOrganisation = defineVerb({
  name: 'organisation.keep',
  needs: 'members:write',
  access: 'write',
  input: z.object({}),
  output: DeletionView,
  async run(ctx: MemberContext) {
    const { queries, organisation, clock } = ctx
    await lockMembersFor(ctx, 'organisation.keep')
    // Whoever deletes it locks the row, too, to note that it has begun.
    const { deleteAt, deleteBegunAt } = await lockedOrganisation(ctx)
    if (deleteAt === null) {
      throw new AppError('not_found', 'This organisation is not going to be deleted, so there is nothing to take back.')
    }
    if (deleteBegunAt !== null) {
      throw new AppError(
        'conflict',
        'The deletion has begun and cannot be taken back any more: parts of the organisation are gone already. Create a new organisation to start again.',
      )
    }
    await setDeleteAt(queries, organisation, null)
    await record(ctx, 'organisation.keep', { before: deleteAt, after: null })
    await tellOwners(ctx, 'deletion_ended', clock.now())
    return { deleteAt: null }
  },
})

/** All verbs of deleting an organisation. */
export const deletionVerbs = [deleteOrganisation, keepOrganisation, showContents, showDeletion] as const

async function lockedOrganisation({ queries, organisation }: MemberContext): Promise<OrganisationRow> {
  const row = await lockOrganisation(queries, organisation)
  if (row) return row
  throw organisationNotFound()
}

async function record(
  ctx: Context,
  action: 'organisation.delete' | 'organisation.keep',
  { before, after }: { readonly before: Date | null; readonly after: Date | null },
): Promise<void> {
  const { name } = await readOrganisation(ctx.queries, ctx.organisation)
  await recordAudit(ctx, {
    action,
    target: { kind: 'organisation', id: ctx.organisation, name },
    changes: changesBetween({ deleteAt: before?.toISOString() ?? null }, { deleteAt: after?.toISOString() ?? null }),
  })
}

async function tellOwners(ctx: MemberContext, kind: MemberLetter['kind'], at: Date): Promise<void> {
  const { actor, queries } = ctx
  const who = actor.kind === 'person' ? await findPerson(queries, toPersonId(actor.id)) : undefined
  await tellMembers(ctx, { kind, at, person: who?.name || who?.email || '' }, ({ role }) => role === 'owner')
}
