import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { startLocalServer } from '../delivery/local-server.fixture.ts'
import { AuthError } from '../errors.ts'
import { createBreachCheck, createPasswordRules } from './rules.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }
const lenient = { minimumLength: 6, requiredSets: [], breachCheck: false, breachFailClosed: false }
const known = 'password1'
const knownHash = createHash('sha1').update(known).digest('hex').toUpperCase()

function rulesOf(
  change: Partial<Parameters<typeof createPasswordRules>[0]['settings']> = {},
  isBreached = async () => false,
) {
  return createPasswordRules({ settings: { ...lenient, ...change }, isBreached, log: silent })
}

test('reasons come in order, with the texts of the protocol', async () => {
  const rules = rulesOf({ minimumLength: 8, requiredSets: ['abc', '012'], breachCheck: true }, async () => true)
  assert.deepEqual(await rules.findWeakness('zz'), {
    message:
      'Password should be at least 8 characters. ' +
      'Password should contain at least one character of each: abc, 012. ' +
      'Password is known to be weak and easy to guess, please choose a different one.',
    reasons: ['length', 'characters', 'pwned'],
  })
  assert.deepEqual((await rules.findWeakness('abcabcabc'))?.reasons, ['characters', 'pwned'])
  assert.deepEqual((await rules.findWeakness('a0'))?.reasons, ['length', 'pwned'])
  await assert.rejects(rules.requireStrong('zz'), (error) => {
    assert.ok(error instanceof AuthError)
    assert.deepEqual([error.status, error.code], [422, 'weak_password'])
    assert.deepEqual(error.reasons, ['length', 'characters', 'pwned'])
    return true
  })
})

test('a good password has no weakness', async () => {
  const rules = rulesOf({ requiredSets: ['abc', ':;'] })
  assert.equal(await rules.findWeakness('zzzzza:'), undefined)
  await rules.requireStrong('zzzzza:')
})

test('length counts characters, the limit counts bytes', async () => {
  const rules = rulesOf()
  assert.deepEqual((await rules.findWeakness('ééééé'))?.reasons, ['length'])
  assert.equal(await rules.findWeakness('éééééé'), undefined)
  rules.requireStorable('x'.repeat(72))
  rules.requireStorable('é'.repeat(36))
  for (const password of ['x'.repeat(73), 'é'.repeat(37)]) {
    assert.throws(
      () => rules.requireStorable(password),
      (error) =>
        error instanceof AuthError &&
        error.code === 'validation_failed' &&
        error.message === 'Password cannot be longer than 72 characters',
    )
    await assert.rejects(rules.requireStrong(password), AuthError)
  }
})

test('known passwords are found by five characters of their hash, and padding is ignored', async (t) => {
  const padded = createHash('sha1').update('padding').digest('hex').toUpperCase()
  const body = `${'0'.repeat(35)}:7\r\n${knownHash.slice(5)}:42\r\n${padded.slice(5)}:0\r\n`
  const { address, calls } = await startLocalServer(t, { body })
  const isBreached = createBreachCheck({ fetch, address })
  assert.equal(await isBreached(known), true)
  assert.equal(await isBreached('padding'), false)
  assert.equal(await isBreached('a different one'), false)
  assert.equal(calls[0]?.request.url, `/range/${knownHash.slice(0, 5)}`)
  assert.equal(calls[0]?.request.headers['add-padding'], 'true')
})

test('when the list fails or is silent, passwords pass, unless settings say otherwise', async (t) => {
  const failing = await startLocalServer(t, { status: 503, body: 'down' })
  const silentServer = await startLocalServer(t, null)
  for (const { address } of [failing, silentServer]) {
    const isBreached = createBreachCheck({ fetch, address, timeoutMs: 50 })
    const options = { isBreached, log: silent }
    const open = createPasswordRules({ settings: { ...lenient, breachCheck: true }, ...options })
    assert.equal(await open.findWeakness(known), undefined)
    const closed = createPasswordRules({
      settings: { ...lenient, breachCheck: true, breachFailClosed: true },
      ...options,
    })
    await assert.rejects(
      closed.findWeakness(known),
      (error) => error instanceof AuthError && error.status === 500 && error.code === 'unexpected_failure',
    )
  }
})

test('a failed look-up logs nothing of the password', async () => {
  const lines: string[] = []
  const warn = (fields: object, message: string) => lines.push(JSON.stringify(fields) + message)
  const isBreached = createBreachCheck({ fetch: () => Promise.reject(new Error('no route')) })
  const rules = createPasswordRules({
    settings: { ...lenient, breachCheck: true },
    isBreached,
    log: { ...silent, warn },
  })
  await rules.findWeakness(known)
  assert.equal(lines.length, 1)
  assert.ok(!lines[0]?.includes(known) && !lines[0]?.includes(knownHash.slice(0, 5)))
})
