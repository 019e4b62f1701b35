import type { AuthError, AuthResponse, Factor, Session, User, UserIdentity } from '@supabase/supabase-js'
import { AppError } from '@tillsight/core'
import { href } from 'react-router'
import { sayRefusal } from '../../blocks/credentials/credentials.server.ts'
import { instantText } from '../../format/index.ts'
import type { RequestIdentity } from '../../identity.ts'
import type { Language, Say } from '../../language/index.ts'
import type { AppServices } from '../../services.ts'
import { refusalOf } from './auth-refusal.server.ts'
import type { Contact, FactorModel, IdentityModel } from './model.ts'
import { accountWords } from './words.server.ts'
import type { AccountKey } from './words.ts'

/** The official client, bound to one request. */
export type AuthClient = RequestIdentity['auth']

/** The person's current state in the auth service. Throws a redirect to the sign-in page when the session is over. */
export async function readUser(auth: Pick<AuthClient, 'getUser'>): Promise<User> {
  const { data, error } = await auth.getUser()
  if (!error) return data.user
  // An error page shows it, in the language of all such errors.
  throw new AppError('unavailable', sayRefusal(refusalOf(error).failure, 'en').message)
}

/** The email address, and the pending new one. */
export function emailOf(user: User): Contact {
  return { value: user.email ?? '', pending: user.new_email ?? '' }
}

/** The phone number with its `+`, and the pending new one. */
export function phoneOf(user: User): Contact {
  return { value: withPlus(user.phone), pending: withPlus(user.new_phone) }
}

/** Verified second factors, oldest first. */
export function factorsOf(user: User, zone: string, language: Language = 'en'): FactorModel[] {
  const say = accountWords.say(language)
  return verifiedFactors(user)
    .toSorted((a, b) => a.created_at.localeCompare(b.created_at))
    .flatMap((factor) => {
      const kind = factor.factor_type
      if (kind !== 'totp' && kind !== 'phone') return []
      const fallback = say(kind === 'totp' ? 'security.app' : 'security.phone')
      const since = instantText(factor.created_at, zone, language)
      return [{ id: factor.id, kind, name: factor.friendly_name || fallback, phone: numberOf(factor), since }]
    })
}

/** The external accounts and the password that can sign in to this account. */
export function identitiesOf(
  user: User,
  offers: { readonly manualLinking: boolean },
  language: Language = 'en',
): IdentityModel[] {
  const say = accountWords.say(language)
  const identities = user.identities ?? []
  const only = identities.length < 2 ? say('security.onlyWay') : null
  return identities.map((identity) => ({
    id: identity.identity_id,
    provider: identity.provider,
    label: providerLabel(say, identity.provider),
    account: accountOf(identity, user),
    stays: only ?? reasonToStay(say, identity.provider, offers.manualLinking),
  }))
}

/** Whether the account may have a password: those created through a provider have none. */
export function mayHavePassword(user: User): boolean {
  return (user.identities ?? []).some(({ provider }) => provider === 'email' || provider === 'phone')
}

/** A name for a new authenticator app that none of the person's factors has. */
export function freeFactorName(user: User, base: string): string {
  const taken = new Set(user.factors?.map(({ friendly_name }) => friendly_name))
  const candidates = [base, ...Array.from(taken, (_, n) => `${base} ${n + 2}`)]
  return candidates.find((name) => !taken.has(name)) ?? base
}

/** Factors that were never verified; they block a new one. */
export function unverifiedFactors(user: User, kind: 'totp' | 'phone'): Factor[] {
  return (user.factors ?? []).filter(({ status, factor_type }) => status !== 'verified' && factor_type === kind)
}

function verifiedFactors(user: User): Factor[] {
  return (user.factors ?? []).filter(({ status }) => status === 'verified')
}

const brands: Readonly<Record<string, string>> = {
  google: 'Google',
  github: 'GitHub',
  apple: 'Apple',
  azure: 'Microsoft',
  facebook: 'Facebook',
}

function providerLabel(say: Say<AccountKey>, provider: string): string {
  if (provider === 'email' || provider === 'phone') return say(`security.${provider}`)
  return brands[provider] ?? (provider.startsWith('sso') ? say('security.sso') : provider)
}

function reasonToStay(say: Say<AccountKey>, provider: string, canUnlink: boolean): string | null {
  if (provider.startsWith('sso')) return say('security.managed')
  return canUnlink ? null : say('security.noLinking')
}

function accountOf({ identity_data, provider }: UserIdentity, user: User): string {
  if (provider === 'phone') return withPlus(user.phone)
  const values = [identity_data?.email, identity_data?.user_name, identity_data?.name]
  return values.find((value) => typeof value === 'string' && value !== '') ?? user.email ?? ''
}

/** The client's type lacks the number of phone factors. */
function numberOf(factor: Factor): string {
  const phone: unknown = Reflect.get(factor, 'phone')
  return typeof phone === 'string' && phone !== '' ? hideMiddle(withPlus(phone)) : ''
}

function hideMiddle(number: string): string {
  return number.length > 7 ? `${number.slice(0, 3)} … ${number.slice(-3)}` : number
}

function withPlus(phone: string | undefined): string {
  return phone ? `+${phone.replace(/^\+/, '')}` : ''
}

/** Where to go after adding a factor: without recovery codes, to creating some. */
export async function afterFactor({ run }: Pick<AppServices, 'run'>): Promise<string> {
  const { left } = await run('recovery_code.count')
  const page = left === 0 ? href('/account/security/recovery-codes') : href('/account/security')
  return `${page}?done=factor-added`
}

/** The auth client's methods that this needs. */
export interface SessionKeeper {
  getSession(): Promise<{ readonly data: { readonly session: Session | null } }>
  setSession(tokens: { access_token: string; refresh_token: string }): Promise<AuthResponse>
  refreshSession(): Promise<AuthResponse>
  readonly admin: {
    signOut(token: string, scope: 'local'): Promise<{ readonly error: AuthError | null }>
  }
}

/**
 * Confirming a code opens a new session without the second factor. A signed-in person keeps the old session; the new one is
 * closed. Returns the error of the confirmation itself.
 */
export async function keepSession(
  auth: SessionKeeper,
  confirm: () => Promise<{ readonly data: { readonly session: Session | null }; readonly error: AuthError | null }>,
): Promise<AuthError | null> {
  const { session: own } = (await auth.getSession()).data
  const { data, error } = await confirm()
  const opened = data.session
  if (error || !own || !opened || opened.access_token === own.access_token) return error
  const { error: lost } = await auth.setSession(own)
  if (lost) return null
  await auth.admin.signOut(opened.access_token, 'local')
  // The tokens still carry the old address until they are renewed.
  await auth.refreshSession()
  return null
}
