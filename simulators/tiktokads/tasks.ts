import type { FakeRequest, Reply } from '../web/exchange.ts'
import { rowsOf } from './report.ts'
import { readReportQuery } from './report-query.ts'
import { bodyFields, ok, Refusal, textField } from './responses.ts'
import type { Task, World } from './world.ts'

const formats = ['CSV_STRING', 'CSV_DOWNLOAD', 'XLSX_DOWNLOAD']
const pauseMs = 3_300
const mostPerDay = 1_000

/** `report/task/create/`. */
export function createTask(world: World, request: FakeRequest): Reply {
  const body = bodyFields(request)
  const fields = (name: string) => {
    const value = body[name]
    if (value === undefined || value === null) return null
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
  refuseTooMany(world)
  const advertiser = fields('advertiser_id') ?? ''
  const query = readReportQuery(fields, {
    state: world.stateOf(advertiser),
    today: world.figures.localNow(advertiser).day,
    firstDay: world.figures.firstDay(advertiser),
  })
  const format = fields('output_format') ?? 'CSV_STRING'
  if (!formats.includes(format)) throw new Refusal(40002, `output_format: Field must be one of ${formats.join(', ')}.`)
  const id = `72${String(world.tasks.size + 1).padStart(17, '0')}`
  const ends = world.state.taskEnds.shift()
  world.tasks.set(id, { id, query, format, createdAt: world.ads.now().getTime(), ends, isCanceled: false })
  return ok({ task_id: id })
}

function refuseTooMany(world: World): void {
  const { tasks, options } = world
  if (options.limits === undefined || options.limits === 'off') return
  const at = world.ads.now().getTime()
  const made = [...tasks.values()]
  if (made.some(({ createdAt }) => at - createdAt < pauseMs)) throw new Refusal(40100)
  if (made.filter(({ createdAt }) => at - createdAt < 24 * 3_600_000).length >= mostPerDay) throw new Refusal(40133)
}

/** `report/task/check/`. */
export function checkTask(world: World, request: FakeRequest): Reply {
  return ok({ status: statusOf(world, taskOf(world, request.query)), message: null })
}

/** `report/task/cancel/`. */
export function cancelTask(world: World, request: FakeRequest): Reply {
  const task = world.tasks.get(textField(bodyFields(request), 'task_id'))
  if (!task) throw new Refusal(40007, 'Task does not exist')
  task.isCanceled = true
  return ok({})
}

/** `report/task/download/`: text directly, or a link to a file with display names as headings. */
export function downloadTask(world: World, request: FakeRequest): Reply {
  const task = taskOf(world, request.query)
  const status = statusOf(world, task)
  if (status === 'FAILED' || status === 'CANCELED') throw new Refusal(40200, `Task error: ${status}`)
  if (status !== 'SUCCESS') throw new Refusal(40201)
  if (task.format === 'CSV_STRING') return csvResponse(csvOf(world, task, (name) => name))
  return ok({ download_url: `${world.url}/files/${task.id}.csv` })
}

/** The file behind a link. */
export function taskFile(world: World, id: string): Reply {
  const task = world.tasks.get(id)
  if (!task) return { status: 404, headers: {}, body: '' }
  return csvResponse(`\uFEFF${csvOf(world, task, (name) => headings[name] ?? name)}`)
}

const headings: Readonly<Record<string, string>> = {
  stat_time_day: 'By Day',
  ad_id: 'Ad ID',
  campaign_id: 'Campaign ID',
  adgroup_id: 'Ad Group ID',
  spend: 'Cost',
  impressions: 'Impressions',
  clicks: 'Clicks (destination)',
  complete_payment: 'Payment completions',
  total_complete_payment_rate: 'Payment completion value',
  conversion: 'Conversions',
  video_play_actions: 'Video views',
  reach: 'Reach',
}

function csvResponse(body: string): Reply {
  return { status: 200, headers: { 'content-type': 'text/csv; charset=utf-8' }, body }
}

function csvOf(world: World, { query }: Task, heading: (name: string) => string): string {
  const names = [...query.dimensions, ...query.metrics]
  const lines = withRepeated(rowsOf(world, query), world.state.fileRepeats).map(({ dimensions, metrics }) =>
    names.map((name) => cell(dimensions[name] ?? metrics[name] ?? '')).join(','),
  )
  return [names.map((name) => cell(heading(name))).join(','), ...lines].join('\r\n')
}

/** Replaces this many of the last rows by the first ones. */
function withRepeated<T>(rows: readonly T[], repeated: number): readonly T[] {
  return repeated === 0 ? rows : [...rows.slice(0, -repeated), ...rows.slice(0, repeated)]
}

function cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function taskOf(world: World, query: URLSearchParams): Task {
  const task = world.tasks.get(query.get('task_id') ?? '')
  if (!task || task.query.advertiserId !== query.get('advertiser_id')) throw new Refusal(40007, 'Task does not exist')
  return task
}

/** Both spellings of waiting occur. */
function statusOf(world: World, task: Task): string {
  const { queued, running } = world.options.taskMs ?? { queued: 0, running: 0 }
  const age = world.ads.now().getTime() - task.createdAt
  if (task.isCanceled) return 'CANCELED'
  if (age < queued) return Number(task.id) % 2 === 0 ? 'QUEUEING' : 'QUEUING'
  if (age < queued + running) return 'PROCESSING'
  return task.ends ?? 'SUCCESS'
}
