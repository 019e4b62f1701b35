import { createHash } from 'node:crypto'

const defaultAddress = 'https://api.pwnedpasswords.com'
const defaultTimeoutMs = 5000
const prefixLength = 5

/** How the list of known passwords is reached. */
export interface BreachCheckOptions {
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>
  readonly address?: string
  readonly timeoutMs?: number
}

/** Whether a password was in a known breach; rejects when the list cannot be asked. */
export type BreachCheck = (password: string) => Promise<boolean>

/** Have I Been Pwned: only five characters of the SHA-1 leave this machine, and the answer is padded. */
export function createBreachCheck(options: BreachCheckOptions): BreachCheck {
  const { fetch, address = defaultAddress, timeoutMs = defaultTimeoutMs } = options
  return async (password) => {
    const digest = createHash('sha1').update(password).digest('hex').toUpperCase()
    const response = await fetch(`${address}/range/${digest.slice(0, prefixLength)}`, {
      headers: { 'Add-Padding': 'true', 'User-Agent': 'Tillsight' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`The list of known passwords answered with status ${response.status}`)
    return hasSuffix(text, digest.slice(prefixLength))
  }
}

/** Lines are `<rest of the hash>:<times seen>`; padding has been seen 0 times. */
function hasSuffix(text: string, suffix: string): boolean {
  return text.split('\n').some((line) => {
    const [hash, seen] = line.trim().split(':')
    return hash?.toUpperCase() === suffix && Number(seen) > 0
  })
}
