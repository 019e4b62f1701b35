// Commands of administration, run in a process of its own against the stores of a running product.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { AppError } from '@tillsight/core'
import { installationLog, type JobDefinition } from '@tillsight/database'
import type { AdminVerbs, VerbOutput } from '@tillsight/domain'
import { z } from 'zod'
import { createAppServices } from '../app-services/index.ts'
import { eventually, openAdministration } from '../testing/administration.ts'
import { openCommandLine } from '../testing/command-line.ts'
import { startInstallation } from '../testing/installation.ts'
import { openAuthClient, testPassword } from '../testing/people.ts'

const installation = await startInstallation({ after })
const opened = await openAdministration(installation)
const { runtime, owner, organisation, kysely, newPerson, newMember, browserOf } = opened
const line = openCommandLine({ after }, installation.env)
const admin = (...args: string[]) => line.run('admin', ...args)

/** What the verb of the command answers, through `--json`. */
function json<Name extends keyof AdminVerbs>(_verb: Name, ...args: string[]): Promise<VerbOutput<AdminVerbs[Name]>> {
  return line.json('admin', ...args)
}

const signIn = async (email: string) =>
  (await openAuthClient(installation).signInWithPassword({ email, password: testPassword })).error?.code

/** The actions that the log tells of somebody, the newest first, all by the command line. */
async function actionsFor(email: string): Promise<string[]> {
  const { items } = await json('admin.activity', 'activity', '--search', email)
  for (const { actor } of items) assert.deepEqual([actor.kind, actor.name], ['system', 'Command line'])
  return items.map(({ action }) => action)
}

suite('lists', () => {
  test('overview says how both stores are, and of which version', async () => {
    const overview = await json('admin.overview', 'overview')
    assert.deepEqual([overview.database, overview.warehouse], [true, true])
    assert.match((await admin('overview')).out, new RegExp(`^Version +${overview.version.replaceAll('.', '\\.')}`))
  })

  test('organisations names shops and ids, and finds by a text', async () => {
    const found = await json('admin.organisations', 'organisations', '--search', 'tea.ex')
    assert.deepEqual(
      found.items.map((row) => [row.organisation, row.shop?.domain]),
      [[organisation, 'tea.example']],
    )
    assert.match((await admin('organisations')).out, new RegExp(`tea\\.example[^\\n]*${organisation}`))
    assert.equal((await admin('organisations', '--search', 'nowhere')).out, 'There are none.\n')
  })

  test('people names states, and goes on over pages', async () => {
    const person = await newMember('analyst')
    const { items } = await json('admin.people', 'people', '--search', person.email)
    assert.deepEqual([items[0]?.state, items[0]?.organisations[0]?.role], ['active', 'analyst'])
    assert.match((await admin('people', '--state', 'administrators')).out, /ada@operator\.example/)
    assert.equal((await json('admin.people', 'people', '--page', '99')).items.length, 0)
    const wrong = await admin('people', '--state', 'asleep')
    assert.equal(wrong.code, 2)
  })

  test('connectors counts requests of the days that are asked for', async () => {
    assert.equal((await json('admin.connectors', 'connectors')).days, 7)
    assert.equal((await json('admin.connectors', 'connectors', '--days', '3')).days, 3)
    assert.equal((await admin('connectors', '--days', '0')).code, 2)
    assert.match((await admin('connectors')).out, /^connector +connections/)
  })

  test('mails masks addresses', async () => {
    const person = await newPerson()
    assert.equal((await admin('reset', person.email)).code, 0)
    const mails = await eventually(async () => {
      const { items } = await json('admin.mails', 'mails', '--search', 'example.com')
      return items.length > 0 ? items : undefined
    })
    assert.match(mails[0]?.recipient ?? '', /^p…@example\.com$/)
    assert.ok(!(await admin('mails')).out.includes(person.email))
    assert.equal((await json('admin.mails', 'mails', '--failed')).total, 0)
  })
})

suite('people', () => {
  test('are locked, unlocked and deleted, and each time it counts at once', async () => {
    const person = await newMember('viewer')
    assert.match((await admin('lock', person.email.toUpperCase())).out, /is locked out\./)
    assert.equal(await signIn(person.email), 'user_banned')
    assert.match((await admin('unlock', person.id)).out, /can sign in again\./)
    assert.equal(await signIn(person.email), undefined)
    const unsure = await admin('delete', person.email)
    assert.match(unsure.err, /required option '--yes'/)
    assert.equal(await signIn(person.email), undefined)
    assert.match((await admin('delete', person.email, '--yes')).out, /is deleted\./)
    assert.equal(await signIn(person.email), 'invalid_credentials')
    assert.deepEqual(await actionsFor(person.email), [
      'admin.delete_person',
      'admin.unlock_person',
      'admin.lock_person',
    ])
    const gone = await admin('lock', person.email, '--json')
    assert.deepEqual([gone.code, JSON.parse(gone.out).error.code], [1, 'not_found'])
  })

  test('are confirmed without their mail', async () => {
    const email = 'unconfirmed@example.com'
    await runtime.auth.admin().createUser({ email, password: testPassword, email_confirm: false })
    assert.equal(await signIn(email), 'email_not_confirmed')
    assert.equal((await json('admin.confirm_person', 'confirm', email)).email, email)
    assert.equal(await signIn(email), undefined)
  })

  test('become administrators and cease to be', async () => {
    const person = await newPerson()
    const isAdministrator = async () =>
      (await json('admin.people', 'people', '--search', person.email)).items[0]?.isAdministrator
    assert.match((await admin('appoint', person.email)).out, /administers the installation now/)
    assert.equal(await isAdministrator(), true)
    assert.match((await admin('dismiss', person.email)).out, /does not administer/)
    assert.equal(await isAdministrator(), false)
    assert.deepEqual(await actionsFor(person.email), ['admin.dismiss', 'admin.appoint'])
  })
})

const failing: JobDefinition<{ key: string }> = {
  name: 'test.broken',
  payload: z.object({ key: z.string() }),
  retry: { limit: 0, delaySeconds: 1, backoff: true },
  expireInSeconds: 60,
  label: ({ key }) => `Broken ${key}`,
}

suite('jobs', async () => {
  let isBroken = true
  const done: string[] = []
  await runtime.jobs.handle(failing, async ({ key }) => {
    if (isBroken) throw new AppError('forbidden', 'The platform refuses kim@shop.example.')
    done.push(key)
  })
  const failed = () => json('admin.jobs', 'jobs', '--kind', failing.name, '--state', 'failed')

  test('that failed are listed with what went wrong, and queued again one by one or all of a kind', async () => {
    const ids = await Promise.all(['a', 'b', 'c'].map((key) => runtime.jobs.enqueue(failing, { key })))
    const { kinds } = await eventually(async () => {
      const found = await failed()
      return found.total === 3 ? found : undefined
    })
    assert.equal(kinds.find(({ kind }) => kind === failing.name)?.failed, 3)
    const { out } = await admin('jobs', '--kind', failing.name)
    assert.match(out, /^test\.broken +0 +0 +3 +0/m)
    assert.match(
      out,
      new RegExp(`Broken a +test\\.broken +failed +The platform refuses k…@shop\\.example[^\\n]*${ids[0]}`),
    )

    isBroken = false
    assert.equal((await admin('retry', ids[0] ?? '')).out, 'Jobs: 1.\n')
    await eventually(async () => (done.length === 1 ? true : undefined))
    const again = await admin('retry', ids[0] ?? '', '--json')
    assert.deepEqual([again.code, JSON.parse(again.out).error.code], [1, 'conflict'])
    assert.equal((await json('admin.retry_jobs', 'retry', '--kind', failing.name)).jobs, 2)
    await eventually(async () => (done.length === 3 ? true : undefined))
    assert.equal((await failed()).total, 0)
  })

  test('that wait are cancelled one by one or all of a kind, and do not run', async () => {
    const startAfter = new Date(runtime.clock.now().getTime() + 3_600_000)
    const waiting = await runtime.jobs.enqueue(failing, { key: 'd' }, { startAfter })
    const other = await runtime.jobs.enqueue(failing, { key: 'e' }, { startAfter })
    assert.equal((await json('admin.cancel_job', 'cancel', waiting ?? '')).jobs, 1)
    assert.equal((await runtime.jobs.find(waiting ?? ''))?.state, 'cancelled')
    assert.match((await admin('cancel', waiting ?? '')).err, /has ended already/)
    assert.equal((await json('admin.cancel_jobs', 'cancel', '--kind', failing.name)).jobs, 1)
    assert.equal((await runtime.jobs.find(other ?? ''))?.state, 'cancelled')
  })

  test('are named by an id or by their kind, never by both, and nothing happens to those that are unknown', async () => {
    const id = '5ad4b0ee-1111-4222-8333-444455556666'
    for (const args of [[], [id, '--kind', failing.name]]) {
      const refused = await admin('retry', ...args)
      assert.equal(refused.code, 1)
      assert.match(refused.err, /by its id, or all of a kind/)
    }
    const unknown = await admin('cancel', id, '--json')
    assert.deepEqual([unknown.code, JSON.parse(unknown.out).error.code], [1, 'not_found'])
    assert.equal((await json('admin.retry_jobs', 'retry', '--kind', 'test.nothing')).jobs, 0)
    assert.equal((await admin('jobs', '--state', 'asleep')).code, 2)
  })

  test('leave in the log who did what to them', async () => {
    assert.deepEqual(await actionsFor(failing.name), [
      'admin.cancel_jobs',
      'admin.cancel_job',
      'admin.retry_jobs',
      'admin.retry_job',
    ])
  })
})

suite('looking in', () => {
  const why = 'They asked why yesterday is empty.'
  const lookIn = (email: string, { as = opened.admin.email, reason = why } = {}) =>
    admin('look-in', email, '--organisation', organisation, '--as', as, '--reason', reason, '--json')
  const refusal = async (attempt: ReturnType<typeof lookIn>) => {
    const { code, out } = await attempt
    return [code, JSON.parse(out).error.code]
  }
  const inOrganisation = () => createAppServices(runtime, browserOf(owner)).inOrganisation(organisation)
  const allow = async (allowed: boolean) => (await inOrganisation())('organisation.allow_support', { allowed })
  const get = (path: string, cookie: string) => installation.fetchAsVisitor(path, { headers: { cookie } })

  test('takes the consent of the owners, a reason, a member and an administrator', async () => {
    const { email } = await newMember('analyst')
    assert.deepEqual(await refusal(lookIn(email)), [1, 'forbidden'])
    await allow(true)
    assert.deepEqual(await refusal(lookIn(email, { reason: 'why' })), [1, 'invalid_input'])
    assert.deepEqual(await refusal(lookIn(email, { as: owner.email })), [1, 'not_found'])
    assert.deepEqual(await refusal(lookIn((await newPerson()).email)), [1, 'not_found'])
    const unnamed = await admin('look-in', email, '--organisation', organisation, '--reason', why)
    assert.match(unnamed.err, /required option '--as <email>'/)
    assert.equal((await json('admin.visits', 'look-ins')).total, 0)
  })

  test('opens in the browser of the administrator alone, changes nothing, is told to everybody, and ends', async () => {
    await allow(true)
    const { email, id } = await newMember('analyst')
    const begun = await lookIn(email)
    assert.equal(begun.code, 0)
    const { visit, address } = JSON.parse(begun.out)
    const path = new URL(address).pathname
    assert.ok(!/[\w-]{43}/.test(begun.out), 'what opens it is not printed')

    for (const person of [owner, await newPerson()]) assert.equal((await get(path, person.cookie)).status, 404)
    const entered = await get(path, opened.admin.cookie)
    assert.deepEqual([entered.status, entered.headers.get('location')], [303, '/'])
    const token = /tillsight-look-in=[\w-]{43}/.exec(entered.headers.getSetCookie().join('\n'))?.[0]
    const cookie = `${opened.admin.cookie}; ${token}`
    const connections = '/api/v1/shops/tea.example/connections'
    assert.equal((await get(connections, cookie)).status, 200)
    assert.equal((await get(connections, opened.admin.cookie)).status, 404)
    const headers = { cookie, 'content-type': 'application/json', origin: runtime.own.url() }
    const write = { method: 'POST', headers, body: JSON.stringify({ name: 'Sheet', scopes: ['metrics:read'] }) }
    assert.equal((await installation.fetchAsVisitor(`/api/v1/organisations/${organisation}/keys`, write)).status, 403)

    const { items } = await json('admin.visits', 'look-ins', '--search', email)
    assert.deepEqual(
      items.map((one) => [one.visit, one.administrator, one.member, one.reason, one.isOpen]),
      [[visit, opened.admin.email, email, why, true]],
    )
    assert.match((await admin('look-ins')).out, new RegExp(`until [^\\n]*${visit}`))
    const own = await json('admin.activity', 'activity', '--search', 'admin.look_in')
    assert.deepEqual([own.items[0]?.actor.name, own.items[0]?.reason], ['Command line', why])
    assert.ok(own.items[0]?.target.name.endsWith(opened.admin.email))
    const theirs = await (await inOrganisation())('audit.list', { action: 'support.begin' })
    const [entry] = theirs.items
    assert.deepEqual([entry?.actor.kind, entry?.actor.id, entry?.target.id], ['support', opened.admin.id, id])
    await eventually(async () => (await json('admin.mails', 'mails', '--search', 'looks in')).items[0])

    assert.equal((await admin('end-look-in', visit)).out, 'It is ended.\n')
    assert.equal((await get(connections, cookie)).status, 404)
    assert.equal((await get(path, opened.admin.cookie)).status, 404)
    assert.deepEqual(await json('admin.stop_looking', 'end-look-in', visit), { ended: false })
    assert.match((await admin('look-ins')).out, new RegExp(`ended [^\\n]*${visit}`))
  })

  test('ends with the consent, also where it was not opened yet', async () => {
    await allow(true)
    const { visit } = JSON.parse((await lookIn((await newMember('viewer')).email)).out)
    await allow(false)
    await allow(true)
    assert.equal((await get(`/look-in/${visit}`, opened.admin.cookie)).status, 404)
  })
})

test('a log that somebody changed is named by doctor and by the list, and both end with a failure', async () => {
  const person = await newPerson()
  for (const name of ['lock', 'unlock', 'lock']) assert.equal((await admin(name, person.email)).code, 0)
  const healthy = await line.run('doctor')
  assert.match(healthy.out, /^ok +Log of the installation: \d+ entries, unbroken up to no\. \d+/m)
  assert.equal((await admin('activity')).code, 0)

  const second = kysely
    .updateTable('auditEntries')
    .where('organisationId', '=', installationLog)
    .where('number', '=', 2)
  const { id, actorId } = await kysely
    .selectFrom('auditEntries')
    .select(['id', 'actorId'])
    .where('organisationId', '=', installationLog)
    .where('number', '=', 2)
    .executeTakeFirstOrThrow()
  await second.set({ actorId: person.id }).execute()
  const broken = await line.run('doctor')
  assert.equal(broken.code, 1)
  assert.match(
    broken.out,
    new RegExp(
      `^FAIL +Log of the installation: the chain breaks at no\\. 2: the entry ${id} is filed under something else`,
      'm',
    ),
  )
  assert.match(broken.out, /Somebody changed the database by hand, or its disk is damaged: compare with a backup\./)
  const list = await admin('activity')
  assert.equal(list.code, 1)
  assert.match(list.out, /This log: the chain breaks at no\. 2/)
  const asData = await admin('activity', '--json')
  assert.equal(asData.code, 1)
  const { check, items } = JSON.parse(asData.out)
  assert.deepEqual([check.state, check.number], ['broken', 2])
  assert.ok(items.length > 0, 'the entries are shown all the same')

  await second.set({ actorId }).execute()
  assert.equal((await admin('activity')).code, 0)
  await kysely
    .deleteFrom('auditEntries')
    .where('organisationId', '=', installationLog)
    .where('number', '=', 2)
    .execute()
  assert.match((await line.run('doctor')).out, /^FAIL +Log of the installation: [^\n]*entry 2 is gone; the next is 3/m)
})
