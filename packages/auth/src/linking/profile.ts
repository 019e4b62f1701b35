import type { MetadataValue } from '../users/index.ts'

/** An address that a provider knows of a person. */
export interface ExternalEmail {
  /** Lower case. */
  readonly email: string
  /** Whether the provider itself says that the address is the person's. */
  readonly verified: boolean
  readonly primary: boolean
}

/** What a provider says about a person. */
export interface ExternalProfile {
  /** The provider's own id of the person. */
  readonly subject: string
  readonly emails: readonly ExternalEmail[]
  /** As it is kept with the identity. */
  readonly data: MetadataValue
}

/** Somebody who comes from a provider. Companies' own providers keep pools of accounts and come by another way. */
export interface Visitor extends ExternalProfile {
  readonly provider: string
  readonly aud: string
  /** Whether an account may come without any address. */
  readonly emailOptional: boolean
}

/** The address that stands for the person: verified before primary before any. */
export function mainEmail(emails: readonly ExternalEmail[]): ExternalEmail | undefined {
  const verified = emails.filter((email) => email.verified)
  return verified.find(({ primary }) => primary) ?? verified[0] ?? emails.find(({ primary }) => primary) ?? emails[0]
}
