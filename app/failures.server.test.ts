import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RouterContextProvider } from 'react-router'
import { guarded } from './failures.server.ts'

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
