import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { adviseOnKey, adviseOnSending } from './decide.ts'

const key = (share: number, sent = 20) => ({ share, sent, platform: 'Meta Ads' })
const calm = { placed: 100, counts: { sent: 100 }, medianDelaySeconds: 360, late: 0 }

suite('what to do about what is not as it should be', () => {
  test('a key that few orders have comes with what to do, once there are enough orders to tell', () => {
    assert.match(adviseOnKey('email', key(0.89)) ?? '', /required field/)
    assert.equal(adviseOnKey('email', key(0.9)), null)
    assert.equal(adviseOnKey('email', key(0, 19)), null)
    assert.match(adviseOnKey('click', key(0)) ?? '', /ad of Meta Ads/)
    assert.equal(adviseOnKey('customerId', key(0)), null, 'guests have none')
  })

  test('nothing is said where all is well', () => {
    assert.deepEqual(adviseOnSending(calm), [])
    assert.deepEqual(adviseOnSending({ ...calm, placed: 1, counts: {} }), [])
  })

  test('failures, missing consent, orders that never came, slowness and repeats are each said', () => {
    const advice = (more: Partial<typeof calm & { counts: Record<string, number> }>) =>
      adviseOnSending({ ...calm, ...more }).join(' ')
    assert.match(advice({ counts: { sent: 97, refused: 1, given_up: 2 } }), /^3 orders did not get through/)
    assert.match(advice({ counts: { sent: 59, no_consent: 41 } }), /^Many orders are not sent for lack of consent/)
    assert.match(advice({ counts: { sent: 79 } }), /^21 orders are not in the queue/)
    assert.match(advice({ medianDelaySeconds: 7_201 }), /^Orders go out late/)
    assert.match(advice({ late: 1 }), /^1 order went through more than 48 hours/)
  })
})
