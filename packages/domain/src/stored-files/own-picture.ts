import { randomUUID } from 'node:crypto'
import type { PersonId } from '@tillsight/core'
import {
  deleteObjects,
  findObject,
  listOldAvatars,
  type NewObject,
  saveObject,
  takeOldAvatar,
} from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, type PersonContext } from '../context/index.ts'
import type { FileServices } from './access.ts'
import { collect } from './upload.ts'

/** A person's own data, with the files. */
export interface PictureContext extends PersonContext {
  readonly files: FileServices
}

const bucket = 'avatars'
const nameOf = (person: PersonId) => `${person}/picture.webp`

/** The part of a picture's address that changes with it. */
const fingerprintOf = (sha256: string) => sha256.slice(0, 16)

/** The picture of a person with its fingerprint; undefined where there is none. Checks nothing: doors do. */
export async function findPersonPicture(
  { db, store }: Pick<FileServices, 'db' | 'store'>,
  person: PersonId,
): Promise<{ readonly image: Uint8Array; readonly fingerprint: string } | undefined> {
  const object = await findObject(db.kysely, { bucket, name: nameOf(person) })
  const bytes = object && (await store.get(object.version))
  return object && bytes && { image: await collect(bytes), fingerprint: fingerprintOf(object.sha256) }
}

/** The person's picture, WebP; null when there is none. */
export const readPicture = defineVerb({
  name: 'picture.read',
  needs: 'self',
  access: 'read',
  input: z.object({}),
  output: z.object({ image: z.instanceof(Uint8Array), fingerprint: z.string() }).nullable(),
  async run({ files, person }: PictureContext) {
    return (await findPersonPicture(files, person)) ?? null
  },
})

const maximumBytes = 1_000_000

/** Sets the person's picture: WebP encoded by us, never the uploaded bytes. */
export const savePicture = defineVerb({
  name: 'picture.save',
  needs: 'self',
  access: 'write',
  input: z.object({
    image: z
      .instanceof(Uint8Array)
      .refine(({ length }) => length > 0 && length <= maximumBytes, 'This picture is too large, or there is none.'),
  }),
  output: z.object({ fingerprint: z.string() }),
  async run({ queries, files, person, clock }: PictureContext, { image }) {
    const object = await writePicture(files, person, { image, at: clock.now() })
    await saveObject(queries, object, true)
    return { fingerprint: fingerprintOf(object.sha256) }
  },
})

/** Removes the person's picture. */
export const removePicture = defineVerb({
  name: 'picture.remove',
  needs: 'self',
  access: 'write',
  input: z.object({}),
  output: z.object({}),
  async run({ queries, person }: PictureContext) {
    await deleteObjects(queries, bucket, [nameOf(person)])
    return {}
  },
})

/** Puts the bytes into the store. Without a row, which is the commit, they are swept. */
async function writePicture(
  { store }: Pick<FileServices, 'store'>,
  person: PersonId,
  { image, at }: { readonly image: Uint8Array; readonly at: Date },
): Promise<NewObject> {
  const version = randomUUID()
  const written = await store.put(version, oneOf(image))
  return {
    bucket,
    name: nameOf(person),
    version,
    type: 'image/webp',
    ...written,
    personId: person,
    owner: person,
    cacheControl: 'max-age=3600',
    userMetadata: '{}',
    createdAt: at,
    updatedAt: at,
  }
}

async function* oneOf(image: Uint8Array): AsyncGenerator<Uint8Array> {
  yield image
}

/** Moves the pictures that earlier versions kept in the database. A picture that was chosen since is newer, and stays. */
export async function moveOldPictures({ db, store }: Pick<FileServices, 'db' | 'store'>): Promise<void> {
  for (const person of await listOldAvatars(db.kysely)) {
    await db.transaction(async (queries) => {
      const old = await takeOldAvatar(queries, person)
      if (old === undefined) return
      const object = await writePicture({ store }, person, { image: new Uint8Array(old.image), at: old.updatedAt })
      await saveObject(queries, object, false)
    })
  }
}
