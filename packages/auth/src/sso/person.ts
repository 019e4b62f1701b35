import { z } from 'zod'
import type { Auth } from '../context.ts'
import { AuthError } from '../errors.ts'
import { flowContext } from '../flows.ts'
import type { NewSession } from '../sessions.ts'
import type { FlowRow, MetadataValue } from '../users.ts'
import { fitting, parseEmail } from '../wire.ts'
import type { Xml } from './idp-metadata.ts'

const Source = z.object({
  name: z.string().nullish(),
  names: z.array(z.string()).nullish(),
  default: z.unknown().optional(),
  array: z.boolean().nullish(),
})

/** Maps attributes of an assertion to fields of the user's data. */
export const AttributeMapping = z.object({ keys: z.record(z.string(), Source).optional() })
/** See {@link AttributeMapping}. */
export type AttributeMapping = z.infer<typeof AttributeMapping>

/** The values of an attribute, by its name or friendly name, without empty ones. */
type Attributes = (name: string) => readonly string[]

/** The mapped fields that have a value. */
function applyMapping({ keys = {} }: AttributeMapping, attributes: Attributes): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(keys).flatMap(([key, source]) => {
      const values = [source.name ?? '', ...(source.names ?? [])].filter(Boolean).flatMap(attributes)
      const value = values.length > 0 ? (source.array ? values : values[0]) : source.default
      return value === undefined || value === null ? [] : [[key, value]]
    }),
  )
}

/** The standard's name id formats. */
export const nameIds = {
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  email: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  unspecified: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
} as const

/** The name id formats that may be requested from a provider. */
export const nameIdFormats: readonly string[] = Object.values(nameIds)

/** The person that an assertion is about. */
export interface SsoPerson {
  /** Stays the same across sign-ins. */
  readonly subject: string
  /** Lower case. */
  readonly email: string
  /** The user's metadata. */
  readonly data: MetadataValue
}

const subjectAttribute = 'urn:oasis:names:tc:SAML:attribute:subject-id'
const longestSubject = 1000
const emailAttributes = [
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'http://schemas.xmlsoap.org/claims/EmailAddress',
  'mail',
  'Mail',
  'email',
]

/** Claims stored under their own names; all other mapped claims go below `custom_claims`. */
const standardClaims = new Set(
  'name family_name given_name middle_name nickname preferred_username profile picture website gender birthdate zoneinfo locale phone full_name avatar_url slug provider_id user_name'.split(
    ' ',
  ),
)
/** Claims that we set ourselves; a mapping must not override them. */
const ownClaims = new Set(['sub', 'iss', 'aud', 'iat', 'exp', 'email', 'email_verified', 'phone_verified'])

/** Throws `400 saml_assertion_no_user_id`, `400 saml_assertion_no_email`. */
export function readPerson(
  content: Xml,
  provider: { readonly entityId: string; readonly mapping: AttributeMapping },
): SsoPerson {
  const attributes = attributesOf(content)
  const nameId = nameIdOf(content)
  const subject = attributes(subjectAttribute)[0] ?? lastingId(nameId)
  if (subject === undefined || subject.length > longestSubject) {
    throw new AuthError(
      400,
      'saml_assertion_no_user_id',
      'SAML Assertion did not contain a persistent Subject Identifier attribute or Subject NameID uniquely identifying this user',
    )
  }
  const mapped = applyMapping(provider.mapping, attributes)
  const candidates = [mapped['email'], ...emailAttributes.flatMap(attributes), emailOf(nameId)]
  const email = readEmail(candidates.find((value) => typeof value === 'string' && value !== ''))
  const said = Object.entries(mapped).filter(([key]) => !ownClaims.has(key))
  const free = Object.entries(fitting(Object.fromEntries(said)))
  const custom = Object.fromEntries(free.filter(([key]) => !standardClaims.has(key)))
  return {
    subject,
    email,
    data: {
      ...Object.fromEntries(free.filter(([key]) => standardClaims.has(key))),
      ...(Object.keys(custom).length > 0 ? { custom_claims: custom } : {}),
      iss: provider.entityId,
      sub: subject,
      email,
      email_verified: true,
      phone_verified: false,
    },
  }
}

function attributesOf(content: Xml): Attributes {
  const all = content.all('AttributeStatement').flatMap((statement) => statement.all('Attribute'))
  return (name) =>
    all
      .filter((attribute) => attribute.attribute('Name') === name || attribute.attribute('FriendlyName') === name)
      .flatMap((attribute) => attribute.all('AttributeValue'))
      .map(({ text }) => text)
      .filter((text) => text !== '')
}

interface NameId {
  readonly text: string
  readonly format: string
}

function nameIdOf(content: Xml): NameId | undefined {
  const [element] = content.all('Subject').flatMap((subject) => subject.all('NameID'))
  return element && element.text !== ''
    ? { text: element.text, format: element.attribute('Format') ?? nameIds.unspecified }
    : undefined
}

/** The name id, unless it is transient: that differs at every sign-in. */
function lastingId(nameId: NameId | undefined): string | undefined {
  if (!nameId || nameId.format === nameIds.transient) return undefined
  return nameId.format === nameIds.email ? nameId.text.toLowerCase() : nameId.text
}

function emailOf(nameId: NameId | undefined): string | undefined {
  return nameId?.format === nameIds.email ? nameId.text : undefined
}

function readEmail(value: unknown): string {
  try {
    return parseEmail(typeof value === 'string' ? value.trim() : '')
  } catch {
    throw new AuthError(400, 'saml_assertion_no_email', 'SAML Assertion does not contain an email address')
  }
}

const Stored = z.object({ session_not_after: z.iso.datetime().optional() })

/** The SSO provider's requirements for the session. */
type SessionTraits = Pick<NewSession, 'provider' | 'notAfter'>

/** Serialises the session's end for a flow, until its code is exchanged. */
export function writeSessionEnd(notAfter: Date | undefined): string {
  return JSON.stringify({ session_not_after: notAfter?.toISOString() })
}

/** The session traits stored with a finished flow; none for a flow without SSO. */
export function readSessionTraits(auth: Pick<Auth, 'box'>, flow: FlowRow): SessionTraits {
  if (flow.authenticationMethod !== 'sso/saml' || flow.provider === null || flow.providerTokens === null) return {}
  const stored = Stored.parse(JSON.parse(auth.box.open(flow.providerTokens, flowContext(flow.id))))
  return {
    provider: flow.provider,
    ...(stored.session_not_after === undefined ? {} : { notAfter: new Date(stored.session_not_after) }),
  }
}
