import assert from 'node:assert/strict'
import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { test } from 'node:test'
import { isAppError } from '@tillsight/core'
import { selfSignedCertificate } from './idp-metadata.ts'
import { parseSamlKey } from './start.ts'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

test('a certificate carries the key, is signed with it and stays the same', () => {
  const bytes = selfSignedCertificate(privateKey, 'stats.example.com')
  const certificate = new X509Certificate(bytes)
  assert.equal(certificate.subject, 'CN=stats.example.com')
  assert.ok(certificate.verify(certificate.publicKey))
  assert.ok(certificate.checkPrivateKey(privateKey))
  assert.equal(certificate.validToDate.getUTCFullYear(), 2120)
  assert.deepEqual(selfSignedCertificate(privateKey, 'stats.example.com'), bytes)
})

test('a key is read from base64, from PEM and from PEM on one line', () => {
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const texts = [
    privateKey.export({ type: 'pkcs1', format: 'der' }).toString('base64'),
    privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    pem,
    pem.replaceAll('\n', '\\n'),
  ]
  for (const text of texts) assert.ok(parseSamlKey(text).equals(privateKey))
})

test('what is no RSA key, or a short one, is refused without a word of it', () => {
  const short = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const texts = [
    'nonsense',
    '',
    short.export({ type: 'pkcs1', format: 'der' }).toString('base64'),
    curve.export({ type: 'pkcs8', format: 'pem' }).toString(),
  ]
  for (const text of texts) {
    assert.throws(
      () => parseSamlKey(text),
      (error) =>
        isAppError(error) && error.code === 'invalid_input' && !error.message.includes(text.slice(0, 20) || '\n'),
    )
  }
})
