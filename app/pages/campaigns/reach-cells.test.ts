import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columns } from '../../blocks/breakdown-table/columns.ts'
import { printFigure, unpackFigures } from '../../format/index.ts'
import { cellsOf } from './cells.server.ts'
import { stage } from './testing.ts'

const reachMetric = 'metaads.reach'

async function textOf(reach: number | null, isReachParams: boolean) {
  const { question } = stage({})
  const result = await question.services.run('metrics.query', { metrics: ['adSpend'], ...question.period.range })
  const { figures } = cellsOf(
    { services: question.services, columns: columns.filter(({ key }) => key === reachMetric) },
    {
      values: { [reachMetric]: reach },
      before: undefined,
      course: undefined,
      place: undefined,
      budget: undefined,
      isMaturing: false,
      askedReach: isReachParams ? [reachMetric] : [],
    },
    result,
  )
  const [figure] = unpackFigures(figures, [{ measure: { unit: 'count', better: 'higher' } }])
  return figure && printFigure(figure, { currency: 'EUR', decimals: 2 })
}

test('reach that is not told yet is being asked for, and of other platforms it is not known', async () => {
  assert.equal(await textOf(1234, true), '1,234')
  assert.equal(await textOf(null, true), 'being asked')
  assert.equal(await textOf(null, false), '–')
})
