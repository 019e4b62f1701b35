import type { JWTPayload } from 'jose'

/** Whoever is signed in at a fake provider. */
export interface FakePerson {
  readonly subject: string
  readonly name?: string
  readonly email?: string
  /** The standard's claim; left out when not given. */
  readonly emailVerified?: boolean
  /** Of a GitHub account; the one address when not given. */
  readonly emails?: readonly { readonly email: string; readonly primary: boolean; readonly verified: boolean }[]
  /** Further claims of the ID token. */
  readonly claims?: JWTPayload
  /** The ID token is signed with a key that the provider never published. */
  readonly isForged?: boolean
  /** The address stands in the user info only. */
  readonly hidesEmail?: boolean
}

/** The person's claims, as an ID token and the user info have them. */
export function claimsOf(person: FakePerson, place: 'token' | 'user info'): JWTPayload {
  const showsEmail = person.email !== undefined && (place === 'user info' || person.hidesEmail !== true)
  return {
    sub: person.subject,
    ...(person.name === undefined ? {} : { name: person.name }),
    ...(showsEmail ? { email: person.email } : {}),
    ...(showsEmail && person.emailVerified !== undefined ? { email_verified: person.emailVerified } : {}),
    ...(place === 'token' ? person.claims : {}),
  }
}

/** GitHub's two answers. */
export function githubAnswers(person: FakePerson): { readonly user: object; readonly emails: readonly object[] } {
  const { email, emailVerified = false } = person
  return {
    user: { id: Number(person.subject), login: `login-${person.subject}`, name: person.name ?? null, avatar_url: null },
    emails: person.emails ?? (email === undefined ? [] : [{ email, primary: true, verified: emailVerified }]),
  }
}

/** Facebook's answer. */
export function facebookAnswer(person: FakePerson): object {
  return { id: person.subject, name: person.name, email: person.email }
}
