import assert from 'node:assert/strict'
import { test } from 'node:test'
import argon2 from 'argon2'
import fc from 'fast-check'
import { AuthError } from '../errors.ts'
import { createPasswordHashing, createWorkQueue } from './hashing.ts'

const hashing = createPasswordHashing()
const signerKey = 'ou9tdYTGyYm8kuR6Dt0Bp0kDuAYoXrK16mbZO4yGwAn3oLspjnN0/c41v8xZnO1n14J3MjKj1b2g6AUCAlFwMw=='
const firebaseResult = 'zKVTMvnWVw5BBOZNUdnsalx4c4c7y/w7IS5p6Ut2+CfEFFlz37J9huyQfov4iizN8dbjvEJlM5tQaJP84+hfTw=='
const firebase = (change: { v?: string; n?: string; r?: string; p?: string; ss?: string; salt?: string } = {}) => {
  const { v = '1', n = '14', r = '8', p = '1', ss = 'Bw==', salt = 'C0sHCg9ek77hsg==' } = change
  return `$fbscrypt$v=${v},n=${n},r=${r},p=${p},ss=${ss},sk=${signerKey}$${salt}$${firebaseResult}`
}

/** Made by other programs. */
const imported: [string, string][] = [
  ['test', '$argon2i$v=19$m=16,t=2,p=1$bGJRWThNOHJJTVBSdHl2dQ$NfEnUOuUpb7F2fQkgFUG4g'],
  ['test', '$argon2id$v=19$m=32,t=3,p=2$SFVpOWJ0eXhjRzVkdGN1RQ$RXnb8rh7LaDcn07xsssqqulZYXOM/EUCEFMVcAcyYVk'],
  ['test', '$2a$10$vVz26aE3xkpSS9HFgafcH.M0Ina2tRm.Kp08WcVfjipXccGakj6i.'],
  ['test', '$2y$10$SXEz2HeT8PUIGQXo9yeUIem8KzNxgG0d7o/.eGj2rj8KbRgAuRVlq'],
  ['mytestpassword', firebase()],
]

test('a hashed password verifies, and no other one does', async () => {
  const password = fc.string({ unit: 'grapheme', maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(password, password, async (typed, other) => {
      const stored = await hashing.hash(typed)
      assert.equal(await hashing.verify(typed, stored), true)
      assert.equal(await hashing.verify(other, stored), other === typed)
    }),
    { numRuns: 8 },
  )
})

test('new hashes are argon2id with the stated cost and a salt of their own', async () => {
  const stored = await hashing.hash('correct horse')
  assert.match(stored, /^\$argon2id\$v=19\$m=65536,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  assert.notEqual(stored, await hashing.hash('correct horse'))
  assert.equal(hashing.needsUpgrade(stored), false)
})

test('hashes that were imported verify, are accepted for import and want an upgrade', async () => {
  for (const [password, stored] of imported) {
    assert.equal(await hashing.verify(password, stored), true, stored)
    assert.equal(await hashing.verify(`${password}x`, stored), false, stored)
    assert.equal(hashing.isHash(stored), true, stored)
    assert.equal(hashing.needsUpgrade(stored), true, stored)
  }
})

test('a stronger argon2id is kept', async () => {
  const stored = await argon2.hash('x', { memoryCost: 131_072, timeCost: 3, parallelism: 2 })
  assert.equal(hashing.needsUpgrade(stored), false)
})

test('what is no hash, or one that would cost too much, matches nothing and cannot be imported', async () => {
  const salt = 'bGJRWThNOHJJTVBSdHl2dQ'
  const result = 'NfEnUOuUpb7F2fQkgFUG4g'
  const broken = [
    '',
    'plaintext',
    '$argon2id$test',
    `$argon2d$v=19$m=32,t=3,p=2$${salt}$${result}`,
    `$argon2id$v=16$m=32,t=3,p=2$${salt}$${result}`,
    `$argon2id$v=19$m=2097152,t=3,p=2$${salt}$${result}`,
    `$argon2id$v=19$m=32,t=21,p=2$${salt}$${result}`,
    `$argon2id$v=19$m=512,t=3,p=17$${salt}$${result}`,
    `$argon2id$v=19$m=8,t=3,p=2$${salt}$${result}`,
    `$argon2id$v=19$m=32,t=0,p=2$${salt}$${result}`,
    `$argon2id$v=19$m=32,t=3,p=2,keyid=a$${salt}$${result}`,
    `$argon2id$v=19$m=32,t=3,p=2$c2hvcnQ$${result}`,
    'x2a$10$vVz26aE3xkpSS9HFgafcH.M0Ina2tRm.Kp08WcVfjipXccGakj6i.',
    '$2a$03$vVz26aE3xkpSS9HFgafcH.M0Ina2tRm.Kp08WcVfjipXccGakj6i.',
    '$2a$31$vVz26aE3xkpSS9HFgafcH.M0Ina2tRm.Kp08WcVfjipXccGakj6i.',
    '$2a$10$tooShort',
    '$fbscrypt$invalid',
    firebase({ v: '2' }),
    firebase({ n: '0' }),
    firebase({ n: '40' }),
    firebase({ n: '4294967296' }),
    firebase({ r: '0' }),
    firebase({ p: '256' }),
    firebase({ ss: 'B!w==' }),
    firebase({ salt: '!0sHCg9ek77hsg==' }),
  ]
  for (const stored of broken) {
    assert.equal(hashing.isHash(stored), false, stored)
    assert.equal(await hashing.verify('test', stored), false, stored)
  }
})

test('the check without an account costs what a real one costs', async () => {
  const stored = await hashing.hash('correct horse')
  // CPU time of the process: other programs on the machine lengthen the wall time, not the CPU time.
  const cheapest = async (work: () => Promise<unknown>) => {
    let best = Number.POSITIVE_INFINITY
    for (let run = 0; run < 7; run += 1) {
      const before = process.cpuUsage()
      await work()
      const { user, system } = process.cpuUsage(before)
      best = Math.min(best, (user + system) / 1000)
    }
    return best
  }
  const real = await cheapest(() => hashing.verify('wrong horse', stored))
  const dummy = await cheapest(() => hashing.verifyDummy('wrong horse'))
  assert.ok(dummy > real / 2 && dummy < real * 2, `${dummy} ms against ${real} ms`)
})

test('the event loop turns while passwords are hashed', async () => {
  let turns = 0
  let isDone = false
  const count = () => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  await Promise.all([hashing.hash('a'), hashing.hash('b'), hashing.verify('mytestpassword', firebase())])
  isDone = true
  assert.ok(turns > 20, `${turns} turns`)
})

test('a burst runs a few at a time and in order; what is too much is told to come again', async () => {
  const queue = createWorkQueue({ atOnce: 2, mostWaiting: 3, longestWaitMs: 10_000 })
  const gate = Promise.withResolvers<void>()
  let running = 0
  let most = 0
  const order: number[] = []
  const work = (index: number) =>
    queue.run(async () => {
      running += 1
      most = Math.max(most, running)
      order.push(index)
      await gate.promise
      running -= 1
      return index
    })
  const accepted = [0, 1, 2, 3, 4].map(work)
  await assert.rejects(work(5), (error) => error instanceof AuthError && error.status === 504)
  gate.resolve()
  assert.deepEqual(await Promise.all(accepted), [0, 1, 2, 3, 4])
  assert.deepEqual([most, order], [2, [0, 1, 2, 3, 4]])
  assert.equal(await work(6), 6)
})

test('work that fails gives its place back', async () => {
  const queue = createWorkQueue({ atOnce: 1, mostWaiting: 1, longestWaitMs: 10_000 })
  await assert.rejects(
    queue.run(() => Promise.reject(new Error('broken'))),
    /broken/,
  )
  assert.equal(await queue.run(async () => 'next'), 'next')
})

test('nothing is worked out for callers who have been told to come again', async () => {
  let nowMs = 0
  const queue = createWorkQueue({ atOnce: 1, mostWaiting: 10, longestWaitMs: 10_000 }, () => nowMs)
  const gate = Promise.withResolvers<void>()
  const done: string[] = []
  const work = (name: string, until?: Promise<void>) =>
    queue.run(async () => {
      await until
      done.push(name)
    })
  const first = work('first', gate.promise)
  const gone = ['gone', 'gone too'].map((name) => work(name))
  nowMs = 9_999
  const late = work('late')
  nowMs = 10_000
  gate.resolve()
  for (const call of gone) {
    await assert.rejects(call, (error) => error instanceof AuthError && error.status === 504)
  }
  await Promise.all([first, late])
  await work('next')
  assert.deepEqual(done, ['first', 'late', 'next'])
})

test('a check that is of no use any more when its turn comes is none', async () => {
  const stored = await hashing.hash('correct horse')
  assert.equal(await hashing.verify('correct horse', stored, async () => true), true)
  assert.equal(await hashing.verify('correct horse', stored, async () => false), false)
})
