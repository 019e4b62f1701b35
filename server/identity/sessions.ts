import type { SessionView } from '../../app/identity.ts'
import type { AuthDoor } from './auth-door.ts'
import type { Visit } from './visit.ts'

/** The person's sessions, newest first; null where a hosted auth service does not tell. Throws `unauthenticated`. */
export async function listSessions(auth: AuthDoor, visit: Visit): Promise<SessionView[] | null> {
  const { id, session } = await visit.caller()
  if (auth.isHosted) return null
  const sessions = await auth.service.listSessions(id)
  return sessions.map((each) => ({
    id: each.id,
    isThis: each.id === session,
    device: deviceName(each.userAgent),
    ip: each.ip,
    createdAt: each.createdAt.toISOString(),
    lastUsedAt: each.lastUsedAt.toISOString(),
    level: each.aal,
  }))
}

type Names = readonly (readonly [mark: RegExp, name: string])[]

// Order matters: most browsers' user agents also contain the name of a later one.
const browsers: Names = [
  [/\bTillsight\//, 'Tillsight'],
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bDuckDuckGo\//, 'DuckDuckGo'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/\bnode\b|undici/i, 'Node.js'],
]

const systems: Names = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

/** A readable name for a user agent, in names alone so that every language can show it: "Firefox · Windows". */
export function deviceName(userAgent: string): string {
  const browser = nameOf(userAgent, browsers)
  const system = nameOf(userAgent, systems)
  return [browser, system].filter((name) => name !== undefined).join(' · ') || 'An unknown device'
}

function nameOf(userAgent: string, names: Names): string | undefined {
  return names.find(([mark]) => mark.test(userAgent))?.[1]
}
