import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columns } from '../../blocks/breakdown-table/columns.ts'
import { printCell } from './print-cells.server.ts'
import { cellPrinting } from './print-rows.server.ts'
import { stage } from './testing.ts'

const reachMetric = 'metaads.reach'
const metric = { key: reachMetric, label: 'Reach', description: '', unit: 'count', better: 'higher' } as const

async function cellOf(reach: number | null, isReachAsked: boolean) {
  const { question } = stage({})
  const answer = await question.services.run('metrics.query', { metrics: ['adSpend'], ...question.period.range })
  const column = columns.find(({ key }) => key === reachMetric)
  assert.ok(column)
  const cell = printCell(
    column,
    {
      values: { [reachMetric]: reach },
      before: undefined,
      course: undefined,
      place: undefined,
      budget: undefined,
      isMaturing: false,
      askedReach: isReachAsked ? [reachMetric] : [],
    },
    { ...cellPrinting({ question, answer }), metricOf: () => metric },
  )
  return cell.kind === 'figure' ? cell.text : undefined
}

test('reach that is not told yet is being asked for, and of other platforms it is not known', async () => {
  assert.equal(await cellOf(1234, true), '1,234')
  assert.equal(await cellOf(null, true), 'being asked')
  assert.equal(await cellOf(null, false), '–')
})
