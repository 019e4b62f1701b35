import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { toConnectionId } from '@tillsight/core'
import { findConnection } from '@tillsight/database'
import type { ConnectedAccount, Connector } from '@tillsight/platforms/connectors'
import { run } from '../context/index.ts'
import { openTestShop, openTestStores } from '../sync/testing.ts'
import { beginConnect, finishConnect, openConnection, storedAccount, verifyConnection } from './index.ts'
import { unstoredAccount } from './stored-connection.ts'

const stores = await openTestStores({ after })

const account: ConnectedAccount = {
  id: 'a1',
  name: 'Till & Co',
  currency: 'EUR',
  zone: 'Europe/Berlin',
  country: 'DE',
  version: null,
  discovered: {},
  warnings: [],
}

/** A platform that redirects the browser back with a code and accepts every token only once. */
function tokenPlatform() {
  const codes: string[] = []
  const connector: Connector = {
    id: 'tokens',
    kind: 'ads',
    label: 'Tokens',
    description: 'Hands out tokens.',
    apiVersion: { name: '1', documentation: 'https://tokens.example/' },
    connect: {
      fields: [],
      grants: ['token'],
      app: [{ key: 'id', variable: 'TOKENS_APP_ID', help: 'Of the app.', secret: false, required: true }],
      redirect: {
        start: ({ app, state, returnUrl }) =>
          `https://tokens.example/grant?app=${app.id}&state=${state}&back=${returnUrl}`,
        returned: ({ state = '', code }) => ({ state, accepted: code !== undefined }),
        async exchange({ query, app }) {
          codes.push(`${app.id} ${query.code}`)
          return { token: 't1' }
        },
      },
    },
    streams: [],
    check: async () => account,
  }
  return { connector, codes }
}

async function open(app: Record<string, string> = { id: 'ours' }) {
  const shop = await openTestShop(stores)
  const { connector, codes } = tokenPlatform()
  const services = { ...shop.services.connections, connectors: [connector], apps: { tokens: app } }
  return { shop, codes, services, ctx: { ...shop.ctx, services } }
}

async function connect(world: Awaited<ReturnType<typeof open>>) {
  const { redirectUrl, state } = await run(beginConnect, world.ctx, { connector: 'tokens' })
  const finished = await run(finishConnect, world.ctx, { connector: 'tokens', query: { state, code: 'c1' } })
  const { connection } = finished
  const id = toConnectionId(connection ?? assert.fail('not connected'))
  const read = async () => openConnection((await findConnection(stores.db.kysely, id)) ?? assert.fail(), world.services)
  return { redirectUrl, state, id, read }
}

test('a code that the browser brings back is traded once, and what it brings is encrypted', async () => {
  const world = await open()
  const { redirectUrl, state, id, read } = await connect(world)
  assert.match(redirectUrl, /app=ours/)
  const again = await run(finishConnect, world.ctx, { connector: 'tokens', query: { state, code: 'c1' } })
  assert.deepEqual([again.outcome, again.connection], ['connected', id])
  assert.deepEqual(world.codes, ['ours c1'])
  assert.equal((await read()).settings.token, 't1')
  const row = await findConnection(stores.db.kysely, id)
  assert.doesNotMatch(JSON.stringify(row?.settings), /t1/)
  assert.doesNotMatch(String(row?.secrets), /t1/)
  assert.ok(world.shop.requested.some((request) => request.startsWith('check')))
})

test('a browser that comes back without a code has declined, and nothing is asked of the platform', async () => {
  const world = await open()
  const { state } = await run(beginConnect, world.ctx, { connector: 'tokens' })
  const declined = await run(finishConnect, world.ctx, { connector: 'tokens', query: { state } })
  assert.equal(declined.outcome, 'declined')
  assert.deepEqual(world.codes, [])
})

test('without the operator’s app nobody is sent anywhere, and the missing variable is named', async () => {
  const { ctx } = await open({})
  await assert.rejects(run(beginConnect, ctx, { connector: 'tokens' }), /TOKENS_APP_ID/)
})

test('two that find the same token spent renew it once, and both get the new one', async () => {
  const world = await open()
  const { read } = await connect(world)
  const { services } = world
  let grants = 0
  const openAccount = async () => storedAccount(await read(), { db: stores.db, services })
  const [one, other] = [await openAccount(), await openAccount()]
  const grant = async () => {
    grants += 1
    return { token: `t${grants + 1}` }
  }
  const [first, second] = await Promise.all([one.renew(one.settings, grant), other.renew(other.settings, grant)])
  assert.deepEqual([first.token, second.token, grants], ['t2', 't2', 1])
  assert.equal((await read()).settings.token, 't2')
})

test('a grant that fails changes nothing, and the next one may try again', async () => {
  const world = await open()
  const { read } = await connect(world)
  const { settings, renew } = storedAccount(await read(), { db: stores.db, services: world.services })
  const fails = renew(settings, async () => {
    throw new Error('cut')
  })
  await assert.rejects(fails, /cut/)
  assert.equal((await read()).settings.token, 't1')
  assert.equal((await renew(settings, async () => ({ token: 't2' }))).token, 't2')
})

test('a check that began before a renewal does not bring the spent token back', async () => {
  const world = await open()
  const { id, read } = await connect(world)
  const [connector] = world.services.connectors
  assert.ok(connector)
  const renewing: Connector = {
    ...connector,
    async check(ctx) {
      await ctx.renew(ctx.settings, async () => ({ token: 't2' }))
      return account
    },
  }
  const services = { ...world.services, connectors: [renewing] }
  await verifyConnection({ db: stores.db, clock: world.shop.clock, services }, id)
  assert.equal((await read()).settings.token, 't2')
})

test('what an attempt renews before it is stored is kept with it', async () => {
  const attempt = unstoredAccount(tokenPlatform().connector, { token: 't1' })
  await attempt.renew(attempt.settings, async (stored) => ({ token: `${stored.token}+` }))
  assert.deepEqual(attempt.current(), { token: 't1+' })
})
