import type { AdAccount } from '../ad-records.ts'
import type { Api } from './api.ts'
import { handlingOfError } from './failures.ts'
import { textOf } from './values.ts'

/** Parses CSV with commas, optional quotation marks, and an optional byte order mark. */
export function parseCsv(text: string): string[][] {
  const lines: string[][] = []
  let cells: string[] = []
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy
  const body = text.replace(/^\uFEFF/, '')
  for (;;) {
    const match = pattern.exec(body)
    if (match === null) break
    const [, quoted, plain = '', end] = match
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    if (cells.length > 1 || cells[0] !== '') lines.push(cells)
    cells = []
    if (pattern.lastIndex >= body.length) break
  }
  return lines
}

/** An app may create three tasks in ten seconds. */
const createPauseMs = 3_400
const pollMs = [2_000, 5_000, 10_000] as const
const mostPolls = 60
const mostTasks = 2

/**
 * Reads a report that is too long for pages as a file. Undefined if TikTok does not produce one, so that only pages remain.
 */
export async function readByTask(
  api: Api,
  {
    account,
    fields,
  }: { readonly account: Pick<AdAccount, 'id' | 'name'>; readonly fields: Readonly<Record<string, unknown>> },
): Promise<readonly Readonly<Record<string, string>>[] | undefined> {
  try {
    for (let made = 0; made < mostTasks; made += 1) {
      await api.pause(createPauseMs)
      const { task_id: id } = await api.ask({
        what: 'a report file',
        path: 'report/task/create/',
        body: { ...fields, output_format: 'CSV_STRING' },
        advertiser: account,
      })
      const text = await waitFor(api, { account, taskId: textOf(id) })
      const rows = text === undefined ? undefined : readRows(text, fields)
      if (rows) return rows
    }
    return undefined
  } catch (error) {
    // A failure of files alone is no reason to stop: pages remain.
    const handling = handlingOfError(error)
    if (handling === 'task' || handling === 'endpoint' || handling === 'smaller') return undefined
    throw error
  }
}

interface Wanted {
  readonly account: Pick<AdAccount, 'id' | 'name'>
  readonly taskId: string
}

/** Undefined if the task failed, or did not finish. */
async function waitFor(api: Api, { account, taskId }: Wanted): Promise<string | undefined> {
  const query = { advertiser_id: account.id, task_id: taskId }
  for (let poll = 0; poll < mostPolls; poll += 1) {
    const { status } = await api.ask({ what: 'a report file', path: 'report/task/check/', query, advertiser: account })
    const word = textOf(status).slice(0, 4).toUpperCase()
    if (word === 'SUCC') {
      return await api.askText({ what: 'a report file', path: 'report/task/download/', query, advertiser: account })
    }
    // The status for waiting has two spellings, which start alike.
    if (word !== 'QUEU' && word !== 'PROC') return undefined
    await api.pause(pollMs[poll] ?? 10_000)
  }
  return undefined
}

/** Undefined if the headings are not the requested names: figures must not be guessed. */
function readRows(
  text: string,
  fields: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>>[] | undefined {
  const [head = [], ...lines] = parseCsv(text)
  const wanted = [fields.dimensions, fields.metrics].flatMap((names) => (Array.isArray(names) ? names.map(textOf) : []))
  if (!wanted.every((name) => head.includes(name))) return undefined
  return lines.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ''])))
}
