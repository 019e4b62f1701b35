import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where cleaning up is left: a test's context, or `{ after }` of `node:test` at the top level of a file. */
export interface CleanUp {
  after(work: () => Promise<void>): void
}

/** A folder that is gone after the test. */
export async function temporaryFolder(t: CleanUp): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tillsight-server-'))
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** Polls until there is a value; fails with a description of it. */
export async function waitFor<T>(
  what: string,
  look: () => Promise<T | undefined> | T | undefined,
  { seconds = 60 }: { readonly seconds?: number } = {},
): Promise<T> {
  const end = performance.now() + seconds * 1000
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (performance.now() > end) throw new Error(`Waited ${seconds} s in vain for ${what}`)
    await new Promise((done) => setTimeout(done, 20))
  }
}
