/** The failures of the storage protocol: the status and label that its clients find in the body. */
const failures = {
  NoSuchBucket: ['404', 'Bucket not found', 'Bucket not found'],
  NoSuchKey: ['404', 'not_found', 'Object not found'],
  AccessDenied: ['403', 'Unauthorized', 'new row violates row-level security policy'],
  KeyAlreadyExists: ['409', 'Duplicate', 'The resource already exists'],
  BucketAlreadyExists: ['409', 'Duplicate', 'The resource already exists'],
  ResourceNotEmpty: ['409', 'InvalidRequest', 'The bucket you tried to delete is not empty'],
  InvalidKey: ['400', 'InvalidKey', 'Invalid key'],
  InvalidBucketName: ['400', 'Invalid Input', 'Bucket name invalid'],
  InvalidMimeType: ['415', 'invalid_mime_type', 'This mime type is not supported'],
  EntityTooLarge: ['413', 'Payload too large', 'The object exceeded the maximum allowed size'],
  InvalidJWT: ['400', 'InvalidJWT', 'The provided token cannot be read.'],
  InvalidSignature: ['400', 'InvalidSignature', 'The provided token is not for this object, or not for this use.'],
  ExpiredToken: ['400', 'ExpiredToken', 'The provided token has expired.'],
  InvalidRequest: ['400', 'InvalidRequest', 'The request is not valid'],
  InvalidParameter: ['400', 'InvalidParameter', 'A parameter is not valid'],
  InvalidRange: ['416', 'InvalidRange', 'The requested range is not satisfiable'],
  SlowDown: ['429', 'SlowDown', 'Too many requests. Wait a moment, then try again.'],
  NotSupported: ['501', 'NotSupported', 'This is not offered here.'],
  Unavailable: ['503', 'ServiceUnavailable', 'The storage does not answer right now. Try again in a moment.'],
  InternalError: ['500', 'InternalError', 'Something went wrong here.'],
} as const satisfies Record<string, readonly [status: string, error: string, message: string]>

/** One of the protocol's codes. */
export type StorageCode = keyof typeof failures

/** Statuses that are sent as such; every other failure is sent as 400. */
const ownStatuses = new Set(['416', '429', '500', '501', '503'])

/** A failure as the storage protocol tells it. */
export class StorageError extends Error {
  readonly code: StorageCode
  readonly statusCode: string
  readonly error: string

  constructor(code: StorageCode, message: string = failures[code][2], options: { readonly cause?: unknown } = {}) {
    super(message, options)
    this.name = 'StorageError'
    this.code = code
    this.statusCode = failures[code][0]
    this.error = failures[code][1]
  }

  /** Of the response. */
  get status(): number {
    return ownStatuses.has(this.statusCode) ? Number(this.statusCode) : 400
  }

  /** The body of the response. */
  toJSON(): { readonly statusCode: string; readonly code: string; readonly error: string; readonly message: string } {
    return { statusCode: this.statusCode, code: this.code, error: this.error, message: this.message }
  }
}
