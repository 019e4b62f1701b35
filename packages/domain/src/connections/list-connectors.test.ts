import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { run } from '../context/index.ts'
import { openTestShop, openTestStores } from '../sync/testing.ts'
import { listConnectors } from './index.ts'

const stores = await openTestStores({ after })

test('a store can be connected by approval where we have an address, and a platform’s app is set up', async () => {
  const connectorsOf = async (options: Parameters<typeof openTestShop>[1]) => {
    const { ctx } = await openTestShop(stores, options)
    const all = await run(listConnectors, ctx, {})
    return (id: string) => all.find((connector) => connector.id === id) ?? assert.fail(`no ${id}`)
  }
  const reached = await connectorsOf({})
  assert.deepEqual(reached('woocommerce').redirectFields, ['url'])
  assert.equal(reached('woocommerce').updates, 'possible')
  assert.equal(reached('metaads').updates, 'unsupported')
  assert.equal(reached('shopify').redirectFields, null, 'nobody has registered its app')
  assert.ok(reached('shopify').missingVariables.includes('SHOPIFY_API_KEY'))
  const unreached = await connectorsOf({ addresses: null })
  assert.equal(unreached('woocommerce').redirectFields, null)
  assert.equal(unreached('woocommerce').updates, 'no_address')
})
