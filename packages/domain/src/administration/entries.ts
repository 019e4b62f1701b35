import { type PersonId, toPersonId } from '@tillsight/core'
import { addInstallationEntry, findPerson, listInstallationEntries } from '@tillsight/database'
import { z } from 'zod'
import { type ActorContext, defineVerb } from '../context/index.ts'
import { type AdminContext, ListInput, pageRows, partOf } from './context.ts'

/** What an administrator did. */
export interface InstallationEvent {
  /** The name of the verb. */
  readonly action: string
  readonly target: { readonly kind: string; readonly id: string; readonly name: string }
  /** Why, where a reason is asked for. */
  readonly reason?: string
}

const Body = z.object({
  actor: z.object({ kind: z.enum(['person', 'system']), id: z.string(), name: z.string() }),
  target: z.object({ kind: z.string(), id: z.string(), name: z.string() }),
  reason: z.string().optional(),
  origin: z.object({ ip: z.string(), agent: z.string(), request: z.string() }),
})

/** Writes down what an administrator does, before it is done where the doing is not in this transaction. */
export async function recordInstallation(
  ctx: Pick<ActorContext, 'actor' | 'queries' | 'clock' | 'origin'>,
  { action, target, reason }: InstallationEvent,
): Promise<void> {
  const { actor, queries, clock, origin } = ctx
  const by =
    actor.kind === 'person'
      ? await nameOf(ctx, actor.support?.admin ?? toPersonId(actor.id))
      : { kind: 'system' as const, id: 'command_line', name: 'Command line' }
  await addInstallationEntry(queries, {
    at: clock.now(),
    actorId: by.id,
    action,
    body: {
      actor: by,
      target,
      ...(reason === undefined ? {} : { reason }),
      origin: { ip: origin?.network ?? '', agent: (origin?.agent ?? '').slice(0, 300), request: origin?.request ?? '' },
    },
  })
}

async function nameOf({ queries }: Pick<ActorContext, 'queries'>, id: PersonId) {
  const person = await findPerson(queries, id)
  return { kind: 'person' as const, id, name: person?.name || person?.email || '' }
}

/** What administrators did, the newest first. */
export const listInstallationLog = defineVerb({
  name: 'admin.activity',
  needs: 'installation:administer',
  access: 'read',
  input: ListInput,
  output: z.object({
    items: z.array(Body.extend({ id: z.string(), at: z.iso.datetime(), action: z.string() })),
    total: z.number(),
    pageRows: z.number(),
  }),
  async run({ queries }: AdminContext, input) {
    const { rows, total } = await listInstallationEntries(queries, partOf(input))
    const items = rows.map(({ id, at, action, body }) => ({ ...Body.parse(body), id, at: at.toISOString(), action }))
    return { items, total, pageRows }
  },
})
