import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { AppError } from '@tillsight/core'

/** Encrypts secrets for storage: platform keys, typed passwords, webhook secrets. */
export interface SecretsBox {
  /** Encrypts `plain`; `context` names its owner, and decrypting requires the same context. */
  seal(plain: string, context: string): Uint8Array
  /** Throws `unavailable` when no known key opens it: another TILLSIGHT_SECRET, another owner or damaged bytes. */
  open(sealed: Uint8Array, context: string): string
  /** Whether it was sealed with an earlier secret and should be sealed again. */
  isOutdated(sealed: Uint8Array): boolean
}

interface Key {
  readonly id: Buffer
  readonly bytes: Buffer
}

const layout = 1
const keyIdLength = 4
const ivLength = 12
const tagLength = 16
const headLength = 1 + keyIdLength + ivLength + tagLength
const minimumSecretLength = 16

/**
 * AES-256-GCM with a key derived from the installation's secret by HKDF. `earlier` secrets still open what they sealed,
 * so that a secret can be replaced while the product runs. Throws `invalid_input` for a secret that is too short.
 */
export function createSecretsBox(options: { secret: string; earlier?: readonly string[] }): SecretsBox {
  const current = deriveKey(options.secret)
  const keys = [current, ...(options.earlier ?? []).map(deriveKey)]
  return {
    seal: (plain, context) => seal(current, plain, context),
    open: (sealed, context) => open(keys, sealed, context),
    isOutdated: (sealed) => !current.id.equals(keyIdOf(sealed)),
  }
}

function deriveKey(secret: string): Key {
  if (secret.length < minimumSecretLength) {
    throw new AppError(
      'invalid_input',
      `TILLSIGHT_SECRET is too short: it needs at least ${minimumSecretLength} characters. Set a longer random text.`,
    )
  }
  const derive = (purpose: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, 'tillsight', `secrets-box ${purpose}`, length))
  return { id: derive('key id', keyIdLength), bytes: derive('key', 32) }
}

function seal(key: Key, plain: string, context: string): Uint8Array {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', key.bytes, iv)
  cipher.setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.from([layout]), key.id, iv, cipher.getAuthTag(), body])
}

function open(keys: readonly Key[], sealed: Uint8Array, context: string): string {
  const key = keys.find(({ id }) => id.equals(keyIdOf(sealed)))
  if (sealed.length < headLength || sealed[0] !== layout || !key) throw unreadable()
  const bytes = Buffer.from(sealed)
  const iv = bytes.subarray(1 + keyIdLength, 1 + keyIdLength + ivLength)
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, iv)
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(bytes.subarray(headLength - tagLength, headLength))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(headLength)), decipher.final()]).toString('utf8')
  } catch (cause) {
    throw unreadable(cause)
  }
}

function keyIdOf(sealed: Uint8Array): Buffer {
  return Buffer.from(sealed.subarray(1, 1 + keyIdLength))
}

function unreadable(cause?: unknown): AppError {
  return new AppError(
    'unavailable',
    'Stored keys cannot be read: they were encrypted with another TILLSIGHT_SECRET, or they are damaged. ' +
      'Start with the earlier secret, or connect the account again.',
    { cause },
  )
}
