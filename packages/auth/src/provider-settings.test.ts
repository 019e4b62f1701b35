import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readProviders } from './provider-settings.ts'

test('a provider that is off is not there, whatever else is set', () => {
  const { providers, problems } = readProviders({ EXTERNAL_GOOGLE_CLIENT_ID: 'id', EXTERNAL_GOOGLE_ENABLED: 'false' })
  assert.equal(providers.size, 0)
  assert.deepEqual(problems, [])
})

test('client ids are a list and addresses lose the slash at their end', () => {
  const { providers, problems } = readProviders({
    EXTERNAL_AZURE_ENABLED: 'true',
    EXTERNAL_AZURE_CLIENT_ID: 'web, native,,',
    EXTERNAL_AZURE_SECRET: 'secret',
    EXTERNAL_AZURE_URL: 'https://login.microsoftonline.com/tenant/',
  })
  assert.deepEqual(problems, [])
  assert.deepEqual(providers.get('azure')?.clientIds, ['web', 'native'])
  assert.equal(providers.get('azure')?.url, 'https://login.microsoftonline.com/tenant')
})

test('everything that is missing or wrong is named at once', () => {
  const { problems } = readProviders({
    EXTERNAL_OIDC_ENABLED: '1',
    EXTERNAL_GITHUB_ENABLED: 'on',
    EXTERNAL_GITHUB_CLIENT_ID: 'id',
    EXTERNAL_GITHUB_SECRET: 'secret',
    EXTERNAL_GITHUB_URL: 'ftp://github.example',
  })
  assert.deepEqual(problems, [
    'AUTH_EXTERNAL_GITHUB_URL: expected an address',
    'AUTH_EXTERNAL_OIDC_CLIENT_ID: is needed when the provider is on',
    'AUTH_EXTERNAL_OIDC_SECRET: is needed when the provider is on',
    "AUTH_EXTERNAL_OIDC_URL: is needed, the issuer's address",
  ])
})
