import { AppError, type OrganisationId, type PersonId, type ShopId, toOrganisationId, toShopId } from '@tillsight/core'
import { type Db, findMembership, listMemberships, type NamedMembershipRow } from '@tillsight/database'
import { z } from 'zod'
import { type ActorContext, keyPermissions, rolePermissions, toRole } from '../context/index.ts'
import { factorMissing, lacksFactor } from '../organisations/index.ts'
import { knownScopes } from './key-view.ts'
import { inBoth, type OpenKey } from './open-key.ts'

/** The shops that a person lets an assistant into, all of one organisation. */
export const AssistantReach = z.object({
  organisation: z.uuid().transform((id): OrganisationId => toOrganisationId(id)),
  shops: z.union([z.literal('all'), z.array(z.uuid().transform((id): ShopId => toShopId(id))).max(500)]),
})
export type AssistantReach = z.infer<typeof AssistantReach>

/** An assistant that a person has connected, as its token shows it. */
export interface ConnectedAssistant {
  readonly id: string
  readonly person: PersonId
  readonly name: string
  readonly scopes: readonly string[]
  /** As the person decided; empty where they were not asked for shops: then all of their first organisation. */
  readonly details: Readonly<Record<string, unknown>>
  readonly expiresAt: Date
}

/**
 * What an assistant may do now: never more than it was given, and never more than its person may at this moment. Throws
 * `unauthenticated` once the person has left the organisation, and `forbidden` where it asks for a second factor that they lack.
 */
export async function openAssistant(
  { queries, clock }: Pick<ActorContext, 'queries' | 'clock'>,
  assistant: ConnectedAssistant,
): Promise<OpenKey> {
  const reach = AssistantReach.safeParse(assistant.details).data
  const membership = await membershipOf(queries, assistant.person, reach)
  if (!membership) {
    throw new AppError(
      'unauthenticated',
      'Whoever connected this assistant is no longer a member of the organisation. Connect it again as a member.',
    )
  }
  if (lacksFactor(membership, clock.now())) throw factorMissing()
  const granted = knownScopes(assistant.scopes)
  const own: readonly string[] = rolePermissions[toRole(membership.role)]
  return {
    actor: {
      kind: 'api_key',
      id: assistant.id,
      name: assistant.name,
      permissions: keyPermissions(granted).filter((permission) => own.includes(permission)),
      shops: inBoth(reach?.shops ?? 'all', membership.shopIds ?? 'all'),
    },
    organisation: membership.organisationId,
    expiresAt: assistant.expiresAt,
    granted,
  }
}

async function membershipOf(
  db: Db,
  person: PersonId,
  reach: AssistantReach | undefined,
): Promise<NamedMembershipRow | undefined> {
  if (reach) return await findMembership(db, { organisationId: reach.organisation, personId: person })
  const [first] = await listMemberships(db, person)
  return first
}
