import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tabs } from './tabs.ts'
import { wordsOfTab } from './words.server.ts'

test('a tab has its own words and the common ones, and none of other tabs or of the server', () => {
  for (const tab of tabs) {
    const heads = new Set(Object.keys(wordsOfTab('en', tab)).map((key) => key.split('.')[0]))
    assert.deepEqual(
      tabs.filter((each) => heads.has(each)),
      [tab],
    )
    assert.ok(['tab', 'settings', 'panel', 'level', 'model', 'journey'].every((head) => heads.has(head)))
    assert.ok(!heads.has('printed') && !heads.has('refused'))
  }
})
