import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { parseDay } from '@tillsight/core/days'
import type { Fault } from '../../../../simulators/metaads/index.ts'
import { adDaysStream } from './ad-days.ts'
import { collect, type Fixture, recordsOf, smallSource, startFixture } from './testing.ts'

const source = smallSource({ campaigns: 3, startsOn: parseDay('2026-10-25') })

/** Reads everything with these faults; returns the result and the requests. */
async function readWith(t: TestContext, faults: readonly Fault[], more: { readonly runPolls?: number } = {}) {
  const trial = await startFixture(t, { source, ...more })
  for (const fault of faults) trial.fake.faults.add(fault)
  const pages = await collect(adDaysStream.backfill(trial.ctx(), null))
  return { trial, rows: rowsOf(pages) }
}

function rowsOf(pages: Parameters<typeof recordsOf>[0]): string[] {
  return recordsOf(pages, 'ad_day')
    .flatMap(({ day, rows }) => rows.map((row) => `${day} ${JSON.stringify(row)}`))
    .sort()
}

const count = ({ fake }: Fixture, area: string) => fake.requests.filter((one) => one.area === area).length

const recovers = [
  ['not_there', 1],
  ['late', 1],
  // Retried once, unchanged.
  ['failed', 2],
  ['skipped', 2],
] as const

for (const [how, starts] of recovers) {
  it(`run failed or stuck: reads the same when a run is ${how}`, async (t) => {
    const { rows } = await readWith(t, [])
    const fault = { kind: 'run', how, times: 1 } as const
    const { trial, rows: again } = await readWith(t, [fault])
    assert.deepEqual(again, rows)
    assert.equal(count(trial, 'run_start'), starts)
  })
}

for (const how of ['stuck', 'endless', 'failed_with_reason'] as const) {
  it(`run failed or stuck: asks for fewer days when a run is ${how}`, async (t) => {
    const { rows } = await readWith(t, [])
    const { trial, rows: again } = await readWith(t, [{ kind: 'run', how }])
    assert.deepEqual(again, rows)
    assert.equal(count(trial, 'run_start'), 1)
    const waitedMs = trial.pauses.reduce((sum, ms) => sum + ms, 0)
    const limits = { stuck: [300_000, 330_000], endless: [1_800_000, 1_830_000], failed_with_reason: [0, 0] }[how]
    assert.ok(waitedMs >= (limits[0] ?? 0) && waitedMs <= (limits[1] ?? 0), `${waitedMs} ms`)
    assert.equal(
      trial.fake.requests.filter(({ method }) => method === 'DELETE').length,
      how.startsWith('failed') ? 0 : 1,
    )
  })
}

it('waits longer and longer while a run proceeds', async (t) => {
  const { trial } = await readWith(t, [], { runPolls: 5 })
  assert.deepEqual(trial.pauses, [1_000, 2_000, 4_000, 8_000, 15_000])
})

it('makes pages smaller when they are too much', async (t) => {
  const { rows } = await readWith(t, [])
  const { trial, rows: again } = await readWith(t, [{ kind: 'heavy', above: 30 }])
  assert.deepEqual(again, rows)
  const limits = trial.fake.requests.filter(({ area }) => area === 'run_rows').map(({ params }) => params.limit)
  assert.deepEqual([...new Set(limits)], ['500', '100', '50', '25'])
})

it('asks for fewer days, then for fewer campaigns, when everything is too much', async (t) => {
  const { rows } = await readWith(t, [])
  const heavy = { kind: 'error', code: 1, subcode: 1_504_018, status: 500, level: 'ad' } as const
  const days = await readWith(t, [
    { ...heavy, on: 'run_start' },
    { ...heavy, on: 'insights', times: 2 },
  ])
  assert.deepEqual(days.rows, rows)
  const fixture = await startFixture(t, { source })
  fixture.fake.faults.add({ kind: 'heavy', above: 5, level: 'ad', on: 'insights' })
  fixture.fake.faults.add({ ...heavy, on: 'run_start' })
  assert.deepEqual(rowsOf(await collect(adDaysStream.backfill(fixture.ctx(), null))), rows)
  const asked = fixture.fake.requests.filter(({ level, area }) => level === 'ad' && area === 'insights')
  assert.ok(asked.some(({ params }) => params.filtering?.includes('campaign.id')))
})

it('takes a fault that does not pass for a question that is too big, if Meta is well otherwise', async (t) => {
  const { rows } = await readWith(t, [])
  const { trial, rows: again } = await readWith(t, [{ kind: 'error', code: 2, on: 'run_start', times: 6 }])
  assert.deepEqual(again, rows)
  assert.ok(trial.fake.requests.some(({ area, level }) => area === 'insights' && level === 'ad'))
})

it('run failed or stuck: does without reach, then without windows, and reports the smallest range that still fails', async (t) => {
  const fixture = await startFixture(t, { source })
  fixture.fake.faults.add({ kind: 'error', code: 1, subcode: 1_504_038, status: 500, level: 'ad' })
  const pages = await collect(adDaysStream.backfill(fixture.ctx(), null))
  const [note] = pages.flatMap(({ warnings }) => warnings)
  assert.match(note ?? '', /Main on 2026-10-25 by ad in campaign \d{19}.*ads of Main are missing for some days/)
  const last = fixture.fake.requests.filter(({ level, area }) => level === 'ad' && area === 'insights').at(-1)
  assert.ok(last && !last.params.fields?.includes('reach') && last.params.action_attribution_windows === undefined)
})
