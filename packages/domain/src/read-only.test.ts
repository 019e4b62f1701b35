// What an organisation that nobody pays for can still do: every verb is tried, and those that are refused stand here with the reason.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { isAppError, toConnectionId, toOrganisationId } from '@tillsight/core'
import { deleteConnection, findBillingAccount, saveBillingCustomer, saveBillingState } from '@tillsight/database'
import { type AnyVerb, attemptAt, isVerb } from './context/any-verb.testing.ts'
import { openWorlds, type World } from './context/permissions.testing.ts'
import { run } from './context/verb.ts'
import { noteSelling } from './plan-access.ts'
import { organisationVerbs, personVerbs, shopVerbs } from './verbs.ts'

/** Everything that is new costs whoever runs the installation more, and that is all that is refused. */
const refused: Readonly<Record<string, string>> = {
  'key.create': 'a new key',
  'member.invite': 'a new invitation',
  'member.resend_invitation': 'a link like a new invitation, to whoever has not come yet',
}

/** Refused too where the shop has no connection of the kind; one that it has gets other keys at any time. */
const refusedWhereNew = [shopVerbs['connection.begin'], shopVerbs['connection.connect']]

/** Whoever has to close a door can do it, whether anybody pays or not. */
const keepsSafe = [
  'key.rotate',
  'key.revoke',
  'member.change_role',
  'member.change_shops',
  'member.remove',
  'member.revoke_invitation',
  'organisation.require_factor',
  'organisation.allow_support',
  'ownership.offer',
  'share.revoke',
  'share.revoke_all',
  'webhook.rotate',
  'webhook.remove',
  'tracking.createKey',
  'connection.pause',
  'recovery_code.create',
]

const newWorld = await openWorlds({ after })
const all: readonly unknown[] = Object.values({ ...shopVerbs, ...organisationVerbs, ...personVerbs })
const verbs = all.filter(isVerb)

/** An owner with one of everything, whose subscription has ended. */
async function openEnded(): Promise<World> {
  const world = await newWorld('owner')
  const { queries, clock } = world.organisation
  await noteSelling(queries, true, new Date('2020-01-01T00:00:00Z'))
  const organisation = toOrganisationId(world.ids.organisation)
  await saveBillingCustomer(queries, {
    organisationId: organisation,
    customerId: `cus_${organisation}`,
    createdAt: clock.now(),
  })
  const { version, ...state } = (await findBillingAccount(queries, organisation)) ?? assert.fail('no account')
  const ended = { subscriptionId: 'sub_1', plan: 'small', status: 'canceled', statusSince: clock.now() }
  await saveBillingState(queries, { organisationId: organisation, version }, { ...state, ...ended })
  return world
}

/** `done`, `read_only`, or what else was wrong. */
async function outcomeOf(verb: AnyVerb, world: World): Promise<string> {
  const attempt = attemptAt(verb)
  try {
    await run(verb, world[attempt.in], attempt.input(world.ids))
    return 'done'
  } catch (error) {
    if (!isAppError(error)) throw error
    return error.details['reason'] === 'read_only' ? 'read_only' : error.code
  }
}

suite('an organisation that nobody pays for', () => {
  const outcomes = new Map<string, string>()

  test('reads all that it could read', async () => {
    const world = await openEnded()
    for (const verb of verbs.filter(({ access }) => access === 'read')) {
      assert.notEqual(await outcomeOf(verb, world), 'read_only', verb.name)
    }
  })

  test('is refused what is new, and nothing else', async () => {
    for (const verb of verbs.filter(({ access }) => access !== 'read')) {
      outcomes.set(verb.name, await outcomeOf(verb, await openEnded()))
    }
    assert.ok(outcomes.size > 80, `${outcomes.size} verbs`)
    const found = [...outcomes].flatMap(([name, outcome]) => (outcome === 'read_only' ? [name] : []))
    assert.deepEqual(found.toSorted(), Object.keys(refused).toSorted())
  })

  test('connects nothing new, and gives what is connected other keys', async () => {
    const world = await openEnded()
    const doors: readonly unknown[] = refusedWhereNew
    for (const verb of doors.filter(isVerb)) assert.notEqual(await outcomeOf(verb, world), 'read_only', verb.name)
    await deleteConnection(world.shop.queries, toConnectionId(world.ids.connection))
    for (const verb of doors.filter(isVerb)) assert.equal(await outcomeOf(verb, world), 'read_only', verb.name)
  })

  test('closes every door that has to be closed', () => {
    assert.deepEqual(
      keepsSafe.map((name) => [name, outcomes.get(name)]),
      keepsSafe.map((name) => [name, 'done']),
    )
  })
})
