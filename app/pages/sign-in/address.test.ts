import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressText, companyDomain, readAddress } from './address.ts'

test('what has an @ between two parts is an e-mail address', () => {
  assert.deepEqual(readAddress(' ada@shop.example '), { email: 'ada@shop.example' })
  for (const text of ['ada@', '@shop.example', 'ada shop@example', 'a@b@c', ''])
    assert.equal(readAddress(text), undefined)
})

test('phone numbers are read as people write them', () => {
  for (const text of ['+49 171 2345678', '0049 171 2345678', '+49 (171) 234-5678', '49.171.2345678']) {
    assert.deepEqual(readAddress(text), { phone: '+491712345678' }, text)
  }
  for (const text of ['0171 2345678', '+49', '12345', '+12345678901234567', 'call me']) {
    assert.equal(readAddress(text), undefined, text)
  }
})

test('an address is shown as it was read', () => {
  assert.equal(addressText({ email: 'ada@shop.example' }), 'ada@shop.example')
  assert.equal(addressText({ phone: '+491712345678' }), '+491712345678')
})

test('a company is found by an address or by its bare domain', () => {
  assert.equal(companyDomain('ada@Company.example'), 'company.example')
  assert.equal(companyDomain('company.example'), 'company.example')
  for (const text of ['', 'ada', 'ada@', 'ada@company', 'ada@com pany.example']) {
    assert.equal(companyDomain(text), undefined, text)
  }
})
