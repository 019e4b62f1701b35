import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { startSandboxes } from './sandbox.ts'

test('keys of simulated stores do not stand in the list of processes', async () => {
  const keys = { consumerKey: 'ck_not_to_be_seen', consumerSecret: 'cs_not_to_be_seen' }
  const [store] = await startSandboxes([
    { kind: 'demo', port: 0, now: '2026-03-01T12:00:00.000Z', file: null, ...keys },
  ])
  after(() => store?.stop())
  assert.ok((store?.orders ?? 0) > 0)
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'args'], { maxBuffer: 1 << 24 })
  assert.match(stdout, /sandbox-process\.ts/)
  assert.doesNotMatch(stdout, /[ck]_not_to_be_seen/)
})
