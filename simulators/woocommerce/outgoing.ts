import { type Outcome, type Outgoing, post } from '../web/outgoing.ts'
import type { FakeSite } from './options.ts'

/** A POST through WordPress' "safe" HTTP API: no redirects, and in strict mode no private addresses or odd ports. */
export function postSafely(site: FakeSite, outgoing: Outgoing): Promise<Outcome> {
  const target = URL.canParse(outgoing.url) ? new URL(outgoing.url) : undefined
  if (!target || (site.callbacks === 'strict' && isRefused(target, new URL(site.homeUrl)))) {
    return Promise.resolve({ error: 'A valid URL was not provided.' })
  }
  const headers = { ...outgoing.headers, connection: 'close' }
  return post({ ...outgoing, headers }, { timeoutMs: 60_000, inWords: (error) => curlText(error, target) })
}

function isRefused(target: URL, home: URL): boolean {
  if (target.host === home.host) return false
  const port = target.port === '' ? 0 : Number(target.port)
  if (![0, 80, 443, 8080].includes(port)) return true
  const host = target.hostname.replace(/^\[|\]$/g, '')
  return host === 'localhost' || host === '::1' || /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(host)
}

function curlText(error: Error, target: URL): string {
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'ECONNREFUSED')
    return `cURL error 7: Failed to connect to ${target.hostname} port ${target.port}: Connection refused`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `cURL error 6: Could not resolve host: ${target.hostname}`
  if (/CERT|SELF_SIGNED|ISSUER/.test(code)) return `cURL error 60: SSL certificate problem: ${error.message}`
  if (/timed out/.test(error.message)) return 'cURL error 28: Operation timed out after 60000 milliseconds'
  return `cURL error 56: ${error.message}`
}
