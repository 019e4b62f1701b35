import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byAdPlatform } from '@tillsight/platforms'
import { unfilledTodo } from './unfilled-words.ts'
import { pageWords } from './words.server.ts'

const say = pageWords.say('en')

const { metaads, tiktokads, googleads } = byAdPlatform(({ tracking }) => tracking)

test('a macro that was not filled in has a remedy, by what stands where', () => {
  const right = unfilledTodo({ name: 'utm_id', found: '{{campaign.id}}' }, metaads, say)
  assert.match(right, /only in “URL parameters”: remove it from the ad’s website address/)
  const single = unfilledTodo({ name: 'adgroup_id', found: '_AID_' }, tiktokads, say)
  assert.match(single, /^_AID_ is not a macro .*: write ts_as=__AID__ into “URL parameters”/)
  const foreign = unfilledTodo({ name: 'ts_ad', found: '{{ad.id}}' }, googleads, say)
  assert.match(foreign, /write ts_ad=\{creative\} into “Final URL suffix”/)
  assert.match(unfilledTodo({ name: 'utm_source', found: '{{site_source_name}}' }, metaads, say), /utm_source=facebook/)
  assert.match(unfilledTodo({ name: 'utm_term', found: '{{adset.name}}' }, metaads, say), /only in “URL parameters”/)
  assert.match(unfilledTodo({ name: 'utm_term', found: '__AID_NAME__' }, metaads, say), /remove utm_term/)
})
