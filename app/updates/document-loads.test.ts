import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leadsOn, type PressedLink } from './document-loads.ts'

const here = 'https://stats.example.com/shop/a.example?period=7d'
const link: PressedLink = { href: '/shop/a.example/hub', target: '', isDownload: false, isPlain: true }

test('a link to another page of ours loads a document, also one to the same page with other words', () => {
  assert.equal(leadsOn(link, here), true)
  assert.equal(leadsOn({ ...link, target: '_self' }, here), true)
  assert.equal(leadsOn({ ...link, href: '?period=30d' }, here), true)
})

test('links within the page, to other sites, to other tabs and to files are left alone', () => {
  assert.equal(leadsOn({ ...link, href: '#content' }, here), false)
  assert.equal(leadsOn({ ...link, href: 'https://example.com/' }, here), false)
  assert.equal(leadsOn({ ...link, target: '_blank' }, here), false)
  assert.equal(leadsOn({ ...link, isDownload: true }, here), false)
  assert.equal(leadsOn({ ...link, isPlain: false }, here), false)
})
