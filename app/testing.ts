import assert from 'node:assert/strict'
import { parseDay } from '@tillsight/core/days'
import type { OrganisationVerbs, PersonVerbs, RunVerb, ShopVerbs, VerbInput, VerbTable } from '@tillsight/domain'

import type { DisplayPreference, ShopView } from './services.ts'

/** A shop as pages show it, on 21 November 2026. */
export function testShop(display: Partial<DisplayPreference> = {}, shop: Partial<ShopView> = {}): ShopView {
  return {
    id: 'id',
    organisation: 'organisation',
    domain: 'nord.test',
    name: 'Nord',
    platform: 'woocommerce',
    zone: 'Europe/Berlin',
    currency: 'EUR',
    weekStartsOn: 1,
    today: parseDay('2026-11-21'),
    firstDay: parseDay('2024-11-21'),
    display: { currency: 'EUR', decimals: 2, language: 'en', chosenLanguage: null, numbers: 'en-US', ...display },
    ...shop,
  }
}

/** Test implementations of verbs, by name. Results may leave out what the code under test does not read. */
type StandIns<Verbs extends VerbTable> = {
  readonly [Name in keyof Verbs]?: (input: VerbInput<Verbs[Name]>) => Promise<unknown>
}

/** A metric query as pages send it. */
export type FigureQuery = VerbInput<ShopVerbs['metrics.query']>

/** Shop verbs limited to those given; running any other fails the test. */
export function shopVerbsOf(standIns: StandIns<ShopVerbs>): RunVerb<ShopVerbs> {
  return runnerOf(standIns) as RunVerb<ShopVerbs>
}

/** Like {@link shopVerbsOf}, for a person's own verbs. */
export function personVerbsOf(standIns: StandIns<PersonVerbs>): RunVerb<PersonVerbs> {
  return runnerOf(standIns) as RunVerb<PersonVerbs>
}

/** Like {@link shopVerbsOf}, for an organisation's verbs. */
export function organisationVerbsOf(standIns: StandIns<OrganisationVerbs>): RunVerb<OrganisationVerbs> {
  return runnerOf(standIns) as RunVerb<OrganisationVerbs>
}

function runnerOf(standIns: object) {
  return async (name: string, input: unknown = {}): Promise<unknown> => {
    const standIn: unknown = Reflect.get(standIns, name)
    if (typeof standIn !== 'function') assert.fail(`Nothing stands in for ${name} here.`)
    return await standIn(input)
  }
}
