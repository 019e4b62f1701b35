// Requests that ask for very much: each is refused in the protocol's words before anything is looked up, or ends in time.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { addShop, startInstallation } from '../../testing/installation.ts'
import { prepare, type Shape } from './engine.ts'
import { readQuery } from './query.ts'

const installation = await startInstallation({ after })
const { address, owner, runtime } = installation
await addShop(installation, { domain: 'tea.example' })

async function ask(path: string, headers: HeadersInit = owner.headers()) {
  const response = await fetch(`${address}/rest/v1${path}`, { headers })
  const { code, details } = (await response.json()) as { code?: string; details?: string | null }
  return { status: response.status, code, details }
}

const many = (count: number, piece: string, joiner = ',') => Array.from({ length: count }, () => piece).join(joiner)

/** Works while nobody can read which shops there are: whoever looks for them waits until it is over. */
async function withoutShops(work: () => Promise<void>): Promise<void> {
  await runtime.stores.database.transaction(async (tx) => {
    await sql`LOCK TABLE shops IN ACCESS EXCLUSIVE MODE`.execute(tx)
    await work()
  })
}

suite('a request that asks for very much', () => {
  test('is refused before anything is looked up', async () => {
    await withoutShops(async () => {
      for (const [what, search, status] of [
        ['filters', many(300, 'domain=eq.x', '&'), 400],
        ['groups', many(300, 'or=(domain.eq.x)', '&'), 400],
        ['conditions', `or=(${many(300, 'domain.eq.x')})`, 400],
        ['conditions in several groups', many(15, `or=(${many(3, 'domain.eq.x')})`, '&'), 400],
        ['depth', `or=${'(and'.repeat(500)}(domain.eq.x)${')'.repeat(500)}`, 400],
        ['depth of nothing', `or=${'('.repeat(4000)}`, 400],
        ['negations', `domain=${'not.'.repeat(1500)}eq.x`, 400],
        ['values', `domain=in.(${many(2000, 'x')})`, 400],
        ['quoted values that never end', `domain=in.(${many(1500, '"a')})`, 400],
        ['a long value', `domain=eq.${'x'.repeat(4000)}`, 400],
        ['a long pattern', `domain=like.${'*a'.repeat(1500)}`, 400],
        ['columns', `select=${many(1000, 'domain')}`, 400],
        ['brackets in columns', `select=${'('.repeat(3000)}`, 400],
        ['orders', `order=${many(500, 'domain')}`, 400],
        ['a negative part', 'limit=-1', 416],
        ['a negative offset', `offset=-${'9'.repeat(400)}`, 416],
      ] as const) {
        const refused = await ask(`/shops?${search}`)
        assert.equal(refused.status, status, `${what}: ${JSON.stringify(refused)}`)
        assert.match(refused.code ?? '', /^PGRST1(?:00|03|27)$|^PGRST200$/, what)
      }
      const ordinary = await ask('/shops?domain=eq.tea.example')
      assert.deepEqual([ordinary.status, ordinary.code], [504, '57014'], 'others look, and wait in vain')
    })
    assert.equal((await ask('/shops?domain=eq.tea.example')).status, 200)
  })

  test('has an address of at most 8 KiB, whoever asks', async () => {
    for (const headers of [owner.headers(), new Headers()]) {
      const long = await ask(`/shops?domain=eq.${'x'.repeat(8200)}`, headers)
      assert.deepEqual([long.status, long.code], [414, 'PGRST100'])
    }
    assert.equal((await ask('/shops?domain=eq.x', {})).status, 401)
  })

  test('gets at most 1000 rows, from any place', async () => {
    for (const search of [`limit=${'9'.repeat(15)}`, `offset=${'9'.repeat(15)}`, `limit=${'9'.repeat(3000)}`]) {
      const { status } = await ask(`/shops?${search}`)
      assert.equal(status, 200, search.slice(0, 40))
    }
  })
})

suite('much work', () => {
  const shape: Shape = { name: 'notes', columns: { id: 'text', text: 'text' }, key: ['id'] }
  const rows = Array.from({ length: 20_000 }, (_, index) => ({ id: `${index}`, text: `${'a'.repeat(480)}${index}` }))

  test('leaves others their turn, and ends when it is told to', async () => {
    const slow: [string, string][] = [['or', `(${many(39, 'text.like.%a%b')})`]]
    const choose = prepare(shape, readQuery(new URLSearchParams(slow)))
    const ending = new AbortController()
    const end = new Error('told to end')
    let turns = 0
    const others = (async () => {
      while (turns < 3) {
        await setImmediate()
        turns += 1
      }
      ending.abort(end)
    })()
    await assert.rejects(choose(rows, ending.signal), end)
    await others
    assert.equal(turns, 3)
  })

  test('finds any of many values as quickly as one', async () => {
    const wanted = rows.filter((_, index) => index % 150 === 7).map(({ id }) => id)
    const search = new URLSearchParams([['id', `in.(${wanted.join(',')})`]])
    const found = await prepare(shape, readQuery(search))(rows, new AbortController().signal)
    assert.deepEqual(new Set(found.rows.map(({ id }) => id)), new Set(wanted))
  })
})
