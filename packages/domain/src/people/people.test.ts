import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { readPerson } from '@tillsight/database'
import { run } from '../context/index.ts'
import { SaveProfileInput, usualFigures } from '../inputs/index.ts'
import { isRefused, openTestPeople } from '../organisations/testing.ts'
import * as people from './index.ts'
import { hashRecoveryCode, makeRecoveryCode, type RecoveryContext } from './recovery-codes.ts'

const { db, newPerson } = await openTestPeople({ after })

test('whoever signs in becomes known, keeps the name they chose, and is followed to another address', async () => {
  const ctx = await newPerson('Ann@X.test')
  assert.equal((await run(people.getProfile, ctx, {})).email, 'ann@x.test')
  await run(people.saveProfile, ctx, { name: 'Ann', language: 'en', zone: '' })
  const again = { id: ctx.person, confirmedEmail: 'new@x.test', name: 'From the provider' }
  assert.equal((await people.ensurePerson(ctx, again)).email, 'new@x.test')
  const before = await readPerson(db.kysely, ctx.person)
  assert.deepEqual(await people.ensurePerson(ctx, again), before)
  assert.equal(before.name, 'Ann')
  await people.ensurePerson(ctx, { ...again, confirmedEmail: '' })
  assert.equal((await run(people.getProfile, ctx, {})).email, '')
})

test('a name from a provider is cut to one short line', async () => {
  const { person: id, queries } = await newPerson()
  await db.kysely.deleteFrom('people').where('id', '=', id).execute()
  const { name } = await people.ensurePerson(
    { queries },
    { id, confirmedEmail: '', name: ` A\n\0b ${'x'.repeat(200)}` },
  )
  assert.deepEqual([name.slice(0, 4), name.length], ['A b ', 100])
})

suite('a profile', () => {
  test('is saved trimmed, with a zone or none', async () => {
    const ctx = await newPerson()
    await run(people.saveProfile, ctx, { name: '  Zoë  ', language: 'nl', zone: 'Europe/Berlin' })
    const { name, zone, language, picture } = await run(people.getProfile, ctx, {})
    assert.deepEqual([name, zone, language, picture], ['Zoë', 'Europe/Berlin', 'nl', null])
    await run(people.saveProfile, ctx, { name: '', language: '', zone: '' })
    assert.equal((await run(people.getProfile, ctx, {})).zone, '')
  })

  test('is refused field by field', async () => {
    const ctx = await newPerson()
    const good = { name: 'Ann', language: 'en', zone: '' } as const
    const wrong = [
      { name: 'x'.repeat(101) },
      { name: 'two\nlines' },
      { name: 'zero\0byte' },
      { zone: 'Europe/Bonn' },
      { zone: '+02:00' },
    ]
    for (const change of wrong) {
      await assert.rejects(run(people.saveProfile, ctx, { ...good, ...change }), isRefused('invalid_input', /^This/))
    }
    assert.equal(SaveProfileInput.safeParse({ ...good, language: 'xx' }).success, false)
  })

  test('is nobody else’s to see or change', async () => {
    const [ann, bob] = [await newPerson(), await newPerson()]
    const intruding = { ...ann, person: bob.person }
    await assert.rejects(run(people.getProfile, intruding, {}), isRefused('forbidden'))
    await assert.rejects(
      run(people.saveProfile, intruding, { name: 'x', language: 'en', zone: '' }),
      isRefused('forbidden'),
    )
    assert.ok(await run(people.getProfile, { ...bob, actor: { kind: 'local' } }, {}))
    const key = { kind: 'api_key', id: 'k', permissions: ['self'], shops: 'all' } as const
    await assert.rejects(run(people.getProfile, { ...bob, actor: key }, {}), isRefused('forbidden'))
  })
})

test('notification settings have defaults and are kept', async () => {
  const ctx = await newPerson()
  assert.deepEqual(await run(people.getNotifications, ctx, {}), {
    dataHealth: true,
    productNews: false,
    digestAt: '07:30',
    figures: [...usualFigures],
    quiet: null,
    pushFigures: false,
  })
  const chosen = {
    dataHealth: false,
    productNews: true,
    digestAt: '18:05',
    figures: ['sales', 'orders', 'aov', 'returns', 'discounts'],
    quiet: { from: '22:00', until: '06:30' },
    pushFigures: true,
  }
  await run(people.saveNotifications, ctx, chosen)
  assert.deepEqual(await run(people.getNotifications, ctx, {}), chosen)
})

suite('recovery codes', () => {
  const recoveryKey = new Uint8Array(32).fill(3)
  const newContext = async (): Promise<RecoveryContext> => ({ ...(await newPerson()), recoveryKey })

  test('are ten, shown once, and stored as hashes only', async () => {
    const ctx = await newContext()
    const { codes } = await run(people.createRecoveryCodes, ctx, {})
    assert.equal(new Set(codes).size, 10)
    for (const code of codes) assert.match(code, /^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/)
    const rows = await db.kysely.selectFrom('recoveryCodes').select('codeHash').execute()
    assert.ok(rows.every(({ codeHash }) => /^[0-9a-f]{64}$/.test(codeHash)))
    assert.deepEqual(await run(people.countRecoveryCodes, ctx, {}), { left: 10 })
  })

  test('are spent once each, also by twenty at the same time', async () => {
    const ctx = await newContext()
    const { codes } = await run(people.createRecoveryCodes, ctx, {})
    const code = codes[0] ?? ''
    const attempts = await Promise.allSettled(
      Array.from({ length: 20 }, () => run(people.spendRecoveryCode, ctx, { code })),
    )
    assert.equal(attempts.filter(({ status }) => status === 'fulfilled').length, 1)
    await assert.rejects(run(people.spendRecoveryCode, ctx, { code }), isRefused('invalid_input'))
    assert.deepEqual(await run(people.countRecoveryCodes, ctx, {}), { left: 9 })
  })

  test('belong to one person, and end with the next ten', async () => {
    const [ctx, other] = [await newContext(), await newContext()]
    const { codes } = await run(people.createRecoveryCodes, ctx, {})
    const code = codes[0] ?? ''
    await assert.rejects(run(people.spendRecoveryCode, other, { code }), isRefused('invalid_input'))
    await Promise.all([1, 2, 3].map(() => run(people.createRecoveryCodes, ctx, {})))
    await assert.rejects(run(people.spendRecoveryCode, ctx, { code }), isRefused('invalid_input'))
    assert.deepEqual(await run(people.countRecoveryCodes, ctx, {}), { left: 10 })
  })

  test('are the same however they are typed', async () => {
    const { person } = await newPerson()
    const hash = (code: string) => hashRecoveryCode(recoveryKey, person, code)
    for (const typed of ['O1VLI-abcde', '0iv11 ABCDE', ' o1u1labcde ']) assert.equal(hash(typed), hash('01v11-abcde'))
    assert.notEqual(hash('01v11-abcdf'), hash('01v11-abcde'))
    assert.notEqual(hashRecoveryCode(new Uint8Array(32), person, 'x'), hash('x'))
    assert.equal(makeRecoveryCode().length, 11)
  })
})
