// Messages to the browsers of a person: their form, the browsers that take them, and pushing. Must not know what they are about.
import { getPushKey, listPushDevices, subscribePush, testPush, unsubscribePush } from './subscriptions.ts'

export { fitPush } from './message.ts'
export { type PushServices, pushWaitingMessages } from './send.ts'
export { type PushContext, PushDevice, sealedByPush } from './subscriptions.ts'
export { getPushKey, listPushDevices, subscribePush, testPush, unsubscribePush }

/** All verbs on the browsers of a person. */
export const pushVerbs = [getPushKey, listPushDevices, subscribePush, testPush, unsubscribePush] as const
