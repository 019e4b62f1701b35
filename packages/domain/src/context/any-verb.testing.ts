// How tests go through all verbs there are.
import assert from 'node:assert/strict'
import { type Attempt, attempts, type World } from './permissions.testing.ts'
import type { Verb } from './verb.ts'

/** A verb of unknown types; it parses its input itself, and the attempts say which context it takes. */
export type AnyVerb = Verb<unknown, unknown, World[Attempt['in']], unknown>

/** Whether something that the domain exports is a verb. */
export function isVerb(value: unknown): value is AnyVerb {
  return typeof value === 'object' && value !== null && 'needs' in value && 'access' in value && 'run' in value
}

/** How the verb is called. */
export function attemptAt({ name }: AnyVerb): Attempt {
  return attempts[name] ?? assert.fail(`${name} has no attempt in permissions.testing.ts`)
}
