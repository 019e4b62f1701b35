// Must not be imported by anything that runs in production.
import { createPasswords, type Passwords } from '../../passwords/index.ts'
import { readAuthSettings } from '../../settings.ts'
import { createQuickHashing } from '../../testing.ts'

/** The default hashing, which records every call that is slow in production. */
export function watchedPasswords(): Passwords & { readonly calls: string[] } {
  const calls: string[] = []
  const inner = createPasswords({
    settings: readAuthSettings({}).password,
    fetch: async () => Promise.reject(new Error('no other machine')),
    log: { debug() {}, info() {}, warn() {}, error() {} },
    hashing: createQuickHashing(),
  })
  return {
    ...inner,
    calls,
    hash: (text) => (calls.push('hash'), inner.hash(text)),
    verify: (text, stored) => (calls.push('verify'), inner.verify(text, stored)),
    verifyDummy: (text) => (calls.push('verify'), inner.verifyDummy(text)),
  }
}
