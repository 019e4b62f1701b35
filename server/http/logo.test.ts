import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { isAppError } from '@tillsight/core'
import sharp from 'sharp'
import { createAppServices } from '../app-services/index.ts'
import { addMember, addStranger } from '../backend/client.testing.ts'
import { addShop, startInstallation } from '../testing/installation.ts'
import { type SignedInPerson, visitOf } from '../testing/people.ts'

const installation = await startInstallation({ after })
const { owner, runtime } = installation
await addShop(installation, { domain: 'tea.example' })
const { shop } = await installation.contexts.shop('tea.example')
const bytes = await sharp({ create: { width: 600, height: 300, channels: 3, background: 'green' } })
  .png()
  .toBuffer()
const image = { bytes: new Uint8Array(bytes), type: 'image/png' }

const servicesOf = (person: SignedInPerson) => createAppServices(runtime, visitOf(installation, person))

test('a shop’s logo is set, shown small to who may see the shop, replaced and removed', async () => {
  const services = servicesOf(owner)
  const own = await services.shop('tea.example')
  assert.deepEqual(await services.logos(), {})
  await own?.saveLogo(image)
  const { [shop.id]: address = '' } = await services.logos()
  const shown = await installation.fetch(address)
  assert.deepEqual([shown.status, shown.headers.get('content-type')], [200, 'image/webp'])
  const { width, height } = await sharp(await shown.arrayBuffer()).metadata()
  assert.deepEqual([width, height], [192, 96])
  assert.notEqual((await installation.fetchAsVisitor(address)).status, 200)
  const stranger = await addStranger(installation)
  const asStranger = await installation.fetch(address, { headers: { cookie: stranger.cookie } })
  assert.equal(asStranger.status, 404)
  assert.deepEqual(await servicesOf(stranger).logos(), {})
  await own?.removeLogo()
  assert.deepEqual(await services.logos(), {})
  assert.equal((await installation.fetch(address)).status, 404)
})

test('a shop’s logo is a picture, and a viewer changes none', async () => {
  const own = await servicesOf(owner).shop('tea.example')
  const refused = (code: string) => (error: unknown) => isAppError(error) && error.code === code
  const text = { bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), type: 'image/png' }
  await assert.rejects(async () => own?.saveLogo(text), refused('invalid_input'))
  await assert.rejects(async () => own?.saveLogo({ ...image, type: 'image/svg+xml' }), refused('invalid_input'))
  await assert.rejects(async () => own?.saveLogo({ ...image, bytes: new Uint8Array(3e6) }), refused('invalid_input'))
  const viewer = await addMember(installation, 'tea.example', { role: 'viewer', shopIds: null })
  const theirs = await servicesOf(viewer).shop('tea.example')
  await assert.rejects(async () => theirs?.saveLogo(image), refused('forbidden'))
  await assert.rejects(async () => theirs?.removeLogo(), refused('forbidden'))
})
