import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import argon2 from 'argon2'
import bcrypt from 'bcrypt'
import { verifyFirebaseScrypt } from './firebase-scrypt.ts'
import { type PasswordHash, parsePasswordHash } from './formats.ts'
import { createWorkQueue, type WorkQueueSize } from './work-queue.ts'

const saltLength = 16
const hashLength = 32

/** What a new hash costs: KiB of memory, and passes over it. */
export interface HashCost {
  readonly memoryCost: number
  readonly timeCost: number
}

const usualCost: HashCost = { memoryCost: 65_536, timeCost: 1 }

/** Whether a check is of any use by the time that its turn comes. */
export type IsWanted = () => Promise<boolean>

/** Makes and checks stored passwords, off the event loop and a few at a time. */
export interface PasswordHashing {
  /** Argon2id as a PHC string. */
  hash(password: string): Promise<string>
  /**
   * False also for a stored text of an unknown format. `isWanted` is asked when the turn comes; without need nothing is worked
   * out, and the answer is false.
   */
  verify(password: string, stored: string, isWanted?: IsWanted): Promise<boolean>
  /** Takes as long as a check of our own hashes; for every way out without an account. */
  verifyDummy(password: string, isWanted?: IsWanted): Promise<void>
  /** Whether it is weaker than what `hash` makes and should be replaced at the next sign-in. */
  needsUpgrade(stored: string): boolean
  /** Whether `verify` understands it: what may be imported. */
  isHash(text: string): boolean
}

/** Threads of Node's pool that are left for files and names. */
const defaultSize: WorkQueueSize = {
  atOnce: Math.max(1, Math.min(3, availableParallelism())),
  mostWaiting: 400,
  longestWaitMs: 10_000,
}

const always: IsWanted = async () => true

/** Argon2 and bcrypt run on Node's thread pool; the queue keeps some of it free. */
export function createPasswordHashing(size = defaultSize, cost = usualCost): PasswordHashing {
  const queue = createWorkQueue(size)
  const dummy = unknownHash(cost)
  return {
    hash: (password) => queue.run(() => hash(password, cost)),
    async verify(password, stored, isWanted = always) {
      const parsed = parsePasswordHash(stored)
      return (
        parsed !== undefined && queue.run(async () => (await isWanted()) && (await verify(parsed, password, stored)))
      )
    },
    async verifyDummy(password, isWanted = always) {
      await queue.run(async () => (await isWanted()) && (await argon2.verify(dummy, password)))
    },
    needsUpgrade(stored) {
      const parsed = parsePasswordHash(stored)
      if (parsed?.kind !== 'argon2' || !parsed.isArgon2id) return true
      return parsed.memoryKiB < cost.memoryCost || parsed.iterations < cost.timeCost
    },
    isHash: (text) => parsePasswordHash(text) !== undefined,
  }
}

function verify(parsed: PasswordHash, password: string, stored: string): Promise<boolean> {
  switch (parsed.kind) {
    case 'argon2':
      return argon2.verify(stored, password)
    case 'bcrypt':
      return bcrypt.compare(password, parsed.text)
    case 'firebase':
      return verifyFirebaseScrypt(parsed, password)
  }
}

async function hash(password: string, cost: HashCost): Promise<string> {
  const salt = randomBytes(saltLength)
  return toText(cost, salt, await argon2.hash(password, { ...cost, parallelism: 1, hashLength, salt, raw: true }))
}

/** A hash of our own shape that belongs to no password anybody knows. */
function unknownHash(cost: HashCost): string {
  return toText(cost, randomBytes(saltLength), randomBytes(hashLength))
}

/** In the order of the reference implementation, which strict readers elsewhere insist on; our library sorts by name. */
function toText({ memoryCost, timeCost }: HashCost, salt: Buffer, result: Buffer): string {
  const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  const parameters = `m=${memoryCost},t=${timeCost},p=1`
  return `$argon2id$v=19$${parameters}$${unpadded(salt)}$${unpadded(result)}`
}
