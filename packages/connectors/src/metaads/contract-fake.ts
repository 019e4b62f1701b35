import { parseDay } from '@tillsight/core/days'
import { sampleAds } from '../fake/sample-ads.ts'
import type { ConnectorFake, Misbehaviour } from '../testing.ts'
import { type Fault, startMetaAdsFake } from './fake/index.ts'
import { appOf, chosenAccounts } from './trial-account.ts'

const faults: Readonly<Record<Misbehaviour, Fault>> = {
  unauthorised: { kind: 'token', subcode: 460 },
  forbidden: {
    kind: 'error',
    code: 200,
    status: 403,
    message: '(#200) Ad account owner has NOT grant ads_read permission',
  },
  throttled: { kind: 'error', code: 17, subcode: 2_446_079, message: '(#17) User request limit reached' },
  failing: { kind: 'error', code: 2, status: 500, message: '(#2) Service temporarily unavailable' },
  nonsense: { kind: 'truncated' },
}

/** The simulated Meta as the contract suite wants it: several windows of days, and several pages of ads. */
export async function startMetaAdsContractFake(): Promise<ConnectorFake> {
  const source = sampleAds({
    seed: 6,
    idDigits: 18,
    accounts: [{ id: '4001', name: 'Main', currency: 'EUR', zone: 'Europe/Berlin', status: 'active' }],
    campaigns: 8,
    adSetsPerCampaign: 2,
    adsPerAdSet: 15,
    startsOn: parseDay('2026-10-15'),
    withWhole: true,
  })
  const now = new Date()
  const fake = await startMetaAdsFake({ source, now: () => now, runPolls: 0 })
  let token = fake.grant()
  const settings = () => ({ accessToken: token, exchangedAt: now.toISOString() })
  return {
    get settings() {
      return settings()
    },
    app: appOf(fake),
    accounts: chosenAccounts(source),
    wrongSettings: { token: `EAA${'0'.repeat(40)}` },
    misbehave: (how) => fake.faults.add(faults[how]),
    behave: () => {
      fake.faults.clear()
      // A dead token stays dead.
      token = fake.grant()
    },
    stop: async () => await fake.stop(),
  }
}
