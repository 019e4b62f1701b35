import { findInvitation, type InvitationRow } from '@tillsight/database'
import { type ActorContext, toRole } from '../context/index.ts'
import type { Role } from '../inputs/index.ts'
import { hashInvitationToken } from './invitation-token.ts'

/** How an invitation stands. */
export type InvitationState = 'open' | 'accepted' | 'revoked' | 'expired'

/** An invitation as its link shows it. */
export interface InvitationView {
  readonly organisation: string
  readonly email: string
  readonly role: Role
  /** Name of who invited; empty when gone or nameless. */
  readonly invitedBy: string
  readonly state: InvitationState
}

/** What the link leads to; undefined for a token that was never given out. No verb: holding the link is the permission. */
export async function showInvitation(
  { queries, clock }: Pick<ActorContext, 'queries' | 'clock'>,
  token: string,
): Promise<InvitationView | undefined> {
  const row = await findInvitation(queries, hashInvitationToken(token))
  if (!row) return undefined
  return {
    organisation: row.organisationName,
    email: row.email,
    role: toRole(row.role),
    invitedBy: row.inviterName ?? '',
    state: stateOf(row, clock.now()),
  }
}

/** Where an invitation stands at the instant. */
export function stateOf({ acceptedAt, revokedAt, expiresAt }: InvitationRow, now: Date): InvitationState {
  if (acceptedAt) return 'accepted'
  if (revokedAt) return 'revoked'
  return expiresAt <= now ? 'expired' : 'open'
}
