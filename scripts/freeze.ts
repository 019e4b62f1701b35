// `npm run freeze`: records the product's observable output, and compares it with another version.
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { AppError, isAppError } from '@tillsight/core'
import { commitOf, freezeCommit } from '../freeze/at-commit.ts'
import { partNames, productParts } from '../freeze/part-names.ts'
import { compareSnapshots, readCases, readIndex } from '../freeze/snapshot.ts'
import { ensureBuild } from './house/fresh-build.ts'

const folderOfFreeze = join(import.meta.dirname, '..', 'freeze')
const results = join(folderOfFreeze, 'results')
const from = process.env.TILLSIGHT_CALLER_DIR ?? process.cwd()

try {
  process.exitCode = await main()
} catch (error) {
  if (!isAppError(error)) throw error
  console.error(error.message)
  process.exitCode = 2
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      against: { type: 'string' },
      to: { type: 'string', default: join(results, 'latest') },
      show: { type: 'string' },
      data: { type: 'string', default: '' },
    },
  })
  const folder = resolve(from, values.to)
  const wanted = namesOf(values.only)
  if (values.show !== undefined) return await show(folder, values.show)
  // First: it fails early for a commit that cannot be frozen.
  const other = values.against === undefined ? undefined : otherFolder(values.against, wanted)
  await freeze(folder, { data: values.data && resolve(from, values.data), wanted })
  if (other === undefined) return 0
  const { text, isSame } = await compareSnapshots({ before: other, after: folder }, wanted)
  console.log(text)
  return isSame ? 0 : 1
}

function namesOf(only: string | undefined): readonly string[] {
  const names = only === undefined ? partNames : only.split(',')
  const unknown = names.find((name) => !partNames.includes(name))
  if (unknown === undefined) return names
  throw new AppError('invalid_input', `There is no part “${unknown}”: there are ${partNames.join(', ')}.`)
}

/** In a process of its own, which has another clock from its first line on. */
async function freeze(folder: string, { data, wanted }: { readonly data: string; readonly wanted: readonly string[] }) {
  if (productParts.some((part) => wanted.includes(part))) await ensureBuild()
  const [clock, script] = ['shifted-clock.ts', 'freeze-process.ts'].map((file) => join(folderOfFreeze, file))
  const options = ['--max-old-space-size=1536', '--import', String(clock), String(script)]
  const { status } = spawnSync(process.execPath, [...options, folder, data, ...wanted], { stdio: 'inherit' })
  if (status !== 0) throw new AppError('unavailable', 'Not everything could be frozen; what went wrong is above.')
}

/** A folder as it is, or a worktree of a commit, which is created if missing. */
function otherFolder(against: string, wanted: readonly string[]): string {
  const given = resolve(from, against)
  if (existsSync(given) && statSync(given).isDirectory()) return given
  const commit = commitOf(against)
  const folder = join(results, commit.slice(0, 12))
  const missing = wanted.filter((part) => readIndex(folder, part) === undefined)
  if (missing.length > 0) freezeCommit(commit, missing, folder)
  return folder
}

/** Prints the last frozen cases whose keys contain a text. */
async function show(folder: string, text: string): Promise<number> {
  let found = 0
  for (const part of partNames) {
    if (readIndex(folder, part) === undefined) continue
    for await (const each of readCases(folder, part, (key) => key.includes(text))) {
      found += 1
      console.log(`# ${part}: ${each.key}\n${each.text}\n`)
    }
  }
  if (found === 0) console.error(`No case that was frozen in ${folder} has “${text}” in its key.`)
  return found === 0 ? 2 : 0
}
