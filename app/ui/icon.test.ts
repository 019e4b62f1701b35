import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createIconStore, readPaths } from './icon-store.ts'

const square = '<path fill="currentColor" d="M0 0h24v24H0z"/>'
const result = (body: unknown) => ({ prefix: 'simple-icons', icons: { shop: { body } } })

test('marks wanted in one moment are asked for at once, and once', async () => {
  const asked: string[][] = []
  const store = createIconStore(async (names) => {
    asked.push([...names])
    return { icons: { shop: { body: square } } }
  })
  let heard = 0
  const told = new Promise<void>((done) => {
    store.subscribe(() => {
      heard += 1
      done()
    })
  })
  assert.equal(store.find('shop'), undefined)
  store.find('missing')
  store.find('shop')
  await told
  assert.deepEqual([asked, heard], [[['shop', 'missing']], 1])
  assert.deepEqual(store.find('shop'), [{ d: 'M0 0h24v24H0z', fillRule: 'nonzero' }])
  assert.equal(store.find('missing'), undefined)
  assert.equal(asked.length, 1)
})

test('a server that does not answer is not asked again, and nobody hears of it', async () => {
  let asked = 0
  const store = createIconStore(() => {
    asked += 1
    return Promise.reject(new TypeError('Failed to fetch'))
  })
  store.find('shop')
  await Promise.resolve()
  assert.equal(store.find('shop'), undefined)
  assert.equal(asked, 1)
})

test('marks that belong together come with the first of them', async () => {
  const asked: string[][] = []
  const store = createIconStore(async (names) => void asked.push([...names]), ['one', 'two'])
  store.find('two')
  await Promise.resolve()
  store.find('one')
  store.find('other')
  await Promise.resolve()
  assert.deepEqual(asked, [['one', 'two'], ['other']])
})

test('plain paths are shapes', () => {
  const two = `${square}<path d="M1 1z" fill-rule="evenodd" />`
  assert.deepEqual(
    readPaths(result(two), 'shop')?.map(({ fillRule }) => fillRule),
    ['nonzero', 'evenodd'],
  )
})

test('whatever is more than plain paths is no mark', () => {
  const hostile = [
    '<script>alert(1)</script>',
    `${square}<script>alert(1)</script>`,
    '<path d="M0 0" onload="alert(1)"/><a href="javascript:alert(1)"/>',
    '<path d="url(#x)"/>',
    '<path d="M0 0"><animate/></path>',
    '<use href="#x"/>',
    '<path fill="currentColor"/>',
    '',
    7,
    undefined,
  ]
  for (const body of hostile) assert.equal(readPaths(result(body), 'shop'), undefined, String(body))
  for (const whole of [undefined, null, 'x', {}, { icons: null }]) assert.equal(readPaths(whole, 'shop'), undefined)
  assert.equal(readPaths(result(square), 'constructor'), undefined)
})
