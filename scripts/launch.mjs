// Plain JavaScript on purpose: it is the one file that the machine's own, perhaps older, Node runs.
// It installs what the lockfile names when that is missing, then hands over to the pinned Node 24.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [command = '', ...rest] = process.argv.slice(2)
const oldest = [20, 19]

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
  console.error(
    `Tillsight needs Node ${oldest.join('.')} or newer to start; this is ${process.versions.node}. Install a newer Node and run the command again.`,
  )
  process.exit(1)
}

if (!isInstalled()) {
  console.error('Installing packages (first run, or the lockfile changed) …')
  const npm = process.env.npm_execpath
  const run = npm
    ? spawnSync(process.execPath, [npm, 'ci', '--no-audit', '--no-fund'], { cwd: root, stdio: ['ignore', 2, 2] })
    : spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, stdio: ['ignore', 2, 2] })
  if (run.status !== 0) {
    console.error(
      'The packages could not be installed; npm’s own message is above. Check the network and run the command again.',
    )
    process.exit(run.status ?? 1)
  }
}

linkWorkspaces()

const pinned = join(root, 'node_modules', 'node', 'bin', 'node')
const node = existsSync(pinned) ? pinned : process.execPath
if (node === process.execPath && major < 24) {
  console.error(
    `Tillsight runs on Node 24. For this platform it does not come with the packages; install Node 24 and run the command again (this is ${process.versions.node}).`,
  )
  process.exit(1)
}

// Without a limit of its own, Node lets its heap grow to several times what is in use before it looks what can go: by gigabytes
// on a large machine. Little room for new objects costs more than it saves: they would be copied while still in use, and looked
// through again and again. An operator's own limits stand.
const isProduct = ['start', 'demo', 'cli', 'bench'].includes(command)
const isOpen = (limit) => !process.env.NODE_OPTIONS?.includes(limit.split('=')[0])
const limits = isProduct ? ['--max-old-space-size=1536', '--max-semi-space-size=64'].filter(isOpen) : []

const args = [...limits, join(root, 'scripts', `${command}.ts`), ...rest]
const env = {
  ...process.env,
  PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`,
  // Compiled code of the last time: half the time that a command takes to start.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'compiled'),
  // glibc keeps large buffers that were freed, one heap per thread: a long import would hold twice the memory it uses.
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
  MALLOC_MMAP_THRESHOLD_: process.env.MALLOC_MMAP_THRESHOLD_ ?? '262144',
  MALLOC_TRIM_THRESHOLD_: process.env.MALLOC_TRIM_THRESHOLD_ ?? '1048576',
  TILLSIGHT_CALLER_DIR: process.env.INIT_CWD ?? process.cwd(),
}
if (typeof process.execve === 'function' && process.platform !== 'win32') become()
else startBeside()

/** Node 22.15 and newer becomes the command: a launcher that only waits takes 16 MB of memory. */
function become() {
  process.chdir(root)
  process.execve(node, [node, ...args], env)
}

function startBeside() {
  const child = spawn(node, args, { cwd: root, stdio: 'inherit', env })
  // The child shuts down its stores in order; this process only passes the wish on and waits.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)))
}

/** npm writes what it installed beside the packages; when that list differs from the lockfile, install again. */
function isInstalled() {
  const installed = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(installed)) return false
  const have = JSON.parse(readFileSync(installed, 'utf8')).packages
  const want = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(want).every(
    ([name, entry]) =>
      name === '' ||
      entry.optional ||
      entry.link ||
      !name.includes('node_modules/') ||
      have[name]?.version === entry.version,
  )
}

/** A part of ours that is new or was renamed since the last installation needs a link, not an installation. */
function linkWorkspaces() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  for (const [name, { link, resolved }] of Object.entries(packages)) {
    const path = join(root, name)
    if (!link || existsSync(path)) continue
    mkdirSync(dirname(path), { recursive: true })
    symlinkSync(relative(dirname(path), join(root, resolved)), path, 'dir')
  }
}
