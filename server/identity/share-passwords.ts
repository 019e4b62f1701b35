import { createPasswordHashing } from '@tillsight/auth'
import { AppError } from '@tillsight/core'

/** Makes and checks the passwords of share links with argon2id. All of it throws `unavailable` while too many wait. */
export interface SharePasswords {
  hash(password: string): Promise<string>
  verify(password: string, stored: string): Promise<boolean>
  /** Takes as long as verifying; for every answer about a link without a password, or none. */
  verifyDummy(password: string): Promise<void>
}

/** Strangers make it work, so it takes one thread at most, which is none of those that sign people in. */
const size = { atOnce: 1, mostWaiting: 50, longestWaitMs: 10_000 }

/** A queue of its own. */
export function createSharePasswords(): SharePasswords {
  const hashing = createPasswordHashing(size)
  return {
    hash: (password) => unlessBusy(() => hashing.hash(password)),
    verify: (password, stored) => unlessBusy(() => hashing.verify(password, stored)),
    verifyDummy: (password) => unlessBusy(() => hashing.verifyDummy(password)),
  }
}

async function unlessBusy<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    const message = 'Too many passwords are being checked right now. Try again in a moment.'
    throw new AppError('unavailable', message, { cause })
  }
}
