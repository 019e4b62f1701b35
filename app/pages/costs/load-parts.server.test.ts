import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@tillsight/core'
import type { FoundParts } from '@tillsight/domain'
import type { ShopServices } from '../../services.ts'
import { loadParts } from './load-parts.server.ts'

const part = { sku: 'CUP', title: 'Cup', cost: '1.500000' }

/** A shop whose cup costs 1.50, and which takes no more than nine pieces. */
function open(asked: unknown[] = []): ShopServices {
  const services = {
    shop: { display: { currency: 'EUR', decimals: 2, language: 'en', numbers: 'en-US' } },
    async run(
      _: string,
      input: { readonly search: string; readonly madeOf?: readonly { readonly quantity: number }[] },
    ) {
      asked.push(input)
      const { search, madeOf = [] } = input
      const isKnown = madeOf.every(({ quantity }) => quantity < 5)
      if (madeOf.some(({ quantity }) => !(quantity > 0 && quantity < 10)))
        throw new AppError('invalid_input', 'Wrong.', { problems: { 'madeOf.0.quantity': 'Write a whole number.' } })
      const answer: FoundParts = {
        currency: 'EUR',
        found:
          search === ''
            ? []
            : [
                { variant: 'c', ...part },
                { variant: 't', sku: '', title: 'Tea', cost: null },
              ],
        parts: madeOf.map(({ quantity }) => ({ variant: 'c', ...part, cost: isKnown ? '3.000000' : null, quantity })),
        cost: isKnown && madeOf.length > 0 ? '3.000000' : null,
      }
      return answer
    },
  }
  // Holds because only these are used.
  return services as unknown as ShopServices
}

test('goods are found by name, and parts are told with what they cost together, or whose cost is missing', async () => {
  const asked: unknown[] = []
  const ask = (query: string) => loadParts(open(asked), new URLSearchParams(query))
  const told = await ask('search= tea &part=2 c')
  assert.deepEqual(asked, [{ search: ' tea ', madeOf: [{ variant: 'c', quantity: 2 }] }])
  assert.deepEqual(told, {
    asked: 'tea',
    chosen: '2 c',
    found: [
      { variant: 'c', name: 'Cup', about: 'CUP · €1.50' },
      { variant: 't', name: 'Tea', about: 'No SKU · no cost yet' },
    ],
    parts: [{ variant: 'c', name: 'Cup', cost: '€3.00 together' }],
    sum: 'An item costs €3.00 today.',
  })
  assert.equal((await ask('part=5 c')).sum, 'The cost per item is unknown until “Cup” has a cost.')
  const wrong = await ask('search=tea&part= c')
  assert.deepEqual([wrong.sum, wrong.found.length, wrong.parts], ['Write a whole number.', 2, []])
})
