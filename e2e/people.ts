import { randomUUID } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { findProduct } from './product-addresses.ts'
import { type Cookie, signIn, toHeader, toStorageState } from './signed-in.ts'

/** Somebody with an account of their own. */
export interface Person {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly password: string
}

/** The password of everybody here; it keeps every rule of the product under test. */
export const password = '7 quiet herons'

/** An address that nobody has had before. */
export function newAddress(name: string): string {
  return `${name.toLowerCase()}-${randomUUID().slice(0, 8)}@example.com`
}

/** A domain that no shop has had before. */
export function newDomain(name: string): string {
  return `${name.toLowerCase()}-${randomUUID().slice(0, 8)}.example`
}

/** Makes a confirmed account by the official client, for journeys that begin after signing up. */
export async function addPerson(name: string): Promise<Person> {
  const { address, adminKey } = findProduct()
  const email = newAddress(name)
  const { data, error } = await openClient(address, adminKey).admin.createUser({
    email,
    password,
    email_confirm: true,
    user_metadata: { name },
  })
  if (error !== null) throw error
  return { id: data.user.id, name, email, password }
}

/** Makes a person who owns a shop of their own, without a store behind it. */
export async function addOwner(name: string): Promise<Person & { readonly domain: string }> {
  const { address } = findProduct()
  const person = await addPerson(name)
  const domain = newDomain(name)
  const answer = await fetch(`${address}/register`, {
    method: 'POST',
    headers: { cookie: toHeader(await signIn(address, person)) },
    body: new URLSearchParams({ domain, name: '', platform: 'woocommerce', zone: 'Europe/Berlin', currency: 'EUR' }),
    redirect: 'manual',
  })
  if (answer.status !== 302) throw new Error(`The shop of ${name} was refused (${answer.status}).`)
  return { ...person, domain }
}

/** Puts a new session of the person into a browser. */
export async function enter(context: BrowserContext, person: Person): Promise<void> {
  await putCookies(context, await signIn(findProduct().address, person))
}

/** Replaces cookies of the product. */
export async function putCookies(context: BrowserContext, cookies: readonly Cookie[]): Promise<void> {
  await context.addCookies(toStorageState(cookies).cookies)
}

/** A client that is signed in as the person, as another device would be. */
export async function openDevice({ email, password }: Person): Promise<SupabaseClient['auth']> {
  const auth = openClient(findProduct().address, 'anon')
  const { error } = await auth.signInWithPassword({ email, password })
  if (error !== null) throw error
  return auth
}

function openClient(address: string, key: string): SupabaseClient['auth'] {
  return createClient(address, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  }).auth
}
