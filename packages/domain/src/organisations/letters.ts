import type { ShopId } from '@tillsight/core'
import type { Context } from '../context/index.ts'
import type { Role } from '../inputs/index.ts'

/** An invitation that is mailed. Its names are user input. */
export interface InvitationLetter {
  readonly to: string
  readonly organisation: string
  /** Name or address of who invites; empty for the operator. */
  readonly inviter: string
  readonly role: Role
  /** Stands only in this mail. */
  readonly token: string
  readonly expiresAt: Date
}

/** A mail to a member about what changed. Its names are user input. */
export interface MemberLetter {
  readonly kind:
    | 'ownership_offered'
    | 'ownership_offer_sent'
    | 'ownership_declined'
    | 'ownership_gained'
    | 'ownership_given'
    | 'factor'
    | 'deletion'
    | 'deletion_ended'
  readonly to: string
  /** Of whoever gets it; empty: not known. */
  readonly language: string
  readonly organisation: string
  /** The other person; empty where there is none. */
  readonly person: string
  /** Until when, or from when on. */
  readonly at: Date
  /** A shop that they see, whose pages show the members; null: they see none. */
  readonly shop: ShopId | null
}

/** What changes of members need from outside. */
export interface MemberLetters {
  /** How many invitations an organisation may send in an hour. */
  readonly invitationsPerHour: number
  /** Throws `limit_reached` for a person who sends too many. */
  sendInvitation(letter: InvitationLetter): Promise<void>
  sendLetter(letter: MemberLetter): Promise<void>
}

/** The context of verbs that send mails to members. */
export interface MemberContext extends Context {
  readonly letters: MemberLetters
}
