import type { PersonId } from '@tillsight/core'
import { findPerson, type PersonRow, savePerson } from '@tillsight/database'
import type { ActorContext } from '../context/index.ts'

/** What the auth service says about somebody who signed in. */
export interface SignedInUser {
  readonly id: PersonId
  /** Only an address that the auth service has confirmed, or empty: invitations are accepted on the strength of it. */
  readonly confirmedEmail: string
  readonly name: string
}

/**
 * Makes the person known at the first sign-in and follows a changed address later; the name is theirs to change from
 * then on. One query when nothing changed. No verb: it is what comes before anybody can act.
 */
export async function ensurePerson(
  { queries }: Pick<ActorContext, 'queries'>,
  { id, confirmedEmail, name }: SignedInUser,
): Promise<PersonRow> {
  const email = confirmedEmail.toLowerCase()
  const known = await findPerson(queries, id)
  if (known?.email === email) return known
  return savePerson(queries, { id, email, name: toName(name) })
}

/** Providers send any text as a name. */
function toName(text: string): string {
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 100)
}
