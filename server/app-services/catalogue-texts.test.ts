import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from '@tillsight/domain/inputs'
import { describeCatalogue } from '@tillsight/metrics'
import { platformFaces } from '@tillsight/platforms'
import { catalogueIn } from '../../app/blocks/shop/current-shop.server.ts'
import type { CatalogueView } from '../../app/services.ts'

test('every metric has a name, a description and a formula in every language', () => {
  const { metrics, dimensions } = describeCatalogue()
  const platforms = platformFaces.map(({ id, name }) => ({ id, name, stats: [] }))
  const catalogue = { metrics, dimensions, platforms } as unknown as CatalogueView
  for (const language of languages.filter((each) => each !== 'en')) {
    for (const [place, metric] of catalogueIn(catalogue, language).metrics.entries()) {
      const english = metrics[place]
      assert.notEqual(metric.description, english?.description, `${metric.key} in ${language}`)
      assert.doesNotMatch(metric.description + metric.formula, /\{/, `${metric.key} in ${language}`)
      if (english?.terms.length === 0) assert.notEqual(metric.formula, english.formula, `${metric.key} in ${language}`)
    }
  }
  const german = catalogueIn(catalogue, 'de').metrics.find(({ key }) => key === 'refundRateValue')
  assert.equal(german?.formula, 'Retouren ÷ Bestellumsatz')
})
