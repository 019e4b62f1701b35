import {
  combineChunks,
  parseCookieHeader,
  type SetAllCookies,
  serializeCookieHeader,
  stringFromBase64URL,
} from '@supabase/ssr'
import { z } from 'zod'

interface Cookie {
  readonly name: string
  readonly value: string
}

/** The cookies of one request, and their changes until the response is sent. */
interface CookieJar {
  getAll(): Cookie[]
  setAll(...changes: Parameters<SetAllCookies>): void
  /** Takes a snapshot; the returned function restores it. */
  note(): () => void
  /** Whether a cookie with this name, whole or in chunks, is readable for the client, which logs a warning otherwise. */
  holds(name: string): Promise<boolean>
  /** Adds the changes to a response, with headers that prevent caching. */
  writeTo(headers: Headers): void
}

/** Parses the cookies of a request; `onChange` is called for every change. */
export function openCookieJar(header: string | null, onChange: () => void): CookieJar {
  const cookies = new Map(parseCookieHeader(header ?? '').map(({ name, value }) => [name, value]))
  const written = new Map<string, string>()
  const extra = new Headers()
  return {
    getAll: () => [...cookies].map(([name, value]) => ({ name, value })),
    setAll(changes, headers) {
      for (const { name, value, options } of changes) {
        if (value === '') cookies.delete(name)
        else cookies.set(name, value)
        written.set(name, serializeCookieHeader(name, value, options))
      }
      for (const [name, value] of Object.entries(headers)) extra.set(name, value)
      onChange()
    },
    note() {
      const before = { cookies: [...cookies], written: [...written], extra: [...extra] }
      return () => {
        for (const map of [cookies, written]) map.clear()
        for (const name of new Headers(extra).keys()) extra.delete(name)
        for (const [name, value] of before.cookies) cookies.set(name, value)
        for (const [name, value] of before.written) written.set(name, value)
        for (const [name, value] of before.extra) extra.set(name, value)
      }
    },
    holds: async (name) => isReadable(await combineChunks(name, (piece) => cookies.get(piece))),
    writeTo(headers) {
      for (const cookie of written.values()) headers.append('set-cookie', cookie)
      for (const [name, value] of extra) headers.set(name, value)
    },
  }
}

const prefix = 'base64-'

function isReadable(value: string | null): boolean {
  if (value === null || value === '') return false
  try {
    const text = value.startsWith(prefix) ? stringFromBase64URL(value.slice(prefix.length)) : value
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null
  } catch {
    return false
  }
}

const Claims = z.object({
  aal: z.enum(['aal1', 'aal2']).catch('aal1'),
  session_id: z.string().optional().catch(undefined),
})

/** The session's properties in its access token. */
export interface SessionClaims {
  readonly level: 'aal1' | 'aal2'
  readonly session: string | undefined
}

/** Reads a token that the auth service has just accepted; nothing is verified here. */
export function readClaims(token: string): SessionClaims {
  const { aal, session_id: session } = Claims.parse(decode(token))
  return { level: aal, session }
}

function decode(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
  } catch {
    return {}
  }
}
