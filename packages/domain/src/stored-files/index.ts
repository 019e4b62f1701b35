// Files in buckets: who may do what with them, quotas, and what becomes of their bytes. Must not know HTTP, nor how bytes are kept.
export { asSigner, asStorageError, type FileContext, type FileServices, signerName } from './access.ts'
export {
  assertMade,
  BucketInput,
  type BucketView,
  changeFileBucket,
  listFileBuckets,
  makeFileBucket,
  readFileBucket,
  removeFileBucket,
} from './buckets.ts'
export { compareFiles } from './compare.ts'
export { handleFileJobs, requestEmptying, sweepFiles } from './jobs.ts'
export { listFolder, listPaged } from './list.ts'
export { findLogos, removeLogo, saveLogo, showLogo } from './logos.ts'
export { copyFile, moveFile, noteReading, readObject, readObjects, readPublicObject, removeObjects } from './objects.ts'
export { type KeepingServices, keepFile, writeOwnFile } from './own-files.ts'
export { findPersonPicture, type PictureContext, readPicture, removePicture, savePicture } from './own-picture.ts'
export { admitUpload, collect, storeFile, type Upload } from './upload.ts'
