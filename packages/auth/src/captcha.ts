import { z } from 'zod'
import { AuthError, unexpected } from './errors.ts'
import type { AuthSettings } from './settings.ts'

const addresses = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
} as const
const defaultTimeoutMs = 10_000

const Verdict = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
})
type Verdict = z.infer<typeof Verdict>

/** Tells humans from bots. */
export interface Captcha {
  /**
   * Resolves if the provider accepts the token. Throws `400 captcha_failed` with the provider's codes, and `500` if the
   * provider is unreachable.
   */
  verify(token: string | undefined, ip: string): Promise<void>
}

/** `address` overrides the provider's usual endpoint. */
export interface CaptchaOptions {
  readonly settings: NonNullable<AuthSettings['captcha']>
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>
  readonly address?: string
  readonly timeoutMs?: number
}

/** HCaptcha or Turnstile, which speak the same protocol. */
export function createCaptcha(options: CaptchaOptions): Captcha {
  return {
    async verify(token, ip) {
      const given = token?.trim() ?? ''
      if (given === '') throw refused('no captcha_token found')
      const verdict = await ask(options, given, ip).catch((cause: unknown) => {
        throw unexpected('captcha verification process failed', cause)
      })
      if (!verdict.success) throw refused(verdict['error-codes'].join(', '))
    },
  }
}

async function ask(options: CaptchaOptions, token: string, ip: string): Promise<Verdict> {
  const { settings, fetch, address = addresses[settings.provider], timeoutMs = defaultTimeoutMs } = options
  const response = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams({ secret: settings.secret, response: token, remoteip: ip }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  return Verdict.parse(await response.json())
}

function refused(detail: string): AuthError {
  return new AuthError(400, 'captcha_failed', `captcha protection: request disallowed (${detail})`)
}
