import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeCatalogue, platforms } from '@tillsight/metrics'
import { catalogueIn, namesIn } from '../../app/blocks/shop/current-shop.server.ts'
import { languages } from '../../app/language/languages.ts'

const others = languages.filter((language) => language !== 'en')
const { metrics, dimensions } = describeCatalogue()

test('every metric, dimension and stat has a name in every language, and nothing else has', () => {
  // A platform's own metrics have the names of its stats.
  const [ofPlatforms, ofShops] = [
    metrics.filter(({ key }) => key.includes('.')),
    metrics.filter(({ key }) => !key.includes('.')),
  ]
  const stats = ofPlatforms.flatMap(({ key }) => key.split('.').slice(1))
  for (const language of others) {
    const names = namesIn(language)
    assert.ok(names)
    assert.deepEqual(Object.keys(names.metrics).toSorted(), ofShops.map(({ key }) => key).toSorted(), language)
    assert.deepEqual(Object.keys(names.dimensions).toSorted(), dimensions.map(({ key }) => key).toSorted(), language)
    assert.deepEqual(Object.keys(names.stats).toSorted(), [...new Set(stats)].toSorted(), language)
  }
})

test('no two metrics of a language are called the same', () => {
  for (const language of others) {
    const names = Object.values(namesIn(language)?.metrics ?? {})
    assert.equal(new Set(names).size, names.length, language)
  }
})

test('the catalogue speaks the language of the page', () => {
  const catalogue = { metrics: metrics.map((metric) => ({ ...metric, terms: [] })), dimensions: [], platforms }
  const german = catalogueIn(catalogue, 'de')
  const labelOf = (key: string) => german.metrics.find((metric) => metric.key === key)?.label
  assert.deepEqual([labelOf('orders'), labelOf('aov')], ['Bestellungen', 'AOV'])
  const google = german.platforms.find(({ id }) => id === 'googleads')
  assert.equal(google?.stats.find(({ metric }) => metric === 'spend')?.label, 'Ausgaben')
  assert.equal(labelOf('metaads.conversionValue'), 'Meta Ads: Conversion-Wert')
  assert.equal(catalogueIn(catalogue, 'en'), catalogue)
})
