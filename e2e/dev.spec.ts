import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { descendantsOf, stillRunning } from '../server/testing/processes.ts'
import { listenToConsole, waitUntilAlive } from './product-test.ts'

const root = join(import.meta.dirname, '..')
const address = /ready at (http:\S+)/g

test('npm run dev shows a changed page without loading it, and starts a changed server on the same stores', async ({
  page,
}) => {
  // Pages are transformed on request, two hundred files for the first one.
  test.setTimeout(180_000)
  const project = copyProject()
  const dev = startDev(project)
  try {
    await expect.poll(() => dev.readyAt().length, { timeout: 90_000 }).toBe(1)
    const messages: string[] = []
    listenToConsole(page, messages)
    const [url = ''] = dev.readyAt()
    const response = await page.goto(`${url}/auth/login`, { timeout: 60_000 })
    expect(response?.headers()['content-security-policy']).toContain("connect-src 'self';")
    await waitUntilAlive(page)

    const field = page.getByLabel('Email address')
    await field.fill('what was typed stays')
    const logInPage = join(project, 'app/pages/sign-in/log-in-page.tsx')
    change(logInPage, `title={t(isElsewhere ? 'companyTitle' : 'signIn')}`, `title="Changed while open"`)
    await expect(page.getByRole('heading', { name: 'Changed while open' })).toBeVisible()
    await expect(field).toHaveValue('what was typed stays')
    expect(messages.filter((text) => /content security policy/i.test(text))).toEqual([])

    const whole = readFileSync(logInPage, 'utf8')
    writeFileSync(logInPage, `${whole}\n}{`)
    await expect(page.locator('vite-error-overlay')).toBeVisible()
    writeFileSync(logInPage, whole)
    await expect(page.locator('vite-error-overlay')).toHaveCount(0)

    const stores = dev.stores()
    const health = join(project, 'server/http/health.ts')
    const before = readFileSync(health, 'utf8')
    writeFileSync(health, `${before}\n}{`)
    await expect.poll(() => dev.said(), { timeout: 60_000 }).toContain('it starts again with the next change')
    writeFileSync(health, before.replace(`{ status: 'ok' }`, `{ status: 'changed' }`))
    await expect.poll(() => dev.readyAt().length, { timeout: 60_000 }).toBe(2)
    expect(await (await page.request.get(`${url}/healthz`, { timeout: 60_000 })).json()).toEqual({ status: 'changed' })
    expect((await page.request.get(`${url}/auth/login`, { timeout: 60_000 })).status()).toBe(200)
    expect(stillRunning(stores)).toEqual(stores)
    expect(stores.length).toBeGreaterThanOrEqual(2)
    for (const path of ['/package.json', '/data/secret', '/server/main.ts'])
      expect((await page.request.get(url + path, { maxRedirects: 0 })).status(), path).not.toBe(200)

    const all = descendantsOf(dev.pid)
    expect(await dev.interrupt(), dev.said()).toBe(null)
    expect(stillRunning(all)).toEqual([])
  } finally {
    await test.info().attach('what npm run dev printed', { body: dev.said(), contentType: 'text/plain' })
    await dev.interrupt()
    rmSync(project, { recursive: true, force: true, maxRetries: 5 })
  }
})

function change(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8')
  expect(text).toContain(from)
  writeFileSync(file, text.replace(from, to))
}

/**
 * Copies everything that `npm run dev` runs, so that no original file is changed; workspaces are the copy's own, other
 * packages are shared.
 */
function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'tillsight-dev-'))
  const parts = ['app', 'demo', 'packages', 'public', 'scripts', 'server', 'node_modules/@tillsight']
  const files = readdirSync(root).filter((name) => /\.(?:json|ts)$/.test(name))
  for (const name of [...parts, ...files])
    cpSync(join(root, name), join(copy, name), { recursive: true, verbatimSymlinks: true })
  const modules = join(copy, 'node_modules')
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name.startsWith('.') || name === '@tillsight') continue
    symlinkSync(join(root, 'node_modules', name), join(modules, name))
  }
  mkdirSync(join(copy, 'data'))
  return copy
}

interface RunningDev {
  readonly pid: number
  said(): string
  /** Addresses, one for each time that the server became ready. */
  readyAt(): string[]
  /** Process ids of the stores. */
  stores(): number[]
  /** Ctrl+C in its terminal, which signals the whole process group. Returns the signal that was needed to kill it, if any. */
  interrupt(): Promise<NodeJS.Signals | null>
}

function startDev(project: string): RunningDev {
  const { PATH, TMPDIR, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [join(project, 'scripts', 'dev.ts')], {
    cwd: project,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH, TMPDIR, NODE_COMPILE_CACHE, PORT: '0', TILLSIGHT_DATA_DIR: join(project, 'data'), RATES_URL: 'off' },
  })
  const { pid = 0 } = child
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  const exited: Promise<(NodeJS.Signals | null)[]> = once(child, 'exit')
  const commandOf = (each: number) => readFileSync(`/proc/${each}/cmdline`, 'utf8')
  return {
    pid,
    said: () => said,
    readyAt: () => [...said.matchAll(address)].map(([, found = '']) => found),
    stores() {
      const all = descendantsOf(pid).filter((each) => !commandOf(each).includes('dev-server.ts'))
      // A store has processes for its connections, which come and go.
      return all.filter((each) => !all.some((other) => descendantsOf(other).includes(each)))
    },
    async interrupt() {
      if (child.exitCode === null && child.signalCode === null) process.kill(-pid, 'SIGINT')
      const impatient = setTimeout(() => process.kill(-pid, 'SIGKILL'), 30_000)
      const [, signal = null] = await exited
      clearTimeout(impatient)
      return signal
    },
  }
}
