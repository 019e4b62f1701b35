import { createCipheriv, scrypt, timingSafeEqual } from 'node:crypto'
import type { FirebaseHash } from './formats.ts'

const keyLength = 32
const ivLength = 16

/** Whether the password is the one of this hash. Runs on the thread pool. */
export async function verifyFirebaseScrypt(stored: FirebaseHash, password: string): Promise<boolean> {
  const key = await deriveKey(stored, password)
  // The format defines a zero counter: the key is of use for this one text only.
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(ivLength))
  const result = Buffer.concat([cipher.update(stored.signerKey), cipher.final()])
  return result.length === stored.hash.length && timingSafeEqual(result, stored.hash)
}

function deriveKey(stored: FirebaseHash, password: string): Promise<Buffer> {
  const cost = 2 ** stored.memoryPower
  const options = {
    N: cost,
    r: stored.blockSize,
    p: stored.lanes,
    maxmem: 128 * stored.blockSize * (cost + stored.lanes + 4),
  }
  const salt = Buffer.concat([stored.salt, stored.saltSeparator])
  return new Promise((resolve, reject) => {
    scrypt(password, salt, keyLength, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
