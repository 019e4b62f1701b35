const largestMemoryKiB = 1024 * 1024
const mostIterations = 20
const mostLanes = 16
const largestBcryptCost = 16
const largestScryptBytes = 256 * 1024 * 1024

/** A stored hash that can be checked, with what its check costs. */
export type PasswordHash =
  | { readonly kind: 'argon2'; readonly isArgon2id: boolean; readonly memoryKiB: number; readonly iterations: number }
  | { readonly kind: 'bcrypt'; readonly text: string }
  | FirebaseHash

/** Firebase's scrypt: the derived key encrypts the project's signer key. */
export interface FirebaseHash {
  readonly kind: 'firebase'
  readonly memoryPower: number
  readonly blockSize: number
  readonly lanes: number
  readonly saltSeparator: Buffer
  readonly signerKey: Buffer
  readonly salt: Buffer
  readonly hash: Buffer
}

const argon2Pattern =
  /^\$argon2(?<kind>id?)\$v=19\$(?<parameters>[mtp]=\d{1,7}(?:,[mtp]=\d{1,7}){2})\$(?<salt>[A-Za-z0-9+/]+)\$(?<hash>[A-Za-z0-9+/]+)$/
const bcryptPattern = /^\$2[aby]\$(?<cost>\d{2})\$(?<rest>[./A-Za-z0-9]{53})$/
const firebasePattern =
  /^\$fbscrypt\$v=1,n=(?<n>\d{1,2}),r=(?<r>\d{1,3}),p=(?<p>\d{1,3}),ss=(?<ss>[^,$]*),sk=(?<sk>[^,$]+)\$(?<salt>[^$]+)\$(?<hash>[^$]+)$/

/** Understands argon2i, argon2id, bcrypt and Firebase scrypt; undefined for anything else or out of bounds. */
export function parsePasswordHash(text: string): PasswordHash | undefined {
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
  // PHP writes `2y` for what is `2b` elsewhere.
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

/** Node skips over what is not base64; this does not. */
function readBase64(text = ''): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : undefined
}

function byteLength(unpadded = ''): number {
  return Math.floor((unpadded.length * 3) / 4)
}
