import assert from 'node:assert/strict'
import { test } from 'node:test'
import { creditNames } from '../../blocks/credit/credit-names.server.ts'
import { printFlow } from './load-paths.server.ts'
import { pageWords } from './words.server.ts'

const printing = {
  format: { currency: 'EUR', decimals: 2 },
  say: pageWords.say('en'),
  names: creditNames('en'),
}

test('the diagram names every node, and its bands are the orders of the paths', () => {
  const { heads, nodes, bands } = printFlow(
    [
      { steps: ['paid_social', 'email'], orders: 1200 },
      { steps: ['email'], orders: 34 },
    ],
    printing,
  )
  assert.deepEqual(heads, ['First touch', 'Second', 'Order'])
  assert.deepEqual(
    nodes.map(({ name, text }) => `${name} ${text}`),
    ['Paid social 1,200', 'Email 34', 'Email 1,200', 'Orders 1,234'],
  )
  assert.deepEqual(
    bands.map(({ nodes: passed, text }) => [passed.map((place) => nodes[place]?.name), text]),
    [
      [['Paid social', 'Email', 'Orders'], '1,200'],
      [['Email', 'Orders'], '34'],
    ],
  )
})

test('rare channels share a node, whose orders are the sum of theirs', () => {
  const channels = ['email', 'direct', 'sms', 'display', 'affiliate', 'organic_search', 'referral', 'push']
  const { nodes } = printFlow(
    channels.map((channel, nth) => ({ steps: [channel], orders: 10 - nth })),
    printing,
  )
  const others = nodes.find(({ name }) => name === 'Other channels')
  assert.deepEqual([others?.value, others?.color], [5 + 4 + 3, 'text-edge'])
  assert.equal(nodes.filter(({ step }) => step === 0).length, 6)
})
