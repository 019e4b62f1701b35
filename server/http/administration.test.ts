// Who administers the installation, and that for everybody else there is nothing; what is done to people and jobs.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { fixedClock, isAppError } from '@tillsight/core'
import { installationLog, type JobDefinition } from '@tillsight/database'
import { adminVerbs, type NewKey, pruneAudit, run as runVerb } from '@tillsight/domain'
import { sql } from 'kysely'
import { z } from 'zod'
import { makeAdministrator } from '../accounts.ts'
import { operatorAdminRunner } from '../administration.ts'
import { openVisit, type Visit } from '../identity/visit.ts'
import { eventually, openAdministration } from '../testing/administration.ts'
import { authenticatorCode } from '../testing/authenticator.ts'
import { postJson } from '../testing/http.ts'
import { startInstallation } from '../testing/installation.ts'
import { openAuthClient, type SignedInPerson, testPassword } from '../testing/people.ts'

const installation = await startInstallation({ after })
const { runtime, contexts, owner, admin, organisation, kysely, newPerson, newMember, browserOf, administer } =
  await openAdministration(installation)
const isNotFound = (error: unknown) => isAppError(error) && error.code === 'not_found'
const hasCode = (code: string) => (error: unknown) => isAppError(error) && error.code === code

suite('administration', () => {
  test('does not exist for owners, admins, members, visitors and tokens, and is there for administrators', async () => {
    const bearer = (token: string) =>
      openVisit(runtime.auth, runtime.stores.database, {
        cookies: null,
        bearer: token,
        userAgent: 'test',
        ip: '127.0.0.1',
        origin: runtime.own.url(),
      })
    const key = await postJson<NewKey>(installation, `/api/v1/organisations/${organisation}/keys`, {
      body: { name: 'Sheet', scopes: ['metrics:read'], shops: 'all' },
    })
    const others: Readonly<Record<string, Visit>> = {
      owner: browserOf(owner),
      'admin of an organisation': browserOf(await newMember('admin')),
      analyst: browserOf(await newMember('analyst')),
      viewer: browserOf(await newMember('viewer')),
      'somebody without an organisation': browserOf(await newPerson()),
      visitor: browserOf(undefined),
      'key of the API': bearer(key.body.key),
      'session token of an administrator, outside a browser': bearer(admin.session.access_token),
      'nonsense in the place of a token': bearer('x'),
    }
    for (const [who, visit] of Object.entries(others)) await assert.rejects(administer(visit), isNotFound, who)
    assert.equal((await (await administer(browserOf(admin)))('admin.overview')).database, true)
  })

  test('has verbs that answer the same to every actor but administrators and the command line', async () => {
    const ctx = await contexts.anyShop()
    const actors = [
      ...(['owner', 'admin', 'analyst', 'viewer'] as const).map(
        (role) => ({ kind: 'person', id: owner.id, role, shops: 'all' }) as const,
      ),
      { kind: 'person', id: owner.id, role: null, shops: [] },
      { kind: 'api_key', id: owner.id, permissions: ['metrics:read'], shops: 'all' },
      { kind: 'webhook', connection: owner.id as never },
    ] as const
    for (const verb of Object.values(adminVerbs)) {
      for (const actor of actors) {
        const attempt = runVerb(verb as never, { ...ctx, actor } as never, {} as never)
        await assert.rejects(attempt, isNotFound, `${verb.name} ${JSON.stringify(actor)}`)
      }
    }
  })

  test('takes no verb of it at any path of the API', async () => {
    for (const path of ['/api/v1/admin', '/api/v1/admin/overview', '/api/v1/admin/people', '/api/v1/admin/jobs']) {
      for (const person of [owner, admin]) {
        const response = await installation.fetchAsVisitor(path, { headers: person.headers() })
        assert.equal(response.status, 404, path)
      }
    }
  })

  test('takes the second factor of an administrator who has one, and their networks', async () => {
    const person = await newPerson()
    await makeAdministrator(runtime, person.id)
    const enrolled = await person.auth.mfa.enroll({ factorType: 'totp' })
    assert.ok(enrolled.data)
    const { id, totp } = enrolled.data as { id: string; totp: { secret: string } }
    const code = authenticatorCode(totp.secret)
    await person.auth.mfa.challengeAndVerify({ factorId: id, code })
    const second = openAuthClient(installation)
    const { data } = await second.signInWithPassword({ email: person.email, password: testPassword })
    const half = `base64-${Buffer.from(JSON.stringify(data.session)).toString('base64url')}`
    const cookie = `${runtime.auth.cookieName}=${half}`
    await assert.rejects(administer(browserOf(undefined, { cookie })), isNotFound)

    const limited = { ...runtime, config: { ...runtime.config, adminNetworks: ['203.0.113.0/24'] } }
    await assert.rejects(administer(browserOf(admin), limited), isNotFound)
    assert.ok(await administer(browserOf(admin, { ip: '203.0.113.9' }), limited))
  })

  test('ends for whoever is dismissed, and nobody dismisses, locks or deletes themselves', async () => {
    const other = await newPerson()
    await makeAdministrator(runtime, other.id)
    const run = await administer(browserOf(other))
    for (const verb of ['admin.dismiss', 'admin.lock_person'] as const) {
      await assert.rejects(run(verb, { person: other.id }), hasCode('conflict'), verb)
    }
    await assert.rejects(run('admin.delete_person', { person: other.id, email: other.email }), hasCode('conflict'))
    await operatorAdminRunner(runtime)('admin.dismiss', { person: other.id })
    await assert.rejects(administer(browserOf(other)), isNotFound)
  })
})

suite('lists', () => {
  test('hold organisations, shops, people, connectors, mails, storage and entries, and nothing that opens anything', async () => {
    const person = await newMember('analyst')
    const run = await administer(browserOf(admin))
    await run('admin.reset_person', { person: person.id })
    const found = await eventually(async () => {
      const { items } = await run('admin.mails', { search: 'example.com' })
      return items.length > 0 ? items : undefined
    })
    assert.match(found[0]?.recipient ?? '', /^p…@example\.com$/)
    const shops = await run('admin.organisations', { search: 'tea.ex' })
    assert.deepEqual(
      shops.items.map(({ shop, plan }) => [shop?.domain, shop?.orders, plan]),
      [['tea.example', 0, null]],
    )
    const storage = await run('admin.storage', {})
    assert.ok(storage.database.some(({ table, bytes }) => table === 'people' && bytes > 0))
    assert.ok((storage.warehouse?.length ?? 0) > 0)
    assert.equal((await run('admin.people', { search: person.email })).items[0]?.state, 'active')
    const all = JSON.stringify([
      await run('admin.overview'),
      await run('admin.people', {}),
      await run('admin.jobs', {}),
      await run('admin.connectors', {}),
      await run('admin.activity', {}),
      await run('admin.mails', {}),
      shops,
      storage,
    ])
    const rows = await kysely.selectFrom('authUsers').select('passwordHash').execute()
    const hashes = rows.flatMap(({ passwordHash }) => (passwordHash ? [passwordHash] : []))
    assert.ok(hashes.length > 0)
    for (const secret of [
      ...hashes,
      runtime.config.secret,
      person.session.access_token,
      runtime.auth.service.apiKeys.service,
    ])
      assert.ok(!all.includes(secret))
    assert.doesNotMatch(all, /tsk_|whsec_|token_hash|eyJ/)
  })

  test('have pages, and take any text to look for', async () => {
    const run = await administer(browserOf(admin))
    for (const search of ['%', '_', "'; DROP TABLE people; --", '\\', 'ü']) {
      assert.ok((await run('admin.people', { search })).items.length >= 0, search)
      assert.ok((await run('admin.jobs', { search })).items.length >= 0, search)
      assert.ok((await run('admin.organisations', { search })).items.length >= 0, search)
    }
    const far = await run('admin.people', { page: 1000 })
    assert.deepEqual(far.items, [])
  })
})

test('the log is a chain that shows what somebody changed in the database', async () => {
  const run = await administer(browserOf(admin))
  const person = await newPerson()
  for (let count = 0; count < 3; count += 1) await run('admin.confirm_person', { person: person.id })
  const { items, check } = await run('admin.activity')
  const before = check.state === 'ok' ? check : assert.fail(check.reason)
  assert.ok(before.entries >= 3 && before.newest === before.entries)
  const inLog = kysely.updateTable('auditEntries').where('organisationId', '=', installationLog)
  const setActor = (actorId: string) => inLog.set({ actorId }).where('number', '=', 2).execute()
  const actor = items.at(-2)?.actor.id ?? ''
  await setActor(owner.id)
  const moved = (await run('admin.activity')).check
  assert.equal(moved.state === 'broken' && moved.number, 2)
  await setActor(actor)
  assert.deepEqual((await run('admin.activity')).check, before)

  const { rows } = await sql<{ body: string }>`SELECT body FROM audit_entries
    WHERE organisation_id = ${installationLog} AND number = ${before.newest}`.execute(kysely)
  const setBody = (body: string) => inLog.set({ body }).where('number', '=', before.newest).execute()
  await setBody('no JSON any more')
  const changed = await run('admin.activity')
  assert.equal(changed.check.state === 'broken' && changed.check.number, before.newest)
  assert.equal(changed.items.length, Math.min(before.entries - 1, changed.pageRows))
  await setBody(rows[0]?.body ?? '')
  assert.deepEqual((await run('admin.activity')).check, before)
  // It outlives its entries, and nobody reaches it as an organisation.
  await pruneAudit({ db: runtime.stores.database, clock: fixedClock('2031-01-01T00:00:00Z') })
  const pruned = (await run('admin.activity')).check
  assert.equal(pruned.state === 'ok' && pruned.newest, before.newest)
  const response = await installation.fetchAsVisitor(`/api/v1/organisations/${installationLog}/audit`, {
    headers: admin.headers(),
  })
  assert.equal(response.status, 404)
})

suite('people', () => {
  test('who are locked cannot sign in, and their sessions and keys end; unlocked they can sign in again', async () => {
    const person = await newMember('admin')
    const headers = { ...Object.fromEntries(person.headers()), 'content-type': 'application/json' }
    const key = await postJson<NewKey>(installation, `/api/v1/organisations/${organisation}/keys`, {
      headers,
      body: { name: 'Sheet', scopes: ['metrics:read'], shops: 'all' },
    })
    const statuses = async () => {
      const asKey = { headers: { authorization: `Bearer ${key.body.key}` } }
      const asPerson = { headers: person.headers() }
      return Promise.all(
        [asKey, asPerson].map(async (init) => (await installation.fetchAsVisitor('/api/v1/shops', init)).status),
      )
    }
    const before = await statuses()
    assert.equal(before[1], 200)
    assert.notEqual(before[0], 401)
    const run = await administer(browserOf(admin))
    assert.equal((await run('admin.lock_person', { person: person.id })).keys, 1)
    assert.deepEqual(await statuses(), [401, 401])
    assert.ok((await person.auth.refreshSession()).error)
    const signIn = () =>
      openAuthClient(installation).signInWithPassword({ email: person.email, password: testPassword })
    assert.equal((await signIn()).error?.code, 'user_banned')
    assert.equal((await run('admin.people', { state: 'locked', search: person.email })).total, 1)
    await run('admin.unlock_person', { person: person.id })
    assert.equal((await signIn()).error, null)
    assert.equal((await statuses())[0], 401, 'the key stays revoked')
    const { items } = await run('admin.activity', { search: person.email })
    assert.deepEqual(
      items.map(({ action, actor }) => [action, actor.id]),
      [
        ['admin.unlock_person', admin.id],
        ['admin.lock_person', admin.id],
      ],
    )
  })

  test('are confirmed without the mail', async () => {
    const email = 'unconfirmed@example.com'
    const { data } = await runtime.auth.admin().createUser({ email, password: testPassword, email_confirm: false })
    const run = await administer(browserOf(admin))
    const find = async () => (await run('admin.people', { search: email })).items[0]
    assert.equal((await find())?.state, 'unconfirmed')
    await run('admin.confirm_person', { person: data.user?.id ?? '' })
    assert.equal((await find())?.state, 'active')
  })

  test('are deleted by their typed address, but never the only owner of an organisation', async () => {
    const run = await administer(browserOf(admin))
    const remove = (person: SignedInPerson, email: string) => run('admin.delete_person', { person: person.id, email })
    await assert.rejects(remove(owner, owner.email), hasCode('conflict'))
    const person = await newMember('viewer')
    await assert.rejects(remove(person, owner.email), hasCode('invalid_input'))
    await remove(person, person.email.toUpperCase())
    assert.equal((await run('admin.people', { search: person.email })).total, 0)
    assert.ok(
      (await openAuthClient(installation).signInWithPassword({ email: person.email, password: testPassword })).error,
    )
    await assert.rejects(remove(person, person.email), isNotFound)
  })
})

const failing: JobDefinition<{ key: string }> = {
  name: 'test.failing',
  payload: z.object({ key: z.string() }),
  retry: { limit: 0, delaySeconds: 1, backoff: true },
  expireInSeconds: 60,
  label: ({ key }) => `Failing ${key}`,
}

test('jobs that failed are retried, one or all of a kind; those that wait are cancelled; what was said is shown without secrets', async () => {
  let isBroken = true
  const done: string[] = []
  await runtime.jobs.handle(failing, async ({ key }) => {
    if (isBroken)
      throw new Error(
        'refused for kim@shop.example with tsk_abcdefghijklmnopqrstuvwxyz at https://a:b@x.example/?token=geheim',
      )
    done.push(key)
  })
  const run = await administer(browserOf(admin))
  const ids = await Promise.all(['a', 'b', 'c'].map((key) => runtime.jobs.enqueue(failing, { key })))
  const failed = () => run('admin.jobs', { kind: failing.name, state: 'failed' })
  const { items, kinds } = await eventually(async () => {
    const found = await failed()
    return found.total === 3 ? found : undefined
  })
  assert.equal(kinds.find(({ kind }) => kind === failing.name)?.failed, 3)
  assert.doesNotMatch(JSON.stringify(items), /kim@|tsk_abc|geheim|a:b@/)
  isBroken = false
  await run('admin.retry_job', { job: ids[0] ?? '' })
  await eventually(async () => (done.length === 1 ? true : undefined))
  await assert.rejects(run('admin.retry_job', { job: ids[0] ?? '' }), hasCode('conflict'))
  await assert.rejects(run('admin.cancel_job', { job: ids[0] ?? '' }), hasCode('conflict'))
  assert.equal((await run('admin.retry_jobs', { kind: failing.name })).jobs, 2)
  await eventually(async () => (done.length === 3 ? true : undefined))
  const later = new Date(runtime.clock.now().getTime() + 3_600_000)
  const waiting = await runtime.jobs.enqueue(failing, { key: 'd' }, { startAfter: later })
  await runtime.jobs.enqueue(failing, { key: 'e' }, { startAfter: later })
  await run('admin.cancel_job', { job: waiting ?? '' })
  assert.equal((await runtime.jobs.find(waiting ?? ''))?.state, 'cancelled')
  assert.equal((await run('admin.cancel_jobs', { kind: failing.name })).jobs, 1)
  await assert.rejects(run('admin.cancel_job', { job: owner.id }), isNotFound)
})
