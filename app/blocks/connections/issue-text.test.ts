import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueText } from './issue-text.server.ts'

test('a sentence about the health of a shop is said in the language, with what it names', () => {
  assert.equal(issueText('Order #1001 does not add up', 'de'), 'Bestellung #1001 geht nicht auf')
  assert.equal(
    issueText('Meta Ads: the account “Shop (EU)” is not read', 'fr'),
    'Meta Ads : le compte « Shop (EU) » n’est pas lu',
  )
  assert.equal(
    issueText('The store sells in USD, figures here are in EUR', 'en'),
    'The store sells in USD, figures here are in EUR',
  )
  assert.equal(issueText('Something new happened', 'nl'), undefined)
})
