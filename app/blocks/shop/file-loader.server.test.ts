import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@tillsight/core'
import { RouterContextProvider } from 'react-router'
import { servicesContext } from '../../request.server.ts'
import type { AppServices, ShopServices } from '../../services.ts'
import { fileLoader } from './file-loader.server.ts'

/** A request for a file of a shop, and what happened in which order. */
function requestFor(limit?: AppError) {
  const happened: string[] = []
  const shop = {
    shop: { display: {} },
    recordExport: async (file: string) => void happened.push(`told ${file}`),
  } as unknown as ShopServices
  const context = new RouterContextProvider()
  context.set(servicesContext, {
    shop: async () => shop,
    countFile: async () => {
      if (limit) throw limit
      happened.push('counted')
    },
  } as unknown as AppServices)
  const url = new URL('http://localhost/shop/own.example/orders.csv')
  return { happened, args: { context, params: { domain: 'own.example' }, url, request: new Request(url) } }
}

test('a file is counted, made, and told before anybody has it', async () => {
  const { args, happened } = requestFor()
  const load = fileLoader(async () => {
    happened.push('made')
    return { name: 'orders.csv', text: 'a,b' }
  })
  const response = await load(args)
  assert.equal(await response.text(), 'a,b')
  assert.match(response.headers.get('content-disposition') ?? '', /filename="orders\.csv"/)
  assert.deepEqual(happened, ['counted', 'made', 'told orders.csv'])
})

test('what is refused is told to whoever asked, in plain text, and stands in no log', async () => {
  const { args, happened } = requestFor()
  const response = await fileLoader(async () => {
    throw new AppError('invalid_input', 'There is no figure “nonsense”.')
  })(args)
  assert.deepEqual([response.status, await response.text()], [400, 'There is no figure “nonsense”.\n'])
  const tooMany = requestFor(new AppError('limit_reached', 'Too many.', { details: { retryAfterSeconds: 9 } }))
  const refused = await fileLoader(async () => ({ name: 'a.csv', text: '' }))(tooMany.args)
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '9'])
  assert.deepEqual([happened, tooMany.happened], [['counted'], []])
})
