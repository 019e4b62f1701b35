import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readBulkFile } from './bulk-file.ts'

const lines = [
  { id: 'gid://shopify/Sale/31', __parentId: 'gid://shopify/OrderAgreement/21' },
  { id: 'gid://shopify/Order/11', name: '#1 “ü”' },
  { id: 'gid://shopify/OrderAgreement/21', __parentId: 'gid://shopify/Order/11' },
  { id: 'gid://shopify/Order/12', name: '#2' },
]

function fileOf(rows: readonly object[]): Buffer {
  return Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
}

const complete = { url: 'https://files.example/1', bytes: 0, objects: 4, roots: 2 }

describe('a bulk file', () => {
  it('is put together whatever the order of its lines', () => {
    for (const rows of [lines, lines.toReversed()]) {
      const whole = readBulkFile(fileOf(rows), complete)
      const first = whole?.slice(0)?.find(({ fields }) => fields.name === '#1 “ü”')
      assert.equal(whole?.length, 2)
      assert.deepEqual(first?.children[0]?.children[0]?.fields.id, 'gid://shopify/Sale/31')
    }
  })

  it('is put together however its lines are written', () => {
    const whole = [
      String.raw`{"id":"gid:\/\/shopify\/Order\/11","note":"said \"__parentId\":\"gid\""}`,
      String.raw`{"__typename":"OrderAgreement","id":"gid:\/\/shopify\/OrderAgreement\/21","__parentId":"gid:\/\/shopify\/Order\/11"}`,
      String.raw`{"__parentId":"gid://shopify/OrderAgreement/21","id":"gid:\u002f\/shopify\/Sale\/31","of":{"id":"x"}}`,
      String.raw`{ "of": {"id":"y"}, "__parentId": null, "id": "gid:\/\/shopify\/Order\/12"}`,
    ].join('\r\n')
    const [first, second] = readBulkFile(Buffer.from(whole), complete)?.slice(0) ?? []
    assert.equal(first?.fields.note, 'said "__parentId":"gid"')
    assert.equal(first?.children[0]?.children[0]?.fields.id, 'gid://shopify/Sale/31')
    assert.deepEqual([second?.fields.id, second?.children], ['gid://shopify/Order/12', []])
  })

  it('does not deliver an object that is damaged inside', () => {
    const damaged = fileOf(lines).toString().replace('"name":"#1', '"name":#1')
    const whole = readBulkFile(Buffer.from(damaged), complete)
    assert.ok(whole)
    assert.equal(whole.slice(0), undefined)
    assert.equal(whole.slice(1)?.length, 1)
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
