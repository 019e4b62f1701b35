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

/** What changes of members need from outside. */
export interface MemberLetters {
  /** How many invitations an organisation may send in an hour. */
  readonly invitationsPerHour: number
  /** Throws `limit_reached` for a person who sends too many. */
  sendInvitation(letter: InvitationLetter): Promise<void>
}

/** The context of verbs that send mails to members. */
export interface MemberContext extends Context {
  readonly letters: MemberLetters
}
