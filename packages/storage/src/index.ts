// Files: their names, buckets and bytes, signed addresses, and pictures. Must not know who may do what, nor any HTTP.
export {
  acceptsType,
  type Bucket,
  type ProductBucket,
  type ProductBucketId,
  productBucket,
  productBuckets,
} from './buckets.ts'
export { StorageError } from './failure.ts'
export { createFolderStore } from './folder-store.ts'
export { checkBucketName, checkName, type ObjectPlace, readBucketName, readPlace } from './names.ts'
export { createPictures, type Picture, type Pictures } from './pictures.ts'
export { createS3Store } from './s3-store.ts'
export type { ByteRange, FileStore } from './store.ts'
export { createGrantSigner, type GrantSigner, longestGrantSeconds, type ReadGrant } from './tokens.ts'
export { describeTransform, readTransform, Transform } from './transform.ts'
