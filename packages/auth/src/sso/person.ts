import { AuthError } from '../errors.ts'
import type { MetadataValue } from '../users/index.ts'
import { fitting, parseEmail } from '../wire/index.ts'
import { type AttributeMapping, type Attributes, applyMapping } from './mapping.ts'
import { nameIds } from './name-ids.ts'
import type { Xml } from './xml.ts'

/** Somebody that an assertion is about. */
export interface SsoPerson {
  /** Stays the same from one sign-in to the next. */
  readonly subject: string
  /** Lower case. */
  readonly email: string
  /** What the account says about them. */
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

/** Claims with names of their own; everything else that is mapped goes below `custom_claims`. */
const standardClaims = new Set(
  'name family_name given_name middle_name nickname preferred_username profile picture website gender birthdate zoneinfo locale phone full_name avatar_url slug provider_id user_name'.split(
    ' ',
  ),
)
/** Said by us, never by a mapping. */
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

/** A transient one is another one at every sign-in. */
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
