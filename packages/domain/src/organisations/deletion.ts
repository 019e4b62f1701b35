import { AppError, toPersonId } from '@tillsight/core'
import { findPerson, listMembers, listShops, readOrganisation, readPerson, setDeleteAt } from '@tillsight/database'
import { z } from 'zod'
import { changesBetween, recordAudit } from '../audit/index.ts'
import { type Context, defineVerb } from '../context/index.ts'
import type { MemberContext, MemberLetter } from './letters.ts'
import { lockMembersFor } from './locked-members.ts'

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
    const { name, deleteAt } = await readOrganisation(queries, organisation)
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
    const { deleteAt } = await readOrganisation(queries, organisation)
    if (deleteAt === null) {
      throw new AppError('not_found', 'This organisation is not going to be deleted, so there is nothing to take back.')
    }
    if (deleteAt <= clock.now()) {
      throw new AppError('conflict', 'The deletion has begun and cannot be taken back any more.')
    }
    await setDeleteAt(queries, organisation, null)
    await record(ctx, 'organisation.keep', { before: deleteAt, after: null })
    await tellOwners(ctx, 'deletion_ended', clock.now())
    return { deleteAt: null }
  },
})

/** All verbs of deleting an organisation. */
export const deletionVerbs = [deleteOrganisation, keepOrganisation, showDeletion] as const

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

/** The owners see every shop, so any of its pages leads them there. */
async function tellOwners(ctx: MemberContext, kind: MemberLetter['kind'], at: Date): Promise<void> {
  const { actor, queries, organisation, letters } = ctx
  const { name } = await readOrganisation(queries, organisation)
  const who = actor.kind === 'person' ? await findPerson(queries, toPersonId(actor.id)) : undefined
  const [shop] = await listShops(queries, organisation)
  for (const { personId, role } of await listMembers(queries, organisation)) {
    const { email, language } = await readPerson(queries, personId)
    if (role !== 'owner' || email === '') continue
    const person = who?.name || who?.email || ''
    await letters.sendLetter({ kind, to: email, language, organisation: name, person, at, shop: shop?.id ?? null })
  }
}
