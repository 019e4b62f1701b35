import { type StripeFake, startStripeFake } from '../../simulators/index.ts'
import type { StripeSettings } from '../billing/settings.ts'
import type { CleanUp } from './temporary.ts'

/** A simulated Stripe with two plans, and the settings of an installation that sells them. */
export interface SoldPlans {
  readonly fake: StripeFake
  readonly stripe: StripeSettings
  /** From now on it tells this installation, which has an address only once it runs. */
  tell(installation: { readonly address: string }): void
}

/** Starts the simulated Stripe; what it tells goes nowhere until it is given an address. */
export async function startSoldPlans(t: CleanUp): Promise<SoldPlans> {
  const fake = await startStripeFake()
  t.after(() => fake.stop())
  const small = fake.addPlan({ name: 'Small', currency: 'eur', month: 1900, year: 19000 })
  const large = fake.addPlan({ name: 'Large', currency: 'eur', month: 4900, year: 49000 })
  const { id, secret } = fake.listen('http://127.0.0.1:9/webhooks/stripe')
  const limits = { ordersPerMonth: 100 }
  return {
    fake,
    tell({ address }) {
      const endpoint = fake.test.endpoints.get(id)
      if (endpoint) fake.test.endpoints.set(id, { ...endpoint, url: `${address}/webhooks/stripe` })
    },
    stripe: {
      secretKey: fake.testKey,
      webhookSecret: secret,
      url: new URL(fake.url),
      plans: [
        { id: 'small', name: 'Small', prices: { month: small.month, year: small.year }, limits, features: [] },
        {
          id: 'large',
          name: 'Large',
          prices: { month: large.month, year: null },
          limits: {},
          features: ['Everything'],
        },
      ],
    },
  }
}
