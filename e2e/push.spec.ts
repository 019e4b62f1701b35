import { findBarriers } from './barriers.ts'
import { addOwner, enter } from './people.ts'
import { expect, test } from './product-test.ts'

test.use({ isVisitor: true })

/** A browser without a window allows no messages and knows no push service: what one would answer stands in for it. */
const standIn = () => {
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
  Notification.requestPermission = async () => 'granted'
  let subscription: object | null = null
  const base64 = (bytes: ArrayBuffer) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')
  PushManager.prototype.getSubscription = async () => subscription as PushSubscription | null
  PushManager.prototype.subscribe = async () => {
    const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
    const p256dh = base64(await crypto.subtle.exportKey('raw', publicKey))
    const auth = base64(crypto.getRandomValues(new Uint8Array(16)).buffer)
    const endpoint = `https://93.184.215.14/push/${crypto.randomUUID()}`
    subscription = {
      endpoint,
      toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh, auth } }),
      unsubscribe: async () => {
        subscription = null
        return true
      },
    }
    return subscription as PushSubscription
  }
}

test('messages are switched on for a device, and off again', { tag: '@phone' }, async ({ page, context, visit }) => {
  await enter(context, await addOwner('Pia'))
  await page.addInitScript(standIn)
  await visit('/account/notifications')
  const card = page.getByRole('region', { name: 'Messages on your devices' })
  await card.getByRole('button', { name: 'Turn on for this device' }).click()
  await expect(card.getByText('Messages are on for this device.')).toBeVisible()
  await expect(card.getByText('This device', { exact: true })).toBeVisible()
  await expect(card.getByText('nothing sent yet')).toBeVisible()
  await expect(card.getByRole('button', { name: /^Send a test to Chrome/ })).toBeVisible()
  expect(await findBarriers(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await card.getByRole('button', { name: 'Turn off for this device' }).click()
  await expect(card.getByText('Messages are off for this device.')).toBeVisible()
  await expect(card.getByText('nothing sent yet')).toHaveCount(0)
})

test('signing out ends messages on the device', async ({ page, context, visit }) => {
  await enter(context, await addOwner('Pam'))
  await page.addInitScript(() => {
    // It outlives the page, as a browser's own does.
    const subscription = { unsubscribe: async () => localStorage.setItem('unsubscribed', 'yes') }
    PushManager.prototype.getSubscription = async () => subscription as unknown as PushSubscription
  })
  await visit('/auth/logout')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.getByRole('button', { name: 'Sign out on this device' }).click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('unsubscribed'))).toBe('yes')
})

test('a browser that is not allowed to show messages says so', async ({ page, context, visit }) => {
  await enter(context, await addOwner('Pit'))
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }))
  await visit('/account/notifications')
  await expect(page.getByText('This browser does not let Tillsight show messages.')).toBeVisible()
})

test('a message shows, and a press on it opens pages of this site only', async ({ page, context, visit }) => {
  await enter(context, await addOwner('Pat'))
  await visit('/account/notifications')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('The site has no service worker.')
  // A browser without a window shows none: what would be shown is kept instead.
  await worker.evaluate(() => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration; shown: object[] }
    scope.shown = []
    scope.registration.showNotification = async (title, options) => void scope.shown.push({ title, ...options })
  })
  const shown = () => worker.evaluate(() => (globalThis as unknown as { shown: { data: object }[] }).shown)

  const session = await context.newCDPSession(page)
  const registered = new Promise<string>((done) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [own] }) => own && done(own.registrationId))
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  const { origin } = new URL(page.url())
  const push = (data: string) => session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  const hidden = 'Open Tillsight to see the figures.'
  await push(JSON.stringify({ title: 'Tea: Sales fell', body: hidden, link: '/account/inbox', tag: 'a' }))
  await push(JSON.stringify({ title: 'Elsewhere', link: 'https://evil.example/', tag: 'b' }))
  await push('nonsense')
  await expect.poll(async () => (await shown()).length).toBe(3)
  expect(await shown()).toMatchObject([
    { title: 'Tea: Sales fell', body: hidden, tag: 'a' },
    { title: 'Elsewhere' },
    { title: 'Tillsight' },
  ])

  const press = (index: number) =>
    worker.evaluate(async (at) => {
      const { shown: all } = globalThis as unknown as { shown: { data: object }[] }
      const work: Promise<unknown>[] = []
      const notification = { data: all[at]?.data, close() {} }
      const waitUntil = (promise: Promise<unknown>) => void work.push(promise)
      dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }))
      await Promise.allSettled(work)
    }, index)
  await press(0)
  await expect(page).toHaveURL('/account/inbox')
  await press(1)
  await expect(page).not.toHaveURL(/\/account\/inbox/)
  expect(new URL(page.url()).origin).toBe(origin)
})
