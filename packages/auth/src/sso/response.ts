import { type IdpMetadata, parseXml, toXml, type Xml, XmlError } from './idp-metadata.ts'
import type { ServiceProvider } from './start.ts'

/** An assertion that the provider has signed, for us, currently valid, about a person to sign in here. */
export interface VerifiedAssertion {
  /** Unique at the provider. */
  readonly id: string
  /** Read only from the signed bytes. */
  readonly content: Xml
  /** Until then the assertion would be valid again, so its use must be remembered. */
  readonly acceptableUntil: Date
  /** When the provider wants the session to end. */
  readonly sessionEndsAt: Date | undefined
}

/** The values that a response is checked against. */
export interface Expectation {
  readonly self: ServiceProvider
  readonly idp: IdpMetadata
  /** Undefined for a sign-in that the provider initiated. */
  readonly requestId: string | undefined
  readonly now: Date
}

/** An invalid response; the message says why and contains nothing from the response. */
export class BadResponse extends Error {}

const largestBytes = 256 * 1024
/** Limit on elements, comments and the like. Anybody may post here, and parsing time grows faster than their number. */
const mostTags = 4000
const skewMs = 60_000

/** The parsed response. Throws {@link BadResponse}. */
export async function readResponse(base64: string): Promise<Xml> {
  const text = Buffer.from(base64, 'base64').toString('utf8')
  if (text.split('<', mostTags + 2).length > mostTags + 1) throw new BadResponse('it has too many elements')
  const { name, root } = await parseXml(text, largestBytes).catch((cause: unknown) => {
    throw cause instanceof XmlError ? new BadResponse(cause.message, { cause }) : cause
  })
  if (name !== 'Response') throw new BadResponse('it is no response')
  return root
}

/** Verifies signature, sender, receiver, time and request. Throws {@link BadResponse}. */
export async function verifyResponse(base64: string, expected: Expectation): Promise<VerifiedAssertion> {
  const response = await readResponse(base64)
  checkEnvelope(response, expected)
  const content = await readSigned(base64, expected)
  const id = content.attribute('ID') ?? ''
  if (id === '' || content.attribute('Version') !== '2.0') throw new BadResponse('its version is not 2.0')
  if (
    content
      .all('Issuer')
      .map(({ text }) => text)
      .join(' ') !== expected.idp.entityId
  ) {
    throw new BadResponse('it is from another issuer')
  }
  const issuedAt = readInstant(content.attribute('IssueInstant'))
  if (!issuedAt || issuedAt.getTime() - skewMs > expected.now.getTime()) throw new BadResponse('it is from the future')
  const ends = [checkSubject(content, expected), checkConditions(content, expected)].filter((end) => end !== undefined)
  return {
    id,
    content,
    acceptableUntil: new Date(Math.max(...ends.map((end) => end.getTime())) + skewMs),
    sessionEndsAt: sessionEndOf(content, expected.now),
  }
}

/** The envelope around the assertion is not signed, so it can only invalidate the response. */
function checkEnvelope(response: Xml, { self, idp, requestId }: Expectation): void {
  if (!isSuccess(response)) throw new BadResponse('the identity provider did not sign anybody in')
  const destination = response.attribute('Destination') ?? ''
  if (destination !== '' && destination !== self.acsUrl) throw new BadResponse('it is for another address')
  const inResponseTo = response.attribute('InResponseTo')
  if (inResponseTo !== undefined && inResponseTo !== requestId) throw new BadResponse('it answers another request')
  const issuer = response.all('Issuer')[0]?.text ?? idp.entityId
  if (issuer !== idp.entityId) throw new BadResponse('it is from another issuer')
  for (const element of [response, ...response.all('Assertion')]) refuseWeakSignature(element)
}

function isSuccess(response: Xml): boolean {
  const [code] = response.all('Status').flatMap((status) => status.all('StatusCode'))
  return code?.attribute('Value') === 'urn:oasis:names:tc:SAML:2.0:status:Success'
}

function refuseWeakSignature(element: Xml): void {
  const methods = element
    .all('Signature')
    .flatMap((signature) => signature.all('SignedInfo'))
    .flatMap((info) => [
      ...info.all('SignatureMethod'),
      ...info.all('Reference').flatMap((one) => one.all('DigestMethod')),
    ])
  if (methods.some((method) => /sha1$|md5$|hmac/i.test(method.attribute('Algorithm') ?? ''))) {
    throw new BadResponse('its signature uses an algorithm that is not safe any more')
  }
}

/** The library checks the signature and hands out what it covers; times and audience follow below, by our own clock. */
async function readSigned(base64: string, { self, idp }: Expectation): Promise<Xml> {
  const { SAML } = await import('@node-saml/node-saml')
  const saml = new SAML({
    idpCert: [...idp.certificates],
    issuer: self.entityId,
    callbackUrl: self.acsUrl,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    audience: false,
    acceptedClockSkewMs: -1,
  })
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: base64 }).catch((cause: unknown) => {
    throw new BadResponse('its signature is missing or wrong', { cause })
  })
  const assertion = profile?.getAssertion?.()['Assertion']
  if (assertion === undefined) throw new BadResponse('it holds no assertion')
  return toXml(assertion)
}

/** When the subject confirmation expires. One valid confirmation is enough. */
function checkSubject(content: Xml, expected: Expectation): Date {
  const confirmations = content
    .all('Subject')
    .flatMap((subject) => subject.all('SubjectConfirmation'))
    .filter((confirmation) => confirmation.attribute('Method') === 'urn:oasis:names:tc:SAML:2.0:cm:bearer')
    .flatMap((confirmation) => confirmation.all('SubjectConfirmationData'))
  const problems: BadResponse[] = []
  for (const data of confirmations) {
    try {
      return checkConfirmation(data, expected)
    } catch (error) {
      if (!(error instanceof BadResponse)) throw error
      problems.push(error)
    }
  }
  throw problems[0] ?? new BadResponse('it does not say for whom it is')
}

function checkConfirmation(data: Xml, { self, requestId, now }: Expectation): Date {
  if (data.attribute('Recipient') !== self.acsUrl) throw new BadResponse('it is for another address')
  if (data.attribute('InResponseTo') !== requestId) throw new BadResponse('it answers another request')
  const end = checkWindow(data, now)
  if (!end) throw new BadResponse('it has no end')
  return end
}

function checkConditions(content: Xml, { self, now }: Expectation): Date | undefined {
  const [conditions, ...others] = content.all('Conditions')
  if (!conditions || others.length > 0) throw new BadResponse('its conditions are not clear')
  const restrictions = conditions.all('AudienceRestriction')
  const isForUs = (restriction: Xml) => restriction.all('Audience').some(({ text }) => text === self.entityId)
  if (restrictions.length === 0 || !restrictions.every(isForUs)) throw new BadResponse('it is for another audience')
  return checkWindow(conditions, now)
}

function checkWindow(element: Xml, now: Date): Date | undefined {
  const start = readInstant(element.attribute('NotBefore'))
  const end = readInstant(element.attribute('NotOnOrAfter'))
  if (start && start.getTime() - skewMs > now.getTime()) throw new BadResponse('it is not valid yet')
  if (end && end.getTime() + skewMs <= now.getTime()) throw new BadResponse('it has expired')
  return end
}

function sessionEndOf(content: Xml, now: Date): Date | undefined {
  const ends = content
    .all('AuthnStatement')
    .flatMap((statement) => readInstant(statement.attribute('SessionNotOnOrAfter')) ?? [])
    .toSorted((one, other) => one.getTime() - other.getTime())
  const [first] = ends
  if (first && first <= now) throw new BadResponse('its session has ended')
  return first
}

/** Undefined if absent. Rejects a time without zone, which would mean a different instant on every machine. */
function readInstant(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/.test(text)
    ? new Date(text)
    : undefined
  if (!at || Number.isNaN(at.getTime())) throw new BadResponse('one of its times cannot be read')
  return at
}
