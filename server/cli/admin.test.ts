import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeOverview, printBytes } from './admin-texts.ts'

test('the overview says in a line each what is wrong, and what to do', () => {
  const overview = {
    version: '1.2.3',
    newer: { version: '1.3.0', where: 'published' as const },
    asksOutside: true,
    startedAt: '2026-11-01T12:00:00.000Z',
    now: '2026-11-02T12:00:00.000Z',
    role: 'all',
    disk: { free: 2.5e9, total: 1e10 },
    memory: { process: 3e8, free: 1e9, total: 4e9 },
    database: true,
    warehouse: false,
    queue: { depth: 3, running: 1, failed: 2, oldestDue: null },
    backup: null,
  }
  const text = describeOverview(overview)
  for (const part of [
    '1.3.0 is published',
    'DOES NOT ANSWER',
    '2.5 GB of 10.0 GB free',
    '2 failed',
    'tillsight backup',
  ])
    assert.ok(text.includes(part), part)
  assert.match(describeOverview({ ...overview, newer: null, asksOutside: false }), /nobody is asked/)
  assert.deepEqual([0, 999, 1.5e6].map(printBytes), ['0 kB', '1 kB', '1.5 MB'])
})
