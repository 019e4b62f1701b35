// Messages of this browser: whether it shows them, and switching them on and off. Runs in the browser only.

/** What this browser does about messages of the site. */
export interface OwnPush {
  readonly state: 'on' | 'off' | 'denied' | 'home_screen' | 'unsupported'
  /** Of its address at the push service; empty without one. */
  readonly fingerprint: string
}

/** What went wrong: a text of the account's pages. */
export type PushProblem = `push.${'notAllowed' | 'unreachable' | 'notSaved' | 'tooMany' | 'notEnded'}`

const path = '/api/v1/push'
/** A push service may not answer, and the browser then waits for ever. */
const timeoutMs = 20_000

/** Whether this browser has messages switched on, or why it cannot. Never throws. */
export async function findOwnPush(): Promise<OwnPush> {
  const nothing = (state: OwnPush['state']): OwnPush => ({ state, fingerprint: '' })
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!isAble) return nothing(isOnApplePhone() ? 'home_screen' : 'unsupported')
  if (Notification.permission === 'denied') return nothing('denied')
  try {
    const registration = await navigator.serviceWorker.getRegistration('/')
    const subscription = await registration?.pushManager.getSubscription()
    if (!subscription) return nothing('off')
    return { state: 'on', fingerprint: await fingerprintOf(subscription.endpoint) }
  } catch {
    return nothing('off')
  }
}

/** Asks for the permission, subscribes, and tells the server. Says what went wrong, if anything did. */
export async function startPush(): Promise<PushProblem | undefined> {
  try {
    if ((await Notification.requestPermission()) !== 'granted') return 'push.notAllowed'
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
    const { pushManager } = await navigator.serviceWorker.ready
    const key = await readKey()
    // One with the key of an earlier installation is of no use.
    await (await pushManager.getSubscription())?.unsubscribe()
    const options = { userVisibleOnly: true, applicationServerKey: key }
    const subscription = await within(pushManager.subscribe(options))
    const response = await send('POST', '/subscriptions', JSON.stringify(subscription))
    if (response.ok) return undefined
    await subscription.unsubscribe()
    return await problemOf(response)
  } catch {
    return 'push.unreachable'
  }
}

/** Ends messages in this browser and at the server. */
export async function endPush(id: string | undefined): Promise<PushProblem | undefined> {
  try {
    const registration = await navigator.serviceWorker.getRegistration('/')
    await (await registration?.pushManager.getSubscription())?.unsubscribe()
    if (id === undefined) return undefined
    const response = await send('DELETE', `/subscriptions?subscription=${id}`)
    return response.ok || response.status === 404 ? undefined : await problemOf(response)
  } catch {
    return 'push.notEnded'
  }
}

/** iPads name themselves like a Mac, which has no touch screen. */
function isOnApplePhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return /\b(?:iPhone|iPad|iPod)\b/.test(userAgent) || (/\bMacintosh\b/.test(userAgent) && maxTouchPoints > 1)
}

async function fingerprintOf(endpoint: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)))
  return btoa(String.fromCharCode(...hash))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

async function readKey(): Promise<string> {
  const response = await send('GET', '/key')
  const body: unknown = await response.json()
  const key = Object(body).key
  if (typeof key !== 'string') throw new Error('no key')
  return key
}

function send(method: string, where: string, body?: string): Promise<Response> {
  const headers = body === undefined ? {} : { 'content-type': 'application/json' }
  return fetch(`${path}${where}`, { method, headers, ...(body !== undefined && { body }) })
}

async function problemOf(response: Response): Promise<PushProblem> {
  const body: unknown = await response.json().catch(() => null)
  return Object(body).code === 'limit_reached' ? 'push.tooMany' : 'push.notSaved'
}

async function within<T>(work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('late')), timeoutMs))
  return Promise.race([work, late])
}
