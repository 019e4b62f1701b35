import assert from 'node:assert/strict'
import type { OrganisationVerbs, PersonVerbs, RunVerb, ShopVerbs, VerbInput, VerbTable } from '@tillsight/domain'

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
