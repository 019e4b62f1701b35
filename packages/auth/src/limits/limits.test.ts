import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, test } from 'node:test'
import { AppError } from '@tillsight/core'
import { openTestDatabase } from '@tillsight/database/testing'
import { createLimits } from './index.ts'

const { kysely: db } = await openTestDatabase({ after })
const hash = (purpose: string, text: string) => createHmac('sha256', 'key').update(`${purpose} ${text}`).digest('hex')
const settings = {
  limits: { verify: 30, token: 150, otp: 30, sso: 30, anonymous: 30 },
  email: { budget: '30' },
  sms: { budget: '2' },
}

function openLimits() {
  let nowMs = Date.parse('2026-11-21T08:00:00.123Z')
  const clock = { now: () => new Date(nowMs) }
  return {
    limits: createLimits({ db, clock, hash, settings }),
    move(seconds: number) {
      nowMs += seconds * 1000
    },
  }
}

const right = async () => true
const wrong = async () => false
const times = (count: number) => Array.from({ length: count }, (_, index) => index)

test('of 20 parallel callers exactly one may send, and the others learn how long to wait', async () => {
  const { limits, move } = openLimits()
  const check = () => limits.sendInterval.check('recovery', 'parallel@example.com', 60)
  const waits = await Promise.all(times(20).map(check))
  assert.deepEqual(
    waits.toSorted((a, b) => a - b),
    [0, ...times(19).map(() => 60)],
  )
  move(59.5)
  assert.equal(await check(), 1)
  move(0.5)
  const later = await Promise.all(times(20).map(check))
  assert.equal(later.filter((wait) => wait === 0).length, 1)
})

test('kinds and addresses have intervals of their own, and 0 seconds never wait', async () => {
  const { limits } = openLimits()
  const { sendInterval } = limits
  assert.equal(await sendInterval.check('recovery', 'own@example.com', 60), 0)
  assert.equal(await sendInterval.check('confirmation', 'own@example.com', 60), 0)
  assert.equal(await sendInterval.check('recovery', 'own2@example.com', 60), 0)
  assert.equal(await sendInterval.check('recovery', 'own@example.com', 60), 60)
  assert.equal(await sendInterval.check('recovery', 'own@example.com', 0), 0)
})

test('a stamp can be taken back when sending failed', async () => {
  const { limits } = openLimits()
  assert.equal(await limits.sendInterval.check('sms', '15551234567', 60), 0)
  await limits.sendInterval.release('sms', '15551234567')
  assert.equal(await limits.sendInterval.check('sms', '15551234567', 60), 0)
})

test('a clock that was an hour ahead stops nobody from sending', async () => {
  const { limits, move } = openLimits()
  move(3600)
  assert.equal(await limits.sendInterval.check('recovery', 'ahead@example.com', 60), 0)
  move(-3600)
  assert.equal(await limits.sendInterval.check('recovery', 'ahead@example.com', 60), 0)
})

test('nothing in the table names the address', async () => {
  const { limits } = openLimits()
  await limits.sendInterval.check('recovery', 'secret@example.com', 60)
  const rows = await db.selectFrom('authMarks').select('key').execute()
  assert.ok(rows.length > 0)
  assert.ok(rows.every(({ key }) => /^[a-z ]+:[0-9a-f]{64}$/.test(key)))
})

test('the wait after wrong passwords doubles from the fifth on, up to 15 minutes, and ends', async () => {
  const { limits, move } = openLimits()
  const attempt = (verify: () => Promise<boolean>) => limits.passwordFailures.attempt('slow@example.com', verify)
  for (const _ of times(5)) assert.deepEqual(await attempt(wrong), { kind: 'failed' })
  const waits: number[] = []
  for (const _ of times(13)) {
    const refused = await attempt(() => assert.fail('must not be verified'))
    assert.ok(refused.kind === 'wait')
    waits.push(refused.seconds)
    move(refused.seconds - 0.01)
    assert.deepEqual(await attempt(right), { kind: 'wait', seconds: 1 })
    move(0.01)
    assert.deepEqual(await attempt(wrong), { kind: 'failed' })
  }
  assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
  move(900)
  assert.deepEqual(await attempt(right), { kind: 'passed' })
  for (const _ of times(5)) assert.deepEqual(await attempt(wrong), { kind: 'failed' })
})

test('a guess whose turn comes late learns that it has to wait by then', async () => {
  const { limits } = openLimits()
  const gate = Promise.withResolvers<void>()
  const late = limits.passwordFailures.attempt('queued@example.com', async (isWanted) => {
    await gate.promise
    return (await isWanted()) && assert.fail('must not be worked out')
  })
  for (const _ of times(5)) {
    const wrongOne = await limits.passwordFailures.attempt(
      'queued@example.com',
      async (isWanted) => !(await isWanted()),
    )
    assert.deepEqual(wrongOne, { kind: 'failed' })
  }
  gate.resolve()
  assert.deepEqual(await late, { kind: 'wait', seconds: 1 })
})

test('a success forgets earlier failures', async () => {
  const { limits } = openLimits()
  const attempt = (verify: () => Promise<boolean>) => limits.passwordFailures.attempt('typo@example.com', verify)
  for (const _ of times(3)) {
    for (const __ of times(4)) assert.deepEqual(await attempt(wrong), { kind: 'failed' })
    assert.deepEqual(await attempt(right), { kind: 'passed' })
  }
})

test('failures are forgotten after a day', async () => {
  const { limits, move } = openLimits()
  const attempt = (verify: () => Promise<boolean>) => limits.passwordFailures.attempt('day@example.com', verify)
  for (const _ of times(3)) {
    for (const __ of times(4)) assert.deepEqual(await attempt(wrong), { kind: 'failed' })
    move(24 * 3600)
  }
})

test('of 40 parallel guesses only five count, and a right one among the rest does not pass', async () => {
  const { limits } = openLimits()
  const { passwordFailures } = limits
  const gate = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  let running = 0
  const guess = async () => {
    running += 1
    if (running === 41) started.resolve()
    await gate.promise
    return false
  }
  const rightGate = Promise.withResolvers<void>()
  const lucky = passwordFailures.attempt('burst@example.com', async () => {
    running += 1
    if (running === 41) started.resolve()
    await rightGate.promise
    return true
  })
  const guesses = times(40).map(() => passwordFailures.attempt('burst@example.com', guess))
  await started.promise
  gate.resolve()
  const kinds = (await Promise.all(guesses)).map(({ kind }) => kind)
  rightGate.resolve()
  assert.equal(kinds.filter((kind) => kind === 'failed').length, 5)
  assert.equal(kinds.filter((kind) => kind === 'wait').length, 35)
  assert.deepEqual(await lucky, { kind: 'wait', seconds: 1 })
})

test('parallel sign-ins with the right password all pass', async () => {
  const { limits } = openLimits()
  const results = await Promise.all(times(20).map(() => limits.passwordFailures.attempt('many@example.com', right)))
  assert.ok(results.every(({ kind }) => kind === 'passed'))
})

test('a clock that was a day ahead does not make an account wait for it', async () => {
  const { limits, move } = openLimits()
  move(86_400)
  for (const _ of times(5)) await limits.passwordFailures.attempt('shift@example.com', wrong)
  move(-86_400)
  assert.deepEqual(await limits.passwordFailures.attempt('shift@example.com', right), { kind: 'passed' })
})

test('parallel failures of a code are all counted, until they expire or are cleared', async () => {
  const { limits, move } = openLimits()
  const codes = limits.failureCounter({ kind: 'code', forgetAfterSeconds: 300 })
  const counts = await Promise.all(times(10).map(() => codes.add('user recovery')))
  assert.deepEqual(
    counts.toSorted((a, b) => a - b),
    times(10).map((index) => index + 1),
  )
  assert.equal(await codes.count('user recovery'), 10)
  assert.equal(await codes.count('other'), 0)
  move(300)
  assert.equal(await codes.count('user recovery'), 0)
  assert.equal(await codes.add('user recovery'), 1)
  await codes.clear('user recovery')
  assert.equal(await codes.count('user recovery'), 0)
})

test('sweeping removes expired marks only', async () => {
  const { limits, move } = openLimits()
  await db.deleteFrom('authMarks').execute()
  await limits.sendInterval.check('sweep', 'old@example.com', 60)
  move(30)
  await limits.sendInterval.check('sweep', 'fresh@example.com', 60)
  move(30)
  assert.equal(await limits.sweep(), 1)
  assert.ok((await limits.sendInterval.check('sweep', 'fresh@example.com', 60)) > 0)
})

test('budgets come from the settings, and a wrong one is refused by name', () => {
  const { limits } = openLimits()
  assert.deepEqual([limits.smsBudget.take(), limits.smsBudget.take(), limits.smsBudget.take()], [true, true, false])
  assert.equal(limits.emailBudget.take(), true)
  const clock = { now: () => new Date() }
  assert.throws(
    () => createLimits({ db, clock, hash, settings: { ...settings, sms: { budget: 'many' } } }),
    (error) => error instanceof AppError && error.message.includes('AUTH_RATE_LIMIT_SMS_SENT'),
  )
})
