const mebibyte = 1024 ** 2

/** Where files of a kind are kept, and what they may be. */
export interface Bucket {
  readonly id: string
  /** Whether anybody may read who has the address. */
  readonly isPublic: boolean
  /** Null: none but what holds for all. */
  readonly largestBytes: number | null
  /** Null: any. */
  readonly types: readonly string[] | null
}

/** A bucket of the product: it cannot be changed, emptied or deleted. */
export interface ProductBucket extends Bucket {
  readonly id: ProductBucketId
  /** Whose the first segment of a name is. */
  readonly of: 'person' | 'shop'
  /** Everything a name may be. */
  readonly names: RegExp
}

/** The buckets that the product keeps its own files in. */
export const productBucketIds = ['avatars', 'shop-assets', 'ad-pictures', 'exports', 'imports'] as const
/** One of {@link productBucketIds}. */
export type ProductBucketId = (typeof productBucketIds)[number]

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const pictures = ['image/jpeg', 'image/png', 'image/webp']

/** The buckets of the product by name. */
export const productBuckets: Readonly<Record<ProductBucketId, ProductBucket>> = {
  avatars: {
    id: 'avatars',
    isPublic: false,
    largestBytes: 5 * mebibyte,
    types: [...pictures, 'image/gif', 'image/avif'],
    of: 'person',
    names: new RegExp(`^${uuid}/picture\\.webp$`),
  },
  'shop-assets': {
    id: 'shop-assets',
    isPublic: true,
    largestBytes: 2 * mebibyte,
    types: pictures,
    of: 'shop',
    names: new RegExp(`^${uuid}/[^/]+$`),
  },
  'ad-pictures': {
    id: 'ad-pictures',
    isPublic: false,
    largestBytes: 5 * mebibyte,
    types: ['image/webp'],
    of: 'shop',
    names: new RegExp(`^${uuid}/[^/.]+\\.[^/.]+\\.[^/]+$`),
  },
  exports: {
    id: 'exports',
    isPublic: false,
    largestBytes: 1024 * mebibyte,
    types: null,
    of: 'shop',
    names: new RegExp(`^${uuid}/${uuid}/${uuid}/[^/]+$`),
  },
  imports: {
    id: 'imports',
    isPublic: false,
    largestBytes: 200 * mebibyte,
    types: ['text/csv', 'text/plain', 'application/gzip', 'application/x-gzip'],
    of: 'shop',
    names: new RegExp(`^${uuid}/${uuid}/[^/]+$`),
  },
}

/** The bucket of the product of this name, if there is one. */
export function productBucket(id: string): ProductBucket | undefined {
  const known = productBucketIds.find((each) => each === id)
  return known && productBuckets[known]
}

/** Whether a file of this type may be stored: `image/*` stands for all pictures, parameters do not count. */
export function acceptsType({ types }: Pick<Bucket, 'types'>, type: string): boolean {
  const [bare = ''] = type.toLowerCase().split(';')
  const named = bare.trim()
  return types === null || types.some((known) => known === named || known === '*/*' || coversGroup(known, named))
}

function coversGroup(known: string, named: string): boolean {
  return known.endsWith('/*') && named.startsWith(known.slice(0, -1))
}
