import type { SignInOffers } from '../../identity.ts'
import { Segments } from './segments.tsx'

/** How somebody can sign in on the form; providers have buttons of their own. */
export type Way = 'password' | 'code' | 'link' | 'sso'

const labels = {
  password: 'Password',
  code: 'One-time code',
  link: 'E-mail link',
} as const satisfies Record<Exclude<Way, 'sso'>, string>

/** The way that an address names; the first of the offered ones otherwise. */
export function toWay(name: string | null, offered: readonly Way[]): Way {
  return offered.find((way) => way === name) ?? offered[0] ?? 'password'
}

/** The ways of the form; company sign-in has a button among the providers. */
export function Ways({ offered, current }: { readonly offered: readonly Way[]; readonly current: Way }) {
  const shown = offered.filter((way) => way !== 'sso')
  if (shown.length < 2) return null
  const choices = shown.map((way) => ({ key: way, text: labels[way], to: `?way=${way}` }))
  return <Segments choices={choices} current={current} label="Ways to sign in" />
}

/** The ways that the auth service offers, as it is set up. */
export function waysOf({ password, email, phone, sso }: SignInOffers): Way[] {
  return [
    ...(password && (email || phone) ? (['password'] as const) : []),
    ...(email || phone ? (['code'] as const) : []),
    ...(email ? (['link'] as const) : []),
    ...(sso ? (['sso'] as const) : []),
  ]
}
