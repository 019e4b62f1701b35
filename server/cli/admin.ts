import { AppError } from '@tillsight/core'
import { type AdminVerbs, accountStates, jobStates, type RunVerb } from '@tillsight/domain'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { operatorAdminRunner } from '../administration.ts'
import type { Runtime } from '../runtime.ts'
import { describeCheck, describeOverview, printBytes } from './admin-texts.ts'
import { type Cell, print, toTable } from './output.ts'
import { type CommonOptions, withRuntime } from './session.ts'

type Run = RunVerb<AdminVerbs>

interface ListOptions extends CommonOptions {
  readonly search: string
  readonly page: number
}

interface LookInOptions extends CommonOptions {
  readonly organisation: string
  readonly as: string
  readonly reason: string
}

/** Adds `admin …`: what administrators see and do at /admin, by the same verbs. */
export function addAdminCommands(program: Command): void {
  const group = program.command('admin').description('the installation as a whole, as at /admin')
  for (const add of [
    addOverview,
    addOrganisations,
    addConnectors,
    addMails,
    addStorage,
    addActivity,
    addPeople,
    addJobs,
    addLookIns,
  ]) {
    add(group)
  }
}

function addOverview(group: Command): void {
  group
    .command('overview')
    .description('version, stores, disk, memory, jobs and the age of the backup')
    .option('--json', 'print JSON')
    .action((options: CommonOptions) =>
      withAdmin('overview', async (run) => {
        const overview = await run('admin.overview')
        print({ json: overview, text: describeOverview(overview) }, options)
      }),
    )
}

function addOrganisations(group: Command): void {
  list(group, 'organisations', 'organisations and shops').action((options: ListOptions) =>
    withAdmin('organisations', async (run) => {
      const found = await run('admin.organisations', paged(options))
      const rows = found.items.map(({ name, organisation, members, plan, shop }) => [
        name,
        members,
        plan,
        shop?.domain ?? null,
        shop?.platform ?? null,
        shop?.orders ?? null,
        shop?.lastSyncAt ?? null,
        organisation,
      ])
      printList(found, options, [
        ['organisation', 'members', 'plan', 'shop', 'platform', 'orders', 'last sync', 'id'],
        rows,
      ])
    }),
  )
}

function addConnectors(group: Command): void {
  group
    .command('connectors')
    .description('requests to platforms, refusals and limits')
    .option('--days <days>', 'of the last days', toNumber, 7)
    .option('--json', 'print JSON')
    .action(({ days, ...options }: CommonOptions & { readonly days: number }) =>
      withAdmin('connectors', async (run) => {
        const found = await run('admin.connectors', { days })
        const rows = found.items.map((one) => [
          one.connector,
          one.connections,
          one.troubled,
          one.requests,
          one.refused,
          one.limited,
          one.failed,
          one.pausedUntil,
        ])
        const header = [
          'connector',
          'connections',
          'troubled',
          'requests',
          'refused',
          'limited',
          'failed',
          'paused until',
        ]
        print({ json: found, text: toTable(header, rows) }, options)
      }),
    )
}

function addMails(group: Command): void {
  list(group, 'mails', 'mails that were sent or refused; addresses are masked')
    .option('--failed', 'only refused ones')
    .action((options: ListOptions & { readonly failed?: boolean }) =>
      withAdmin('mails', async (run) => {
        const found = await run('admin.mails', { ...paged(options), state: options.failed ? 'failed' : 'all' })
        const rows = found.items.map(({ at, recipient, subject, error }) => [at, recipient, subject, error])
        printList(found, options, [['at', 'to', 'subject', 'error'], rows])
      }),
    )
}

function addStorage(group: Command): void {
  list(group, 'storage', 'what both stores take, by table and by shop').action((options: ListOptions) =>
    withAdmin('storage', async (run) => {
      const { database, warehouse, files, ...found } = await run('admin.storage', paged(options))
      const sizes = [
        ...database.map(({ table, rows, bytes }) => ['database', table, rows, printBytes(bytes)]),
        ...(warehouse ?? []).map(({ table, rows, bytes }) => ['warehouse', table, rows, printBytes(bytes)]),
      ]
      const shops = found.shops.map((one) => [
        one.domain,
        one.databaseRows,
        one.warehouseRows,
        one.warehouseBytes === null ? null : printBytes(one.warehouseBytes),
      ])
      const text = [
        toTable(['store', 'table', 'rows', 'size'], sizes),
        '',
        toTable(['shop', 'rows in the database', 'rows in the warehouse', 'about'], shops),
        '',
        `Stored files: ${files.count}, ${printBytes(files.bytes)}${files.lost.length === 0 ? '' : `; WITHOUT THEIR CONTENT: ${files.lost.join(', ')}`}`,
      ].join('\n')
      print({ json: { database, warehouse, files, ...found }, text }, options)
    }),
  )
}

function addActivity(group: Command): void {
  list(group, 'activity', 'what administrators did').action((options: ListOptions) =>
    withAdmin('activity', async (run) => {
      const found = await run('admin.activity', paged(options))
      const rows = found.items.map(({ at, actor, action, target, reason }) => [
        at,
        actor.name,
        action,
        target.name,
        reason ?? null,
      ])
      const note = `\nThis log: ${describeCheck(found.check)}`
      printList(found, options, [['at', 'who', 'did', 'to', 'why'], rows, note])
      if (found.check.state === 'broken') process.exitCode = 1
    }),
  )
}

function addPeople(group: Command): void {
  list(group, 'people', 'everybody with an account')
    .addOption(new Option('--state <state>', 'which').choices(accountStates).default('all'))
    .action((options: ListOptions & { readonly state: (typeof accountStates)[number] }) =>
      withAdmin('people', async (run) => {
        const found = await run('admin.people', { ...paged(options), state: options.state })
        const rows = found.items.map((one) => [
          one.email || one.name,
          one.state,
          one.isAdministrator ? 'yes' : '',
          one.lastSignInAt,
          one.organisations.map(({ name, role }) => `${name} (${role})`).join(', '),
          one.person,
        ])
        printList(found, options, [['person', 'state', 'administrator', 'last sign-in', 'organisations', 'id'], rows])
      }),
    )
  const forPerson = [
    ['confirm', 'take an address as confirmed', 'admin.confirm_person', 'can sign in without confirming now.'],
    ['lock', 'keep somebody out, and end sessions and keys', 'admin.lock_person', 'is locked out.'],
    ['unlock', 'let somebody sign in again', 'admin.unlock_person', 'can sign in again.'],
    ['reset', 'mail somebody a link for a new password', 'admin.reset_person', 'gets a mail.'],
    ['appoint', 'make somebody an administrator', 'admin.appoint', 'administers the installation now.'],
    ['dismiss', 'take administration from somebody', 'admin.dismiss', 'does not administer the installation any more.'],
  ] as const
  for (const [name, description, verb, done] of forPerson) {
    group
      .command(name)
      .description(description)
      .argument('<email>', 'their address, or the id of the account')
      .option('--json', 'print JSON')
      .action((email: string, options: CommonOptions) =>
        withAdmin(name, async (run) => {
          const answer = await run(verb, { person: await findPerson(run, email) })
          print({ json: answer, text: `${answer.email} ${done}` }, options)
        }),
      )
  }
  group
    .command('delete')
    .description('delete an account with everything that is its own')
    .argument('<email>', 'its address')
    .requiredOption('--yes', 'for good')
    .option('--json', 'print JSON')
    .action((email: string, options: CommonOptions) =>
      withAdmin('delete', async (run) => {
        const answer = await run('admin.delete_person', { person: await findPerson(run, email), email })
        print({ json: answer, text: `The account of ${answer.email} is deleted.` }, options)
      }),
    )
}

function addJobs(group: Command): void {
  list(group, 'jobs', 'jobs by kind, and the latest ones')
    .option('--kind <kind>', 'only of this kind')
    .addOption(new Option('--state <state>', 'only these').choices(jobStates))
    .action((options: ListOptions & { readonly kind?: string; readonly state?: (typeof jobStates)[number] }) =>
      withAdmin('jobs', async (run) => {
        const { kind = null, state = null } = options
        const { kinds, ...found } = await run('admin.jobs', { ...paged(options), kind, state })
        const counts = kinds.map((one) => [
          one.kind,
          one.waiting + one.retrying,
          one.running,
          one.failed,
          one.completed,
          one.oldestDue,
        ])
        const rows = found.items.map((one) => [one.label, one.kind, one.state, one.message, one.createdAt, one.id])
        const text = [
          toTable(['kind', 'waiting', 'running', 'failed', 'completed', 'oldest due'], counts),
          '',
          toTable(['job', 'kind', 'state', 'message', 'created', 'id'], rows),
        ].join('\n')
        print({ json: { kinds, ...found }, text }, options)
      }),
    )
  for (const [name, one, all] of [
    ['retry', 'admin.retry_job', 'admin.retry_jobs'],
    ['cancel', 'admin.cancel_job', 'admin.cancel_jobs'],
  ] as const) {
    group
      .command(name)
      .description(name === 'retry' ? 'queue failed jobs again' : 'cancel jobs that have not ended')
      .argument('[job]', 'id of a job')
      .option('--kind <kind>', 'all of a kind instead')
      .option('--json', 'print JSON')
      .action((job: string | undefined, { kind, ...options }: CommonOptions & { readonly kind?: string }) =>
        withAdmin(name, async (run) => {
          if ((job === undefined) === (kind === undefined)) {
            throw new AppError('invalid_input', 'Name a job by its id, or all of a kind with --kind.')
          }
          const answer = kind === undefined ? await run(one, { job: job ?? '' }) : await run(all, { kind })
          print({ json: answer, text: `Jobs: ${answer.jobs}.` }, options)
        }),
      )
  }
}

function addLookIns(group: Command): void {
  group
    .command('look-in')
    .description('begin to look in as a member, where the owners allow it, for the browser of an administrator')
    .argument('<email>', 'the address of the member')
    .requiredOption('--organisation <id>', 'which of their organisations')
    .requiredOption('--as <email>', 'the administrator who will look')
    .requiredOption('--reason <text>', 'why; the owners get a mail with it')
    .option('--json', 'print JSON')
    .action((email: string, { organisation, as, reason, ...options }: LookInOptions) =>
      withAdmin('look-in', async (run, { own }) => {
        const { visit, endsAt } = await run('admin.look_in', { organisation, email, reason, administrator: as })
        const address = `${own.url()}/look-in/${visit}`
        const text = `${as} can look in as ${email} until ${endsAt}, signed in at\n${address}`
        print({ json: { visit, endsAt, address }, text }, options)
      }),
    )
  list(group, 'look-ins', 'who looked in as whom, and why').action((options: ListOptions) =>
    withAdmin('look-ins', async (run) => {
      const found = await run('admin.visits', paged(options))
      const rows = found.items.map((one) => [
        one.startedAt,
        one.administrator,
        one.member,
        one.organisation,
        one.reason,
        `${one.isOpen ? 'until' : 'ended'} ${one.endsAt}`,
        one.visit,
      ])
      printList(found, options, [['at', 'administrator', 'as', 'organisation', 'why', 'state', 'id'], rows])
    }),
  )
  group
    .command('end-look-in')
    .description('end it before its time')
    .argument('<id>', 'as look-ins tells it')
    .option('--json', 'print JSON')
    .action((visit: string, options: CommonOptions) =>
      withAdmin('end-look-in', async (run) => {
        const answer = await run('admin.stop_looking', { visit })
        print({ json: answer, text: answer.ended ? 'It is ended.' : 'It has ended already, or never was.' }, options)
      }),
    )
}

/** A command with a list that has pages. */
function list(group: Command, name: string, description: string): Command {
  return group
    .command(name)
    .description(description)
    .option('--search <text>', 'only what has this text', '')
    .option('--page <page>', 'which page of the list', toNumber, 1)
    .option('--json', 'print JSON')
}

function paged({ search, page }: ListOptions) {
  return { search, page }
}

function printList(
  found: { readonly total: number; readonly items: readonly unknown[] },
  options: ListOptions,
  [header, rows, note = '']: readonly [readonly string[], readonly (readonly Cell[])[], note?: string],
): void {
  const text = rows.length === 0 ? 'There are none.' : toTable(header, rows)
  const more =
    found.total > rows.length ? `\n${rows.length} of ${found.total}; --page ${options.page + 1} shows more.` : ''
  print({ json: found, text: text + more + note }, options)
}

async function withAdmin(name: string, work: (run: Run, runtime: Runtime) => Promise<void>): Promise<void> {
  await withRuntime(`admin ${name}`, (runtime) => work(operatorAdminRunner(runtime), runtime))
}

/** Throws `not_found`. */
async function findPerson(run: Run, named: string): Promise<string> {
  const text = named.trim().toLowerCase()
  const { items } = await run('admin.people', { search: text })
  const found = items.find(({ email, person }) => email.toLowerCase() === text || person === text)
  if (found) return found.person
  throw new AppError('not_found', `Nobody here has the address ${named}. tillsight admin people lists who there is.`)
}

function toNumber(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected a number.')
}
