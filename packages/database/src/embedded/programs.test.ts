import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { isAppError } from '@tillsight/core'
import { chooseAccount } from './account.ts'
import { binariesAt, locateBinaries, provideReachable } from './programs.ts'

const skip = process.getuid?.() === 0 ? false : 'only root runs the server as somebody else'

test('programs that the server’s user cannot reach are copied to where it can, and stay whole', { skip }, async (t) => {
  const hidden = await mkdtemp(join(tmpdir(), 'pg-hidden-'))
  const open = await mkdtemp('/var/tmp/pg-open-')
  t.after(() => Promise.all([hidden, open].map((folder) => rm(folder, { recursive: true, force: true }))))
  await chmod(open, 0o755)
  const installed = binariesAt(join(hidden, 'native'))
  await cp((await locateBinaries()).root, installed.root, { recursive: true, verbatimSymlinks: true })
  const account = await chooseAccount(join(hidden, 'none'))
  const shared = join(open, 'shared')
  await mkdir(shared)
  await chmod(shared, 0o777)

  const umask = process.umask(0o077)
  t.after(() => process.umask(umask))
  const found = await provideReachable(installed, account, [hidden, shared, join(open, 'cache', 'programs')])
  assert.ok(relative(join(open, 'cache', 'programs'), found.root).startsWith('postgresql-'), found.root)
  const said = execFileSync(found.postgres, ['--version'], { uid: account.uid, gid: account.gid, encoding: 'utf8' })
  assert.match(said, /PostgreSQL\) 18/)
  assert.equal((await stat(hidden)).mode & 0o777, 0o700)
  assert.deepEqual(await readdir(shared), [], 'nothing is kept where others may change it')
  assert.deepEqual(await readdir(hidden), ['native'], 'nor where it is of no use')

  // A temporary-file cleaner removes single files.
  const lost = join(found.root, 'share', 'postgresql', 'postgres.bki')
  const { size } = await stat(lost)
  await rm(lost)
  assert.deepEqual(await provideReachable(installed, account, [join(open, 'cache', 'programs')]), found)
  assert.equal((await stat(lost)).size, size)
})

test('where no place helps, the message names each with its reason and what to do', { skip }, async (t) => {
  const hidden = await mkdtemp(join(tmpdir(), 'pg-hidden-'))
  t.after(() => rm(hidden, { recursive: true, force: true }))
  const account = await chooseAccount(join(hidden, 'none'))
  const installed = binariesAt(join(hidden, 'native'))
  await mkdir(installed.root)
  const failure = await provideReachable(installed, account, [join(hidden, 'a'), join(hidden, 'b')]).catch(
    (error: unknown) => error,
  )
  assert.ok(isAppError(failure))
  assert.equal(failure.code, 'unavailable')
  assert.match(failure.message, /user “\w+”.*\/a \(.+\).*\/b \(.+\).*TILLSIGHT_PROGRAMS_DIR.*DATABASE_URL/)
})
