// Runs the official client, unmodified, against the door.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { createClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { addShop, startInstallation } from '../../testing/installation.ts'
import { addPerson, type SignedInPerson, visitOf } from '../../testing/people.ts'

const installation = await startInstallation({ after })
const { owner, runtime, address } = installation
const stranger = await addPerson(installation, 'stranger@example.com', { isOwner: true })
await addShop(installation, { domain: 'tea.example' })
const { shop } = await installation.contexts.shop('tea.example')
const { anon, service } = runtime.auth.service.apiKeys

const options = { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } }

/** The storage of the official client, as this person. */
function storageOf(person?: SignedInPerson | 'service') {
  if (person === undefined || person === 'service') {
    return createClient(address, person === undefined ? anon : service, options).storage
  }
  const { access_token: token } = person.session
  return createClient(address, anon, { ...options, global: { headers: { authorization: `Bearer ${token}` } } }).storage
}

const [own, others, operator, nobody] = [storageOf(owner), storageOf(stranger), storageOf('service'), storageOf()]
const png = await sharp({ create: { width: 400, height: 300, channels: 3, background: 'red' } })
  .png()
  .toBuffer()
const upload = '11111111-1111-4111-8111-111111111111'

async function codeOf(answer: PromiseLike<{ error: unknown }>): Promise<string | undefined> {
  const { error } = await answer
  return error === null ? undefined : (error as { code?: string }).code
}

suite('the picture of a person', () => {
  const name = `${owner.id}/picture.webp`

  test('is stored, encoded anew, replaced only when asked to, and removed', async () => {
    const avatars = own.from('avatars')
    const stored = await avatars.upload(name, png, { contentType: 'image/png' })
    assert.equal(stored.data?.fullPath, `avatars/${name}`)
    assert.equal(await codeOf(avatars.upload(name, png, { contentType: 'image/png' })), 'KeyAlreadyExists')
    assert.equal((await avatars.upload(name, new Blob([png], { type: 'image/png' }), { upsert: true })).error, null)
    assert.equal((await avatars.update(name, new File([png], 'a.png', { type: 'image/png' }))).error, null)
    const { data } = await avatars.download(name)
    const { width, height, format } = await sharp(await data?.arrayBuffer()).metadata()
    assert.deepEqual([width, height, format], [256, 256, 'webp'])
    const info = await avatars.info(name)
    assert.deepEqual([info.data?.contentType, info.data?.name], ['image/webp', name])
    assert.equal((await avatars.exists(name)).data, true)
    const { data: listed } = await avatars.list(owner.id)
    assert.deepEqual(
      listed?.map((file) => file.name),
      ['picture.webp'],
    )
    assert.match((await runtimePicture()) ?? '', new RegExp(`^/account/picture/${owner.id}/`))
    assert.equal((await avatars.remove([name])).data?.length, 1)
    assert.equal((await avatars.exists(name)).data, false)
  })

  async function runtimePicture(): Promise<string | null | undefined> {
    return (await visitOf(installation, owner).identity.person())?.avatarUrl
  }

  test('has one name, and is nobody else’s to see or change', async () => {
    await own.from('avatars').upload(name, png, { contentType: 'image/png', upsert: true })
    assert.equal(await codeOf(own.from('avatars').upload(`${owner.id}/other.webp`, png)), 'AccessDenied')
    assert.equal(
      await codeOf(others.from('avatars').upload(name, png, { upsert: true, contentType: 'image/png' })),
      'AccessDenied',
    )
    assert.equal(await codeOf(others.from('avatars').download(name)), 'NoSuchKey')
    assert.deepEqual((await others.from('avatars').remove([name])).data, [])
    assert.deepEqual((await others.from('avatars').list(owner.id)).data, [])
    assert.deepEqual((await others.from('avatars').list()).data, [])
    assert.equal(await codeOf(others.from('avatars').createSignedUrl(name, 60)), 'NoSuchKey')
    assert.equal(await codeOf(nobody.from('avatars').download(name)), 'AccessDenied')
  })

  test('is refused when it is none, and when the type is another', async () => {
    const avatars = own.from('avatars')
    const put = (body: Uint8Array, contentType: string) =>
      codeOf(avatars.upload(name, body, { contentType, upsert: true }))
    assert.equal(await put(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png'), 'InvalidRequest')
    assert.equal(await put(png, 'image/svg+xml'), 'InvalidMimeType')
    assert.equal(await put(new Uint8Array(5 * 1024 ** 2 + 1), 'image/png'), 'EntityTooLarge')
    assert.equal((await avatars.download(name)).error, null)
  })
})

suite('a logo of a shop', () => {
  const name = `${shop.id}/logo.png`

  test('is everybody’s to see who has the address, also smaller', async () => {
    const assets = own.from('shop-assets')
    assert.equal((await assets.upload(name, png, { contentType: 'image/png', cacheControl: '600' })).error, null)
    const { publicUrl } = assets.getPublicUrl(name).data
    const response = await fetch(publicUrl)
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/png'])
    assert.equal(response.headers.get('cache-control'), 'max-age=600')
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
    assert.match(response.headers.get('content-security-policy') ?? '', /sandbox/)
    const small = assets.getPublicUrl(name, { transform: { width: 200, height: 200, quality: 60 } })
    const shown = await fetch(small.data.publicUrl)
    assert.equal(shown.headers.get('x-transformations'), 'height:200,width:200,resizing_type:fill,quality:60')
    assert.equal((await sharp(await shown.arrayBuffer()).metadata()).width, 200)
    const again = await fetch(publicUrl, { headers: { 'if-none-match': response.headers.get('etag') ?? '' } })
    assert.equal(again.status, 304)
  })

  test('is changed by those who may change the shop', async () => {
    assert.equal(
      await codeOf(others.from('shop-assets').upload(name, png, { upsert: true, contentType: 'image/png' })),
      'AccessDenied',
    )
    assert.deepEqual((await others.from('shop-assets').list(shop.id)).data, [])
    assert.equal(await codeOf(others.from('shop-assets').info(name)), 'NoSuchKey')
    const { data: folders } = await own.from('shop-assets').list()
    assert.deepEqual(
      folders?.map((folder) => [folder.name, folder.id]),
      [[shop.id, null]],
    )
    const rows = await runtime.stores.database.kysely.selectFrom('auditEntries').select('body').execute()
    assert.ok(rows.some(({ body }) => body.includes('file.store') && body.includes('shop-assets/logo.png')))
  })
})

suite('a file to import', () => {
  const imports = own.from('imports')
  const name = `${shop.id}/${upload}/orders.csv`
  const csv = 'order,total\n1,2\n'

  test('is uploaded, moved, copied and signed both ways', async () => {
    assert.equal((await imports.upload(name, csv, { contentType: 'text/csv', metadata: { from: 'till' } })).error, null)
    assert.equal(await codeOf(imports.upload(`${shop.id}/x.csv`, csv, { contentType: 'text/csv' })), 'AccessDenied')
    assert.equal(await codeOf(imports.upload(name, csv, { contentType: 'text/html', upsert: true })), 'InvalidMimeType')
    const other = `${shop.id}/${upload}/orders (2).csv`
    assert.equal((await imports.move(name, other)).error, null)
    assert.equal((await imports.copy(other, name)).error, null)
    assert.equal(await codeOf(imports.copy(other, name)), 'KeyAlreadyExists')
    assert.equal(await codeOf(imports.move(other, name)), 'KeyAlreadyExists')
    assert.deepEqual((await imports.info(name)).data?.metadata, { from: 'till' })
    const signed = await imports.createSignedUrl(other, 60)
    const address = new URL(signed.data?.signedUrl ?? '')
    address.searchParams.set('download', 'the "orders"\r\n.csv')
    const response = await fetch(address)
    assert.equal(await response.text(), csv)
    assert.equal(response.headers.get('content-disposition'), "attachment; filename*=UTF-8''the%20orders.csv")
    assert.match(response.headers.get('cache-control') ?? '', /^private, max-age=(?:60|59|58)$/)
    const many = await imports.createSignedUrls([name, 'missing'], 60)
    assert.deepEqual(
      many.data?.map(({ error }) => error === null),
      [true, false],
    )
    const target = await imports.createSignedUploadUrl(`${shop.id}/${upload}/later.csv`)
    assert.ok(target.data)
    const { token, path } = target.data
    const send = () => nobody.from('imports').uploadToSignedUrl(path, token, csv, { contentType: 'text/csv' })
    assert.equal((await send()).error, null)
    assert.equal(await codeOf(send()), 'KeyAlreadyExists')
    assert.equal(await codeOf(nobody.from('imports').uploadToSignedUrl(name, token, csv)), 'InvalidSignature')
    const { data: page } = await imports.listV2({ prefix: `${shop.id}/`, limit: 2 })
    assert.deepEqual([page?.objects.length, page?.hasNext], [2, true])
    const { data: rest } = await imports.listV2({ prefix: `${shop.id}/`, limit: 2, cursor: page?.nextCursor ?? '' })
    assert.deepEqual([rest?.objects.length, rest?.hasNext], [1, false])
    const folded = await imports.listV2({ prefix: `${shop.id}/`, with_delimiter: true })
    assert.deepEqual(
      folded.data?.folders.map((folder) => folder.name),
      [`${shop.id}/${upload}/`],
    )
  })

  test('is nothing to members of another organisation, and its signed address ends with the right of its signer', async () => {
    const foreign = others.from('imports')
    assert.equal(await codeOf(foreign.download(name)), 'NoSuchKey')
    assert.equal(await codeOf(foreign.upload(name, csv, { contentType: 'text/csv' })), 'AccessDenied')
    assert.equal(await codeOf(foreign.copy(name, `${shop.id}/${upload}/mine.csv`)), 'NoSuchKey')
    assert.deepEqual((await foreign.list(`${shop.id}/${upload}`)).data, [])
    assert.deepEqual((await foreign.listV2({ prefix: '' })).data?.objects, [])
    const { data } = await imports.createSignedUrl(name, 60)
    const { kysely } = runtime.stores.database
    const forged = new URL(data?.signedUrl ?? '')
    forged.searchParams.set('token', `${forged.searchParams.get('token')}x`)
    assert.equal((await fetch(forged)).status, 400)
    const before = await kysely.selectFrom('memberships').selectAll().where('personId', '=', owner.id).execute()
    await kysely.deleteFrom('memberships').where('personId', '=', owner.id).execute()
    const refused = await fetch(data?.signedUrl ?? '')
    await kysely.insertInto('memberships').values(before).execute()
    assert.equal(((await refused.json()) as { code: string }).code, 'NoSuchKey')
    assert.equal((await fetch(data?.signedUrl ?? '')).status, 200)
  })
})

suite('a bucket', () => {
  test('is made, changed, emptied and deleted with the secret key', async () => {
    const made = await operator.createBucket('reports', {
      public: false,
      fileSizeLimit: '1kb',
      allowedMimeTypes: ['text/*'],
    })
    assert.equal(made.data?.name, 'reports')
    assert.equal(await codeOf(operator.createBucket('reports', { public: false })), 'BucketAlreadyExists')
    const { data } = await operator.getBucket('reports')
    assert.deepEqual([data?.public, data?.file_size_limit, data?.allowed_mime_types], [false, 1000, ['text/*']])
    const files = operator.from('reports')
    assert.equal(await codeOf(files.upload('a/b.txt', 'x'.repeat(1001))), 'EntityTooLarge')
    assert.equal(await codeOf(files.upload('a/b.png', png, { contentType: 'image/png' })), 'InvalidMimeType')
    assert.equal((await files.upload('a/b.html', '<script>1</script>', { contentType: 'text/html' })).error, null)
    assert.equal(await codeOf(operator.deleteBucket('reports')), 'ResourceNotEmpty')
    assert.equal((await fetch(files.getPublicUrl('a/b.html').data.publicUrl)).status, 400)
    await operator.updateBucket('reports', { public: true })
    const page = await fetch(files.getPublicUrl('a/b.html').data.publicUrl)
    assert.match(page.headers.get('content-type') ?? '', /^text\/plain/)
    assert.equal(page.headers.get('content-disposition'), 'attachment')
    assert.equal(await codeOf(own.from('reports').download('a/b.html')), 'NoSuchBucket')
    assert.equal((await files.remove(['a/b.html'])).data?.length, 1)
    assert.equal((await operator.deleteBucket('reports')).data?.message, 'Successfully deleted')
    assert.equal(await codeOf(operator.getBucket('reports')), 'NoSuchBucket')
  })

  test('of the product stays as it is, and is seen by who is signed in', async () => {
    for (const storage of [operator, own]) {
      assert.equal(await codeOf(storage.updateBucket('avatars', { public: true })), 'AccessDenied')
      assert.equal(await codeOf(storage.emptyBucket('imports')), 'AccessDenied')
      assert.equal(await codeOf(storage.deleteBucket('exports')), 'AccessDenied')
    }
    assert.equal(await codeOf(own.createBucket('mine', { public: true })), 'AccessDenied')
    const { data } = await own.listBuckets()
    assert.deepEqual(
      data?.map(({ id }) => id),
      ['ad-pictures', 'avatars', 'exports', 'imports', 'shop-assets'],
    )
    assert.equal(await codeOf(nobody.listBuckets()), 'AccessDenied')
  })
})

test('what is asked wrongly is told in the protocol’s words, and nothing becomes a page or a 500', async () => {
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${owner.session.access_token}`, apikey: anon }
    const response = await fetch(`${address}/storage/v1${path}`, { ...init, headers })
    const body = (await response.json()) as { code: string; statusCode: string }
    return [response.status, body.code]
  }
  assert.deepEqual(await ask('/object/imports/%2e%2e%2f%2e%2e%2fetc/passwd'), [400, 'InvalidKey'])
  assert.deepEqual(await ask('/object/imports/a%00b'), [400, 'InvalidKey'])
  assert.deepEqual(await ask('/object/imports/%'), [400, 'InvalidKey'])
  assert.deepEqual(await ask('/object/imports'), [400, 'InvalidRequest'])
  assert.deepEqual(await ask('/nothing'), [404, 'NotFound'])
  assert.deepEqual(await ask('/upload/resumable', { method: 'POST' }), [501, 'NotSupported'])
  assert.deepEqual(await ask('/object/list/imports', { method: 'POST', body: '{' }), [400, 'InvalidRequest'])
  assert.deepEqual(await ask('/object/list/imports', { method: 'POST', body: '{"limit":-1}' }), [400, 'InvalidRequest'])
  assert.deepEqual(await ask('/object/list/imports', { method: 'POST', body: '{"prefix":"\\u0000"}' }), [
    400,
    'InvalidRequest',
  ])
  assert.deepEqual(await ask('/object/list/none', { method: 'POST', body: '{}' }), [400, 'NoSuchBucket'])
  assert.deepEqual(await ask('/object/sign/avatars/x?token=', {}), [400, 'InvalidJWT'])
  const cookie = await fetch(`${address}/storage/v1/bucket`, { headers: { cookie: owner.cookie } })
  assert.equal(((await cookie.json()) as { code: string }).code, 'AccessDenied')
  const preflight = await fetch(`${address}/storage/v1/object/imports/x`, { method: 'OPTIONS' })
  assert.deepEqual([preflight.status, preflight.headers.get('access-control-allow-origin')], [204, '*'])
})
