import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@tillsight/core'

/** The client files that each route needs. */
export interface ClientManifest {
  /** The router's version of the client. */
  readonly client: string
  /** URLs of scripts and styles by route; `entry` is needed by every page. */
  readonly routes: Readonly<Record<string, readonly string[]>>
}

interface RouterEntry {
  readonly module: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

interface RouterManifest {
  readonly version: string
  readonly entry: RouterEntry
  readonly routes: Readonly<Record<string, RouterEntry>>
}

/** Reads the manifest that the router wrote for browsers. */
export async function readClientManifest(assets: string): Promise<ClientManifest> {
  const name = (await readdir(assets)).find((file) => /^manifest-\w+\.js$/.test(file))
  if (name === undefined)
    throw new AppError('unavailable', 'The build has no manifest of the client: run `npm run build` again.')
  return toClientManifest(await readFile(join(assets, name), 'utf8'))
}

/** The script assigns one object, written as JSON. */
export function toClientManifest(script: string): ClientManifest {
  const { version, entry, routes } = JSON.parse(
    script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1),
  ) as RouterManifest
  const named = Object.entries(routes).map(([id, route]) => [id, filesOf(route)] as const)
  return { client: version, routes: { entry: filesOf(entry), ...Object.fromEntries(named) } }
}

function filesOf({ module, imports = [], css = [] }: RouterEntry): string[] {
  return [...new Set([module, ...imports, ...css])].toSorted()
}
