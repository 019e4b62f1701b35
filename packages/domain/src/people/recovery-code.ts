import { createHmac, randomBytes } from 'node:crypto'
import type { PersonId } from '@tillsight/core'
import type { PersonContext } from '../context/index.ts'

/** A context in which recovery codes can be made and spent. */
export interface RecoveryContext extends PersonContext {
  /** The installation's secret for hashing recovery codes; at least 32 bytes. */
  readonly recoveryKey: Uint8Array
}

// 32 characters, so that every byte gives one without favouring any; none is easily taken for another.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const codeLength = 10
const lookAlikes: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1', u: 'v' }

/** A random code of 50 bits, as it is shown: `xxxxx-xxxxx`. */
export function makeRecoveryCode(): string {
  const text = Array.from(randomBytes(codeLength), (byte) => alphabet.charAt(byte % alphabet.length)).join('')
  return `${text.slice(0, codeLength / 2)}-${text.slice(codeLength / 2)}`
}

/** What is stored of a code. However it was typed: capitals, spaces, hyphens and look-alikes make no difference. */
export function hashRecoveryCode(key: Uint8Array, person: PersonId, code: string): string {
  const text = code
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/[oilu]/g, (letter) => lookAlikes[letter] ?? letter)
  return createHmac('sha256', key).update(`recovery code of ${person}: ${text}`).digest('hex')
}
