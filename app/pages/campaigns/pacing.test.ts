import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pace } from './pacing.ts'

const daily = { amount: '0.30', per: 'day', sharedBy: null } as const
const spent = { today: '0.10', lastWeek: '2.10', ever: '9.00' } as const

test('a daily budget is measured against today and the last seven days, without binary fractions', () => {
  assert.deepEqual(pace(daily, spent), {
    per: 'day',
    spent: '0.10',
    share: '0.333333',
    average: '0.300000',
    averageShare: '1.000000',
  })
})

test('the average is rounded once', () => {
  const { averageShare, average } = {
    averageShare: '',
    average: '',
    ...pace({ ...daily, amount: '3.00' }, { ...spent, lastWeek: '20.00' }),
  }
  assert.deepEqual([average, averageShare], ['2.857143', '0.952381'])
})

test('a lifetime budget is measured against everything since it began', () => {
  const whole = { amount: '9007199254740993.01', per: 'lifetime', sharedBy: null } as const
  assert.deepEqual(pace(whole, { ...spent, ever: '9007199254740993.01' }), {
    per: 'lifetime',
    spent: '9007199254740993.01',
    share: '1.000000',
  })
})

test('of a shared budget one campaign has no share', () => {
  const { share, averageShare } = { averageShare: null, ...pace({ ...daily, sharedBy: 'Brand pot' }, spent) }
  assert.deepEqual([share, averageShare], [null, null])
})

test('what is not known, and a budget of nothing, have no share', () => {
  const unknown = { today: null, lastWeek: null, ever: null }
  assert.deepEqual(pace(daily, unknown), { per: 'day', spent: null, share: null, average: null, averageShare: null })
  assert.equal(pace({ ...daily, amount: '0.000000' }, spent).share, null)
})
