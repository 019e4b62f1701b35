import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createIpLimits, type IpBucket, networkOf } from './ip-limits.ts'

const rates = { verify: 30, token: 150, otp: 30, sso: 30, anonymous: 30 }

function movableClock() {
  let nowMs = Date.parse('2026-11-21T08:00:00Z')
  return {
    now: () => new Date(nowMs),
    move(ms: number) {
      nowMs += ms
    },
  }
}

function takeUntilRefused(take: () => boolean): number {
  let count = 0
  while (count < 1000 && take()) count += 1
  return count
}

test('each kind of call has its own burst and refills at its own rate', () => {
  const inFiveMinutes: Record<IpBucket, number> = {
    signup: 30,
    otp: 30,
    magiclink: 30,
    recover: 30,
    resend: 30,
    update_user: 30,
    token: 150,
    verify: 30,
    factor_challenge: 75,
    factor_verify: 75,
    sso: 30,
    saml_acs: 15,
    anonymous: 2.5,
    oauth_authorize: 30,
    oauth_token: 150,
  }
  for (const [bucket, refills] of Object.entries(inFiveMinutes) as [IpBucket, number][]) {
    const clock = movableClock()
    const limits = createIpLimits({ rates, clock })
    const take = () => limits.take(bucket, '203.0.113.9')
    assert.equal(takeUntilRefused(take), 30, bucket)
    clock.move((5 * 60_000) / refills - 1)
    assert.equal(take(), false, bucket)
    clock.move(1)
    assert.equal(take(), true, bucket)
    assert.equal(take(), false, bucket)
    clock.move(24 * 3_600_000)
    assert.equal(takeUntilRefused(take), 30, `${bucket} never holds more than its burst`)
  }
})

test('addresses and kinds do not share a bucket', () => {
  const limits = createIpLimits({ rates, clock: movableClock() })
  takeUntilRefused(() => limits.take('otp', '203.0.113.9'))
  assert.equal(limits.take('otp', '203.0.113.9'), false)
  assert.equal(limits.take('otp', '203.0.113.10'), true)
  assert.equal(limits.take('recover', '203.0.113.9'), true)
})

test('one IPv6 customer is one caller, however the address is written', () => {
  assert.equal(networkOf('2001:db8:1:2::1'), networkOf('2001:0db8:0001:0002:ffff:1:2:3'))
  assert.notEqual(networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:3::1'))
  assert.equal(networkOf('::ffff:203.0.113.9'), '203.0.113.9')
  assert.equal(networkOf('fe80::1%eth0'), 'fe80:0:0:0')
  assert.equal(networkOf('::1'), '0:0:0:0')
  assert.equal(networkOf('64:ff9b::203.0.113.9'), '64:ff9b:0:0')
  assert.equal(networkOf('unknown'), 'unknown')
})

test('a rate of 0 refuses everything', () => {
  assert.equal(createIpLimits({ rates: { ...rates, sso: 0 }, clock: movableClock() }).take('sso', '203.0.113.9'), false)
})

test('memory stays bounded: the address that was not seen for longest is forgotten', () => {
  const limits = createIpLimits({ rates, clock: movableClock(), maxEntries: 2 })
  takeUntilRefused(() => limits.take('otp', 'a'))
  limits.take('otp', 'b')
  assert.equal(limits.take('otp', 'a'), false)
  limits.take('otp', 'c')
  assert.equal(limits.take('otp', 'a'), false, 'a was touched after b')
  takeUntilRefused(() => limits.take('otp', 'b'))
  limits.take('otp', 'c')
  assert.equal(limits.take('otp', 'a'), true, 'a was forgotten')
})

test('a clock that is set back neither locks anybody out nor gives calls away', () => {
  const clock = movableClock()
  const limits = createIpLimits({ rates, clock })
  const take = () => limits.take('otp', '203.0.113.9')
  takeUntilRefused(take)
  clock.move(-3_600_000)
  assert.equal(take(), false)
  clock.move(10_000)
  assert.equal(take(), true)
})

test('no pattern of calls gets more than burst plus refill', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 200 }), (pauses) => {
      const clock = movableClock()
      const limits = createIpLimits({ rates, clock })
      let elapsedMs = 0
      let taken = 0
      for (const pause of pauses) {
        clock.move(pause)
        elapsedMs += pause
        if (limits.take('verify', '203.0.113.9')) taken += 1
      }
      assert.ok(taken <= 30 + (elapsedMs * 30) / 300_000 + 1e-6)
    }),
  )
})
