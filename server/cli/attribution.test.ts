import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '../version.ts'

/** Runs `tillsight attribution …` with this input, without any store. */
function attribution(command: string, input: unknown) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'scripts', 'cli.ts'), 'attribution', command, '--json'],
    {
      input: typeof input === 'string' ? input : JSON.stringify(input),
      encoding: 'utf8',
      env: { ...process.env, TILLSIGHT_DATA_DIR: '/nonexistent/never-used' },
    },
  )
  const print = (): unknown => JSON.parse(stdout)
  return { status, stdout, stderr, print }
}

const day = 86_400_000
const at = Date.UTC(2026, 1, 2, 12)
const touch = (touch_id: string, daysBefore: number, [channel, platform]: readonly [string, string?]) => ({
  touch_id,
  ts: at - daysBefore * day,
  kind: 'click',
  channel,
  platform,
  paid: channel.startsWith('paid'),
})

test('credit is printed by case, order and model; nothing is lost of large amounts, and what earned nothing is left out', () => {
  const { status, print } = attribution('credit', [
    {
      id: 'E2',
      touches: [touch('a', 21, ['email']), touch('b', 7, ['paid_social', 'meta']), touch('c', 0, ['direct'])],
      orders: [
        { order_id: 'o', ts: at, value_minor: 13_000, refunds: [6500] },
        { order_id: 'gone', ts: at, value_minor: 1, cancelled: true },
      ],
      models: ['time_decay', 'last_paid', 'platform_last_click', 'markov_local'],
      removal_effects: { email: '1/4', paid_social: '3/4' },
    },
    {
      // Whole numbers in the ratio above: one to three.
      id: 'whole',
      touches: [touch('a', 21, ['email']), touch('b', 7, ['paid_social', 'meta'])],
      orders: [{ order_id: 'o', ts: at, value_minor: 13_000, refunds: [6500] }],
      models: ['markov_local'],
      removal_effects: { email: 1, paid_social: '3' },
    },
    {
      id: 2,
      touches: [],
      orders: [{ order_id: 'p', ts: at, value_minor: '9007199254740993' }],
      models: ['first_click'],
    },
  ])
  const row = ([touch_id, channel]: readonly [string, string], gross_minor: number, orders_micro: number) => ({
    touch_id,
    channel,
    gross_minor,
    net_minor: gross_minor / 2,
    orders_micro,
  })
  assert.equal(status, 0)
  assert.deepEqual(print(), [
    {
      id: 'E2',
      orders: [
        {
          order_id: 'o',
          models: {
            time_decay: [
              row(['a', 'email'], 1000, 76_923),
              row(['b', 'paid_social'], 4000, 307_692),
              row(['c', 'direct'], 8000, 615_385),
            ],
            last_paid: [row(['b', 'paid_social'], 13_000, 1_000_000)],
            platform_last_click: [{ platform: 'meta', touch_id: 'b', claimed_minor: 13_000 }],
            markov_local: [row(['a', 'email'], 3250, 250_000), row(['b', 'paid_social'], 9750, 750_000)],
          },
        },
      ],
    },
    {
      id: 'whole',
      orders: [
        {
          order_id: 'o',
          models: { markov_local: [row(['a', 'email'], 3250, 250_000), row(['b', 'paid_social'], 9750, 750_000)] },
        },
      ],
    },
    {
      id: 2,
      orders: [
        {
          order_id: 'p',
          models: {
            first_click: [
              {
                touch_id: '(unattributed)',
                channel: '(unattributed)',
                gross_minor: '9007199254740993',
                net_minor: '9007199254740993',
                orders_micro: 1_000_000,
              },
            ],
          },
        },
      ],
    },
  ])
})

test('paths are fitted to twelve digits', () => {
  const { print } = attribution('paths', {
    rows: [
      { path: ['S', 'E'], conversions: 3, value_minor: 24_000, null: 2 },
      { path: ['D', 'S'], conversions: 2, value_minor: 30_000, null: 3 },
      { path: ['S'], conversions: 1, value_minor: '5000', null: 6 },
      { path: ['D', 'S', 'S', 'E'], conversions: 2, value_minor: 26_000, null: 1 },
      { path: ['E'], conversions: 2, value_minor: 10_000, null: 3 },
    ],
    models: ['markov', 'shapley', 'shapley_ordered'],
  })
  assert.deepEqual(print(), {
    markov: {
      conversion_probability: 0.4,
      removal_effect: { S: 0.730769230769, E: 0.7, D: 0.292307692308 },
      attributed_conversions: { S: 4.24107142857, E: 4.0625, D: 1.69642857143 },
      value_per_journey: 3800,
      removal_effect_value: { S: 0.757085020243, E: 0.631578947368, D: 0.302834008097 },
      attributed_value_minor: { S: 42520.3446625, E: 35471.5174725, D: 17008.137865 },
    },
    shapley: {
      conversions: { S: 4.16666666667, E: 4.16666666667, D: 1.66666666667 },
      value_minor: { S: 40666.6666667, E: 30666.6666667, D: 23666.6666667 },
    },
    shapley_ordered: {
      conversions: {
        S: { 1: 2.5, 2: 1.33333333333, 3: 0.333333333333 },
        E: { 1: 2, 2: 1.5, 4: 0.666666666667 },
        D: { 1: 1.66666666667 },
      },
      value_minor: {
        S: { 1: 17000, 2: 19333.3333333, 3: 4333.33333333 },
        E: { 1: 10000, 2: 12000, 4: 8666.66666667 },
        D: { 1: 23666.6666667 },
      },
    },
  })
})

test('landings get their channel, and histories their journeys', () => {
  const landing = { id: 'l', url: 'https://a.example/?gclid=1', referrer: null, own_domains: ['a.example'] }
  assert.deepEqual(attribution('classify', [landing]).print(), [
    { id: 'l', new_touch: true, channel: 'paid_search', paid: true, platform: 'google', evidence: 'click_id' },
  ])
  const events = [
    { type: 'touch', ts: at, visitor: 'v', touch_id: 't' },
    { type: 'order', ts: at + 1, visitor: 'v', customer: 7, order_id: 'o' },
    { type: 'order', ts: at + 2, customer: '7', order_id: 'p' },
  ]
  assert.deepEqual(attribution('journeys', [{ id: 1, events }]).print(), [
    { id: 1, journeys: { o: ['t'], p: ['t'] }, returning: { o: false, p: true } },
  ])
})

test('what cannot be used is named with its place, and nothing is printed', () => {
  const wrong = attribution('credit', [
    { id: 1, touches: [{ touch_id: 't', ts: 'now' }], orders: [], models: ['best'] },
  ])
  assert.equal(wrong.status, 1)
  const { error } = wrong.print() as { error: { code: string; message: string } }
  assert.equal(error.code, 'invalid_input')
  assert.match(error.message, /\[0\]\.touches\[0\]\.ts: .*\n.*\[0\]\.touches/s)
  assert.match(attribution('paths', 'not json').stdout, /is not JSON/)
})
