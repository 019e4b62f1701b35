import { createClient } from '@supabase/supabase-js'
import { signIn, toHeader } from '../e2e/signed-in.ts'
import { createAccount, makeOwner } from '../server/accounts.ts'
import type { Runtime } from '../server/runtime.ts'

/** One that is taken for a person's: robots get a page whole instead of as it comes about. */
export const browserName =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'

/** Access to the product as its owner. */
export interface Door {
  readonly address: string
  /** Access token; good for an hour. */
  readonly bearer: string
  /** The same session as cookies. */
  readonly cookie: string
}

const account = { email: 'owner@shop.test', password: 'only for this benchmark' }

/** Makes a new person the owner of the benchmark's shops, and signs them in over HTTP. */
export async function openDoor(runtime: Runtime, address: string): Promise<Door> {
  const { id } = await createAccount(runtime, account)
  await makeOwner(runtime, id, 'Benchmark')
  return signInOwner(runtime.auth.anonKey, address)
}

/** Signs the owner in; may be repeated. */
export async function signInOwner(anonKey: string, address: string): Promise<Door> {
  const { data, error } = await createClient(address, anonKey).auth.signInWithPassword(account)
  if (error !== null) throw error
  const cookie = toHeader(await signIn(address, account))
  return { address, bearer: data.session.access_token, cookie }
}
