// Google Sheets and its tokens with the rules that exports meet: keys, shares, grids, cells, quotas, values taken RAW.
import { generateKeyPairSync, randomUUID, verify } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
/** The address that a spreadsheet has to be shared with. */
export const sheetsEmail = 'figures@shop-project.iam.gserviceaccount.com'
/** The key as Google gives it out. */
export const serviceAccountKey = JSON.stringify({
  type: 'service_account',
  client_email: sheetsEmail,
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  token_uri: 'https://elsewhere.example/token',
})

const mostCells = 10_000_000
const mostWritesAMinute = 60
const tokenMs = 3_600_000

type Cell = string | number
type Grid = Readonly<Record<'startRowIndex' | 'endRowIndex' | 'startColumnIndex' | 'endColumnIndex', number>> & {
  readonly sheetId: number
}

interface Tab {
  readonly sheetId: number
  readonly title: string
  rows: number
  columns: number
  /** By row, then column. */
  readonly cells: Cell[][]
}

/** A spreadsheet, and how Google behaves from now on. */
export interface TestSheets {
  readonly url: string
  readonly tabs: Tab[]
  readonly named: { readonly namedRangeId: string; readonly name: string; range: Grid }[]
  readonly calls: { readonly path: string; readonly bytes: number; readonly at: number }[]
  tokens: number
  share: 'none' | 'reader' | 'writer'
  /** Answers so many requests with a status. */
  failure: readonly [status: number, times: number] | undefined
  /** The values of a tab, as they are. */
  valuesOf(title: string): readonly (readonly Cell[])[]
}

type Answer = readonly [status: number, body: object]
const problem = (code: number, status: string, message: string): Answer => [code, { error: { code, status, message } }]
const invalid = (message: string) => problem(400, 'INVALID_ARGUMENT', message)

/** Starts it at a port of its own, by a clock. */
export async function startSheets(
  t: { after(end: () => void): void },
  { id, now }: { readonly id: string; readonly now: () => number },
): Promise<TestSheets> {
  const tokens = new Map<string, number>()
  const sheets: TestSheets = {
    url: '',
    tabs: [{ sheetId: 0, title: 'Sheet1', rows: 1000, columns: 26, cells: [] }],
    named: [],
    calls: [],
    tokens: 0,
    share: 'writer',
    failure: undefined,
    valuesOf: (title) => (sheets.tabs.find((tab) => tab.title === title)?.cells ?? []).map((row) => [...row]),
  }
  const answer = (request: IncomingMessage, body: string): Answer => {
    if (request.url === '/token') return tokenFor(sheets, { body, now: now(), tokens })
    const [, asked = '', path = ''] = /^\/v4\/spreadsheets\/([\w-]+)(.*)$/.exec(String(request.url)) ?? []
    const expiry = tokens.get(String(request.headers.authorization).replace('Bearer ', '')) ?? 0
    if (now() >= expiry) return problem(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.')
    const isWrite = request.method === 'POST'
    const busy = busyAnswer(sheets, isWrite, now())
    if (busy) return busy
    sheets.calls.push({ path: path.replace(/\?.*/, ''), bytes: body.length, at: now() })
    if (asked !== id) return problem(404, 'NOT_FOUND', 'Requested entity was not found.')
    if (!mayOf(sheets.share, isWrite)) return problem(403, 'PERMISSION_DENIED', 'The caller does not have permission')
    return isWrite ? write(sheets, path, JSON.parse(body)) : read(sheets, path)
  }
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const [status, content] = answer(request, body.toString('utf8'))
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return Object.assign(sheets, { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}` })
}

function mayOf(share: TestSheets['share'], isWrite: boolean): boolean {
  return share === 'writer' || (share === 'reader' && !isWrite)
}

function busyAnswer(sheets: TestSheets, isWrite: boolean, now: number): Answer | undefined {
  if (sheets.failure) {
    const [status, times] = sheets.failure
    sheets.failure = times > 1 ? [status, times - 1] : undefined
    return problem(status, 'UNAVAILABLE', 'The service is currently unavailable.')
  }
  const latest = sheets.calls.filter(({ bytes, at }) => bytes > 0 && at > now - 60_000)
  return isWrite && latest.length >= mostWritesAMinute
    ? problem(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded')
    : undefined
}

interface Asked {
  readonly body: string
  readonly now: number
  readonly tokens: Map<string, number>
}

/** RFC 7523, as strict as Google is. */
function tokenFor(sheets: TestSheets, { body, now, tokens }: Asked): Answer {
  const form = new URLSearchParams(body)
  const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.')
  const refuse = (why: string): Answer => [400, { error: 'invalid_grant', error_description: why }]
  if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') return refuse('unsupported grant.')
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), publicKey, Buffer.from(signature, 'base64url')))
    return refuse('Invalid JWT Signature.')
  const { iss, scope, aud, iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'))
  if (iss !== sheetsEmail || aud !== 'https://oauth2.googleapis.com/token') return refuse('Invalid issuer or audience.')
  if (scope !== 'https://www.googleapis.com/auth/spreadsheets') return refuse('Invalid scope.')
  if (exp - iat > 3600 || Math.abs(iat * 1000 - now) > 300_000) return refuse('Token must be a short-lived token.')
  const text = randomUUID()
  tokens.set(text, now + tokenMs)
  sheets.tokens += 1
  return [200, { access_token: text, expires_in: 3600, token_type: 'Bearer' }]
}

function read(sheets: TestSheets, path: string): Answer {
  const [, address] = /^\/values\/([^?]+)/.exec(path) ?? []
  if (address !== undefined) {
    const found = gridOf(sheets, decodeURIComponent(address))
    if (typeof found === 'string') return invalid(found)
    const { tab, grid } = found
    const rows = tab.cells.slice(grid.startRowIndex, grid.endRowIndex)
    const values = Array.from(rows, (row: Cell[] | undefined) =>
      trimmed((row ?? []).slice(grid.startColumnIndex, grid.endColumnIndex)),
    )
    while (values.at(-1)?.length === 0) values.pop()
    return [200, { range: address, majorDimension: 'ROWS', ...(values.length > 0 && { values }) }]
  }
  const properties = ({ sheetId, title, rows, columns }: Tab) => ({
    properties: { sheetId, title, gridProperties: { rowCount: rows, columnCount: columns } },
  })
  return [200, { sheets: sheets.tabs.map(properties), namedRanges: sheets.named }]
}

function trimmed(row: readonly Cell[]): Cell[] {
  const cells = Array.from(row, (cell) => cell ?? '')
  while (cells.at(-1) === '') cells.pop()
  return cells
}

interface Change {
  readonly addSheet?: {
    readonly properties: {
      readonly sheetId: number
      readonly title: string
      readonly gridProperties: { readonly rowCount: number; readonly columnCount: number }
    }
  }
  readonly addNamedRange?: { readonly namedRange: { readonly name: string; readonly range: Grid } }
  readonly updateNamedRange?: {
    readonly namedRange: { readonly namedRangeId: string; readonly range: Grid }
    readonly fields: string
  }
  readonly appendDimension?: {
    readonly sheetId: number
    readonly dimension: 'ROWS' | 'COLUMNS'
    readonly length: number
  }
}

interface Written {
  readonly valueInputOption?: string
  readonly data?: readonly { readonly range: string; readonly values: readonly (readonly (Cell | null)[])[] }[]
  readonly ranges?: readonly string[]
  readonly requests?: readonly Change[]
}

function write(sheets: TestSheets, path: string, { valueInputOption, data = [], ranges = [], requests = [] }: Written) {
  if (path === ':batchUpdate') return change(sheets, requests)
  if (path === '/values:batchUpdate' && valueInputOption !== 'RAW') return invalid('Only RAW is simulated')
  const found = [...data.map(({ range }) => range), ...ranges].map((range) => gridOf(sheets, range))
  const wrong = found.find((each) => typeof each === 'string')
  if (typeof wrong === 'string') return invalid(wrong)
  for (const [at, each] of found.entries()) {
    const refusal = typeof each === 'string' ? undefined : put(each, data[at])
    if (refusal) return refusal
  }
  return [200, {}] as const
}

/** Puts values into a range; without any, clears it. */
function put({ tab, grid }: InTab, given: NonNullable<Written['data']>[number] | undefined): Answer | undefined {
  const height = grid.endRowIndex - grid.startRowIndex
  const width = grid.endColumnIndex - grid.startColumnIndex
  const values = given?.values ?? Array.from({ length: height }, () => Array<Cell>(width).fill(''))
  if (values.length > height || values.some((row) => row.length > width))
    return invalid(`Requested writing within range [${given?.range}], but tried writing beyond it`)
  if (values.flat().some((cell) => String(cell).length > 50_000))
    return invalid('Your input contains more than the maximum of 50000 characters in a single cell.')
  for (const [down, row] of values.entries()) {
    for (const [along, cell] of row.entries()) {
      // Null is skipped: the cell stays as it was.
      if (cell === null) continue
      const line = (tab.cells[grid.startRowIndex + down] ??= [])
      line[grid.startColumnIndex + along] = cell
    }
  }
  return undefined
}

function change(sheets: TestSheets, requests: Written['requests'] = []): Answer {
  for (const { addSheet, addNamedRange, updateNamedRange, appendDimension } of requests) {
    const refusal =
      (addSheet && addTab(sheets, addSheet)) ??
      (updateNamedRange && moveRange(sheets, updateNamedRange)) ??
      (appendDimension && append(sheets, appendDimension))
    if (refusal) return refusal
    if (addNamedRange) sheets.named.push({ namedRangeId: randomUUID(), ...addNamedRange.namedRange })
  }
  if (sheets.tabs.reduce((sum, { rows, columns }) => sum + rows * columns, 0) > mostCells)
    return invalid('This action would increase the number of cells in the workbook above the limit of 10000000 cells.')
  return [200, {}]
}

function addTab({ tabs }: TestSheets, { properties }: NonNullable<Change['addSheet']>): Answer | undefined {
  const { sheetId, title, gridProperties: grid } = properties
  if (tabs.some((tab) => tab.title.toLowerCase() === title.toLowerCase() || tab.sheetId === sheetId))
    return invalid(`A sheet with the name "${title}" already exists.`)
  tabs.push({ sheetId, title, rows: grid.rowCount, columns: grid.columnCount, cells: [] })
  return undefined
}

function moveRange(sheets: TestSheets, asked: NonNullable<Change['updateNamedRange']>): Answer | undefined {
  const named = sheets.named.find(({ namedRangeId }) => namedRangeId === asked.namedRange.namedRangeId)
  if (!named || asked.fields !== 'range') return invalid('No such named range')
  named.range = asked.namedRange.range
  return undefined
}

function append({ tabs }: TestSheets, asked: NonNullable<Change['appendDimension']>): Answer | undefined {
  const tab = tabs.find(({ sheetId }) => sheetId === asked.sheetId)
  if (!tab) return invalid('No grid')
  if (asked.dimension === 'ROWS') tab.rows += asked.length
  else tab.columns += asked.length
  return undefined
}

interface InTab {
  readonly tab: Tab
  readonly grid: Omit<Grid, 'sheetId'>
}

/** `'Title'!A1:C10`, within the grid of its tab; text: what is wrong with it. */
function gridOf({ tabs }: TestSheets, address: string): InTab | string {
  const [, title, fromColumn = '', fromRow, toColumn = '', toRow] =
    /^'((?:[^']|'')+)'!([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(address) ?? []
  const tab = tabs.find((each) => each.title === title?.replaceAll("''", "'"))
  if (!tab) return `Unable to parse range: ${address}`
  const column = (letters: string) => letters.split('').reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
  const grid = {
    startRowIndex: Number(fromRow) - 1,
    endRowIndex: Number(toRow),
    startColumnIndex: column(fromColumn) - 1,
    endColumnIndex: column(toColumn),
  }
  if (grid.endRowIndex <= tab.rows && grid.endColumnIndex <= tab.columns) return { tab, grid }
  return `Range (${address}) exceeds grid limits. Max rows: ${tab.rows}, max columns: ${tab.columns}`
}
