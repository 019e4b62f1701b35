import type { OrganisationId, ShopId } from '@tillsight/core'
import { type Db, listMembers, listShops, readOrganisation, readPerson } from '@tillsight/database'
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
    | 'factor_soon'
    | 'deletion'
    | 'deletion_soon'
    | 'deletion_ended'
    | 'support'
  readonly to: string
  /** Of whoever gets it; empty: not known. */
  readonly language: string
  readonly organisation: string
  /** The other person; empty where there is none. */
  readonly person: string
  /** Until when, or from when on. */
  readonly at: Date
  /** Why, where a reason is given. */
  readonly reason?: string
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

/** Whose members get a letter, and how it is sent. */
interface Mailing {
  readonly queries: Db
  readonly organisation: OrganisationId
  readonly letters: Pick<MemberLetters, 'sendLetter'>
}

type Member = Awaited<ReturnType<typeof listMembers>>[number]

/** Sends a letter to those members who are meant and have an address: phone accounts have none, and the page says the same. */
export async function tellMembers(
  { queries, organisation, letters }: Mailing,
  letter: Pick<MemberLetter, 'kind' | 'person' | 'at'>,
  isMeant: (member: Member) => boolean,
): Promise<void> {
  const { name } = await readOrganisation(queries, organisation)
  // Owners see every shop, so any of its pages leads them there.
  const [shop] = await listShops(queries, organisation)
  for (const member of (await listMembers(queries, organisation)).filter(isMeant)) {
    const { email, language } = await readPerson(queries, member.personId)
    const seen = member.role === 'owner' ? (shop?.id ?? null) : null
    if (email !== '') await letters.sendLetter({ ...letter, to: email, language, organisation: name, shop: seen })
  }
}
