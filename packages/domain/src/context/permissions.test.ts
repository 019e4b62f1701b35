// Runs every verb as everybody who might call it, with ids that belong to others.

import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { isAppError, toOrganisationId, toPersonId, toShopId } from '@tillsight/core'
import { z } from 'zod'
import * as domain from '../index.ts'
import { roles } from '../inputs/index.ts'
import { permissionsOf } from './actor.ts'
import { attemptAt, isVerb } from './any-verb.testing.ts'
import {
  type Attempt,
  attempts,
  freshIds,
  type Ids,
  openWorlds,
  operations,
  type World,
} from './permissions.testing.ts'
import { run } from './verb.ts'

const newWorld = await openWorlds({ after })
const exported: readonly unknown[] = Object.values(domain)
const verbs = exported.filter(isVerb)
/** Another organisation, with one of everything in it. */
const other = await newWorld('owner')

interface Outcome {
  /** `done`, or the error code. */
  readonly code: string
  /** The missing permission. */
  readonly needs?: unknown
  /** The error message without ids, the only part in which two otherwise equal errors may differ. */
  readonly text?: string
}

async function outcomeOf(attempt: Promise<unknown>): Promise<Outcome> {
  try {
    await attempt
    return { code: 'done' }
  } catch (error) {
    if (!isAppError(error)) throw error
    const text = error.message.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '(id)')
    return { code: error.code, needs: error.details['needs'], text }
  }
}

async function matchesInSources(pattern: RegExp): Promise<RegExpExecArray[]> {
  const source = join(import.meta.dirname, '..')
  const files = globSync('**/*.ts', { cwd: source }).filter((file) => !file.includes('test'))
  const texts = await Promise.all(files.map((file) => readFile(join(source, file), 'utf8')))
  return texts.flatMap((text) => [...text.matchAll(pattern)])
}

function mayUse({ actor }: World, needs: unknown): boolean {
  return permissionsOf(actor).some((permission) => permission === needs)
}

suite('everything that can be done is tried here', () => {
  test('each verb in the sources is exported, stands in one table, and has one name and an attempt', async () => {
    const defined = await matchesInSources(/\bdefineVerb(?:<[^(]*>)?\(\{\s+name: '([^']+)'/g)
    assert.equal(defined.length, (await matchesInSources(/\bdefineVerb(?:<[^(]*>)?\(\{/g)).length)
    const names = new Set(verbs.map(({ name }) => name))
    assert.deepEqual([names.size, verbs.length], [verbs.length, defined.length])
    assert.deepEqual(names, new Set(defined.map(([, name]) => name)))
    // Of the installation as a whole: no role opens them, which the tests of their door try.
    const made = await matchesInSources(/\b(?:adminVerb\(\{\s+name: |on(?:Job|Kind|Account)\(\s*)'([^']+)'/g)
    const administrative = Object.values(domain.adminVerbs).map(({ name }) => name)
    assert.deepEqual(administrative.toSorted(), made.map(([, name]) => name ?? '').toSorted())
    assert.deepEqual(names, new Set(Object.keys(attempts)))
    const tables = [domain.shopVerbs, domain.organisationVerbs, domain.personVerbs].flatMap((table) =>
      Object.keys(table),
    )
    assert.deepEqual(tables.toSorted(), [...names].toSorted())
  })

  test('so is each function that checks a permission itself', async () => {
    const checks = await matchesInSources(/assertAllowed\(ctx\.actor, '[^']+', '([^']+)'\)/g)
    assert.deepEqual(new Set(Object.keys(operations)), new Set(checks.map(([, name]) => name)))
  })

  test('whatever names something of somebody is tried with what belongs to others', () => {
    // These look up the connection to renew among the shop's own only after the platform has responded.
    const later = new Set(['connection.connect', 'connection.begin'])
    // Its view is a kind of page.
    later.add('share.create')
    for (const verb of verbs) {
      const schema = z.toJSONSchema(verb.input, { io: 'input', unrepresentable: 'any' })
      const names = Object.keys(schema.properties ?? {})
      if (later.has(verb.name) || !names.some((name) => namesSomething.test(name))) continue
      assert.ok(isNaming(attemptAt(verb)), verb.name)
    }
  })
})

const namesSomething =
  /^(?:organisation|shops?|connection|person|people|invitation|token|view|annotation|import|entry|webhook|delivery|share|dashboard|ownMetric)$/

/** Whether the input contains ids. */
function isNaming({ input }: Attempt): boolean {
  const values = (ids: Ids) => JSON.stringify(input(ids))
  const fresh = freshIds()
  return Object.values(fresh).some((id) => values(fresh).includes(id))
}

suite('every role', () => {
  for (const verb of verbs) {
    test(`${verb.name} is refused without ${verb.needs}, and open with it`, async () => {
      for (const role of roles) {
        const world = await newWorld(role)
        const attempt = attemptAt(verb)
        const { code, needs } = await outcomeOf(run(verb, world[attempt.in], attempt.input(world.ids)))
        if (mayUse(world, verb.needs)) assert.equal(needs, undefined, role)
        else assert.deepEqual([code, needs], ['forbidden', verb.needs], role)
      }
    })
  }

  // Everybody who may see figures may see the pictures and reach that belong to them.
  const forEverybody = new Set(['ads.picture', 'ads.reach', 'product.picture'])
  for (const [name, call] of Object.entries(operations)) {
    test(`${name} is refused without its permission, and open with it`, async () => {
      for (const role of roles) {
        const world = await newWorld(role)
        const { code, needs } = await outcomeOf(call(world.shop, other.ids))
        if (code === 'forbidden') assert.ok(needs !== undefined && !mayUse(world, needs), role)
        else if (!forEverybody.has(name)) assert.notEqual(role, 'viewer')
      }
    })
  }

  test('a person outside of any organisation may deal with their own things only, a key without permissions with none', async () => {
    const { person, organisation, shop } = await newWorld('owner')
    const key = { kind: 'api_key', id: 'k', permissions: [], shops: 'all' } as const
    for (const verb of verbs) {
      const attempt = attemptAt(verb)
      const ctx = { person, organisation, shop }[attempt.in]
      const input = attempt.input(freshIds())
      const { needs } = await outcomeOf(run(verb, { ...ctx, actor: person.actor }, input))
      assert.equal(needs, verb.needs === 'self' ? undefined : verb.needs, verb.name)
      assert.equal((await outcomeOf(run(verb, { ...ctx, actor: key }, input))).needs, verb.needs, verb.name)
    }
  })
})

suite('what belongs to others', () => {
  for (const verb of verbs.filter((candidate) => isNaming(attemptAt(candidate)))) {
    test(`${verb.name} takes another organisation’s ids for ids of nothing, whatever the role`, async () => {
      const { in: where, input } = attemptAt(verb)
      for (const role of roles) {
        const world = await newWorld(role)
        const foreign = await outcomeOf(run(verb, world[where], input(other.ids)))
        const own = await outcomeOf(run(verb, world[where], input(world.ids)))
        assert.notEqual(own.code, 'not_found', role)
        assert.ok(['not_found', 'forbidden'].includes(foreign.code), `${role}: ${foreign.code}`)
        // A token is a secret: its holder may learn whom it was sent to.
        if (verb.name === 'invitation.accept') continue
        assert.deepEqual(foreign, await outcomeOf(run(verb, world[where], input(freshIds()))), role)
        assert.equal(foreign.code, mayUse(world, verb.needs) ? 'not_found' : 'forbidden', role)
      }
    })
  }

  for (const verb of verbs.filter((candidate) => attemptAt(candidate).in === 'shop')) {
    test(`${verb.name} is refused on another organisation’s shop and on a shop that is closed to the person`, async () => {
      for (const role of roles) {
        const world = await newWorld(role)
        const { shop: ctx, ids, actor } = world
        const expected = mayUse(world, verb.needs) ? 'not_found' : 'forbidden'
        const input = attemptAt(verb).input(ids)
        for (const wrong of [
          { ...ctx, shop: other.shop.shop },
          { ...ctx, actor: { ...actor, shops: [] } },
        ]) {
          assert.equal((await outcomeOf(run(verb, wrong, input))).code, expected, role)
        }
      }
    })
  }

  for (const verb of verbs.filter((candidate) => attemptAt(candidate).in === 'person')) {
    test(`${verb.name} is refused for another person`, async () => {
      const { person, ids } = await newWorld('owner')
      const wrong = { ...person, person: toPersonId(other.ids.person) }
      assert.equal((await outcomeOf(run(verb, wrong, attemptAt(verb).input(ids)))).code, 'forbidden')
    })
  }

  test('cannot be entered, and looks like what does not exist, whatever the role at home', async () => {
    for (const role of roles) {
      const { person, stores } = await newWorld(role)
      const results = await Promise.all(
        [other.ids, freshIds()].map(({ organisation, shop, domain: name }) =>
          Promise.all([
            outcomeOf(domain.enterOrganisation(person, toOrganisationId(organisation))),
            outcomeOf(domain.openShopFor(person, stores, { id: toShopId(shop) })),
            outcomeOf(domain.openShopFor(person, stores, { domain: name })),
          ]),
        ),
      )
      assert.deepEqual(results[0], results[1])
      assert.deepEqual(
        results[0]?.map(({ code }) => code),
        ['not_found', 'not_found', 'not_found'],
      )
      assert.ok(!(await run(domain.listOwnShops, person, {})).some(({ id }) => id === other.ids.shop))
    }
  })
})
