import { randomId } from './guard.ts'

/** The cookie's name, whether the collector or the script sets it. */
const name = 'ts_v'
/** The longest that browsers keep a cookie: 400 days, in seconds. */
const lifetime = 34_560_000

/** Reads a cookie that is visible to scripts; empty if there is none. */
export function readCookie(wanted: string): string {
  return document.cookie.match(`(?:^|; )${wanted}=([^;]*)`)?.[1] ?? ''
}

/** The visitor's own id, kept for as long as browsers allow. To be called only once the visitor has agreed. */
export function keepVisitor(): string {
  const known = readCookie(name) || readStored()
  const id = /^[0-9a-f]{32}$/.test(known) ? known : randomId()
  write(id, lifetime)
  try {
    localStorage.setItem(name, id)
  } catch {
    // Storage may be off or full; the cookie is enough.
  }
  return id
}

/** Whether the script has stored an id. */
export function isVisitorKept(): boolean {
  return (readCookie(name) || readStored()) !== ''
}

/** Deletes the id wherever the script has kept it. */
export function forgetVisitor(): void {
  write('', 0)
  try {
    localStorage.removeItem(name)
  } catch {
    // Storage that cannot be written contains nothing.
  }
}

function readStored(): string {
  try {
    return localStorage.getItem(name) ?? ''
  } catch {
    return ''
  }
}

/** On the widest domain that the browser accepts, so that a shop's checkout on another host knows the visitor too. */
function write(value: string, seconds: number): void {
  const labels = location.hostname.split('.')
  const rest = `; path=/; max-age=${seconds}; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`
  for (let from = labels.length - 2; from >= 0; from -= 1) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser and not synchronous.
    document.cookie = `${name}=${value}${rest}; domain=${labels.slice(from).join('.')}`
    if (value && readCookie(name) === value) return
  }
  // biome-ignore lint/suspicious/noDocumentCookie: as above.
  document.cookie = `${name}=${value}${rest}`
}
