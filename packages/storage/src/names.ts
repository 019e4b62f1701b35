import { StorageError } from './failure.ts'

const nameShape = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]{1,1024}$/
const bucketShape = /^[A-Za-z0-9_!.*'() &$=@;:+,?-]{1,100}$/
const longestSegment = 255

/** An object's bucket and its name in there. */
export interface ObjectPlace {
  readonly bucket: string
  readonly name: string
}

/** The name of an object, unchanged. Throws `InvalidKey` for whatever could mean something to a disk or an address. */
export function checkName(name: string): string {
  const segments = name.split('/')
  const isBad = (segment: string) =>
    segment === '' || segment === '.' || segment === '..' || segment.length > longestSegment
  if (!nameShape.test(name) || segments.some(isBad)) {
    throw new StorageError('InvalidKey', `Invalid key: ${printable(name)}`)
  }
  return name
}

/** The name of a bucket, unchanged. Throws `InvalidBucketName`. */
export function checkBucketName(name: string): string {
  const isBad = !bucketShape.test(name) || name === '.' || name === '..' || name.trim() !== name
  if (isBad) throw new StorageError('InvalidBucketName')
  return name
}

/** The object that the rest of an address names: it is decoded once, and only then taken apart. */
export function readPlace(path: string): ObjectPlace {
  const decoded = decodePath(path)
  const at = decoded.indexOf('/')
  if (at < 1) throw new StorageError('InvalidRequest', 'Name a bucket and an object: “bucket/name”.')
  return { bucket: checkBucketName(decoded.slice(0, at)), name: checkName(decoded.slice(at + 1)) }
}

/** The bucket that the rest of an address names. */
export function readBucketName(path: string): string {
  return checkBucketName(decodePath(path))
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch (cause) {
    throw new StorageError('InvalidKey', 'This address holds an escape that means nothing.', { cause })
  }
}

/** Names come from strangers, and the message goes to logs and pages. */
function printable(name: string): string {
  return name.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 200)
}
