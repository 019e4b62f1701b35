import { randomUUID } from 'node:crypto'
import { type BrowserContext, request } from '@playwright/test'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { codeFor } from './authenticator.ts'
import { demoShop } from './figures.ts'
import { mailTo, pathOf } from './mailbox.ts'
import { findProduct } from './product-addresses.ts'
import { type Cookie, signIn, toHeader, toStorageState } from './signed-in.ts'

/** A person with an account. */
export interface Person {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly password: string
}

/** Password of all people here; it satisfies all rules of the tested product. */
export const password = '7 quiet herons'

/** A unique email address. */
export function newAddress(name: string): string {
  return `${name.toLowerCase()}-${randomUUID().slice(0, 8)}@example.com`
}

/** A unique domain. */
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

/** Creates a person with an authenticator app and its base32 key. */
export async function addGuardedPerson(name: string): Promise<Person & { readonly key: string }> {
  const person = await addPerson(name)
  const { mfa } = await openDevice(person)
  const { data, error } = await mfa.enroll({ factorType: 'totp', friendlyName: 'My phone' })
  if (error !== null) throw error
  const { secret: key } = data.totp
  const { error: refused } = await mfa.challengeAndVerify({ factorId: data.id, code: codeFor(key) })
  if (refused !== null) throw refused
  return { ...person, key }
}

/** A person with a shop of their own. */
export interface Owner extends Person {
  readonly domain: string
}

/** Creates a person who owns a shop without a store. */
export async function addOwner(name: string): Promise<Owner> {
  const person = await addPerson(name)
  const domain = newDomain(name)
  const shop = { domain, name: '', platform: 'woocommerce', zone: 'Europe/Berlin', currency: 'EUR' }
  await sendForm(person, { path: '/register', fields: shop })
  return { ...person, domain }
}

/** Sends an invitation to the organisation of the owner. */
export async function invite(owner: Owner, email: string, role = 'viewer'): Promise<void> {
  const fields = { intent: 'invite', email, role }
  await sendForm(owner, { path: `/shop/${owner.domain}/settings/members`, fields })
}

/** Creates an analyst of the demo's organisation with default preferences: their changes affect nobody else. */
export async function addColleague(name: string): Promise<Person> {
  if (!inviter || inviter.left === 0) inviter = { ...(await addCoOwner('Inga')), left: 20 }
  inviter.left -= 1
  return await join(inviter, 'analyst', name)
}

/** Creates another owner of the demo's organisation, so that limits per person, such as exports, do not affect the owner. */
export async function addCoOwner(name: string): Promise<Person> {
  return await join(findProduct().account, 'owner', name)
}

/** Invitations per person are limited, so the inviter changes. */
let inviter: (Person & { left: number }) | undefined

async function join(owner: Account, role: 'owner' | 'analyst', name: string): Promise<Person> {
  const person = await addPerson(name)
  const fields = { intent: 'invite', email: person.email, role }
  await sendForm(owner, { path: `/shop/${demoShop.domain}/settings/members`, fields })
  const mailbox = await request.newContext({ baseURL: findProduct().address })
  const { link } = await mailTo(mailbox, person.email)
  await mailbox.dispose()
  await sendForm(person, { path: pathOf(link), fields: { intent: 'join' } })
  return person
}

type Account = Pick<Person, 'email' | 'password'>

interface SentForm {
  readonly path: string
  readonly fields: Readonly<Record<string, string>>
}

/** Submits a form like a browser without scripts. Throws when it is rejected. */
async function sendForm(person: Account, { path, fields }: SentForm): Promise<void> {
  const { address } = findProduct()
  const headers = { cookie: toHeader(await sessionOf(person)) }
  const body = new URLSearchParams(fields)
  const response = await fetch(`${address}${path}`, { method: 'POST', headers, body, redirect: 'manual' })
  if (response.status !== 302) throw new Error(`${path} refused a form of ${person.email} (${response.status}).`)
}

/** A session of the person that tests share: signing in is the slowest step of making somebody. */
export async function sessionOf(person: Account): Promise<readonly Cookie[]> {
  const { address, account, cookies } = findProduct()
  if (person.email === account.email) return cookies
  const session = sessions.get(person) ?? (await signIn(address, person))
  sessions.set(person, session)
  return session
}

const sessions = new WeakMap<Account, readonly Cookie[]>()

/** Puts a new session of the person into a browser. */
export async function enter(context: BrowserContext, person: Person): Promise<void> {
  await putCookies(context, await signIn(findProduct().address, person))
}

/** Replaces the product's cookies. */
export async function putCookies(context: BrowserContext, cookies: readonly Cookie[]): Promise<void> {
  await context.addCookies(toStorageState(cookies).cookies)
}

/** A client signed in as the person, like another device. */
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
