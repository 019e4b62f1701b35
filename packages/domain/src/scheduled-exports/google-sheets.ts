// Google Sheets over its API, with a merchant's own service account: no app of ours, and no review of it, is in between.
import { randomInt } from 'node:crypto'
import { AppError } from '@tillsight/core'
import { type HttpResponse, isConnectorError } from '@tillsight/platforms/connectors'
import { z } from 'zod'
import type { ConnectionContext } from '../connections/index.ts'
import { assertionOf, type ServiceAccount, tokenAddress } from './google-account.ts'

/** Cells of a spreadsheet: rows and columns count from 0, the end is not included. */
export interface GridRange {
  readonly sheetId: number
  readonly startRowIndex: number
  readonly endRowIndex: number
  readonly startColumnIndex: number
  readonly endColumnIndex: number
}

/** A tab, as large as it is. */
interface Tab {
  readonly sheetId: number
  readonly title: string
  readonly rows: number
  readonly columns: number
}

/** A spreadsheet as it is laid out. */
export interface Layout {
  readonly tabs: readonly Tab[]
  readonly ranges: readonly { readonly id: string; readonly name: string; readonly range: GridRange }[]
}

/** A spreadsheet that is open. Everything throws `invalid_input` for what only people can mend, `conflict` for what may pass. */
export interface Spreadsheet {
  look(): Promise<Layout>
  /** Changes its layout: all of it, or nothing. */
  change(requests: readonly object[]): Promise<void>
  /** Writes values as they are: text stays text, whatever it begins with. `data` is JSON, a list of ranges with their rows. */
  write(data: string): Promise<void>
  clear(ranges: readonly string[]): Promise<void>
  /** The cells of a range as text, by rows. */
  read(range: string): Promise<readonly (readonly string[])[]>
}

/** What opens a spreadsheet. */
export interface SheetKey {
  readonly spreadsheet: string
  readonly account: ServiceAccount
}

/** A token is good for an hour, and a request may take minutes. */
const renewedAfterMs = 50 * 60_000
const timeoutMs = 180_000
/** Google takes 60 writes a minute of an account. */
const betweenWritesMs = 1_000
const mostAttempts = 7

interface Opened {
  readonly ctx: Pick<ConnectionContext, 'services' | 'clock'>
  readonly http: ReturnType<ConnectionContext['services']['openHttp']>
  readonly key: SheetKey
  readonly signal: AbortSignal
  token: { readonly text: string; readonly at: Date } | undefined
  writes: number
}

/** Opens a spreadsheet for some work. */
export async function withSpreadsheet<T>(
  ctx: Pick<ConnectionContext, 'services' | 'clock'> & { readonly signal: AbortSignal },
  key: SheetKey,
  work: (opened: Spreadsheet) => Promise<T>,
): Promise<T> {
  const http = ctx.services.openHttp({ pace: 'own' })
  const opened: Opened = { ctx, http, key, signal: ctx.signal, token: undefined, writes: 0 }
  try {
    return await work(spreadsheetOf(opened))
  } finally {
    http.close()
  }
}

const Grid = z.object({
  sheetId: z.number().default(0),
  startRowIndex: z.number().default(0),
  endRowIndex: z.number(),
  startColumnIndex: z.number().default(0),
  endColumnIndex: z.number(),
})
const Looked = z.object({
  sheets: z.array(
    z.object({
      properties: z.object({
        sheetId: z.number(),
        title: z.string(),
        gridProperties: z.object({ rowCount: z.number(), columnCount: z.number() }).optional(),
      }),
    }),
  ),
  namedRanges: z.array(z.object({ namedRangeId: z.string(), name: z.string(), range: Grid.partial() })).default([]),
})

function spreadsheetOf(opened: Opened): Spreadsheet {
  const fields = 'sheets.properties(sheetId,title,gridProperties(rowCount,columnCount)),namedRanges'
  return {
    async look() {
      const { sheets, namedRanges } = Looked.parse(await ask(opened, { path: `?fields=${encodeURIComponent(fields)}` }))
      const tabs = sheets.map(({ properties: { sheetId, title, gridProperties: grid } }) => {
        return { sheetId, title, rows: grid?.rowCount ?? 0, columns: grid?.columnCount ?? 0 }
      })
      return { tabs, ranges: namedRanges.flatMap((named) => rangeOf(named, tabs)) }
    },
    async change(requests) {
      await ask(opened, { path: ':batchUpdate', body: JSON.stringify({ requests }) })
    },
    async write(data) {
      await ask(opened, { path: '/values:batchUpdate', body: `{"valueInputOption":"RAW","data":${data}}` })
    },
    async clear(ranges) {
      await ask(opened, { path: '/values:batchClear', body: JSON.stringify({ ranges }) })
    },
    async read(range) {
      const Values = z.object({ values: z.array(z.array(z.union([z.string(), z.number(), z.boolean()]))).default([]) })
      const path = `/values/${encodeURIComponent(range)}?valueRenderOption=UNFORMATTED_VALUE`
      const { values } = Values.parse(await ask(opened, { path }))
      return values.map((row) => row.map(String))
    },
  }
}

/** A range without an end goes to the end of its tab; one whose tab is gone is none. */
function rangeOf(
  { namedRangeId: id, name, range }: z.infer<typeof Looked>['namedRanges'][number],
  tabs: readonly Tab[],
) {
  const tab = tabs.find(({ sheetId }) => sheetId === (range.sheetId ?? 0))
  if (tab === undefined) return []
  return [{ id, name, range: Grid.parse({ endRowIndex: tab.rows, endColumnIndex: tab.columns, ...range }) }]
}

interface Ask {
  /** Behind the spreadsheet. */
  readonly path: string
  /** JSON that is written; absent: read. */
  readonly body?: string
}

async function ask(opened: Opened, { path, body }: Ask): Promise<unknown> {
  const { key, ctx } = opened
  if (body !== undefined && opened.writes++ > 0) await pause(opened, betweenWritesMs)
  const url = `${hostsOf(ctx).sheets}/v4/spreadsheets/${encodeURIComponent(key.spreadsheet)}${path}`
  const request = async () => {
    const authorization = `Bearer ${await tokenOf(opened)}`
    const method = body === undefined ? 'GET' : 'POST'
    const headers = { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) }
    return send(opened, { method, url, headers, ...(body !== undefined && { body }) })
  }
  let response = await request()
  if (response.status === 401) {
    opened.token = undefined
    response = await request()
  }
  if (response.status === 200) return JSON.parse(Buffer.from(response.body).toString('utf8'))
  throw refusalOf(response, key)
}

/** Sends until it is answered with something else than “later”, with pauses that double. Repeating changes nothing here. */
async function send(
  opened: Opened,
  request: Omit<Parameters<Opened['http']['request']>[0], 'timeoutMs'>,
): Promise<HttpResponse> {
  const { http, signal } = opened
  for (let tried = 1; ; tried += 1) {
    const sent = { ...request, signal, timeoutMs, retries: 0, followsRedirects: false } as const
    const response = await http.request(sent).catch((error: unknown) => {
      signal.throwIfAborted()
      if (!isConnectorError(error)) throw error
      if (tried < mostAttempts && error.failure.kind === 'transient') return undefined
      const [why = ''] = error.failure.message.split(/(?<=\.) /)
      throw new AppError('conflict', `Google Sheets cannot be reached: ${why}`, { cause: error })
    })
    if (response && (tried === mostAttempts || (response.status !== 429 && response.status < 500))) return response
    await pause(opened, 2 ** (tried - 1) * 1000 + randomInt(1000))
  }
}

async function pause({ http, signal }: Opened, ms: number): Promise<void> {
  await http.pause?.(ms, signal)
}

async function tokenOf(opened: Opened): Promise<string> {
  const { ctx, key, token } = opened
  const now = ctx.clock.now()
  if (token !== undefined && now.getTime() - token.at.getTime() < renewedAfterMs) return token.text
  const body = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: assertionOf(key.account, now),
  })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const response = await send(opened, { method: 'POST', url: hostsOf(ctx).token, headers, body: body.toString() })
  if (response.status !== 200) {
    const [, said = ''] =
      /"error_description"\s*:\s*"([^"]{1,200})"/.exec(Buffer.from(response.body).toString('utf8')) ?? []
    throw refused(
      `Google does not take the key of ${key.account.email}${said && ` (${said.replace(/\.$/, '')})`}: it may have been deleted, or the clock here is wrong. Make a new key and give it again.`,
    )
  }
  const { access_token: text } = z
    .object({ access_token: z.string() })
    .parse(JSON.parse(Buffer.from(response.body).toString('utf8')))
  opened.token = { text, at: now }
  return text
}

/** Google's addresses, or those of an installation that tests against others. */
function hostsOf({ services }: Pick<ConnectionContext, 'services'>): {
  readonly sheets: string
  readonly token: string
} {
  const { sheetsUrl, oauthUrl } = services.apps['googlesheets'] ?? {}
  return { sheets: sheetsUrl || 'https://sheets.googleapis.com', token: oauthUrl ? `${oauthUrl}/token` : tokenAddress }
}

function refusalOf(response: HttpResponse, { account }: SheetKey): AppError {
  const text = Buffer.from(response.body).toString('utf8')
  const [, said = ''] = /"message"\s*:\s*"((?:[^"\\]|\\.){1,300})"/.exec(text) ?? []
  if (response.status === 403 && /SERVICE_DISABLED|has not been used in project/.test(text)) {
    return refused(
      'The Google Sheets API is off in the project of this key. Switch it on in Google’s console and save again.',
    )
  }
  if (response.status === 403) {
    return refused(
      `The spreadsheet is not shared with ${account.email}. Open it, choose Share, and add this address as an editor.`,
    )
  }
  if (response.status === 404) return refused('There is no such spreadsheet. Copy its address from the browser again.')
  const answered = `Google Sheets answered ${response.status}${said && `: ${said}`}`
  return response.status === 400 ? refused(answered) : new AppError('conflict', answered)
}

function refused(message: string): AppError {
  return new AppError('invalid_input', message, { details: { field: 'to' } })
}
