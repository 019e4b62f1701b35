import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readBulkFile } from './bulk.ts'

const lines = [
  { id: 'gid://shopify/Sale/31', __parentId: 'gid://shopify/OrderAgreement/21' },
  { id: 'gid://shopify/Order/11', name: '#1 “ü”' },
  { id: 'gid://shopify/OrderAgreement/21', __parentId: 'gid://shopify/Order/11' },
  { id: 'gid://shopify/Order/12', name: '#2' },
]

function fileOf(rows: readonly object[]): Uint8Array {
  return Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
}

const complete = { url: 'https://files.example/1', bytes: 0, objects: 4, roots: 2 }

describe('a bulk file', () => {
  it('is put together whatever the order of its lines', () => {
    for (const rows of [lines, lines.toReversed()]) {
      const whole = readBulkFile(fileOf(rows), complete)
      const first = whole?.slice(0).find(({ fields }) => fields.name === '#1 “ü”')
      assert.equal(whole?.length, 2)
      assert.deepEqual(first?.children[0]?.children[0]?.fields.id, 'gid://shopify/Sale/31')
    }
  })

  it('is worth nothing when it is cut, short, too long or names a parent that is not there', () => {
    const whole = fileOf(lines)
    assert.equal(readBulkFile(whole.subarray(0, whole.length - 5), complete), undefined)
    assert.equal(readBulkFile(fileOf(lines.slice(0, 3)), complete), undefined)
    assert.equal(readBulkFile(fileOf([...lines, { id: 'gid://shopify/Order/13' }]), complete), undefined)
    assert.equal(
      readBulkFile(fileOf([lines[0] ?? {}, ...lines.slice(3)]), { ...complete, objects: 2, roots: 1 }),
      undefined,
    )
    assert.equal(readBulkFile(Buffer.from('<html>'), { ...complete, objects: 1, roots: 1 }), undefined)
    assert.equal(readBulkFile(new Uint8Array(), { ...complete, objects: 0, roots: 0 })?.length, 0)
  })
})
