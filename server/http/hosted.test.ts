import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createAppServices } from '../app-services/index.ts'
import { getJson } from '../testing/http.ts'
import { startInstallation } from '../testing/installation.ts'
import { addPerson, visitOf } from '../testing/people.ts'

// One installation stands for the hosted service; the other one has none of its own.
const hosted = await startInstallation({ after })
const { apiKeys } = hosted.runtime.auth.service
const product = await startInstallation(
  { after },
  {
    identity: {
      ...hosted.config.identity,
      hosted: { url: hosted.address, anonKey: apiKeys.anon, serviceRoleKey: apiKeys.service },
    },
  },
)

test('people sign in at the hosted service and are known to the product', async () => {
  const person = await addPerson(product, 'hosted@example.com', { isOwner: true })
  const { body } = await getJson(product, '/api/shop/lists', { headers: person.headers() })
  assert.deepEqual(body, [])
  const services = createAppServices(product.runtime, visitOf(product, person))
  assert.equal((await services.run('profile.get')).email, 'hosted@example.com')
  assert.equal(await services.sessions(), null, 'it has no call that lists them')
  assert.equal(await hosted.runtime.auth.service.hasUsers(), true)
})

test('no auth service is mounted beside it, and there is no mailbox', async () => {
  const health = await product.fetchAsVisitor('/auth/v1/health')
  assert.equal(await health.text(), 'page /auth/v1/health', 'an address like any other')
  assert.equal((await product.fetchAsVisitor('/dev/mailbox')).status, 404)
})

test('the sign-in screens offer what the hosted service says', async () => {
  const { identity } = visitOf(product, product.owner)
  const offers = await identity.offers()
  assert.deepEqual(
    [offers.email, offers.phone, offers.signUp, offers.mailbox, offers.isFirstPerson],
    [true, false, true, null, false],
  )
  assert.equal(identity.browser.url, hosted.address)
  assert.equal(identity.browser.anonKey, apiKeys.anon)
})
