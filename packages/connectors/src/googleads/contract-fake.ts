import { addDays, dayOf } from '@tillsight/core/days'
import { sampleAds } from '../fake/sample-ads.ts'
import type { ConnectorFake, Misbehaviour } from '../testing.ts'
import { type Fault, startGoogleAdsFake } from './fake/index.ts'
import { appOf, chosenOf, settingsOf } from './trial-account.ts'

const faults: Readonly<Record<Misbehaviour, Fault>> = {
  unauthorised: { kind: 'error', category: 'authenticationError', code: 'OAUTH_TOKEN_REVOKED' },
  forbidden: { kind: 'error', category: 'authorizationError', code: 'USER_PERMISSION_DENIED' },
  throttled: { kind: 'quota', scope: 'ACCOUNT', retrySeconds: 3_600 },
  failing: { kind: 'status', status: 500 },
  nonsense: { kind: 'status', status: 200, body: '[{"results":[{"campa' },
}

/** The simulated platform as the contract suite wants it: two accounts with some months of figures. */
export async function startGoogleAdsContractFake(): Promise<ConnectorFake> {
  const now = new Date()
  const source = sampleAds({
    seed: 6,
    idDigits: 19,
    accounts: [
      { id: '1234567890', name: 'Shop', currency: 'EUR', zone: 'Europe/Vienna', status: 'active' },
      { id: '2234567890', name: 'Shop in America', currency: 'USD', zone: 'America/Chicago', status: 'active' },
    ],
    campaigns: 3,
    adSetsPerCampaign: 2,
    adsPerAdSet: 2,
    startsOn: addDays(dayOf(now, 'Etc/UTC'), -70),
    withWhole: true,
  })
  const fake = await startGoogleAdsFake({ source, now: () => now })
  return {
    settings: settingsOf(fake),
    app: appOf(fake),
    accounts: chosenOf(source),
    wrongSettings: { token: `1//0${'x'.repeat(40)}` },
    misbehave: (how) => fake.faults.add(faults[how]),
    behave: () => fake.faults.clear(),
    stop: async () => await fake.stop(),
  }
}
