import { AppError } from '@tillsight/core'
import { formText } from '../../request.server.ts'
import type { ButtonModel, PageModel, TableModel } from './model.ts'
import { askedOf, chosen, doneOf, listOf, numberText, type Office } from './open.server.ts'

const states = ['waiting', 'retrying', 'running', 'failed', 'cancelled', 'completed'] as const
const tones = {
  waiting: 'neutral',
  retrying: 'warn',
  running: 'accent',
  failed: 'bad',
  cancelled: 'neutral',
  completed: 'good',
} as const

/** Kinds of jobs, and the jobs that the address asks for. */
export async function loadJobs(office: Office): Promise<PageModel> {
  const { run, text, search } = office
  const state = chosen(search, 'state', states)
  const kind = search.get('kind')?.slice(0, 100) || null
  const found = await run('admin.jobs', { ...askedOf(search), kind, state })
  const filters = [
    {
      name: 'kind',
      label: text('jobs.kind'),
      value: kind ?? '',
      options: [
        { value: '', label: text('list.any') },
        ...found.kinds.map((one) => ({ value: one.kind, label: one.kind })),
      ],
    },
    {
      name: 'state',
      label: text('list.state'),
      value: state ?? '',
      options: [
        { value: '', label: text('list.any') },
        ...states.map((value) => ({ value, label: text(`jobs.state.${value}`) })),
      ],
    },
  ]
  return {
    title: text('nav.jobs'),
    about: text('jobs.about'),
    done: doneOf(office),
    list: listOf(office, found, filters),
    notes: [],
    tables: [jobsTable(office, found.items), kindsTable(office, found.kinds)],
  }
}

type Found = Awaited<ReturnType<typeof askJobs>>
const askJobs = (office: Office) => office.run('admin.jobs')

function jobsTable({ text, when }: Office, items: Found['items']): TableModel {
  return {
    id: 'jobs',
    title: text('jobs.list'),
    labelHeader: text('jobs.job'),
    columns: [
      { key: 'state', label: text('list.state'), isText: true },
      { key: 'progress', label: text('jobs.progress') },
      { key: 'retries', label: text('jobs.retries') },
      { key: 'created', label: text('jobs.created'), isText: true },
      { key: 'message', label: text('jobs.message'), isText: true, isLong: true },
      { key: 'actions', label: text('list.actions'), isText: true },
    ],
    rows: items.map((job) => ({
      key: job.id,
      label: job.label,
      note: job.kind,
      cells: [
        { text: text(`jobs.state.${job.state}`), tone: tones[job.state] },
        job.total === null ? numberText(job.done, '') : `${numberText(job.done, '')} / ${numberText(job.total, '')}`,
        numberText(job.retries, ''),
        when(job.createdAt),
        job.message ?? text('none'),
        { buttons: buttonsOf(job) },
      ],
    })),
  }

  function buttonsOf({ id, label, state }: Found['items'][number]): ButtonModel[] {
    if (state === 'completed') return []
    const isOver = state === 'failed' || state === 'cancelled'
    const retry = { intent: 'retry', value: id, label: text('jobs.retry'), about: label }
    const cancel = { intent: 'cancel', value: id, label: text('jobs.cancel'), about: label }
    if (isOver) return [retry]
    return state === 'retrying' ? [retry, cancel] : [cancel]
  }
}

function kindsTable({ text, when }: Office, kinds: Found['kinds']): TableModel {
  return {
    id: 'kinds',
    title: text('jobs.kinds'),
    labelHeader: text('jobs.kind'),
    columns: [
      { key: 'waiting', label: text('jobs.state.waiting') },
      { key: 'running', label: text('jobs.state.running') },
      { key: 'failed', label: text('jobs.state.failed') },
      { key: 'completed', label: text('jobs.state.completed') },
      { key: 'oldest', label: text('jobs.oldest'), isText: true },
      { key: 'actions', label: text('list.actions'), isText: true },
    ],
    rows: kinds.map((one) => ({
      key: one.kind,
      label: one.kind,
      to: `?${new URLSearchParams({ kind: one.kind })}`,
      cells: [
        numberText(one.waiting + one.retrying, ''),
        numberText(one.running, ''),
        numberText(one.failed, ''),
        numberText(one.completed, ''),
        when(one.oldestDue),
        {
          buttons: [
            ...(one.failed > 0
              ? [{ intent: 'retry-all', value: one.kind, label: text('jobs.retryAll'), about: one.kind }]
              : []),
            ...(one.waiting + one.retrying + one.running > 0
              ? [{ intent: 'cancel-all', value: one.kind, label: text('jobs.cancelAll'), about: one.kind }]
              : []),
          ],
        },
      ],
    })),
  }
}

/** Does what the form asks; answers the key of its confirmation. */
export async function changeJobs({ run }: Office, form: FormData): Promise<'retried' | 'cancelled'> {
  const value = formText(form, 'value')
  switch (formText(form, 'intent')) {
    case 'retry':
      await run('admin.retry_job', { job: value })
      return 'retried'
    case 'cancel':
      await run('admin.cancel_job', { job: value })
      return 'cancelled'
    case 'retry-all':
      await run('admin.retry_jobs', { kind: value })
      return 'retried'
    case 'cancel-all':
      await run('admin.cancel_jobs', { kind: value })
      return 'cancelled'
    default:
      throw new AppError('invalid_input', 'This form asks for nothing that is known. Load the page again.')
  }
}
