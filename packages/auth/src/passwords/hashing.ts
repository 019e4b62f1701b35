import { createCipheriv, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import argon2 from 'argon2'
import bcrypt from 'bcrypt'
import { AuthError } from '../errors.ts'

/** Runs a few heavy tasks at a time; the rest wait in order. */
interface WorkQueue {
  /** Throws a `504`, which clients retry, if too many are waiting or a task waited too long. */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** At most `atOnce` run and `mostWaiting` wait, none longer than `longestWaitMs`. */
interface WorkQueueSize {
  readonly atOnce: number
  readonly mostWaiting: number
  readonly longestWaitMs: number
}

interface Waiter {
  readonly since: number
  enter(): void
  refuse(): void
}

/**
 * A queue in memory, so that a burst takes longer instead of using up memory and threads. A task that waited longer than a
 * call may last is dropped: its caller already got a response, and running it would only delay others.
 */
export function createWorkQueue(size: WorkQueueSize, nowMs: () => number = () => performance.now()): WorkQueue {
  const { atOnce, mostWaiting, longestWaitMs } = size
  const waiting: Waiter[] = []
  let running = 0
  const enter = (): Promise<void> | undefined => {
    if (running < atOnce) {
      running += 1
      return undefined
    }
    if (waiting.length >= mostWaiting) throw tookTooLong()
    return new Promise((resolve, reject) => {
      waiting.push({ since: nowMs(), enter: resolve, refuse: () => reject(tookTooLong()) })
    })
  }
  const leave = () => {
    for (;;) {
      const next = waiting.shift()
      if (next === undefined) {
        running -= 1
        return
      }
      if (nowMs() - next.since < longestWaitMs) {
        // The next task takes over this slot, so `running` stays unchanged.
        next.enter()
        return
      }
      next.refuse()
    }
  }
  return {
    async run(work) {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

function tookTooLong(): AuthError {
  return new AuthError(504, 'request_timeout', 'Processing this request timed out, please retry after a moment.')
}

const largestMemoryKiB = 1024 * 1024
const mostIterations = 20
const mostLanes = 16
const largestBcryptCost = 16
const largestScryptBytes = 256 * 1024 * 1024

const argon2Pattern =
  /^\$argon2(?<kind>id?)\$v=19\$(?<parameters>[mtp]=\d{1,7}(?:,[mtp]=\d{1,7}){2})\$(?<salt>[A-Za-z0-9+/]+)\$(?<hash>[A-Za-z0-9+/]+)$/
const bcryptPattern = /^\$2[aby]\$(?<cost>\d{2})\$(?<rest>[./A-Za-z0-9]{53})$/
const firebasePattern =
  /^\$fbscrypt\$v=1,n=(?<n>\d{1,2}),r=(?<r>\d{1,3}),p=(?<p>\d{1,3}),ss=(?<ss>[^,$]*),sk=(?<sk>[^,$]+)\$(?<salt>[^$]+)\$(?<hash>[^$]+)$/

const keyLength = 32
const ivLength = 16

const saltLength = 16
const hashLength = 32

/** The cost of a new hash: memory in KiB, and passes over it. */
interface HashCost {
  readonly memoryCost: number
  readonly timeCost: number
}

const usualCost: HashCost = { memoryCost: 65_536, timeCost: 1 }

/** Whether a check's result is still wanted when its turn comes. */
type IsWanted = () => Promise<boolean>

/** Makes and checks stored passwords, off the event loop and a few at a time. */
export interface PasswordHashing {
  /** Argon2id as a PHC string. */
  hash(password: string): Promise<string>
  /**
   * False also for a stored hash of unknown format. `isWanted` is called when the turn comes; if it returns false, nothing is
   * computed and the result is false.
   */
  verify(password: string, stored: string, isWanted?: IsWanted): Promise<boolean>
  /** Takes as long as verifying one of our own hashes; for every response about a missing account. */
  verifyDummy(password: string, isWanted?: IsWanted): Promise<void>
  /** Whether it is weaker than what `hash` makes and should be replaced at the next sign-in. */
  needsUpgrade(stored: string): boolean
  /** Whether `verify` understands the format, so that the hash may be imported. */
  isHash(text: string): boolean
}

/** Leaves threads of Node's pool free for file access and DNS. */
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

/** A hash in our own format that matches no known password. */
function unknownHash(cost: HashCost): string {
  return toText(cost, randomBytes(saltLength), randomBytes(hashLength))
}

/** In the order of the reference implementation, which strict readers elsewhere insist on; our library sorts by name. */
function toText({ memoryCost, timeCost }: HashCost, salt: Buffer, result: Buffer): string {
  const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  const parameters = `m=${memoryCost},t=${timeCost},p=1`
  return `$argon2id$v=19$${parameters}$${unpadded(salt)}$${unpadded(result)}`
}

/** Whether the password is the one of this hash. Runs on the thread pool. */
async function verifyFirebaseScrypt(stored: FirebaseHash, password: string): Promise<boolean> {
  const key = await deriveKey(stored, password)
  // The format defines a zero counter: the key is of use for this one text only.
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(ivLength))
  const result = Buffer.concat([cipher.update(stored.signerKey), cipher.final()])
  return result.length === stored.hash.length && timingSafeEqual(result, stored.hash)
}

function deriveKey(stored: FirebaseHash, password: string): Promise<Buffer> {
  const cost = 2 ** stored.memoryPower
  const options = {
    N: cost,
    r: stored.blockSize,
    p: stored.lanes,
    maxmem: 128 * stored.blockSize * (cost + stored.lanes + 4),
  }
  const salt = Buffer.concat([stored.salt, stored.saltSeparator])
  return new Promise((resolve, reject) => {
    scrypt(password, salt, keyLength, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

/** A stored hash that can be verified, with the cost of doing so. */
type PasswordHash =
  | { readonly kind: 'argon2'; readonly isArgon2id: boolean; readonly memoryKiB: number; readonly iterations: number }
  | { readonly kind: 'bcrypt'; readonly text: string }
  | FirebaseHash

/** Firebase's scrypt: the derived key encrypts the project's signer key. */
interface FirebaseHash {
  readonly kind: 'firebase'
  readonly memoryPower: number
  readonly blockSize: number
  readonly lanes: number
  readonly saltSeparator: Buffer
  readonly signerKey: Buffer
  readonly salt: Buffer
  readonly hash: Buffer
}

/** Understands argon2i, argon2id, bcrypt and Firebase scrypt; undefined for anything else or out of bounds. */
function parsePasswordHash(text: string): PasswordHash | undefined {
  return parseArgon2(text) ?? parseBcrypt(text) ?? parseFirebase(text)
}

function parseArgon2(text: string): PasswordHash | undefined {
  const groups = argon2Pattern.exec(text)?.groups
  if (groups === undefined) return undefined
  const { memoryKiB, iterations, lanes } = readParameters(groups.parameters)
  const isAffordable =
    isWithin(lanes, 1, mostLanes) &&
    isWithin(iterations, 1, mostIterations) &&
    isWithin(memoryKiB, 8 * lanes, largestMemoryKiB)
  // The library refuses shorter salts and results.
  if (!isAffordable || byteLength(groups.salt) < 8 || byteLength(groups.hash) < 4) return undefined
  return { kind: 'argon2', isArgon2id: groups.kind === 'id', memoryKiB, iterations }
}

/** Most write m,t,p; some libraries sort them by name. */
function readParameters(text = ''): { memoryKiB: number; iterations: number; lanes: number } {
  const values = new Map(text.split(',').map((part) => [part.slice(0, 1), Number(part.slice(2))] as const))
  return { memoryKiB: values.get('m') ?? 0, iterations: values.get('t') ?? 0, lanes: values.get('p') ?? 0 }
}

function parseBcrypt(text: string): PasswordHash | undefined {
  const { cost, rest } = bcryptPattern.exec(text)?.groups ?? {}
  if (rest === undefined || !isWithin(Number(cost), 4, largestBcryptCost)) return undefined
  // PHP writes `2y` for what others call `2b`.
  return { kind: 'bcrypt', text: text.replace(/^\$2y/, '$2b') }
}

function parseFirebase(text: string): FirebaseHash | undefined {
  const groups = firebasePattern.exec(text)?.groups
  if (groups === undefined) return undefined
  const memoryPower = Number(groups.n)
  const blockSize = Number(groups.r)
  const lanes = Number(groups.p)
  const isAffordable =
    isWithin(memoryPower, 1, 30) &&
    isWithin(lanes, 1, mostLanes) &&
    isWithin(128 * 2 ** memoryPower * blockSize, 1, largestScryptBytes)
  if (!isAffordable) return undefined
  const saltSeparator = readBase64(groups.ss)
  const signerKey = readBase64(groups.sk)
  const salt = readBase64(groups.salt)
  const hash = readBase64(groups.hash)
  if (!saltSeparator || !signerKey || !salt || !hash) return undefined
  return { kind: 'firebase', memoryPower, blockSize, lanes, saltSeparator, signerKey, salt, hash }
}

function isWithin(value: number, least: number, most: number): boolean {
  return value >= least && value <= most
}

/** Stricter than Node, which skips invalid base64 characters. */
function readBase64(text = ''): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : undefined
}

function byteLength(unpadded = ''): number {
  return Math.floor((unpadded.length * 3) / 4)
}
