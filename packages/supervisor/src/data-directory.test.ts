import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { isAppError } from '@tillsight/core'
import { findOwner, ownDataDirectory } from './index.ts'

async function temporaryDirectory(t: TestContext): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'owner-'))
  t.after(() => rm(dir, { recursive: true, force: true }))
  return join(dir, 'data')
}

/** Another process that owns the directory until it is killed. */
async function ownElsewhere(t: TestContext, dir: string): Promise<ChildProcess> {
  const script = `
    import { ownDataDirectory } from '${new URL('./index.ts', import.meta.url).href}'
    const owned = await ownDataDirectory(${JSON.stringify(dir)}, { role: 'serve' })
    await owned.publish({ database: 'postgres:///there' })
    process.stdout.write('owned'); process.stdin.resume()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  t.after(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

test('a second process is refused with a message that names the first one and what to do', async (t) => {
  const dir = await temporaryDirectory(t)
  const other = await ownElsewhere(t, dir)
  const failure = await ownDataDirectory(dir, { role: 'restore' }).catch((error: unknown) => error)
  assert.ok(isAppError(failure))
  assert.equal(failure.code, 'conflict')
  assert.match(failure.message, new RegExp(`process ${other.pid} \\(serve`))
  assert.match(failure.message, /Stop the other one first/)
  assert.equal(failure.details.pid, other.pid)
})

test('the directory of a killed owner can be taken at once', async (t) => {
  const dir = await temporaryDirectory(t)
  const other = await ownElsewhere(t, dir)
  const gone = once(other, 'exit')
  other.kill('SIGKILL')
  await gone
  assert.equal(await findOwner(dir), undefined)
  const owned = await ownDataDirectory(dir, { role: 'serve' })
  assert.equal((await findOwner(dir))?.pid, process.pid)
  await owned.release()
})

test('the owner and what it published can be found, also from the same process', async (t) => {
  const dir = await temporaryDirectory(t)
  const other = await ownElsewhere(t, dir)
  const found = await findOwner(dir)
  assert.equal(found?.pid, other.pid)
  assert.equal(found?.role, 'serve')
  assert.deepEqual(found?.details, { database: 'postgres:///there' })
  assert.equal((await stat(join(dir, 'owner.json'))).mode & 0o077, 0)
})

test('a released directory has no owner, and release may be called twice', async (t) => {
  const dir = await temporaryDirectory(t)
  assert.equal(await findOwner(dir), undefined)
  const owned = await ownDataDirectory(dir, { role: 'serve' })
  await assert.rejects(ownDataDirectory(dir, { role: 'serve' }), /in use by process/)
  await owned.release()
  await owned.release()
  assert.equal(await findOwner(dir), undefined)
  await (await ownDataDirectory(dir, { role: 'serve' })).release()
})

test('a path that cannot be a directory is refused with a reason', async (t) => {
  const dir = await temporaryDirectory(t)
  await writeFile(dir, 'a file')
  await assert.rejects(ownDataDirectory(dir, { role: 'serve' }), /cannot be created.*Choose a folder/s)
})
