import { AppError } from '@tillsight/core'
import { createContext } from 'react-router'
import { toOwnPath } from './own-path.ts'

/** Which pages require a sign-in, and where visitors are sent. */
export interface GuardSettings {
  /** Guarded paths; empty: all. */
  readonly include: readonly string[]
  /** Paths that are never guarded. */
  readonly exclude: readonly string[]
  /** Callback paths of external sign-ins; never guarded either. */
  readonly callback: readonly string[]
  readonly login: string
  /** Whether the wanted page is opened after signing in. */
  readonly remember: boolean
}

/** The settings of this installation; the server sets them. */
export const guardContext = createContext<GuardSettings>()

const defaults = {
  include: '',
  exclude: '/auth/*,/invitation/*,/theme,/language,/dev/*',
  callback: '/auth/callback*,/auth/confirm*',
  login: '/auth/login',
} as const

const off = new Set(['0', 'false', 'off'])

/** Parses `AUTH_GUARD_*`; lists are comma-separated. Throws `invalid_input` that names every invalid one. */
export function readGuardSettings(given: Readonly<Record<string, string | undefined>>): GuardSettings {
  const problems: string[] = []
  const list = (name: 'include' | 'exclude' | 'callback'): readonly string[] => {
    const variable = `AUTH_GUARD_${name.toUpperCase()}`
    const patterns = split(given[variable] ?? defaults[name])
    const wrong = patterns.filter((pattern) => !/^[/*]/.test(pattern))
    problems.push(...wrong.map((pattern) => `${variable}: “${pattern}” is not a path pattern such as /auth/*`))
    return patterns
  }
  const login = toOwnPath(given.AUTH_GUARD_LOGIN ?? defaults.login)
  if (login === undefined) problems.push('AUTH_GUARD_LOGIN: expected a path of this site such as /auth/login')
  const settings = {
    include: list('include'),
    exclude: list('exclude'),
    callback: list('callback'),
    login: login ?? defaults.login,
    remember: !off.has(given.AUTH_GUARD_REMEMBER ?? ''),
  }
  if (problems.length === 0) return settings
  throw new AppError('invalid_input', `The environment has settings that cannot be used:\n  ${problems.join('\n  ')}`)
}

function split(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

/** Whether a path matches a pattern: `*` matches any characters, everything else is literal. */
export function fitsPattern(path: string, pattern: string): boolean {
  return toRegex(pattern).test(withoutSlash(path))
}

/** Whether a path fits one of the patterns. */
export function fitsOne(path: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => fitsPattern(path, pattern))
}

const known = new Map<string, RegExp>()

function toRegex(pattern: string): RegExp {
  const found = known.get(pattern)
  if (found) return found
  const parts = withoutSlash(pattern)
    .split('*')
    .map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'))
  const regex = new RegExp(`^${parts.join('.*')}$`, 's')
  known.set(pattern, regex)
  return regex
}

/** Removes a trailing slash, as the router does. */
function withoutSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') || '/' : path
}
