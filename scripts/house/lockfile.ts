import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Platform builds that their own registry does not offer yet; npm installs without them. */
const unpublished = new Set(['@chdb/lib-darwin-arm64', '@chdb/lib-darwin-x64', '@chdb/lib-linux-arm64-gnu'])

interface LockedPackage {
  readonly version?: string
  readonly resolved?: string
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** A lock without all platform builds makes `npm ci` fail elsewhere, and a pinned address ties it to one network. */
export function checkLockfile(root: string): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, LockedPackage>>
  }
  const names = new Set(Object.keys(packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 13)))
  const missing = Object.entries(packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !names.has(name) && !unpublished.has(name))
      .map((name) => `${path} wants ${name}, which the lockfile lacks: install again with a version that has it.`),
  )
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    string,
    Record<string, string> | undefined
  >
  const loose = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
    Object.entries(manifest[kind] ?? {})
      .filter(([, version]) => /^[\^~*>]/.test(version))
      .map(([name]) => `${name} is not pinned to one version in package.json.`),
  )
  return [...missing, ...loose]
}
