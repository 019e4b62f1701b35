import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import {
  hashed,
  normaliseEmail,
  normaliseGoogleEmail,
  normaliseName,
  normalisePhone,
  normalisePlace,
  normalisePostcode,
} from './hashing.ts'

suite('what is hashed', () => {
  test('is SHA-256 in hexadecimal, and nothing stays nothing', () => {
    assert.equal(hashed('john@example.com'), '855f96e983f1f8e8be944692b6f719fd54329826cb62e98015efee8e2e071dd4')
    assert.equal(hashed(''), '')
  })

  test('addresses are trimmed and written small; what is none is left out', () => {
    assert.equal(normaliseEmail('  John@Example.COM\n'), 'john@example.com')
    for (const text of ['', 'john', 'john@', '@example.com', 'a b@example.com']) assert.equal(normaliseEmail(text), '')
  })

  test('only Google’s own mail loses its dots before the @, and only for Google', () => {
    assert.equal(normaliseGoogleEmail('Jane.M.Doe@GoogleMail.com'), 'janemdoe@googlemail.com')
    assert.equal(normaliseGoogleEmail('jane.doe@gmail.com'), 'janedoe@gmail.com')
    assert.equal(normaliseGoogleEmail('jane.doe@example.com'), 'jane.doe@example.com')
    assert.equal(normaliseEmail('jane.doe@gmail.com'), 'jane.doe@gmail.com')
  })

  test('phone numbers become E.164, with the code of the buyer’s country where they have none', () => {
    const cases = [
      ['+49 (0)30 123456', 'DE', '+4930123456'],
      ['0049 30 123456', 'FR', '+4930123456'],
      ['030/123456', 'DE', '+4930123456'],
      ['06 12 34 56 78', 'FR', '+33612345678'],
      ['(415) 555-2671', 'US', '+14155552671'],
      ['1-415-555-2671', 'US', '+14155552671'],
      ['06 1234 5678', 'IT', '+390612345678'],
      ['4930123456789', 'DE', '+4930123456789'],
    ] as const
    for (const [typed, country, expected] of cases) assert.equal(normalisePhone(typed, country), expected, typed)
  })

  test('a number of which nobody knows the country, or that is none, is left out', () => {
    assert.equal(normalisePhone('030 123456', ''), '')
    assert.equal(normalisePhone('030 123456', 'ZZ'), '')
    assert.equal(normalisePhone('123', 'DE'), '')
    assert.equal(normalisePhone('', 'DE'), '')
    assert.equal(normalisePhone('call me', 'DE'), '')
  })

  test('whatever is typed, what comes out is E.164 or nothing, and the same when it is read again', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('DE', 'US', 'IT', ''), (typed, country) => {
        const phone = normalisePhone(typed, country)
        assert.match(phone, /^(?:\+[1-9]\d{6,14})?$/)
        assert.equal(normalisePhone(phone, country), phone)
      }),
    )
  })

  test('names and places lose case, punctuation and, for places, spaces', () => {
    assert.equal(normaliseName(' O’Connor-Smith '), 'oconnorsmith')
    assert.equal(normaliseName('Zoë  Anne'), 'zoë anne')
    assert.equal(normalisePlace('Saint-Étienne 42'), 'saintétienne')
    assert.equal(normalisePostcode('94035-1234', 'us'), '94035')
    assert.equal(normalisePostcode('SW1A 1AA', 'GB'), 'sw1a1aa')
  })
})
