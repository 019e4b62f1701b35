// The snapshot of another commit: made by that commit's own command, in a folder of its own.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '@tillsight/core'

const root = join(import.meta.dirname, '..')

/** The full hash of a commit, for any git revision. Throws `not_found`. */
export function commitOf(ref: string): string {
  try {
    return git(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]).trim()
  } catch {
    throw new AppError('not_found', `There is neither a folder nor a commit “${ref}”.`)
  }
}

/** Freezes parts of a commit into a folder. Throws `invalid_input` for a commit without the command, `unavailable` when it fails. */
export function freezeCommit(commit: string, parts: readonly string[], folder: string): void {
  const place = mkdtempSync(join(tmpdir(), 'tillsight-freeze-'))
  const tree = join(place, 'tree')
  try {
    git(['worktree', 'add', '--detach', tree, commit])
    const command = join(tree, 'scripts', 'freeze.ts')
    if (!existsSync(command)) {
      throw new AppError('invalid_input', `${commit.slice(0, 12)} is older than this command: it cannot be frozen.`)
    }
    if (lockfileOf(tree) !== lockfileOf(root)) {
      process.stderr.write('Its lockfile is another one: it runs with the packages that are installed here.\n')
    }
    linkPackages(tree)
    const run = spawnSync(process.execPath, [command, '--only', parts.join(','), '--to', folder], {
      cwd: tree,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    if (run.status !== 0) throw new AppError('unavailable', `${commit.slice(0, 12)} could not be frozen.`)
  } finally {
    if (existsSync(tree)) git(['worktree', 'remove', '--force', tree])
    rmSync(place, { recursive: true, force: true })
  }
}

/**
 * Links the packages installed here, but the other tree's own workspaces: a link to the whole folder would lead back to ours.
 */
function linkPackages(tree: string): void {
  const [from, to] = [root, tree].map((each) => join(each, 'node_modules'))
  if (from === undefined || to === undefined) throw new Error('Two trees have two folders')
  mkdirSync(join(to, '@tillsight'), { recursive: true })
  for (const name of readdirSync(from)) {
    if (name !== '@tillsight' && name !== '.vite-temp') symlinkSync(join(from, name), join(to, name))
  }
  for (const name of readdirSync(join(tree, 'packages'))) {
    symlinkSync(join(tree, 'packages', name), join(to, '@tillsight', name))
  }
}

function lockfileOf(tree: string): string {
  return readFileSync(join(tree, 'package-lock.json'), 'utf8')
}

function git(args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}
