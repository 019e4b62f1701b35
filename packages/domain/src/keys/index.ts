// Keys of the API: who may create them, what they open, and finding the one that a request shows. Must not know HTTP.

export { createKey, listKeys, revokeKey, rotateKey } from './change-keys.ts'
export { handleKeyJobs } from './jobs.ts'
export { findKeyIn, hashKey, isKeyLike, printKey } from './key-text.ts'
export { KeyView, NewKey } from './key-view.ts'
export { isWithin, Networks } from './networks.ts'
export { AssistantReach, type ConnectedAssistant, openAssistant } from './open-assistant.ts'
export { type KeyStores, type OpenKey, openKey, revokeExposedKey } from './open-key.ts'
