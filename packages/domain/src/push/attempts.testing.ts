// What the permission tests try of a person's browsers, and a browser as data.
import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import type { PersonContext } from '../context/index.ts'
import { servicesWithoutNetwork } from '../context/services.testing.ts'
import { run } from '../context/verb.ts'
import { type PushContext, subscribePush } from './subscriptions.ts'

/** Id of a browser. */
export interface PushIds {
  readonly subscription: string
}

/** What devices are kept by in tests. */
export const testPushParts: PushContext['push'] = {
  secrets: servicesWithoutNetwork.secrets,
  checkEndpoint: async (url) => url,
  nameDevice: (agent) => agent || 'A device',
  composeTest: (language) => ({ title: `Test ${language}`, body: 'It works' }),
}

/** A browser: its subscription at an address, and the keys that only it has. */
export function createTestBrowser(endpoint = `https://push.example/${randomUUID()}`) {
  const ecdh = createECDH('prime256v1')
  const p256dh = ecdh.generateKeys().toString('base64url')
  const auth = randomBytes(16).toString('base64url')
  return { ecdh, auth, subscription: { endpoint, expirationTime: null, keys: { p256dh, auth } } }
}

const named = ({ subscription }: PushIds) => ({ subscription })

/** By verb name. */
const attempts = {
  'push.key': { in: 'person', input: () => ({}) },
  'push.list': { in: 'person', input: () => ({}) },
  'push.subscribe': { in: 'person', input: () => createTestBrowser().subscription },
  'push.unsubscribe': { in: 'person', input: named },
  'push.test': { in: 'person', input: named },
} as const

/** Switches a browser of the person on. */
async function add(person: PersonContext): Promise<PushIds> {
  const { id } = await run(subscribePush, { ...person, push: testPushParts }, createTestBrowser().subscription)
  return { subscription: id }
}

/** Attempts, and ids of nothing and of a browser. */
export const pushTrials = { attempts, freshIds: (): PushIds => ({ subscription: randomUUID() }), add } as const
