import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { AppError } from '@tillsight/core'
import { PlanLimits } from '@tillsight/domain'
import { z } from 'zod'

const PriceId = z.string().min(1).max(255)

/** A plan that is sold, with its prices' ids at the payment service. */
const SoldPlan = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,49}$/, { error: 'expected small letters, digits, “-” and “_”' })
    .refine((id) => id !== 'self_hosted', 'is the name of what is not sold'),
  name: z.string().trim().min(1).max(60),
  prices: z
    .strictObject({ month: PriceId.nullable().default(null), year: PriceId.nullable().default(null) })
    .refine(({ month, year }) => month !== null || year !== null, 'needs a price by the month or by the year'),
  limits: z.strictObject(PlanLimits.partial().shape).default({}),
  features: z.array(z.string().max(200)).max(30).default([]),
})

const SoldPlans = z
  .array(SoldPlan)
  .min(1, { error: 'needs at least one plan' })
  .refine((plans) => new Set(plans.map(({ id }) => id)).size === plans.length, 'has two plans of one id')

/** A plan as it is set up. */
export type SoldPlan = z.infer<typeof SoldPlan>

/** How plans are sold through Stripe. */
export interface StripeSettings {
  /** `sk_…` or a restricted key. */
  readonly secretKey: string
  readonly webhookSecret: string
  /** The smaller ones first. */
  readonly plans: readonly SoldPlan[]
  /** Where Stripe answers, for simulators; undefined: Stripe itself. */
  readonly url: URL | undefined
}

const names = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PLANS'] as const

const forms = [
  ['STRIPE_SECRET_KEY', /^(?:sk|rk)_(?:test|live)_\w+$/, 'sk_test_… or sk_live_…'],
  ['STRIPE_WEBHOOK_SECRET', /^whsec_/, 'whsec_…'],
  ['STRIPE_URL', /^https?:\/\/[^/]+\/?$/, 'an address such as http://127.0.0.1:4711'],
] as const

/**
 * Reads how plans are sold; null: they are not. Paths are below `from`. Throws `invalid_input` that names every variable that cannot
 * be used, one per line after the first.
 */
export function readStripeSettings(
  given: Readonly<Record<string, string | undefined>>,
  from: string = process.cwd(),
): StripeSettings | null {
  if (!given['STRIPE_SECRET_KEY']) return null
  const missing = names.filter((name) => !given[name]).map((name) => `${name}: is needed with STRIPE_SECRET_KEY`)
  const wrong = forms.filter(([name, form]) => given[name] && !form.test(given[name]))
  const problems = [...missing, ...wrong.map(([name, , expected]) => `${name}: expected ${expected}`)]
  const secretKey = given['STRIPE_SECRET_KEY']
  const webhookSecret = given['STRIPE_WEBHOOK_SECRET'] ?? ''
  const url = given['STRIPE_URL']
  const text = given['STRIPE_PLANS'] ?? ''
  const plans = text === '' ? [] : readPlans(text, from, problems)
  if (problems.length > 0) throw new AppError('invalid_input', `Plans cannot be sold:\n  ${problems.join('\n  ')}`)
  return { secretKey, webhookSecret, plans, url: url ? new URL(url) : undefined }
}

function readPlans(text: string, from: string, problems: string[]): readonly SoldPlan[] {
  const parsed = SoldPlans.safeParse(readJson(text, from))
  if (parsed.success) return parsed.data
  const told = parsed.error.issues.map(({ path, message }) => `STRIPE_PLANS: ${[...path, message].join(' ')}`)
  problems.push(...told)
  return []
}

/** JSON itself, or that of a file; undefined where there is none. */
function readJson(text: string, from: string): unknown {
  try {
    return JSON.parse(text.trim().startsWith('[') ? text : readFileSync(resolve(from, text), 'utf8'))
  } catch {
    return undefined
  }
}
