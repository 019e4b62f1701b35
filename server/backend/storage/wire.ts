import type { ListedObject, ObjectRow } from '@tillsight/database'
import type { BucketView } from '@tillsight/domain'

const beginning = new Date(0)

/** A bucket as the protocol shows it. */
export function toBucket({ id, owner, isPublic, largestBytes, types, createdAt, updatedAt }: BucketView) {
  return {
    id,
    name: id,
    owner,
    public: isPublic,
    file_size_limit: largestBytes,
    allowed_mime_types: types,
    created_at: createdAt ?? beginning,
    updated_at: updatedAt ?? beginning,
  }
}

/** A file as the protocol lists it. */
export function toObject(object: ObjectRow, name = object.name) {
  return {
    name,
    bucket_id: object.bucket,
    owner: object.owner ?? '',
    id: object.id,
    updated_at: object.updatedAt,
    created_at: object.createdAt,
    last_accessed_at: object.updatedAt,
    metadata: {
      eTag: `"${object.md5}"`,
      size: object.size,
      mimetype: object.type,
      cacheControl: object.cacheControl,
      lastModified: object.updatedAt,
      contentLength: object.size,
      httpStatusCode: 200,
    },
  }
}

/** A file or folder of a list. */
export function toListed({ rest, object }: ListedObject) {
  if (object !== null) return toObject(object, rest)
  return { name: rest, id: null, updated_at: null, created_at: null, last_accessed_at: null, metadata: null }
}

/** Everything that is known of one file. */
export function toInfo(object: ObjectRow) {
  return {
    id: object.id,
    name: object.name,
    version: object.version,
    bucket_id: object.bucket,
    size: object.size,
    content_type: object.type,
    cache_control: object.cacheControl,
    etag: `"${object.md5}"`,
    metadata: JSON.parse(object.userMetadata) as unknown,
    last_modified: object.updatedAt,
    created_at: object.createdAt,
  }
}

/** What is told of a file that was stored. */
export function toStored({ id, bucket, name }: ObjectRow) {
  return { Id: id, Key: `${bucket}/${name}` }
}
