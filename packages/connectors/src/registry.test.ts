import assert from 'node:assert/strict'
import { it } from 'node:test'
import { connectorList, connectors, describeConnectors } from './registry.ts'

it('registers every connector under its own id and describes it without code', () => {
  for (const [id, connector] of Object.entries(connectors)) assert.equal(connector.id, id)
  const described = describeConnectors()
  assert.deepEqual(JSON.parse(JSON.stringify(described)), described)
  assert.equal(described.length, connectorList.length)
})
