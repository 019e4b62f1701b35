import type { Role } from '@tillsight/domain'

/** People of an organisation, with days printed. */
export interface MembersModel {
  readonly name: string
  readonly mayChange: boolean
  readonly members: readonly MemberModel[]
  readonly invitations: readonly InvitationModel[]
  /** Names of those who may change this: `Ada and Ben`. */
  readonly whoMay: string
  /** The asking person is the only owner, so they cannot leave. */
  readonly isOnlyOwner: boolean
  /** The shops that access can be limited to; none for those who may not change it. */
  readonly shops: readonly ShopChoice[]
  /** From when on everybody needs a second factor, printed; null: nobody does. */
  readonly factorFrom: string | null
  readonly offer: OfferModel | undefined
  /** The member that the address asks to remove. */
  readonly leaving: LeavingModel | undefined
}

/** The organisation is offered to a member. */
export interface OfferModel {
  readonly isForSelf: boolean
  readonly from: string
  readonly to: string
  /** Printed day. */
  readonly until: string
}

export interface ShopChoice {
  readonly domain: string
  readonly name: string
}

/** A member about to be removed, with what they made. */
export interface LeavingModel {
  readonly person: string
  readonly who: string
  readonly keys: readonly MadeModel[]
  readonly webhooks: readonly MadeModel[]
}

interface MadeModel {
  readonly id: string
  readonly name: string
  readonly detail: string
}

export interface MemberModel {
  readonly person: string
  readonly name: string
  readonly email: string
  readonly role: Role
  readonly isSelf: boolean
  readonly since: string
  /** Domains; null: all. */
  readonly shops: readonly string[] | null
  /** `Sees all shops` */
  readonly sees: string
  readonly hasFactor: boolean
  /** `Last seen on 2 Nov 2026` */
  readonly seen: string
}

export interface InvitationModel {
  readonly id: string
  readonly email: string
  readonly role: Role
  /** Printed day. */
  readonly until: string
  readonly sees: string
}

/** Why a form of the page was rejected, and the values entered. */
export interface MembersFailure {
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
  readonly typed: {
    readonly email: string
    readonly role: string
    /** Null: all. */
    readonly shops: readonly string[] | null
  }
}

/** All roles with their descriptions, most powerful first. */
export const roles = [
  { role: 'owner', label: 'Owner', means: 'everything, and decides who belongs here' },
  { role: 'admin', label: 'Admin', means: 'shops, connections, imports and settings' },
  { role: 'analyst', label: 'Analyst', means: 'sees figures and orders, changes nothing' },
  { role: 'viewer', label: 'Viewer', means: 'sees figures, not single orders' },
] as const satisfies readonly { role: Role; label: string; means: string }[]

/** Label of a role. */
export function roleLabel(role: Role): string {
  return roles.find((known) => known.role === role)?.label ?? role
}
