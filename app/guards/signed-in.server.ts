import { AppError } from '@tillsight/core'
import type { RequestIdentity, SignedIn } from '../identity.ts'

/** Whoever is signed in, on a page that is for nobody else. Throws `unauthenticated` for a visitor. */
export async function signedIn(identity: Pick<RequestIdentity, 'person'>): Promise<SignedIn> {
  const person = await identity.person()
  if (person) return person
  throw new AppError('unauthenticated', 'You are signed out. Sign in and try again.')
}
