// Administrators who look in as somebody: whom they may, what they see, that they change nothing, and when it is over.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { isAppError } from '@tillsight/core'
import { organisationVerbs, personVerbs, shopVerbs } from '@tillsight/domain'
import { operatorAdminRunner } from '../administration.ts'
import { createAppServices } from '../app-services/index.ts'
import { findOpenSupport } from '../identity/support.ts'
import type { Runtime } from '../runtime.ts'
import { eventually, openAdministration } from '../testing/administration.ts'
import { startInstallation } from '../testing/installation.ts'
import type { SignedInPerson } from '../testing/people.ts'

const installation = await startInstallation({ after })
const { runtime, owner, admin, organisation, kysely, newPerson, newMember, browserOf, administer } =
  await openAdministration(installation)
const isNotFound = (error: unknown) => isAppError(error) && error.code === 'not_found'
const hasCode = (code: string) => (error: unknown) => isAppError(error) && error.code === code

/** Looks in as the member, at this clock. */
async function lookIn(member: SignedInPerson, at: Runtime = runtime) {
  const run = await administer(browserOf(admin), at)
  const { token } = await run('admin.look_in', {
    organisation,
    email: member.email,
    reason: 'They asked why yesterday is empty.',
  })
  return async () => {
    const visit = browserOf(admin, { cookie: `tillsight-look-in=${token}` })
    visit.lookIn(await findOpenSupport(at, visit))
    return visit
  }
}

const allow = (allowed: boolean) =>
  createAppServices(runtime, browserOf(owner))
    .inOrganisation(organisation)
    .then((run) => run('organisation.allow_support', { allowed }))

suite('looking in', () => {
  test('takes the permission of an owner, a reason, and a member', async () => {
    const member = await newMember('analyst')
    const run = await administer(browserOf(admin))
    const asked = { organisation, email: member.email, reason: 'They asked why yesterday is empty.' }
    await assert.rejects(run('admin.look_in', asked), hasCode('forbidden'))
    const others = await createAppServices(runtime, browserOf(await newMember('admin'))).inOrganisation(organisation)
    await assert.rejects(others('organisation.allow_support', { allowed: true }), hasCode('forbidden'))
    await allow(true)
    await assert.rejects(run('admin.look_in', { ...asked, reason: 'why' }), hasCode('invalid_input'))
    await assert.rejects(run('admin.look_in', { ...asked, email: (await newPerson()).email }), isNotFound)
    await assert.rejects(operatorAdminRunner(runtime)('admin.look_in', asked), hasCode('invalid_input'))
    assert.ok((await run('admin.look_in', asked)).token)
  })

  test('shows what the member sees, in this organisation only, under their name', async () => {
    await allow(true)
    const member = await newMember('analyst')
    const elsewhere = await createAppServices(runtime, browserOf(member)).run('organisation.create', {
      name: 'Elsewhere',
    })
    const visit = await (await lookIn(member))()
    const services = createAppServices(runtime, visit)
    assert.deepEqual(
      (await services.nameShops()).map(({ domain }) => domain),
      ['tea.example'],
    )
    assert.deepEqual(
      (await services.run('organisation.list')).map(({ organisation: id }) => id),
      [organisation],
    )
    await assert.rejects(services.inOrganisation(elsewhere.organisation), isNotFound)
    const shop = await services.shop('tea.example')
    assert.equal(shop?.may.changeSettings, false)
    assert.ok(await shop?.run('connection.list'))
    const shown = await visit.identity.person()
    assert.deepEqual([shown?.id, shown?.support?.name], [member.id, member.email])
    await assert.rejects(async () => visit.identity.auth, hasCode('forbidden'))
    await assert.rejects(services.administration(), isNotFound)
    for (const verb of ['inbox.list', 'profile.get', 'digest.list'] as const)
      await assert.rejects(services.run(verb), hasCode('forbidden'), verb)
    const seen = await kysely.selectFrom('memberships').select('seenOn').where('personId', '=', member.id).execute()
    assert.ok(
      seen.every(({ seenOn }) => seenOn === null),
      'the member was not here',
    )
  })

  test('refuses every verb that changes something, before it looks at anything else', async () => {
    await allow(true)
    const visit = await (await lookIn(owner))()
    const services = createAppServices(runtime, visit)
    const shop = await services.shop('tea.example')
    const inOrganisation = await services.inOrganisation(organisation)
    const tables = [
      [shopVerbs, shop?.run],
      [organisationVerbs, inOrganisation],
      [personVerbs, services.run],
    ] as const
    let refused = 0
    for (const [verbs, run] of tables) {
      for (const { name, access } of Object.values(verbs)) {
        if (access === 'read') continue
        const attempt = (run as (verb: string, input: unknown) => Promise<unknown>)(name, {})
        await assert.rejects(
          attempt,
          (error) => isAppError(error) && error.code === 'forbidden' && error.details['reason'] === 'support',
          name,
        )
        refused += 1
      }
    }
    assert.ok(refused > 80, String(refused))
  })

  test('refuses writes of the API with 403, and reads on', async () => {
    await allow(true)
    const run = await administer(browserOf(admin))
    const { token } = await run('admin.look_in', { organisation, email: owner.email, reason: 'They asked for help.' })
    const headers = {
      cookie: `${admin.cookie}; tillsight-look-in=${token}`,
      'content-type': 'application/json',
      origin: runtime.own.url(),
    }
    const body = JSON.stringify({ name: 'Sheet', scopes: ['metrics:read'], shops: 'all' })
    const path = `/api/v1/organisations/${organisation}/keys`
    assert.equal((await installation.fetchAsVisitor(path, { method: 'POST', headers, body })).status, 403)
    assert.equal((await installation.fetchAsVisitor('/api/v1/shops/tea.example/connections', { headers })).status, 200)
    const ended = await installation.fetchAsVisitor('/look-in/end', { method: 'POST', headers })
    assert.deepEqual([ended.status, ended.headers.get('location')], [303, '/admin?done=ended'])
    assert.equal((await installation.fetchAsVisitor('/api/v1/shops/tea.example/connections', { headers })).status, 404)
  })

  test('ends after half an hour, with the permission, with the membership, and is nobody else’s', async () => {
    await allow(true)
    let now = runtime.clock.now().getTime()
    const at: Runtime = { ...runtime, clock: { now: () => new Date(now) } }
    const member = await newMember('viewer')
    const open = await lookIn(member, at)
    const isOpen = async () => (await open()).support !== undefined
    assert.equal(await isOpen(), true)
    now += 30 * 60_000 - 1
    assert.equal(await isOpen(), true)
    now += 1
    assert.equal(await isOpen(), false)

    const again = await lookIn(member)
    assert.ok((await again()).support)
    await allow(false)
    await allow(true)
    assert.equal((await again()).support, undefined, 'it does not come back with the permission')

    const third = await lookIn(member)
    await kysely.deleteFrom('memberships').where('personId', '=', member.id).execute()
    assert.equal((await third()).support, undefined)

    const run = await administer(browserOf(admin))
    const { token } = await run('admin.look_in', { organisation, email: owner.email, reason: 'They asked for help.' })
    const stranger = browserOf(await newPerson(), { cookie: `tillsight-look-in=${token}` })
    assert.equal(await findOpenSupport(runtime, stranger), undefined)
  })

  test('is told in both logs and to the owners', async () => {
    await allow(true)
    const member = await newMember('viewer')
    await lookIn(member)
    const log = await createAppServices(runtime, browserOf(owner)).inOrganisation(organisation)
    const { items } = await log('audit.list', { action: 'support.begin' })
    const [entry] = items
    assert.deepEqual([entry?.actor.kind, entry?.actor.id, entry?.target.id], ['support', admin.id, member.id])
    assert.match(JSON.stringify(entry?.changes), /yesterday is empty/)
    const run = await administer(browserOf(admin))
    const own = await run('admin.activity', { search: 'admin.look_in' })
    assert.equal(own.items[0]?.reason, 'They asked why yesterday is empty.')
    const mail = await eventually(async () => {
      const { items: mails } = await run('admin.mails', { search: 'looks in' })
      return mails[0]
    })
    assert.match(mail.subject, /^a…@operator\.example looks in at/)
  })
})
