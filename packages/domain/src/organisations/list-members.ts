import { listOpenInvitations, listMembers as listRows, readOrganisation } from '@tillsight/database'
import { z } from 'zod'
import { type Context, defineVerb, permissionsOf, toRole } from '../context/index.ts'
import { RoleInput } from '../inputs/index.ts'

/** Who belongs to an organisation, and who has been invited. */
export const MembersView = z.object({
  name: z.string(),
  /** Whether the actor may invite, change and remove. */
  mayChange: z.boolean(),
  members: z.array(
    z.object({
      person: z.string(),
      name: z.string(),
      email: z.string(),
      role: RoleInput,
      /** Null: all of them. */
      shops: z.array(z.string()).nullable(),
      since: z.iso.datetime(),
    }),
  ),
  invitations: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
      role: RoleInput,
      shops: z.array(z.string()).nullable(),
      expiresAt: z.iso.datetime(),
    }),
  ),
})
export type MembersView = z.infer<typeof MembersView>

/** The people of the organisation by name, and its open invitations, the newest first. */
export const listMembers = defineVerb({
  name: 'member.list',
  needs: 'members:read',
  access: 'read',
  input: z.object({}),
  output: MembersView,
  async run({ actor, queries, organisation, clock }: Context) {
    const [{ name }, members, invitations] = await Promise.all([
      readOrganisation(queries, organisation),
      listRows(queries, organisation),
      listOpenInvitations(queries, organisation, clock.now()),
    ])
    return {
      name,
      mayChange: permissionsOf(actor).includes('members:write'),
      members: members.map((row) => ({
        person: row.personId,
        name: row.name,
        email: row.email,
        role: toRole(row.role),
        shops: row.shopIds,
        since: row.createdAt.toISOString(),
      })),
      invitations: invitations.map((row) => ({
        id: row.id,
        email: row.email,
        role: toRole(row.role),
        shops: row.shopIds,
        expiresAt: row.expiresAt.toISOString(),
      })),
    }
  },
})
