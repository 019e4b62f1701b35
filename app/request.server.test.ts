import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@tillsight/core'
import { RouterContextProvider } from 'react-router'
import { failureLogContext, guarded, toDecimal, toFormFailure, toProblem } from './request.server.ts'

const post = (type: string) =>
  new Request('http://localhost/account/profile', { method: 'POST', headers: { 'content-type': type }, body: '{}' })

test('a body that is no form is the sender’s mistake, not ours', async () => {
  const read = guarded(({ request }: { request: Request; context: RouterContextProvider }) => request.formData())
  for (const type of ['application/json', 'multipart/form-data', 'multipart/form-data; boundary=x', 'text/plain']) {
    await assert.rejects(
      read({ request: post(type), context: new RouterContextProvider() }),
      (failure: { init?: { status?: number } }) => failure.init?.status === 400,
      type,
    )
  }
})

test('any other failure stays one', async () => {
  const fail = guarded(async () => {
    throw new TypeError('x is not a function')
  })
  await assert.rejects(fail({ request: post(''), context: new RouterContextProvider() }), TypeError)
})

test('a file that may be asked for again later says when', async () => {
  const args = { request: new Request('http://localhost/'), context: new RouterContextProvider() }
  const later = toProblem(new AppError('limit_reached', 'Later.', { details: { retryAfterSeconds: 720 } }), args)
  assert.deepEqual([later.status, later.headers.get('retry-after'), await later.text()], [429, '720', 'Later.\n'])
  const never = toProblem(new AppError('invalid_input', 'No.'), args)
  assert.deepEqual([never.status, never.headers.get('retry-after')], [400, null])
})

test('a disk that is full or fails is an outage and no bug', async () => {
  const context = new RouterContextProvider()
  const logged: unknown[] = []
  context.set(failureLogContext, (failure) => void logged.push(failure))
  const args = { request: post(''), context }
  for (const code of ['ENOSPC', 'EDQUOT', 'EIO', 'EMFILE']) {
    const full = Object.assign(new Error(`${code}: write`), { code })
    const fail = guarded(async () => {
      throw full
    })
    await assert.rejects(fail(args), (failure: { init?: { status?: number } }) => failure.init?.status === 503, code)
    assert.equal(toProblem(full, args).status, 503)
  }
  assert.equal(logged.length, 8)
})

test('every field that was refused has its message', () => {
  const fieldsOf = (details: AppError['details'], more: Pick<Partial<AppError>, 'problems'> = {}) =>
    toFormFailure(new AppError('invalid_input', 'No.', { details, ...more })).body.fields
  const problems = { name: 'Enter a name.', 'settings.tips.0': 'Too long.' }
  assert.deepEqual(fieldsOf({ field: 'name' }, { problems }), problems)
  assert.deepEqual(fieldsOf({ field: 'name' }), { name: 'No.' })
  assert.deepEqual(fieldsOf({ text: 'Write what happened.' }), { text: 'Write what happened.' })
})

test('a number is read as any language writes it, unless it could be two numbers', () => {
  const written = [
    '1234,5',
    ' 1.234,50',
    '1 234,50',
    '1\u202F234,50',
    '1’234.50',
    '1,234.50',
    '12,5',
    '0,1234',
    '1234.50',
    '1,234',
    'ten',
  ]
  const read = [
    '1234.5',
    '1234.50',
    '1234.50',
    '1234.50',
    '1234.50',
    '1234.50',
    '12.5',
    '0.1234',
    '1234.50',
    '1,234',
    'ten',
  ]
  assert.deepEqual(written.map(toDecimal), read)
})
