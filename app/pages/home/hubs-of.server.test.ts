import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hubsOf } from './hubs-of.server.ts'
import { pageWords } from './words.server.ts'

const say = pageWords.say('en')

const memberships = [
  { organisation: 'a', name: 'Agency' },
  { organisation: 'b', name: 'Bakery' },
]

test('shops of one organisation are seen together from its first', () => {
  const shops = [
    { domain: 'one.test', organisation: 'a' },
    { domain: 'two.test', organisation: 'a' },
    { domain: 'bread.test', organisation: 'b' },
  ]
  assert.deepEqual(hubsOf(shops, memberships, say), [{ domain: 'one.test', label: 'See all shops together' }])
})

test('with several organisations the link names which', () => {
  const shops = ['a', 'b', 'a', 'b'].map((organisation, index) => ({ domain: `${index}.test`, organisation }))
  assert.deepEqual(hubsOf(shops, memberships, say), [
    { domain: '0.test', label: 'All shops of Agency' },
    { domain: '1.test', label: 'All shops of Bakery' },
  ])
})

test('a single shop has nothing beside it', () => {
  assert.deepEqual(hubsOf([{ domain: 'one.test', organisation: 'a' }], memberships, say), [])
})
