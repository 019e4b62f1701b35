import { AppError } from '@tillsight/core'
import { z } from 'zod'
import { parseDuration } from './duration.ts'
import { type ProviderSettings, readProviders } from './provider-settings.ts'

const flag = (fallback: boolean) =>
  z
    .enum(['0', '1', 'true', 'false', 'on', 'off'], { error: 'expected true or false' })
    .transform((text) => text === '1' || text === 'true' || text === 'on')
    .default(fallback)

const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )

/** Seconds, as a plain number or in Go's notation: `60`, `1h30m`, `300ms`. */
const seconds = (fallback: number) =>
  z
    .string()
    .transform((text) => (/^\d+(?:\.\d+)?$/.test(text) ? Number(text) : (parseDuration(text) ?? Number.NaN) / 1000))
    .refine((value) => value >= 0, { error: 'expected seconds or a duration such as 1h30m' })
    .default(fallback)

const count = (fallback: number, least = 0) => z.coerce.number().int().min(least).default(fallback)
const optional = z.string().min(1).optional()

/** The reference server's names, prefixed `AUTH_` instead of `GOTRUE_`; here without the prefix. */
const Variables = z.object({
  SITE_URL: z.url().optional(),
  URI_ALLOW_LIST: list,
  DISABLE_SIGNUP: flag(false),
  JWT_SECRET: z.string().min(16, { error: 'needs at least 16 characters' }).optional(),
  JWT_KEYS: optional,
  JWT_EXP: count(3600, 1),
  JWT_AUD: z.string().min(1).default('authenticated'),
  JWT_DEFAULT_GROUP_NAME: z.string().min(1).default('authenticated'),
  JWT_ADMIN_ROLES: list.prefault('service_role,supabase_admin'),
  JWT_ISSUER: optional,
  EXTERNAL_EMAIL_ENABLED: flag(true),
  EXTERNAL_EMAIL_MAGIC_LINK_ENABLED: flag(true),
  EXTERNAL_PHONE_ENABLED: flag(false),
  EXTERNAL_ANONYMOUS_USERS_ENABLED: flag(false),
  MAILER_AUTOCONFIRM: flag(false),
  MAILER_SECURE_EMAIL_CHANGE_ENABLED: flag(true),
  MAILER_OTP_EXP: count(3600, 1),
  MAILER_OTP_LENGTH: count(6, 6).pipe(z.number().max(10)),
  MAILER_SUBJECTS_CONFIRMATION: optional,
  MAILER_SUBJECTS_INVITE: optional,
  MAILER_SUBJECTS_MAGIC_LINK: optional,
  MAILER_SUBJECTS_RECOVERY: optional,
  MAILER_SUBJECTS_EMAIL_CHANGE: optional,
  MAILER_SUBJECTS_REAUTHENTICATION: optional,
  SMTP_MAX_FREQUENCY: seconds(60),
  SMS_AUTOCONFIRM: flag(false),
  SMS_MAX_FREQUENCY: seconds(60),
  SMS_OTP_EXP: count(60, 1),
  SMS_OTP_LENGTH: count(6, 6).pipe(z.number().max(10)),
  SMS_TEMPLATE: z.string().default('Your code is {{ .Code }}'),
  SMS_TEST_OTP: list,
  PASSWORD_MIN_LENGTH: count(6),
  PASSWORD_REQUIRED_CHARACTERS: z.string().default(''),
  PASSWORD_HIBP_ENABLED: flag(false),
  PASSWORD_HIBP_FAIL_CLOSED: flag(false),
  SECURITY_REFRESH_TOKEN_ROTATION_ENABLED: flag(true),
  SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: count(10),
  SECURITY_REFRESH_TOKEN_ALLOW_REUSE: flag(false),
  SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: flag(false),
  SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: flag(false),
  SECURITY_MANUAL_LINKING_ENABLED: flag(false),
  SECURITY_CAPTCHA_ENABLED: flag(false),
  SECURITY_CAPTCHA_PROVIDER: z.enum(['hcaptcha', 'turnstile']).default('hcaptcha'),
  SECURITY_CAPTCHA_SECRET: optional,
  SESSIONS_TIMEBOX: seconds(0),
  SESSIONS_INACTIVITY_TIMEOUT: seconds(0),
  SESSIONS_ALLOW_LOW_AAL: seconds(0),
  SESSIONS_SINGLE_PER_USER: flag(false),
  MFA_MAX_ENROLLED_FACTORS: count(10, 1),
  MFA_MAX_VERIFIED_FACTORS: count(10, 1),
  MFA_CHALLENGE_EXPIRY_DURATION: seconds(300),
  MFA_FACTOR_EXPIRY_DURATION: seconds(300),
  MFA_TOTP_ENROLL_ENABLED: flag(true),
  MFA_TOTP_VERIFY_ENABLED: flag(true),
  MFA_PHONE_ENROLL_ENABLED: flag(false),
  MFA_PHONE_VERIFY_ENABLED: flag(false),
  MFA_PHONE_OTP_LENGTH: count(6, 6).pipe(z.number().max(10)),
  MFA_PHONE_TEMPLATE: z.string().default('Your code is {{ .Code }}'),
  MFA_PHONE_MAX_FREQUENCY: seconds(60),
  OAUTH_SERVER_ENABLED: flag(true),
  SAML_ENABLED: flag(false),
  SAML_PRIVATE_KEY: optional,
  SAML_RELAY_STATE_VALIDITY_PERIOD: seconds(120),
  FLOW_STATE_EXPIRY_DURATION: seconds(300),
  RATE_LIMIT_EMAIL_SENT: z.string().default('30'),
  RATE_LIMIT_SMS_SENT: z.string().default('30'),
  RATE_LIMIT_VERIFY: count(30),
  RATE_LIMIT_TOKEN_REFRESH: count(150),
  RATE_LIMIT_OTP: count(30),
  RATE_LIMIT_SSO: count(30),
  RATE_LIMIT_ANONYMOUS_USERS: count(30),
})

type Values = z.infer<typeof Variables>

/** Settings of the embedded auth service. Durations are seconds; 0 switches a limit of sessions off. */
export interface AuthSettings {
  readonly siteUrl: string | undefined
  readonly redirectGlobs: readonly string[]
  readonly signUpDisabled: boolean
  readonly jwt: {
    readonly secret: string | undefined
    /** JWK set as JSON: exactly one private key signs, the others verify. */
    readonly keys: string | undefined
    readonly expiresIn: number
    readonly audience: string
    readonly defaultRole: string
    readonly adminRoles: readonly string[]
    readonly issuer: string | undefined
  }
  readonly email: {
    readonly enabled: boolean
    readonly magicLinkEnabled: boolean
    readonly autoConfirm: boolean
    readonly secureChange: boolean
    readonly codeExpiresIn: number
    readonly codeLength: number
    readonly sendInterval: number
    readonly budget: string
    readonly subjects: {
      readonly confirmation: string | undefined
      readonly invite: string | undefined
      readonly magicLink: string | undefined
      readonly recovery: string | undefined
      readonly emailChange: string | undefined
      readonly reauthentication: string | undefined
    }
  }
  readonly sms: {
    readonly enabled: boolean
    readonly autoConfirm: boolean
    readonly codeExpiresIn: number
    readonly codeLength: number
    readonly sendInterval: number
    readonly budget: string
    readonly template: string
    /** Phone → code that is always accepted and never sent. */
    readonly testCodes: ReadonlyMap<string, string>
  }
  readonly anonymousEnabled: boolean
  readonly password: {
    readonly minimumLength: number
    readonly requiredSets: readonly string[]
    readonly breachCheck: boolean
    readonly breachFailClosed: boolean
    readonly changeNeedsReauthentication: boolean
    readonly changeNeedsCurrent: boolean
  }
  readonly captcha: { readonly provider: 'hcaptcha' | 'turnstile'; readonly secret: string } | undefined
  readonly refresh: { readonly rotation: boolean; readonly reuseInterval: number; readonly allowReuse: boolean }
  readonly sessions: {
    readonly timeBox: number
    readonly inactivity: number
    readonly lowAal: number
    readonly singlePerUser: boolean
  }
  readonly manualLinking: boolean
  readonly mfa: {
    readonly maxEnrolled: number
    readonly maxVerified: number
    readonly challengeExpiresIn: number
    readonly factorExpiresIn: number
    readonly totp: { readonly enroll: boolean; readonly verify: boolean }
    readonly phone: {
      readonly enroll: boolean
      readonly verify: boolean
      readonly codeLength: number
      readonly template: string
      readonly sendInterval: number
    }
  }
  /** Whether people may connect assistants. */
  readonly oauthServer: boolean
  readonly saml: {
    readonly enabled: boolean
    readonly privateKey: string | undefined
    readonly relayStateExpiresIn: number
  }
  readonly flowExpiresIn: number
  /** Calls per address in the period of their bucket. */
  readonly limits: {
    readonly verify: number
    readonly token: number
    readonly otp: number
    readonly sso: number
    readonly anonymous: number
  }
  readonly providers: ReadonlyMap<string, ProviderSettings>
}

/**
 * Reads `AUTH_*` variables (empty counts as unset) with the reference server's defaults. Throws `invalid_input` that
 * names every wrong variable at once.
 */
export function readAuthSettings(env: Readonly<Record<string, string | undefined>>): AuthSettings {
  const given = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      name.startsWith('AUTH_') && value !== undefined && value !== '' ? [[name.slice('AUTH_'.length), value]] : [],
    ),
  )
  const parsed = Variables.safeParse(given)
  const { providers, problems } = readProviders(given)
  const all = [
    ...(parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `AUTH_${path.join('.')}: ${message}`)),
    ...problems,
    ...(parsed.success ? contradictions(parsed.data) : []),
  ]
  if (!parsed.success || all.length > 0) {
    throw new AppError('invalid_input', `The environment has settings that cannot be used:\n  ${all.join('\n  ')}`)
  }
  return toSettings(parsed.data, providers)
}

function contradictions(values: Values): string[] {
  return [
    ...(values.SECURITY_CAPTCHA_ENABLED && values.SECURITY_CAPTCHA_SECRET === undefined
      ? ['AUTH_SECURITY_CAPTCHA_SECRET: is needed when captcha protection is on']
      : []),
    ...(values.SAML_ENABLED && values.SAML_PRIVATE_KEY === undefined
      ? ['AUTH_SAML_PRIVATE_KEY: is needed when SAML is on (a PKCS#1 RSA key, base64)']
      : []),
    ...values.SMS_TEST_OTP.filter((pair) => !/^\+?\d+[:=]\d+$/.test(pair)).map(
      (pair) => `AUTH_SMS_TEST_OTP: “${pair}” is not of the form 15551234567=123456`,
    ),
  ]
}

function toSettings(values: Values, providers: ReadonlyMap<string, ProviderSettings>): AuthSettings {
  return {
    siteUrl: values.SITE_URL?.replace(/\/+$/, ''),
    redirectGlobs: values.URI_ALLOW_LIST,
    signUpDisabled: values.DISABLE_SIGNUP,
    jwt: {
      secret: values.JWT_SECRET,
      keys: values.JWT_KEYS,
      expiresIn: values.JWT_EXP,
      audience: values.JWT_AUD,
      defaultRole: values.JWT_DEFAULT_GROUP_NAME,
      adminRoles: values.JWT_ADMIN_ROLES,
      issuer: values.JWT_ISSUER,
    },
    email: emailSettings(values),
    sms: smsSettings(values),
    anonymousEnabled: values.EXTERNAL_ANONYMOUS_USERS_ENABLED,
    password: {
      minimumLength: Math.max(6, values.PASSWORD_MIN_LENGTH),
      requiredSets: values.PASSWORD_REQUIRED_CHARACTERS.split(/(?<!\\):/)
        .map((set) => set.replaceAll('\\:', ':'))
        .filter(Boolean),
      breachCheck: values.PASSWORD_HIBP_ENABLED,
      breachFailClosed: values.PASSWORD_HIBP_FAIL_CLOSED,
      changeNeedsReauthentication: values.SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION,
      changeNeedsCurrent: values.SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD,
    },
    captcha:
      values.SECURITY_CAPTCHA_ENABLED && values.SECURITY_CAPTCHA_SECRET !== undefined
        ? { provider: values.SECURITY_CAPTCHA_PROVIDER, secret: values.SECURITY_CAPTCHA_SECRET }
        : undefined,
    refresh: {
      rotation: values.SECURITY_REFRESH_TOKEN_ROTATION_ENABLED,
      reuseInterval: values.SECURITY_REFRESH_TOKEN_REUSE_INTERVAL,
      allowReuse: values.SECURITY_REFRESH_TOKEN_ALLOW_REUSE,
    },
    sessions: {
      timeBox: values.SESSIONS_TIMEBOX,
      inactivity: values.SESSIONS_INACTIVITY_TIMEOUT,
      lowAal: values.SESSIONS_ALLOW_LOW_AAL,
      singlePerUser: values.SESSIONS_SINGLE_PER_USER,
    },
    manualLinking: values.SECURITY_MANUAL_LINKING_ENABLED,
    mfa: mfaSettings(values),
    oauthServer: values.OAUTH_SERVER_ENABLED,
    saml: {
      enabled: values.SAML_ENABLED,
      privateKey: values.SAML_PRIVATE_KEY,
      relayStateExpiresIn: values.SAML_RELAY_STATE_VALIDITY_PERIOD,
    },
    // Any shorter, and mail sign-ins would not finish in time.
    flowExpiresIn: Math.max(300, values.FLOW_STATE_EXPIRY_DURATION),
    limits: {
      verify: values.RATE_LIMIT_VERIFY,
      token: values.RATE_LIMIT_TOKEN_REFRESH,
      otp: values.RATE_LIMIT_OTP,
      sso: values.RATE_LIMIT_SSO,
      anonymous: values.RATE_LIMIT_ANONYMOUS_USERS,
    },
    providers,
  }
}

function emailSettings(values: Values): AuthSettings['email'] {
  return {
    enabled: values.EXTERNAL_EMAIL_ENABLED,
    magicLinkEnabled: values.EXTERNAL_EMAIL_MAGIC_LINK_ENABLED,
    autoConfirm: values.MAILER_AUTOCONFIRM,
    secureChange: values.MAILER_SECURE_EMAIL_CHANGE_ENABLED,
    codeExpiresIn: values.MAILER_OTP_EXP,
    codeLength: values.MAILER_OTP_LENGTH,
    sendInterval: values.SMTP_MAX_FREQUENCY,
    budget: values.RATE_LIMIT_EMAIL_SENT,
    subjects: {
      confirmation: values.MAILER_SUBJECTS_CONFIRMATION,
      invite: values.MAILER_SUBJECTS_INVITE,
      magicLink: values.MAILER_SUBJECTS_MAGIC_LINK,
      recovery: values.MAILER_SUBJECTS_RECOVERY,
      emailChange: values.MAILER_SUBJECTS_EMAIL_CHANGE,
      reauthentication: values.MAILER_SUBJECTS_REAUTHENTICATION,
    },
  }
}

function smsSettings(values: Values): AuthSettings['sms'] {
  return {
    enabled: values.EXTERNAL_PHONE_ENABLED,
    autoConfirm: values.SMS_AUTOCONFIRM,
    codeExpiresIn: values.SMS_OTP_EXP,
    codeLength: values.SMS_OTP_LENGTH,
    sendInterval: values.SMS_MAX_FREQUENCY,
    budget: values.RATE_LIMIT_SMS_SENT,
    template: values.SMS_TEMPLATE,
    testCodes: new Map(
      values.SMS_TEST_OTP.map((pair) => {
        const [phone = '', code = ''] = pair.split(/[:=]/)
        return [phone.replace(/^\+/, ''), code]
      }),
    ),
  }
}

function mfaSettings(values: Values): AuthSettings['mfa'] {
  return {
    maxEnrolled: values.MFA_MAX_ENROLLED_FACTORS,
    maxVerified: values.MFA_MAX_VERIFIED_FACTORS,
    challengeExpiresIn: values.MFA_CHALLENGE_EXPIRY_DURATION,
    factorExpiresIn: values.MFA_FACTOR_EXPIRY_DURATION,
    totp: { enroll: values.MFA_TOTP_ENROLL_ENABLED, verify: values.MFA_TOTP_VERIFY_ENABLED },
    phone: {
      enroll: values.MFA_PHONE_ENROLL_ENABLED,
      verify: values.MFA_PHONE_VERIFY_ENABLED,
      codeLength: values.MFA_PHONE_OTP_LENGTH,
      template: values.MFA_PHONE_TEMPLATE,
      sendInterval: values.MFA_PHONE_MAX_FREQUENCY,
    },
  }
}
