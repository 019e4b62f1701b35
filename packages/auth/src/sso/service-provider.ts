import { createPrivateKey, type KeyObject } from 'node:crypto'
import { AppError } from '@tillsight/core'
import type { Auth } from '../context.ts'
import { AuthError, unexpected } from '../errors.ts'

/** How we are known to identity providers. */
export interface ServiceProvider {
  /** Also the address of our metadata. */
  readonly entityId: string
  /** Where responses have to be sent. */
  readonly acsUrl: string
  /** RSA. */
  readonly key: KeyObject
}

/** Ourselves. Throws `404 saml_provider_disabled` where SAML is off. */
export function requireServiceProvider(auth: Pick<Auth, 'settings' | 'externalUrl'>): ServiceProvider {
  const { enabled, privateKey } = auth.settings.saml
  if (!enabled || privateKey === undefined) throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
  const base = `${auth.externalUrl()}/sso/saml`
  return { entityId: `${base}/metadata`, acsUrl: `${base}/acs`, key: keyOf(privateKey) }
}

const keys = new Map<string, KeyObject>()

function keyOf(text: string): KeyObject {
  const known = keys.get(text)
  if (known) return known
  try {
    const key = parseSamlKey(text)
    keys.set(text, key)
    return key
  } catch (cause) {
    throw unexpected('SAML 2.0 is not set up correctly', cause)
  }
}

const fewestBits = 2048

/** `AUTH_SAML_PRIVATE_KEY`: PKCS#1 in base64, or PEM. Throws `invalid_input` for anything but an RSA key of 2048 bits or more. */
export function parseSamlKey(text: string): KeyObject {
  const key = readKey(text)
  const bits = key?.asymmetricKeyType === 'rsa' ? (key.asymmetricKeyDetails?.modulusLength ?? 0) : 0
  if (key && bits >= fewestBits) return key
  throw new AppError(
    'invalid_input',
    `AUTH_SAML_PRIVATE_KEY cannot be used: expected an RSA key of at least ${fewestBits} bits, as base64 of PKCS#1 or as PEM.`,
  )
}

function readKey(text: string): KeyObject | undefined {
  try {
    // Environment files often hold a PEM on one line.
    if (text.includes('-----BEGIN')) return createPrivateKey(text.replaceAll('\\n', '\n'))
    return createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs1' })
  } catch {
    return undefined
  }
}
