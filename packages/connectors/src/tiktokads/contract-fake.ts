import { addDays, dayOf } from '@tillsight/core/days'
import type { ConnectorFake, Misbehaviour } from '../testing.ts'
import { type Fault, startTikTokAdsFake } from './fake/index.ts'
import { appOf, smallAds, toChosen } from './trial.ts'

const faults: Readonly<Record<Misbehaviour, Fault>> = {
  unauthorised: { kind: 'code', code: 40_105 },
  forbidden: { kind: 'code', code: 40_118 },
  throttled: { kind: 'code', code: 40_100 },
  failing: { kind: 'gateway_timeout' },
  nonsense: { kind: 'cut' },
}

/** The simulated platform as the contract suite wants it: some weeks of two accounts. */
export async function startTikTokAdsContractFake(): Promise<ConnectorFake> {
  const now = new Date()
  const source = smallAds({ startsOn: addDays(dayOf(now, 'UTC'), -70), campaigns: 3, adsPerAdSet: 1 })
  const fake = await startTikTokAdsFake({ source, now: () => now })
  return {
    settings: { accessToken: fake.grant() },
    app: appOf(fake),
    accounts: source.accounts.map(toChosen),
    wrongSettings: { token: '0'.repeat(40), appId: fake.app.appId, appSecret: fake.app.secret },
    misbehave: (how) => fake.faults.add(faults[how]),
    behave: () => fake.faults.clear(),
    stop: async () => await fake.stop(),
  }
}
