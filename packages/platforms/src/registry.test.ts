import assert from 'node:assert/strict'
import { it } from 'node:test'
import { storePlatforms } from './platforms.ts'
import { connectorList, connectors, describeConnectors } from './registry.ts'

it('registers every connector under its own id and describes it without code', () => {
  for (const [id, connector] of Object.entries(connectors)) assert.equal(connector.id, id)
  const described = describeConnectors()
  assert.deepEqual(JSON.parse(JSON.stringify(described)), described)
  assert.equal(described.length, connectorList.length)
})

it('guides through every platform, and knows the way by which a connection came', () => {
  for (const { guide, connect, label } of connectorList) {
    assert.ok(guide, label)
    const ids = guide.ways.map(({ id }) => id)
    assert.equal(new Set(ids).size, ids.length, label)
    for (const { steps, needsApp } of guide.ways) {
      assert.ok(steps.length > 1 && steps.every(({ text }) => text.endsWith('.')), label)
      for (const { text, by, picture } of steps) {
        // What an installer sets is nothing to ask of a merchant.
        if (by === 'merchant') assert.doesNotMatch(text, /[A-Z]+_[A-Z]/, label)
        const { at, fields = [], ticks = [] } = picture
        assert.ok(at.split(' > ').length > 1 && fields.length + ticks.length <= 3, `${label}: ${text}`)
      }
      assert.ok(!needsApp || connect.app, `${label} asks for an app that nobody can enter`)
    }
    assert.equal(guide.wayOf({ url: 'shop.example' }), undefined)
    const keys = Object.fromEntries(connect.fields.map(({ key }) => [key, 'x']))
    assert.ok(ids.includes(guide.wayOf(keys) ?? ''), label)
    assert.ok(guide.permissions.list.length > 0, label)
  }
})

it('makes every file and text that the steps of a store name', () => {
  for (const { id, name, installSteps, surveySteps } of storePlatforms) {
    const { install } = connectorList.find((connector) => connector.id === id) ?? {}
    assert.ok(installSteps.length > 0 && surveySteps.length > 0, name)
    for (const { title, copy, download } of [...installSteps, ...surveySteps]) {
      if (download) assert.ok(Object.hasOwn(install?.files ?? {}, download.file), `${name}: ${title}`)
      const places = [...(copy?.text ?? '').matchAll(/__([A-Z]+)__/g)].map(([, place = '']) => place.toLowerCase())
      for (const place of places)
        assert.ok(place === 'link' || Object.hasOwn(install?.texts ?? {}, place), `${name}: ${title}`)
    }
  }
})
