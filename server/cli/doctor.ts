import { existsSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { isAppError } from '@tillsight/core'
import { installationLog, listAuditChains, listShops } from '@tillsight/database'
import { compareFiles, listInstallationIssues, toShop, verifyAudit } from '@tillsight/domain'
import type { Command } from 'commander'
import { loadConfig } from '../config.ts'
import { operator } from '../contexts.ts'
import type { Runtime } from '../runtime.ts'
import { shopRunner } from '../verbs.ts'
import { root } from '../version.ts'
import { describeCheck } from './admin-texts.ts'
import { print } from './output.ts'
import { type CommonOptions, withRuntime } from './session.ts'

interface Finding {
  readonly what: string
  readonly state: 'ok' | 'warning' | 'broken'
  readonly detail: string
}

const marks = { ok: 'ok  ', warning: 'warn', broken: 'FAIL' } as const
const states = { error: 'broken', warning: 'warning', note: 'ok' } as const
const leastFreeBytes = 2e9

/** Adds `doctor`: problems of this machine or installation, and their fixes. */
export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('say what is wrong with this installation, and what to do about it')
    .option('--json', 'print JSON')
    .action(examine)
}

async function examine(options: CommonOptions): Promise<void> {
  const findings = [node(), build(), disk(), ...(await stores())]
  print(
    {
      json: findings,
      text: findings.map(({ what, state, detail }) => `${marks[state]}  ${what}: ${detail}`).join('\n'),
    },
    options,
  )
  if (findings.some(({ state }) => state === 'broken')) process.exitCode = 1
}

function node(): Finding {
  const major = Number(process.versions.node.split('.')[0])
  return major >= 24
    ? { what: 'Node', state: 'ok', detail: process.versions.node }
    : {
        what: 'Node',
        state: 'broken',
        detail: `${process.versions.node} is too old; start commands through npm, which brings Node 24.`,
      }
}

function build(): Finding {
  return existsSync(join(root, 'build', 'server', 'index.js'))
    ? { what: 'Build', state: 'ok', detail: 'the pages are built' }
    : { what: 'Build', state: 'warning', detail: 'the pages are not built yet; npm start and npm run demo do it.' }
}

function disk(): Finding {
  const { dataDir } = loadConfig()
  const { bavail, bsize } = statfsSync(existsSync(dataDir) ? dataDir : root)
  const free = bavail * bsize
  const detail = `${(free / 1e9).toFixed(1)} GB free for ${dataDir}`
  return free > leastFreeBytes
    ? { what: 'Disk', state: 'ok', detail }
    : {
        what: 'Disk',
        state: 'warning',
        detail: `${detail}. Nothing is lost on a full disk, but nothing new can be stored: make room.`,
      }
}

async function stores(): Promise<Finding[]> {
  const findings: Finding[] = []
  try {
    await withRuntime('doctor', async (runtime) => {
      findings.push(
        {
          what: 'Database',
          state: (await runtime.stores.database.ready()) ? 'ok' : 'broken',
          detail: 'answers, tables are current',
        },
        {
          what: 'Warehouse',
          state: (await runtime.stores.warehouse.ready()) ? 'ok' : 'broken',
          detail: 'answers, tables are current',
        },
        // First: what it finds is among the issues of the installation and of the shops.
        ...(await storedFiles(runtime)),
        ...(await installation(runtime)),
        ...(await auditLogs(runtime)),
        ...(await shops(runtime)),
      )
    })
  } catch (error) {
    if (!isAppError(error)) throw error
    findings.push({ what: 'Stores', state: 'broken', detail: error.message })
  }
  return findings
}

/** Whether each file has its bytes, and the bytes a file, by their lists. */
async function storedFiles({ files }: Runtime): Promise<Finding[]> {
  const what = 'Stored files'
  try {
    const { files: count, lost, unknown } = await compareFiles(files)
    const beside = unknown.length === 0 ? '' : `; ${unknown.length} without a name are removed in the coming night`
    return lost.length === 0
      ? [{ what, state: 'ok', detail: `${count}, all of them are there${beside}` }]
      : lost.map((name) => ({ what, state: 'broken', detail: `${name} has lost its content${beside}` }))
  } catch (error) {
    if (!isAppError(error)) throw error
    return [{ what, state: 'broken', detail: error.message }]
  }
}

async function installation({ stores, clock, connections }: Runtime): Promise<Finding[]> {
  const { connectors } = connections
  const issues = await listInstallationIssues({ queries: stores.database.kysely, clock, connectors })
  return issues.map(({ severity, title, advice }) => ({
    what: 'Installation',
    state: states[severity],
    detail: `${title}. ${advice}`,
  }))
}

/** Whether what was written down about who did what is still as it was written: by administrators, and in each organisation. */
async function auditLogs({ stores }: Runtime): Promise<Finding[]> {
  const { database } = stores
  const chains = (await listAuditChains(database.kysely)).filter(({ organisationId: id }) => id !== installationLog)
  const logs = [
    { id: installationLog, what: 'Log of the installation' },
    ...chains.map(({ organisationId: id, name }) => ({
      id,
      what: `Audit log, ${name ?? `deleted organisation ${id}`}`,
    })),
  ]
  const findings: Finding[] = []
  for (const { id, what } of logs) {
    const check = await verifyAudit(database, id)
    findings.push({ what, state: check.state, detail: describeCheck(check) })
  }
  return findings
}

async function shops(runtime: Runtime): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const row of await listShops(runtime.stores.database.kysely)) {
    const run = shopRunner(runtime, runtime.shopContext(operator, toShop(row)), 'program')
    const connections = await run('connection.list')
    if (connections.length === 0)
      findings.push({ what: row.domain, state: 'warning', detail: 'no store is connected.' })
    for (const { label, status, message } of connections) {
      findings.push({
        what: `${row.domain}, ${label}`,
        state: status === 'healthy' || status === 'backfilling' ? 'ok' : 'warning',
        detail: message ?? status,
      })
    }
    for (const alike of Map.groupBy(await run('health.list'), ({ kind }) => kind).values()) {
      const [first] = alike
      if (first === undefined) continue
      const more = alike.length === 1 ? '' : ` (and ${alike.length - 1} more of this kind)`
      findings.push({
        what: row.domain,
        state: states[first.severity],
        detail: `${first.title}. ${first.advice}${more}`,
      })
    }
  }
  return findings
}
