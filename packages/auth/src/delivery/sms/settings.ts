import { AppError } from '@tillsight/core'
import { z } from 'zod'

const Twilio = z
  .object({
    SMS_TWILIO_ACCOUNT_SID: z.string(),
    SMS_TWILIO_AUTH_TOKEN: z.string(),
    SMS_TWILIO_FROM: z.string().optional(),
    SMS_TWILIO_MESSAGE_SERVICE_SID: z.string().optional(),
  })
  .transform((values, context) => {
    const sender = values.SMS_TWILIO_MESSAGE_SERVICE_SID ?? values.SMS_TWILIO_FROM
    if (sender === undefined) {
      context.addIssue({
        code: 'custom',
        path: ['SMS_TWILIO_FROM'],
        message: 'or SMS_TWILIO_MESSAGE_SERVICE_SID is needed',
      })
      return z.NEVER
    }
    const { SMS_TWILIO_ACCOUNT_SID: accountSid, SMS_TWILIO_AUTH_TOKEN: authToken } = values
    return { provider: 'twilio' as const, accountSid, authToken, sender }
  })

const Vonage = z
  .object({ SMS_VONAGE_API_KEY: z.string(), SMS_VONAGE_API_SECRET: z.string(), SMS_VONAGE_FROM: z.string() })
  .transform((values) => ({
    provider: 'vonage' as const,
    apiKey: values.SMS_VONAGE_API_KEY,
    apiSecret: values.SMS_VONAGE_API_SECRET,
    sender: values.SMS_VONAGE_FROM,
  }))

/** Which provider texts, and as whom. `log` writes into the mailbox instead. */
export type SmsProviderSettings = z.infer<typeof Twilio> | z.infer<typeof Vonage> | { readonly provider: 'log' }

/**
 * Reads `SMS_PROVIDER` and that provider's variables; empty counts as unset, undefined when no provider is named.
 * Throws `invalid_input` that names what is missing.
 */
export function readSmsSettings(env: Readonly<Record<string, string | undefined>>): SmsProviderSettings | undefined {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  switch (given.SMS_PROVIDER) {
    case undefined:
      return undefined
    case 'log':
      return { provider: 'log' }
    case 'twilio':
      return parse(Twilio, given)
    case 'vonage':
      return parse(Vonage, given)
    default:
      throw wrong([`SMS_PROVIDER: “${given.SMS_PROVIDER}” is none of twilio, vonage, log`])
  }
}

function parse<T>(schema: z.ZodType<T>, given: object): T {
  const parsed = schema.safeParse(given, { error: () => 'is needed for this provider' })
  if (parsed.success) return parsed.data
  throw wrong(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`))
}

function wrong(problems: readonly string[]): AppError {
  return new AppError('invalid_input', `Text messages cannot be set up:\n  ${problems.join('\n  ')}`)
}
