import assert from 'node:assert/strict'
import type { OrganisationVerbs, PersonVerbs, RunVerb, ShopVerbs, VerbInput, VerbTable } from '@tillsight/domain'

/** What stands in for verbs, by name. Answers may leave out what nobody reads. */
type StandIns<Verbs extends VerbTable> = {
  readonly [Name in keyof Verbs]?: (input: VerbInput<Verbs[Name]>) => Promise<unknown>
}

/** A query of figures, as pages put it. */
export type FigureQuery = VerbInput<ShopVerbs['metrics.query']>

/** The verbs of a shop of which only these are asked for; any other fails the test. */
export function shopVerbsOf(standIns: StandIns<ShopVerbs>): RunVerb<ShopVerbs> {
  return runnerOf(standIns) as RunVerb<ShopVerbs>
}

/** The same of a person's own. */
export function personVerbsOf(standIns: StandIns<PersonVerbs>): RunVerb<PersonVerbs> {
  return runnerOf(standIns) as RunVerb<PersonVerbs>
}

/** The same of an organisation. */
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
