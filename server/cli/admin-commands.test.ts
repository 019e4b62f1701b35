// Commands of administration, run in a process of its own against the stores of a running product.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { AdminVerbs, VerbOutput } from '@tillsight/domain'
import { eventually, openAdministration } from '../testing/administration.ts'
import { openCommandLine } from '../testing/command-line.ts'
import { startInstallation } from '../testing/installation.ts'
import { openAuthClient, testPassword } from '../testing/people.ts'

const installation = await startInstallation({ after })
const { runtime, organisation, newPerson, newMember } = await openAdministration(installation)
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
