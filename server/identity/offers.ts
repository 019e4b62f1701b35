import type { AuthService } from '@tillsight/auth'
import { AppError } from '@tillsight/core'
import { z } from 'zod'
import type { SignInOffers } from '../../app/identity.ts'
import type { Config, HostedAuth } from '../config.ts'
import { mailboxPath, showsMailbox } from './mailbox.ts'

const providerLabels: Readonly<Record<string, string>> = {
  apple: 'Apple',
  azure: 'Microsoft',
  facebook: 'Facebook',
  github: 'GitHub',
  google: 'Google',
  oidc: 'Single sign-on',
}

/** What the embedded service offers, as it is set up. */
export async function ownOffers(
  config: Pick<Config, 'identity' | 'isProduction' | 'publicUrl' | 'host'>,
  service: AuthService,
  origin: string,
): Promise<SignInOffers> {
  const { settings } = config.identity
  const { email, sms, mfa, password } = settings
  return {
    password: email.enabled || sms.enabled,
    email: email.enabled,
    phone: sms.enabled,
    signUp: !settings.signUpDisabled,
    providers: [...settings.providers].map(([id, { label }]) => ({ id, label: label ?? providerLabels[id] ?? id })),
    sso: settings.saml.enabled,
    totp: mfa.totp.enroll,
    phoneFactor: mfa.phone.enroll,
    manualLinking: settings.manualLinking,
    passwordRules: { minimumLength: password.minimumLength, requiredSets: password.requiredSets },
    codeLength: { email: email.codeLength, sms: sms.codeLength, phoneFactor: mfa.phone.codeLength },
    mailbox: showsMailbox(config, new URL(origin).host) ? mailboxPath : null,
    isFirstPerson: !(await service.hasUsers()),
  }
}

const Settings = z.object({
  external: z.record(z.string(), z.boolean()).catch({}),
  disable_signup: z.boolean().catch(false),
  saml_enabled: z.boolean().catch(false),
})

const hostedTimeoutMs = 5_000
const notProviders = new Set(['email', 'phone', 'anonymous_users'])

/** What a hosted service says that it offers. Throws `unavailable` when it does not answer. */
export async function hostedOffers({ url, anonKey }: HostedAuth): Promise<SignInOffers> {
  const { external, disable_signup: isClosed, saml_enabled: sso } = await readSettings(url, anonKey)
  const email = external.email ?? true
  const phone = external.phone ?? false
  return {
    password: email || phone,
    email,
    phone,
    signUp: !isClosed,
    providers: Object.entries(external).flatMap(([id, isOn]) =>
      isOn && !notProviders.has(id) ? [{ id, label: providerLabels[id] ?? id }] : [],
    ),
    sso,
    totp: true,
    phoneFactor: phone,
    // These it does not tell; what it refuses is explained when it does.
    manualLinking: true,
    passwordRules: { minimumLength: 6, requiredSets: [] },
    codeLength: { email: null, sms: null, phoneFactor: null },
    mailbox: null,
    isFirstPerson: false,
  }
}

async function readSettings(url: string, apikey: string): Promise<z.infer<typeof Settings>> {
  try {
    const answer = await fetch(`${url}/auth/v1/settings`, {
      headers: { apikey },
      signal: AbortSignal.timeout(hostedTimeoutMs),
    })
    if (!answer.ok) throw new Error(`status ${answer.status}`)
    return Settings.parse(await answer.json())
  } catch (cause) {
    throw new AppError(
      'unavailable',
      'The sign-in service does not answer right now. Try again in a moment; if it stays, check SUPABASE_URL.',
      { cause },
    )
  }
}
