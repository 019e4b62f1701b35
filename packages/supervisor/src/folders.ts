import { closeSync, constants, openSync } from 'node:fs'

/** Folders held open for a child process that is just being started. */
export interface OpenFolders {
  /** In the given order, for the child's descriptors from 3 on. */
  readonly descriptors: readonly number[]
  /** Once the child has them. */
  close(): void
}

/** Opens folders that a child inherits: whoever holds a folder open need not pass through those above it. */
export function openFolders(paths: readonly string[]): OpenFolders {
  const descriptors: number[] = []
  const close = () => {
    for (const descriptor of descriptors.splice(0)) closeSync(descriptor)
  }
  try {
    for (const path of paths) descriptors.push(openSync(path, constants.O_RDONLY | constants.O_DIRECTORY))
  } catch (error) {
    close()
    throw error
  }
  return { descriptors, close }
}
